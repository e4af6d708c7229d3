package plots

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"image/color"
	"image/png"
	"io"
	"os/exec"
	"strings"
	"testing"

	"warpbill/cuda/measure"
	"warpbill/plots/look"
)

func written(t testing.TB, format, figure string, d Data, s Style, z Size) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, format, figureNamed(t, figure), d, s, z); err != nil {
		t.Fatalf("%s as %s: %v", figure, format, err)
	}
	return out.Bytes()
}

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		name string
		z    Size
		f    Format
		w, h int // 0: refused
	}{
		{"a slide's own", Size{}, Slide, 1920, 1080},
		{"a panel's own", Size{}, Panel, 600, 420},
		{"scaled", Size{960, 540, 2}, Slide, 1920, 1080},
		{"scaled down", Size{1920, 1080, .25}, Slide, 480, 270},
		{"smallest", Size{64, 64, 1}, Slide, 64, 64},
		{"too small", Size{63, 64, 1}, Slide, 0, 0},
		{"too small by its scale", Size{100, 100, .5}, Slide, 0, 0},
		{"nothing", Size{0, 100, 1}, Slide, 0, 0},
		{"negative", Size{-5, 100, 1}, Slide, 0, 0},
		{"widest", Size{16384, 64, 1}, Slide, 16384, 64},
		{"too wide", Size{16385, 64, 1}, Slide, 0, 0},
		{"largest", Size{8192, 8192, 1}, Slide, 8192, 8192},
		{"too large", Size{8193, 8192, 1}, Slide, 0, 0},
		{"enormous", Size{1e9, 1e9, 1}, Slide, 0, 0},
		{"enormous by its scale", Size{1920, 1080, 1e9}, Slide, 0, 0},
		{"negative scale", Size{1920, 1080, -1}, Slide, 0, 0},
	} {
		w, h, _, err := c.z.pixels(c.f)
		if (err != nil) != (c.w == 0) || w != c.w || h != c.h {
			t.Errorf("%s: %d x %d, %v", c.name, w, h, err)
		}
	}
}

// What cannot be drawn is refused before anything is written.
func TestRefusals(t *testing.T) {
	t4 := Data{Sources: []measure.Result{recording(t, "t4")}}
	ratio := figureNamed(t, "ratio")
	for _, c := range []struct {
		name, format string
		f            Figure
		d            Data
		z            Size
		says         string
	}{
		{"format", "bmp", ratio, t4, Size{}, "choose png, svg or pdf"},
		{"no format", "", ratio, t4, Size{}, "choose png, svg or pdf"},
		{"size", "png", ratio, t4, Size{1, 1, 1}, "between 64 and 16384"},
		{"no data", "png", ratio, Data{}, Size{}, "no data yet"},
		{"no rows", "svg", ratio, Data{Sources: []measure.Result{{}}}, Size{}, "has no sizes with both times"},
		{"two counts only", "pdf", figureNamed(t, "distinct"), t4, Size{}, "full plan"},
		{"five sources", "png", ratio, Data{Sources: make([]measure.Result, 5)}, Size{}, "at most 4 sources"},
		{"no figure", "png", Figure{}, t4, Size{}, "no figure"},
	} {
		var out bytes.Buffer
		err := Write(&out, c.format, c.f, c.d, Style{Format: Slide}, c.z)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.name, err, c.says)
		}
		if out.Len() > 0 {
			t.Errorf("%s: %d bytes were written all the same", c.name, out.Len())
		}
	}
	if _, err := FindFigure("gauge"); err == nil || !strings.Contains(err.Error(), "ratio, time, bandwidth, distinct") {
		t.Errorf("an unknown figure: %v", err)
	}
}

func TestPNG(t *testing.T) {
	d := Data{Sources: []measure.Result{recording(t, "t4")}}
	for _, c := range []struct {
		s        Style
		z        Size
		w, h     int
		perMetre uint32
	}{
		{Style{Format: Slide}, Size{}, 1920, 1080, 5669},
		{Style{Format: Slide}, Size{960, 540, 1}, 960, 540, 2835},
		{Style{Format: Panel}, Size{428, 268, 2}, 856, 536, 7559},
	} {
		data := written(t, "png", "ratio", d, c.s, c.z)
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if b := img.Bounds(); b.Dx() != c.w || b.Dy() != c.h {
			t.Errorf("%v: %v", c.z, b)
		}
		at := bytes.Index(data, []byte("pHYs"))
		if at < 0 {
			t.Fatal("no physical size")
		}
		if got := binary.BigEndian.Uint32(data[at+4:]); got != c.perMetre || data[at+12] != 1 {
			t.Errorf("%v: %d pixels a metre, want %d", c.z, got, c.perMetre)
		}
	}
}

func TestBackground(t *testing.T) {
	d := Data{Sources: []measure.Result{recording(t, "t4")}}
	for _, theme := range []*look.Theme{look.DarkTheme(), look.LightTheme()} {
		for _, transparent := range []bool{false, true} {
			img, err := Image(figureNamed(t, "time"), d, Style{Theme: theme, Transparent: transparent}, 428, 268, 1)
			if err != nil {
				t.Fatal(err)
			}
			want := color.RGBA{theme.Bg.R, theme.Bg.G, theme.Bg.B, 255}
			if transparent {
				want = color.RGBA{}
			}
			for _, at := range [][2]int{{0, 0}, {427, 0}, {0, 267}, {427, 267}} {
				if got := img.RGBAAt(at[0], at[1]); got != want {
					t.Errorf("%s, transparent %v: corner %v is %v, want %v", theme.Name, transparent, at, got, want)
				}
			}
		}
	}
}

// The same data gives the same bytes.
func TestDeterministic(t *testing.T) {
	d := Data{Sources: []measure.Result{made("NVIDIA H200", sixMasks, 12), recording(t, "t4")}}
	for _, format := range []string{"png", "svg"} {
		for _, f := range Figures() {
			first := written(t, format, f.ID, d, Style{Format: Slide}, Size{960, 540, 1})
			if !bytes.Equal(first, written(t, format, f.ID, d, Style{Format: Slide}, Size{960, 540, 1})) {
				t.Errorf("%s as %s differs from run to run", f.ID, format)
			}
		}
	}
}

// hostile is a result whose texts try to break the files.
func hostile(t testing.TB) measure.Result {
	r := recording(t, "t4")
	r.ID, r.Title = "", ""
	r.Device.Name = "<script>alert('x')</script>\x00\x1b[31m\u202e & \"T4\" \xff"
	r.Device.Driver = "]]>\x07"
	r.Method = "µ × ÷ → ≥ Ω \ufeff<b onload=evil()>"
	return r
}

func TestSVG(t *testing.T) {
	plain := Data{Sources: []measure.Result{recording(t, "t4")}, Note: "µ × ÷ → ≥"}
	for _, d := range []Data{plain, {Sources: []measure.Result{hostile(t)}, Note: "\x00</svg>\x1b"}, {Sources: []measure.Result{hostile(t), hostile(t)}}} {
		for _, f := range Figures() {
			if f.ID == "distinct" {
				continue
			}
			data := written(t, "svg", f.ID, d, Style{Format: Slide}, Size{})
			checkSVG(t, data)
		}
	}
	text := string(written(t, "svg", "ratio", plain, Style{Format: Slide}, Size{}))
	for _, want := range []string{
		"<title>On a Tesla T4 at the largest n,", "'Noto Sans','Open Sans'", ">per-lane</text>", ">16×</text>", ">recorded: Tesla T4</text>",
		"µ × ÷ -&gt; &gt;=", `width="960pt" height="540pt"`, ">15.08</text>", ">equal time</text>",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the SVG does not say %q", want)
		}
	}
	if strings.Contains(text, "Liberation") || strings.Contains(text, "font-family:Noto Sans;") {
		t.Error("the SVG names another font first")
	}
	if n, texts := strings.Count(text, "textLength="), strings.Count(text, "<text "); n != texts || n == 0 {
		t.Errorf("%d of %d texts have a length", n, texts)
	}
}

func checkSVG(t *testing.T, data []byte) {
	t.Helper()
	dec := xml.NewDecoder(bytes.NewReader(data))
	dec.Strict = true
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		if e, ok := token.(xml.StartElement); ok {
			if e.Name.Local == "script" {
				t.Error("the SVG carries a script")
			}
			for _, a := range e.Attr {
				if strings.HasPrefix(a.Name.Local, "on") {
					t.Errorf("the SVG carries %s", a.Name.Local)
				}
			}
		}
	}
}

func TestPDF(t *testing.T) {
	d := Data{Sources: []measure.Result{recording(t, "t4")}, Note: "µ × ÷ → ≥ Ω Ж"}
	data := written(t, "pdf", "ratio", d, Style{Format: Slide}, Size{})
	if !bytes.HasPrefix(data, []byte("%PDF-")) || !bytes.HasSuffix(bytes.TrimSpace(data), []byte("%%EOF")) {
		t.Fatal("this is no PDF")
	}
	tool, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skip("the text of PDFs is not checked: pdftotext is missing; install poppler-utils")
	}
	cmd := exec.Command(tool, "-layout", "-", "-")
	cmd.Stdin = bytes.NewReader(data)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(string(out)), " ")
	for _, want := range []string{"On a Tesla T4 at the largest n, constant memory takes 0.68×", "and 15× for 32 addresses.", "16×", "Constant ÷ global", "µ × ÷ -> >= Ω Ж", "recorded: Tesla T4", "launch-", "256 Ki"} {
		if !strings.Contains(text, want) {
			t.Errorf("the PDF does not say %q:\n%s", want, text)
		}
	}
}

// failing is a writer that has room for so many bytes.
type failing struct{ room int }

var errFull = errors.New("no space left on device")

func (f *failing) Write(p []byte) (int, error) {
	if len(p) > f.room {
		n := f.room
		f.room = 0
		return n, errFull
	}
	f.room -= len(p)
	return len(p), nil
}

func TestFailingWriters(t *testing.T) {
	d := Data{Sources: []measure.Result{recording(t, "t4")}}
	for _, format := range []string{"png", "svg", "pdf"} {
		size := len(written(t, format, "ratio", d, Style{Format: Slide}, Size{320, 180, 1}))
		for _, room := range []int{0, 1, 8, 100, size / 2, size - 200} {
			err := Write(&failing{room}, format, figureNamed(t, "ratio"), d, Style{Format: Slide}, Size{320, 180, 1})
			if !errors.Is(err, errFull) {
				t.Errorf("%s with room for %d of %d bytes: %v", format, room, size, err)
			}
		}
	}
}
