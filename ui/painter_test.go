package ui

import (
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"warpbill/plots/look"
	"warpbill/plots/stage"
	"warpbill/sim"
)

func TestPainterChangesOnlyWhatDiffers(t *testing.T) {
	test.NewTempApp(t)
	red := look.DarkTheme().Const
	shapes := []stage.Shape{
		rect(1, 2, 3, 4, 1, red),
		segment(0, 0, 5, 5, 2, red),
		{Kind: stage.Circle, X: 10, Y: 10, Radius: 4, Fill: red},
		label(5, 20, "tap", 13, true, stage.Center, red),
		{Kind: stage.Triangle, X: 1, Y: 1, W: 8, H: 4, Fill: red, Tip: stage.TipDown},
	}
	var p painter
	if n := p.show(shapes, 1); n != len(shapes) {
		t.Errorf("the first list changes %d objects, want %d", n, len(shapes))
	}
	first := append([]fyne.CanvasObject(nil), p.objects...)
	if n := p.show(shapes, 1); n != 0 {
		t.Errorf("the same list changes %d objects", n)
	}
	shapes[3].Text = "lane"
	if n := p.show(shapes, 1); n != 1 {
		t.Errorf("one other text changes %d objects", n)
	}
	for i, o := range p.objects {
		if o != first[i] {
			t.Errorf("object %d was replaced", i)
		}
	}
	if text := p.objects[3].(*canvas.Text); text.Text != "lane" || !text.TextStyle.Bold {
		t.Errorf("text %+v", text)
	}
	shapes[0].Kind = stage.Circle
	p.show(shapes, 1)
	if _, ok := p.objects[0].(*canvas.Circle); !ok {
		t.Errorf("another kind is drawn as %T", p.objects[0])
	}
	shapes[1].Hidden = true
	p.show(shapes, 1)
	if p.objects[1].Visible() {
		t.Error("a hidden shape is to be seen")
	}
	shapes[1].Hidden = false
	p.show(shapes, 1)
	if !p.objects[1].Visible() {
		t.Error("a shape that is back is not to be seen")
	}
	if p.show(shapes[:2], 1); len(p.objects) != 2 {
		t.Errorf("a shorter list keeps %d objects", len(p.objects))
	}
	if p.show(shapes, 2); p.objects[2].Position() != fyne.NewPos(12, 12) || p.objects[2].Size() != fyne.NewSize(16, 16) {
		t.Errorf("zoomed circle at %v, %v", p.objects[2].Position(), p.objects[2].Size())
	}
}

func TestPainterAlignsText(t *testing.T) {
	test.NewTempApp(t)
	var p painter
	w := look.TextWidth("128 B line", 13, false)
	p.show([]stage.Shape{label(100, 50, "128 B line", 13, false, stage.Trailing, look.DarkTheme().Text)}, 1)
	text := p.objects[0].(*canvas.Text)
	if right := float64(text.Position().X) + w; math.Abs(right-100) > .01 {
		t.Errorf("the text ends at %v, want 100", right)
	}
	if base := float64(text.Position().Y) + look.Baseline*13; math.Abs(base-50) > .01 {
		t.Errorf("the baseline is at %v, want 50", base)
	}
}

func TestNothingMonstrousReachesTheToolkit(t *testing.T) {
	test.NewTempApp(t)
	bad := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e9, -1e9}
	for _, v := range bad {
		for _, s := range []stage.Shape{
			{Kind: stage.Rect, X: v, W: 1, H: 1}, {Kind: stage.Rect, W: v, H: 1}, {Kind: stage.Line, X2: v, StrokeWidth: 1},
			{Kind: stage.Circle, Radius: v}, {Kind: stage.Text, Text: "x", Size: v}, {Kind: stage.Line, StrokeWidth: v}, {Kind: stage.Triangle, H: v},
		} {
			var p painter
			p.show([]stage.Shape{s}, 1)
			if p.objects[0].Visible() {
				t.Errorf("%v of kind %d is drawn", v, s.Kind)
			}
		}
	}
	var p painter
	p.show([]stage.Shape{{Kind: stage.Rect, W: -5, H: -5}}, 1)
	if size := p.objects[0].Size(); size.Width < 0 || size.Height < 0 {
		t.Errorf("a negative size: %v", size)
	}
}

func TestTheme(t *testing.T) {
	a := test.NewTempApp(t)
	for _, choice := range []string{"", "light", "dark"} {
		p := newPalette(choice, 1.5)
		for _, variant := range []fyne.ThemeVariant{0, 1} {
			want := look.ByName(choice)
			if choice == "" {
				want = look.ByName([]string{"dark", "light"}[variant])
			}
			if got := clearedBy(p.Color("background", variant)); got != want.Bg {
				t.Errorf("theme %q, variant %d: background %v, want %v", choice, variant, got, want.Bg)
			}
			for _, pair := range [][2]fyne.ThemeColorName{{"foreground", "background"}, {"foreground", "button"}, {"placeholder", "inputBackground"}, {"foregroundOnPrimary", "primary"}, {"foreground", "menuBackground"}} {
				ink, ground := nrgba(t, p, pair[0], variant), nrgba(t, p, pair[1], variant)
				if c := look.Contrast(ink, ground); c < 4.5 {
					t.Errorf("theme %q: %s on %s has contrast %.2f", choice, pair[0], pair[1], c)
				}
			}
		}
		if p.Size("text") != 1.5*a.Settings().Theme().Size("text") {
			t.Errorf("the zoom does not reach the toolkit: %v", p.Size("text"))
		}
	}
	p := newPalette("", 1)
	if p.Font(fyne.TextStyle{}).Name() != "NotoSans-Regular.ttf" || p.Font(fyne.TextStyle{Bold: true}).Name() != "NotoSans-Bold.ttf" {
		t.Error("the letters are not Noto Sans")
	}
	if p.Font(fyne.TextStyle{Monospace: true}) == nil {
		t.Error("no monospaced letters")
	}
}

func nrgba(t *testing.T, p *palette, name fyne.ThemeColorName, v fyne.ThemeVariant) (c color.NRGBA) {
	t.Helper()
	c, ok := p.Color(name, v).(color.NRGBA)
	if !ok {
		t.Fatalf("%s is no colour of ours", name)
	}
	return c
}

func TestTextFitsItsFont(t *testing.T) {
	test.NewTempApp(t)
	fyne.CurrentApp().Settings().SetTheme(newPalette("dark", 1))
	for _, s := range []string{"Constant memory", "128 B line", "16 distinct", "7 of 32 passes", "1/8×"} {
		for _, bold := range []bool{false, true} {
			toolkit := fyne.MeasureText(s, 13, fyne.TextStyle{Bold: bold}).Width
			if ours := look.TextWidth(s, 13, bold); math.Abs(ours-float64(toolkit)) > 1.5 {
				t.Errorf("%q is %.1f wide here and %.1f in the toolkit", s, ours, toolkit)
			}
		}
	}
	for _, k := range helpKeys() {
		if m := look.Missing(k.Keys + k.Does); len(m) > 0 {
			t.Errorf("%q has characters that the font lacks: %q", k.Keys, m)
		}
	}
}

func TestMarkup(t *testing.T) {
	w := openWindow(t, 1280, 800, Deps{})
	w.do(put{Choice: sim.Choice{ID: "distinct", Values: []int64{8}}, Tap: 3})
	w.do(scrubTo{.5})
	test.AssertObjectRendersToMarkup(t, "picker.xml", w.picker.Container)
	test.AssertObjectRendersToMarkup(t, "transport.xml", w.transport.Container)
	w.resize(1024, 640)
	w.do(pick{ID: "halves"})
	w.do(jumpTo{})
	test.AssertObjectRendersToMarkup(t, "transport-small.xml", w.transport.Container)
}

// BenchmarkFrame is one frame of the animation, from the state to the canvas.
func BenchmarkFrame(b *testing.B) {
	w := openWindow(b, 1280, 800, Deps{})
	for b.Loop() {
		w.do(tick{frameTime})
		if !w.state.Playing {
			w.do(toggle{})
		}
		for _, n := range w.stage.bands.list {
			w.stage.bands.paint(n)
		}
	}
}

// BenchmarkStep is a whole change of the stage: another pattern, and every
// part of the window told.
func BenchmarkStep(b *testing.B) {
	w := openWindow(b, 1280, 800, Deps{})
	for i := 0; b.Loop(); i++ {
		w.do([]Action{pick{ID: "random"}, pick{ID: "per-lane"}}[i%2])
	}
}

// BenchmarkOpen is the whole window made and laid out, without the toolkit's
// own start.
func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		a := test.NewTempApp(b)
		l := &loop{}
		b.StartTimer()
		w := NewWindow(a, Deps{Recordings: recordings(), Post: l.post})
		w.arrange(fyne.NewSize(1280, 800))
		b.StopTimer()
		w.Close()
		w.work.group.Wait()
		b.StartTimer()
	}
}

// clearedBy is the colour of a frame that Fyne's OpenGL painter has cleared.
func clearedBy(c color.Color) color.NRGBA {
	r, g, b, _ := c.RGBA()
	channel := func(v uint32) uint8 { return uint8(math.Round(float64(v) / (255 * 255) * 255)) }
	return color.NRGBA{R: channel(r), G: channel(g), B: channel(b), A: 255}
}

func TestTextIsShownInWholePixels(t *testing.T) {
	test.NewTempApp(t)
	for _, zoom := range []float64{.75, 1, 1.1, 1.25, 1.5} {
		var p painter
		p.show([]stage.Shape{label(100, 20, "one request", 15, false, stage.Trailing, look.DarkTheme().Text)}, zoom)
		o := p.objects[0].(*canvas.Text)
		if size := float64(o.TextSize); size != math.Round(size) || math.Abs(size-15*zoom) > .5 {
			t.Errorf("zoom %g: size %g", zoom, size)
		}
		if end := float64(o.Position().X + o.Size().Width); math.Abs(end-100*zoom) > .1 {
			t.Errorf("zoom %g: the text ends at %g, want %g", zoom, end, 100*zoom)
		}
		line := newText()
		setText(line, "one request", look.DarkTheme().Text, false)
		ruler{float32(zoom)}.text(line, 13, 10, 20)
		if size := float64(line.TextSize); size != math.Round(size) {
			t.Errorf("zoom %g: the panel's size is %g", zoom, size)
		}
	}
}
