package ui

import (
	"bytes"
	"image"
	"image/color"
	"math/rand/v2"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"warpbill/plots/look"
	"warpbill/plots/stage"
)

// bandsOf are bands that count what they ask to be painted.
func bandsOf(at fyne.Position, size fyne.Size, scale float32) (*bands, *[]fyne.CanvasObject) {
	var asked []fyne.CanvasObject
	b := &bands{refresh: func(o fyne.CanvasObject) { asked = append(asked, o) }}
	b.arrange(at, size, scale)
	return b, &asked
}

// whole puts the bands together as the canvas does.
func (b *bands) whole() *image.RGBA {
	all := image.Rectangle{}
	for _, n := range b.list {
		all = all.Union(n.bounds)
	}
	img := image.NewRGBA(all)
	for _, n := range b.list {
		b.paint(n)
		copy(img.Pix[img.PixOffset(n.bounds.Min.X, n.bounds.Min.Y):], n.picture.Pix)
	}
	return img
}

// TestBandsForgetNothing: bands that draw only what has changed look like
// bands that draw everything.
func TestBandsForgetNothing(t *testing.T) {
	test.NewTempApp(t)
	r := rand.New(rand.NewPCG(3, 4))
	var p painter
	at, size := fyne.NewPos(0, 60.5), fyne.NewSize(816, 660)
	used, _ := bandsOf(at, size, 1.1)
	for i := range 60 {
		list, zoom := randomFrame(t, r)
		before := len(p.shapes)
		p.show(list, zoom)
		used.show(p.objects, p.changed, before != len(list))
		if i%6 == 0 {
			used.whole() // so that some changes come together
		}
		if i%12 != 11 {
			continue
		}
		fresh, _ := bandsOf(at, size, 1.1)
		fresh.show(p.objects, nil, true)
		if a, b := used.whole(), fresh.whole(); a.Rect != b.Rect || !bytes.Equal(a.Pix, b.Pix) {
			t.Fatalf("frame %d looks otherwise than drawn at once", i)
		}
	}
}

// TestBandsLookLikeTheirObjects holds the bands against the toolkit's painter
// without OpenGL. That one puts outlines and thin lines elsewhere and softens
// edges in another way; nothing else may differ.
func TestBandsLookLikeTheirObjects(t *testing.T) {
	test.NewTempApp(t)
	r := rand.New(rand.NewPCG(5, 6))
	for range 3 {
		list, _ := randomFrame(t, r)
		for i := range list {
			list[i].Hidden = list[i].Hidden || list[i].Kind == stage.Line
			list[i].StrokeWidth = 0
		}
		var p painter
		p.show(list, 1)
		want := capture(t, &p)
		b, _ := bandsOf(fyne.Position{}, fyne.NewSize(float32(want.Rect.Dx()), float32(want.Rect.Dy())), 1)
		b.show(p.objects, nil, true)
		got, other := b.whole(), 0
		for y := range want.Rect.Dy() {
			for x := range want.Rect.Dx() {
				if far(over(got.RGBAAt(x, y), want.NRGBAAt(0, 0)), want.NRGBAAt(x, y)) > 100 {
					other++
				}
			}
		}
		if part := float64(other) / float64(want.Rect.Dx()*want.Rect.Dy()); part > .01 {
			t.Errorf("%.2f %% of the pixels look otherwise", 100*part)
		}
	}
}

func over(c color.RGBA, ground color.NRGBA) color.NRGBA {
	rest := 255 - int(c.A)
	channel := func(v, g uint8) uint8 { return uint8(min(int(v)+int(g)*rest/255, 255)) }
	return color.NRGBA{R: channel(c.R, ground.R), G: channel(c.G, ground.G), B: channel(c.B, ground.B), A: 255}
}

func far(a, b color.NRGBA) int {
	d := func(x, y uint8) int { return max(int(x)-int(y), int(y)-int(x)) }
	return max(d(a.R, b.R), d(a.G, b.G), d(a.B, b.B))
}

func TestBandsAskForWhatChanged(t *testing.T) {
	test.NewTempApp(t)
	red := look.DarkTheme().Const
	list := []stage.Shape{rect(10, 10, 20, 10, 2, red), rect(10, 210, 20, 10, 2, red), label(10, 110, "tap", 13, false, stage.Leading, red)}
	var p painter
	p.show(list, 1)
	b, asked := bandsOf(fyne.Position{}, fyne.NewSize(100, 5*bandHeight), 1)
	b.show(p.objects, p.changed, true)
	if len(*asked) != 5 || len(b.rasters) != 5 {
		t.Fatalf("%d of %d bands are asked for at first, want 5", len(*asked), len(b.rasters))
	}
	b.whole()
	*asked = nil
	if list[1].Y = 160; p.show(list, 1) != 1 {
		t.Fatal("one shape has moved")
	}
	b.show(p.objects, p.changed, false)
	if len(*asked) != 2 || (*asked)[0] != b.rasters[3] || (*asked)[1] != b.rasters[4] {
		t.Errorf("a shape that goes from the last band to the last but one asks for %d bands", len(*asked))
	}
	if b.arrange(fyne.Position{}, fyne.NewSize(100, 5*bandHeight), 1) {
		t.Error("the same place is taken for another")
	}
	if !b.arrange(fyne.Position{}, fyne.NewSize(100, 5*bandHeight), 2) || len(b.list) != 10 {
		t.Errorf("twice the pixels make %d bands, want 10", len(b.list))
	}
}

// TestStageIsFewObjects: what the canvas walks and paints in every frame.
func TestStageIsFewObjects(t *testing.T) {
	w := openWindow(t, 1280, 800, Deps{})
	objects := test.WidgetRenderer(w.stage).Objects()
	if len(objects) == 0 || len(objects) > 32 {
		t.Fatalf("the stage is %d objects on the canvas", len(objects))
	}
	for _, o := range objects {
		r, ok := o.(*canvas.Raster)
		if !ok {
			t.Fatalf("a %T on the stage", o)
		}
		img := r.Generator(1, 1)
		if s := r.Size(); img.Bounds() != image.Rect(0, 0, int(s.Width+.5), int(s.Height+.5)) {
			t.Errorf("a picture of %v for a band of %v", img.Bounds(), s)
		}
	}
}

// TestBandsOfEverySizeAreTheSame holds that a user who drags the window's
// border leaves nothing behind: the toolkit keeps what it has drawn of an
// object that is gone, so there must be no new objects, and the pictures must
// be right in the old memory.
func TestBandsOfEverySizeAreTheSame(t *testing.T) {
	test.NewTempApp(t)
	r := rand.New(rand.NewPCG(5, 6))
	var p painter
	list, zoom := randomFrame(t, r)
	p.show(list, zoom)
	used, _ := bandsOf(fyne.Position{}, fyne.NewSize(100, 5*bandHeight), 1)
	seen := map[fyne.CanvasObject]bool{}
	for i := range 100 {
		size := fyne.NewSize(float32(50+r.IntN(1200)), float32(50+r.IntN(10*bandHeight-50)))
		used.arrange(fyne.Position{}, size, 1)
		used.show(p.objects, nil, true)
		for _, o := range used.rasters {
			seen[o] = true
		}
		if i%20 != 0 {
			continue
		}
		fresh, _ := bandsOf(fyne.Position{}, size, 1)
		fresh.show(p.objects, nil, true)
		if a, b := used.whole(), fresh.whole(); a.Rect != b.Rect || !bytes.Equal(a.Pix, b.Pix) {
			t.Fatalf("size %d is not what it would be in new bands", i)
		}
	}
	if len(seen) > 10 {
		t.Errorf("100 sizes of at most 10 bands made %d objects", len(seen))
	}
}
