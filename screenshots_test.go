//go:build linux && !headless

package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var screenshots = flag.String("screenshots", "", "photograph the window's pages into this folder")

// photographer walks through the window's pages at one size and theme.
type photographer struct {
	*window
	folder, theme, size string
	compact             bool
}

// TestScreenshots photographs the pages of the window, as they are, in both
// themes and at two sizes.
func TestScreenshots(t *testing.T) {
	if *screenshots == "" {
		t.Skip("run with -args -screenshots FOLDER (make screenshots)")
	}
	folder, err := filepath.Abs(*screenshots)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []string{"1280x800", "1024x700"} {
		for _, theme := range []string{"dark", "light"} {
			t.Run(theme+"-"+size, func(t *testing.T) {
				s := newScreen(t, size, "+extension", "GLX")
				s.theme, s.home = theme, homeOfAStudent(t)
				p := photographer{s.start(), folder, theme, size, size == "1024x700"}
				width, height, _ := strings.Cut(size, "x")
				p.xdotool("windowmove", p.id, "0", "0", "windowsize", p.id, width, height)
				p.away()
				p.xdotool("key", "space")
				p.until("Space stops it", p.still)
				p.pages()
			})
		}
	}
}

// pages goes through them. In a small window the chart is a page of its own.
func (p *photographer) pages() {
	chart := func() {
		if p.compact {
			p.press("c")
		}
	}
	p.keep("start", "Home")
	p.keep("main", "Right", "Right", "Right", "Right", "Right", "Right", "Right")
	p.keep("end", "End")
	p.keep("help", "F1")
	p.press("Escape")
	p.keep("export", "ctrl+e")
	p.press("Escape")
	p.keep("two-lines", "o", "space", "Home", "Right", "Right", "Right", "Right", "Right", "Right")
	p.keep("no-times", "8", "space", "Home", "Right", "Right", "Right")
	p.press("p", "space", "Up", "Up", "Up", "Up", "Up")
	p.drag(4, 13)
	p.keep("paint", "Right", "Right", "Right", "Right", "Right", "Right")
	p.press("l", "space", "End")
	chart()
	if p.compact {
		p.keep("chart")
	}
	p.keep("time", "g")
	p.click(997, 741) // Source; the second source after the first, which has the focus
	p.press("Tab", "Tab", "space", "Escape")
	p.away()
	p.keep("overlay", "g")
	p.click(868, 612) // Lessons
	p.away()
	p.keep("lesson")
}

// homeOfAStudent is a home folder whose name can be shown in the docs.
func homeOfAStudent(t *testing.T) string {
	t.Helper()
	home, err := os.MkdirTemp("", "student-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(home); err != nil {
			t.Error(err)
		}
	})
	return home
}

// press presses some keys, one after another, and waits for what they do.
func (p *photographer) press(keys ...string) {
	p.t.Helper()
	if len(keys) > 0 {
		p.after(func() { p.xdotool(append([]string{"key", "--delay", "150"}, keys...)...) })
	}
}

// after waits until what was done has changed the picture, or has changed
// nothing, and the picture stands still.
func (p *photographer) after(do func()) {
	p.t.Helper()
	before := p.shot()
	do()
	for end := time.Now().Add(time.Second); bytes.Equal(before.Pix, p.shot().Pix) && time.Now().Before(end); {
		time.Sleep(20 * time.Millisecond)
	}
	p.until("it is still", p.settled)
}

// click clicks in the head of the chart panel, which stands elsewhere in a
// small window.
func (p *photographer) click(x, compact int) {
	p.t.Helper()
	if p.compact {
		x = compact
	}
	p.after(func() { p.xdotool("mousemove", fmt.Sprint(x), "90", "click", "1") })
}

// drag paints the lanes from one to another.
func (p *photographer) drag(from, to int) {
	p.t.Helper()
	first, pitch, y := 99, 22, "210"
	if p.compact {
		first, pitch, y = 102, 28, "184"
	}
	at := func(lane int) string { return fmt.Sprint(first + pitch*lane) }
	p.after(func() {
		p.xdotool("mousemove", at(from), y, "mousedown", "1")
		for lane := from; lane <= to; lane++ {
			p.xdotool("mousemove", at(lane), y)
		}
		p.xdotool("mouseup", "1")
		p.away()
	})
}

// away takes the pointer out of the picture.
func (p *photographer) away() {
	width, height, _ := strings.Cut(p.size, "x")
	p.xdotool("mousemove", width, height)
	p.until("it is still", p.settled)
}

// keep presses some keys and photographs what they lead to.
func (p *photographer) keep(page string, keys ...string) {
	p.t.Helper()
	p.press(keys...)
	path := filepath.Join(p.folder, page+"-"+p.theme+"-"+p.size+".png")
	f, err := os.Create(path)
	if err != nil {
		p.t.Fatal(err)
	}
	defer f.Close()
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(f, fewColors(p.shot())); err != nil {
		p.t.Fatal(err)
	}
	p.t.Log(path)
}

// fewColors is the picture in 256 of its colours, which makes its file a third
// as large. The palette grows by the colour that is now shown worst, by its
// distance and its number of pixels; every colour becomes the nearest.
func fewColors(img *image.RGBA) *image.Paletted {
	counts := map[color.RGBA]int{}
	for i := 0; i < len(img.Pix); i += 4 {
		counts[color.RGBA{img.Pix[i], img.Pix[i+1], img.Pix[i+2], 255}]++
	}
	colors := slices.SortedFunc(maps.Keys(counts), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	away := make([]int, len(colors)) // from the nearest of the palette, squared
	index := map[color.RGBA]uint8{}
	var palette color.Palette
	for worst := 0; len(palette) < min(len(colors), 256); {
		chosen := colors[worst]
		most := 0
		for i, c := range colors {
			if d := distance(c, chosen); len(palette) == 0 || d < away[i] {
				away[i], index[c] = d, uint8(len(palette))
			}
			if bad := away[i] * counts[c]; bad > most {
				worst, most = i, bad
			}
		}
		palette = append(palette, chosen)
	}
	out := image.NewPaletted(img.Rect, palette)
	for i := range out.Pix {
		out.Pix[i] = index[color.RGBA{img.Pix[4*i], img.Pix[4*i+1], img.Pix[4*i+2], 255}]
	}
	return out
}

func distance(a, b color.RGBA) int {
	r, g, u := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
	return r*r + g*g + u*u
}

func TestFewColors(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 300, 300))
	for y := range 300 {
		for x := range 300 {
			img.SetRGBA(x, y, color.RGBA{uint8(x), uint8(x), uint8(x / 2), 255})
		}
	}
	got := fewColors(img)
	if len(got.Palette) > 256 || got.Rect != img.Rect {
		t.Fatalf("%d colours in %v", len(got.Palette), got.Rect)
	}
	for x := range 300 {
		want := img.RGBAAt(x, 7)
		c, _ := color.RGBAModel.Convert(got.At(x, 7)).(color.RGBA)
		if d := int(c.R) - int(want.R); d < -2 || d > 2 {
			t.Errorf("at %d: %v, want %v", x, c, want)
		}
	}
}
