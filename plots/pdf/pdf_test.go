package pdf

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"math"
	"os/exec"
	"strings"
	"sync"
	"testing"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

var _ vg.CanvasWriterTo = (*Canvas)(nil)

func output(t *testing.T, c *Canvas) []byte {
	t.Helper()
	var out bytes.Buffer
	n, err := c.WriteTo(&out)
	if err != nil {
		t.Fatal(err)
	}
	if n != int64(out.Len()) {
		t.Errorf("%d bytes are said to be written, %d are", n, out.Len())
	}
	return out.Bytes()
}

func run(t *testing.T, input []byte, name string, args ...string) []byte {
	t.Helper()
	tool, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is missing; install poppler-utils", name)
	}
	cmd := exec.Command(tool, args...)
	cmd.Stdin = bytes.NewReader(input)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return out
}

// render is the page as a picture, one pixel for each point.
func render(t *testing.T, c *Canvas) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(run(t, output(t, c), "pdftoppm", "-r", "72", "-png", "-")))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func at(x, y float64) vg.Point { return vg.Point{X: vg.Length(x), Y: vg.Length(y)} }

func square(x0, y0, x1, y1 float64) vg.Path {
	return vg.Rectangle{Min: at(x0, y0), Max: at(x1, y1)}.Path()
}

func TestDocument(t *testing.T) {
	c := New(200, 100, "A title: µ × ÷")
	if w, h := c.Size(); w != 200 || h != 100 {
		t.Errorf("the page is %v by %v", w, h)
	}
	data := output(t, c)
	if !bytes.HasPrefix(data, []byte("%PDF-")) || !bytes.HasSuffix(bytes.TrimSpace(data), []byte("%%EOF")) {
		t.Error("this is no PDF")
	}
	info := string(run(t, data, "pdfinfo", "-"))
	for _, want := range []string{"A title: µ × ÷", "Warpbill", "200 x 100 pts", "Pages:           1"} {
		if !strings.Contains(info, want) {
			t.Errorf("the document does not say %q:\n%s", want, info)
		}
	}
}

// Regular and bold letters far beyond Windows-1252 are there as text.
func TestText(t *testing.T) {
	c := New(400, 100, "")
	for i, weight := range []xfont.Weight{xfont.WeightNormal, xfont.WeightBold} {
		f := font.Face{Font: font.Font{Size: 14, Weight: weight}}
		c.FillString(f, at(10, 20+40*float64(i)), "µs × ÷ – Ω Ж é “0.68×” ("+[]string{"regular", "bold"}[i]+")")
	}
	c.FillString(font.Face{}, at(10, 90), "no size")
	c.FillString(font.Face{Font: font.Font{Size: 9}}, at(10, 90), "")
	data := output(t, c)
	text := string(run(t, data, "pdftotext", "-layout", "-", "-"))
	for _, want := range []string{"µs × ÷ – Ω Ж é “0.68×” (regular)", "µs × ÷ – Ω Ж é “0.68×” (bold)"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "no size") {
		t.Error("text of no size was written")
	}
	if len(data) > 60_000 {
		t.Errorf("%d bytes: more than the letters that occur are embedded", len(data))
	}
}

func TestShapes(t *testing.T) {
	red, half := color.NRGBA{R: 200, A: 255}, color.NRGBA{B: 255, A: 128}
	c := New(100, 100, "")
	c.SetColor(red)
	c.Fill(square(10, 10, 30, 30))

	c.SetColor(half)
	c.Fill(square(60, 10, 90, 30))

	// What Push saved comes back with Pop.
	c.SetColor(red)
	c.Push()
	c.Translate(at(50, 60))
	c.Rotate(math.Pi / 2)
	c.Scale(2, 1)
	c.SetColor(color.NRGBA{G: 150, A: 255})
	c.Fill(square(0, 0, 10, 10))
	c.Pop()
	c.Fill(square(80, 80, 90, 90))

	var disc vg.Path
	disc.Move(at(30, 70))
	disc.Arc(at(20, 70), 10, 0, 2*math.Pi)
	disc.Close()
	c.Fill(disc)

	img := render(t, c)
	for _, want := range []struct {
		name string
		x, y int // from the lower left corner
		c    color.NRGBA
	}{
		{"square", 20, 20, red},
		{"beside the square", 40, 20, color.NRGBA{255, 255, 255, 255}},
		{"half blue on white", 75, 20, color.NRGBA{127, 127, 255, 255}},
		{"turned and stretched", 45, 75, color.NRGBA{0, 150, 0, 255}},
		{"not where it was before the turn", 55, 65, color.NRGBA{255, 255, 255, 255}},
		{"after Pop", 85, 85, red},
		{"disc", 20, 70, red},
		{"disc, near its edge", 13, 70, red},
		{"corner of the disc", 12, 78, color.NRGBA{255, 255, 255, 255}},
	} {
		got := color.NRGBAModel.Convert(img.At(want.x, 99-want.y)).(color.NRGBA)
		if d := distance(got, want.c); d > 6 {
			t.Errorf("%s: %v, want %v", want.name, got, want.c)
		}
	}
}

func distance(a, b color.NRGBA) int {
	d := 0
	for _, p := range [][2]uint8{{a.R, b.R}, {a.G, b.G}, {a.B, b.B}} {
		d = max(d, int(p[0])-int(p[1]), int(p[1])-int(p[0]))
	}
	return d
}

func TestLinesAndCurves(t *testing.T) {
	c := New(100, 100, "")
	c.SetColor(nil) // black
	c.SetLineWidth(4)
	c.SetLineDash([]vg.Length{10, 10}, 0)
	var line vg.Path
	line.Move(at(0, 50))
	line.Line(at(100, 50))
	c.Stroke(line)

	c.SetLineDash(nil, 0)
	c.SetLineWidth(0)
	var hidden vg.Path
	hidden.Move(at(0, 20))
	hidden.Line(at(100, 20))
	c.Stroke(hidden)

	c.SetLineWidth(4)
	var curve vg.Path
	curve.Move(at(0, 60))
	curve.QuadTo(at(50, 100), at(100, 60))
	c.Stroke(curve)
	img := render(t, c)
	for _, want := range []struct {
		name string
		x, y int
		dark bool
	}{
		{"dash", 5, 50, true}, {"gap", 15, 50, false}, {"second dash", 25, 50, true},
		{"no width", 50, 20, false}, {"top of the curve", 50, 80, true}, {"its control point", 50, 97, false},
	} {
		r, _, _, _ := img.At(want.x, 99-want.y).RGBA()
		if got := r < 0x8000; got != want.dark {
			t.Errorf("%s: dark is %v", want.name, got)
		}
	}
}

func TestImage(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 2, 2))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	img.Set(0, 0, color.NRGBA{R: 255, A: 255}) // upper left
	c := New(100, 100, "")
	c.DrawImage(vg.Rectangle{Min: at(20, 20), Max: at(80, 80)}, img)
	c.DrawImage(vg.Rectangle{Min: at(0, 0), Max: at(10, 10)}, img)
	got := render(t, c)
	if r, g, _, _ := got.At(30, 30).RGBA(); r < 0xf000 || g > 0x1000 {
		t.Error("the picture is not upright")
	}
	if _, g, _, _ := got.At(70, 70).RGBA(); g < 0xf000 {
		t.Error("the picture is not white at its lower right")
	}
	c = New(100, 100, "")
	c.DrawImage(vg.Rectangle{Max: at(10, 10)}, image.NewNRGBA(image.Rectangle{}))
	if _, err := c.WriteTo(&bytes.Buffer{}); err == nil {
		t.Error("an empty picture was written")
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestFailures(t *testing.T) {
	if _, err := New(100, 100, "").WriteTo(full{}); err == nil || err.Error() != "no space left on device" {
		t.Errorf("%v", err)
	}
	c := New(100, 100, "")
	c.Push()
	c.Push()
	c.Pop()
	c.Pop()
	c.Pop() // one too many is forgiven
	c.Push()
	output(t, c) // so is one that is missing
}

func TestPagesAtOnce(t *testing.T) {
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			c := New(300, 200, "t")
			d := draw.New(c)
			d.SetColor(color.Black)
			d.FillString(font.Face{Font: font.Font{Size: 12}}, at(10, 10), "per-lane")
			if _, err := c.WriteTo(&bytes.Buffer{}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}
