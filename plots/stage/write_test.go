package stage

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"

	"warpbill/plots/look"
)

func TestWritePNG(t *testing.T) {
	th := look.DarkTheme()
	g := MainGeometry(816, 672)
	list := Draw(newScene(t, "per-lane", 0, Stop(7)), g, th)
	for _, scale := range []float64{.5, 1, 1.25, 2} {
		var b bytes.Buffer
		if err := Write(&b, "png", "", list, g.Width, g.Height, scale, th.Bg); err != nil {
			t.Fatal(err)
		}
		m, err := png.Decode(&b)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := m.Bounds().Size(), (image.Point{int(816 * scale), int(672 * scale)}); got != want {
			t.Errorf("scale %v: the picture has %v pixels, want %v", scale, got, want)
		}
		if got := color.NRGBAModel.Convert(m.At(1, 1)); got != th.Bg {
			t.Errorf("scale %v: the corner is %v, want the background", scale, got)
		}
		x, y := g.center(0), g.globalLanes+3
		if got := color.NRGBAModel.Convert(m.At(int(x*scale), int(y*scale))); got != th.Ramp[0] {
			t.Errorf("scale %v: lane 0 of the global till is %v, want %v", scale, got, th.Ramp[0])
		}
	}
}

func TestTransparentBackground(t *testing.T) {
	list := []Shape{{Kind: Rect, X: 4, Y: 4, W: 8, H: 8, Fill: color.NRGBA{R: 200, A: 255}}}
	m, err := Image(list, 16, 16, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, _, a := m.At(0, 0).RGBA(); a != 0 {
		t.Error("the background is not transparent")
	}
	if got := m.RGBAAt(8, 8); got != (color.RGBA{R: 200, A: 255}) {
		t.Errorf("the square is %v", got)
	}
}

// Each kind of shape puts its colour where it says, the right way up.
func TestShapes(t *testing.T) {
	red := color.NRGBA{R: 255, A: 255}
	tests := []struct {
		name    string
		shape   Shape
		in, out image.Point
	}{
		{"rect", Shape{Kind: Rect, X: 10, Y: 4, W: 10, H: 6, Radius: 2, Fill: red}, image.Pt(15, 6), image.Pt(15, 13)},
		{"corner", Shape{Kind: Rect, X: 0, Y: 0, W: 40, H: 40, Radius: 20, Fill: red}, image.Pt(20, 2), image.Pt(2, 2)},
		{"outline", Shape{Kind: Rect, X: 10, Y: 10, W: 20, H: 20, Stroke: red, StrokeWidth: 4}, image.Pt(10, 20), image.Pt(20, 20)},
		{"circle", Shape{Kind: Circle, X: 10, Y: 10, Radius: 6, Fill: red}, image.Pt(10, 5), image.Pt(15, 15)},
		{"line", Shape{Kind: Line, X: 10, Y: 10, X2: 30, Y2: 20, Stroke: red, StrokeWidth: 4}, image.Pt(20, 15), image.Pt(30, 10)},
		{"thin line", Shape{Kind: Line, X: 10, Y: 10.5, X2: 30, Y2: 10.5, Stroke: red, StrokeWidth: 1}, image.Pt(20, 10), image.Pt(20, 13)},
		{"round end", Shape{Kind: Line, X: 10, Y: 10, X2: 30, Y2: 10, Stroke: red, StrokeWidth: 8}, image.Pt(7, 10), image.Pt(6, 6)},
		{"up", Shape{Kind: Triangle, X: 10, Y: 10, W: 20, H: 20, Fill: red, Tip: TipUp}, image.Pt(20, 14), image.Pt(12, 14)},
		{"down", Shape{Kind: Triangle, X: 10, Y: 10, W: 20, H: 20, Fill: red, Tip: TipDown}, image.Pt(12, 11), image.Pt(12, 26)},
		{"left", Shape{Kind: Triangle, X: 10, Y: 10, W: 20, H: 20, Fill: red, Tip: TipLeft}, image.Pt(14, 20), image.Pt(14, 12)},
		{"right", Shape{Kind: Triangle, X: 10, Y: 10, W: 20, H: 20, Fill: red, Tip: TipRight}, image.Pt(11, 12), image.Pt(26, 12)},
	}
	for _, test := range tests {
		m, err := Image([]Shape{test.shape}, 40, 40, 1, color.White)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.RGBAAt(test.in.X, test.in.Y); got != (color.RGBA{R: 255, A: 255}) {
			t.Errorf("%s: %v at %v, want red", test.name, got, test.in)
		}
		if got := m.RGBAAt(test.out.X, test.out.Y); got != (color.RGBA{255, 255, 255, 255}) {
			t.Errorf("%s: %v at %v, want white", test.name, got, test.out)
		}
		test.shape.Hidden = true
		if m, _ = Image([]Shape{test.shape}, 40, 40, 1, color.White); m.RGBAAt(test.in.X, test.in.Y).G != 255 {
			t.Errorf("%s: hidden, but drawn", test.name)
		}
	}
}

func TestOpacity(t *testing.T) {
	half := Shape{Kind: Rect, X: 0, Y: 0, W: 20, H: 20, Fill: color.NRGBA{R: 255, A: 128}}
	m, err := Image([]Shape{half}, 20, 20, 1, color.White)
	if err != nil {
		t.Fatal(err)
	}
	if got := m.RGBAAt(10, 10); got.R < 254 || got.G < 125 || got.G > 129 {
		t.Errorf("half red on white is %v", got)
	}
	var svg bytes.Buffer
	if err := Write(&svg, "svg", "", []Shape{half}, 20, 20, 1, nil); err != nil {
		t.Fatal(err)
	}
	if text := svg.String(); !strings.Contains(text, `fill="#FF0000" fill-opacity="0.502"`) {
		t.Errorf("the SVG has no half red:\n%s", text)
	}
	if r, g, b, a := straight(half.Fill).RGBA(); r != 0xffff || g != 0 || b != 0 || a != 128*257 {
		t.Errorf("the colour for the PDF is %x %x %x, %x", r, g, b, a)
	}
}

// svgTexts are the texts of an SVG, which must be well formed.
func svgTexts(t *testing.T, data []byte) []string {
	t.Helper()
	var texts []string
	d := xml.NewDecoder(bytes.NewReader(data))
	inText := false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return texts
		}
		if err != nil {
			t.Fatalf("not well formed: %v", err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			inText = e.Name.Local == "text"
			for _, a := range e.Attr {
				if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") || strings.HasPrefix(a.Name.Local, "on") {
					t.Errorf("attribute %s=%q", a.Name.Local, a.Value)
				}
			}
		case xml.CharData:
			if inText {
				texts = append(texts, string(e))
			}
		case xml.EndElement:
			inText = false
		}
	}
}

func TestWriteSVG(t *testing.T) {
	for _, pattern := range patterns() {
		s := newScene(t, pattern, 0, Stop(1))
		g := PresentGeometry(1280, 720)
		list := Draw(s, g, look.LightTheme())
		var b bytes.Buffer
		if err := Write(&b, "svg", "", list, g.Width, g.Height, 1, color.White); err != nil {
			t.Fatal(err)
		}
		want := 0
		for _, shape := range list {
			if shape.Kind == Text && !shape.Hidden {
				want++
			}
		}
		if texts := svgTexts(t, b.Bytes()); len(texts) != want || texts[0] != "Constant memory" {
			t.Errorf("%s: %d texts, the first is %q; want %d", pattern, len(texts), texts[0], want)
		}
	}
}

func TestHostileText(t *testing.T) {
	list := []Shape{{Kind: Text, X: 10, Y: 20, Size: 12, Text: "<script>\x00\x1b&\"'\xff ½ 中", Fill: color.NRGBA{A: 255}}}
	for _, format := range []string{"png", "svg", "pdf"} {
		var b bytes.Buffer
		if err := Write(&b, format, "", list, 200, 40, 1, color.White); err != nil {
			t.Fatalf("%s: %v", format, err)
		}
		if format == "svg" {
			if texts := svgTexts(t, b.Bytes()); len(texts) != 1 || texts[0] != "<script>&\"' ½ 中" {
				t.Errorf("the SVG says %q", texts)
			}
		}
	}
	if got, want := codePage("½ · – × 中"), "\xbd \xb7 \x96 \xd7 ?"; got != want {
		t.Errorf("in the code page: %q, want %q", got, want)
	}
}

func TestWritePDF(t *testing.T) {
	g := MainGeometry(816, 672)
	th := look.LightTheme()
	var b bytes.Buffer
	if err := Write(&b, "pdf", "", Draw(newScene(t, "offset:4", 0, Stop(20)), g, th), g.Width, g.Height, 1, th.Bg); err != nil {
		t.Fatal(err)
	}
	if data := bytes.TrimSpace(b.Bytes()); !bytes.HasPrefix(data, []byte("%PDF-")) || !bytes.HasSuffix(data, []byte("%%EOF")) {
		t.Error("not a whole PDF")
	}
	if !bytes.Contains(b.Bytes(), []byte("/MediaBox [0 0 612.00 504.00]")) {
		t.Error("the page is not 816 by 672 pixels of a 96th of an inch")
	}
}

func TestWriteRefuses(t *testing.T) {
	tests := []struct {
		format               string
		width, height, scale float64
		want                 string
	}{
		{"gif", 10, 10, 1, "png, svg or pdf"},
		{"png", 0, 10, 1, "at least 1 by 1"},
		{"png", 10, -1, 1, "at least 1 by 1"},
		{"svg", math.NaN(), 10, 1, "at least 1 by 1"},
		{"png", 100000, 10000, 1, "too large"},
		{"png", 8193, 8192, 1, "too large"},
		{"png", 1000, 1000, 100, "too large"},
		{"svg", math.Inf(1), 10, 1, "too large"},
		{"pdf", 1e300, 1e300, 1, "too large"},
	}
	for _, test := range tests {
		var b bytes.Buffer
		err := Write(&b, test.format, "", nil, test.width, test.height, test.scale, nil)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %v by %v at %v: error %v, want one with %q", test.format, test.width, test.height, test.scale, err, test.want)
		}
		if b.Len() > 0 {
			t.Errorf("%s: %d bytes written despite the error", test.format, b.Len())
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestWriteError(t *testing.T) {
	for _, format := range []string{"png", "svg", "pdf"} {
		err := Write(full{}, format, "", nil, 20, 20, 1, color.White)
		if err == nil || !strings.Contains(err.Error(), "no space left") {
			t.Errorf("%s: error %v", format, err)
		}
	}
}

// Paint on any canvas draws what Image draws.
func TestPaint(t *testing.T) {
	g, th := MainGeometry(816, 672), look.DarkTheme()
	list := Draw(newScene(t, "distinct:8", 0, Stop(3)), g, th)
	want, err := Image(list, g.Width, g.Height, 1, th.Bg)
	if err != nil {
		t.Fatal(err)
	}
	c := vgimg.NewWith(vgimg.UseWH(816, 672), vgimg.UseDPI(72), vgimg.UseBackgroundColor(th.Bg))
	Paint(c, list, g.Height, vg.Points(1))
	got, ok := c.Image().(*image.RGBA)
	if !ok || !bytes.Equal(got.Pix, want.Pix) {
		t.Error("Paint and Image differ")
	}
}

func BenchmarkWritePNG(b *testing.B) {
	g, th := PresentGeometry(1280, 720), look.DarkTheme()
	list := Draw(newScene(b, "per-lane", 0, Stop(7)), g, th)
	for b.Loop() {
		if err := Write(io.Discard, "png", "", list, g.Width, g.Height, 1, th.Bg); err != nil {
			b.Fatal(err)
		}
	}
}

// An SVG says in words what it shows, and nothing in them is markup.
func TestSVGDescription(t *testing.T) {
	for alt, want := range map[string]string{"": "", "32 passes & 4 sectors <": "<desc>32 passes &amp; 4 sectors &lt;</desc>"} {
		var b bytes.Buffer
		if err := Write(&b, "svg", alt, nil, 20, 20, 1, nil); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); !strings.Contains(got, want) || (alt == "" && strings.Contains(got, "<desc")) {
			t.Errorf("%q: %s", alt, got)
		}
	}
}
