package ui

import (
	"bytes"
	"image"
	"math/rand/v2"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/software"
	"fyne.io/fyne/v2/test"

	"warpbill/plots/look"
	"warpbill/plots/stage"
	"warpbill/sim"
)

// capture is what the toolkit's painter makes of a painter's objects.
func capture(t *testing.T, p *painter) *image.NRGBA {
	t.Helper()
	c := software.NewCanvas() // a canvas of the package test paints nothing
	c.SetPadded(false)
	c.SetContent(container.NewWithoutLayout(p.objects...))
	c.Resize(fyne.NewSize(1650, 1050))
	img, ok := c.Capture().(*image.NRGBA)
	if !ok {
		t.Fatalf("the canvas gives a %T", c.Capture())
	}
	return img
}

// TestPainterForgetsNothing: whatever was shown before, in whatever order, the
// last list looks as if it had been shown alone. A painter that changes only
// what differs could leave anything behind.
func TestPainterForgetsNothing(t *testing.T) {
	test.NewTempApp(t)
	r := rand.New(rand.NewPCG(7, 8))
	var used painter
	for i := range 600 {
		list, zoom := randomFrame(t, r)
		used.show(list, zoom)
		if i%60 != 59 {
			continue
		}
		var fresh painter
		fresh.show(list, zoom)
		if len(used.objects) != len(fresh.objects) {
			t.Fatalf("frame %d: %d objects, alone %d", i, len(used.objects), len(fresh.objects))
		}
		for k, o := range fresh.objects {
			u := used.objects[k]
			if u.Visible() != o.Visible() || o.Visible() && (u.Position() != o.Position() || u.Size() != o.Size()) {
				t.Errorf("frame %d, shape %+v: at %v %v, alone at %v %v", i, list[k], u.Position(), u.Size(), o.Position(), o.Size())
			}
		}
		if a, b := capture(t, &used), capture(t, &fresh); a.Rect != b.Rect || !bytes.Equal(a.Pix, b.Pix) {
			t.Fatalf("frame %d looks otherwise than alone", i)
		}
	}
}

// randomFrame is the stage at a random moment of a random pattern, in a random
// theme and size.
func randomFrame(t *testing.T, r *rand.Rand) ([]stage.Shape, float64) {
	t.Helper()
	all := sim.Patterns()
	pattern := all[r.IntN(len(all))]
	choice := sim.Choice{ID: pattern.ID}
	for _, p := range pattern.Params {
		choice.Values = append(choice.Values, p.Min+r.Int64N(min(p.Max-p.Min, 40)+1))
	}
	s := after(testStart(), put{Choice: choice}, scrubTo{r.Float64()})
	theme := []*look.Theme{look.DarkTheme(), look.LightTheme()}[r.IntN(2)]
	size := [][2]float64{{816, 672}, {640, 560}, {1100, 700}}[r.IntN(3)]
	return stage.Draw(s.scene(nil, false), stage.MainGeometry(size[0], size[1]), theme), []float64{.75, 1, 1.5}[r.IntN(3)]
}
