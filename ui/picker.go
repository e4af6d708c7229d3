package ui

import (
	"fmt"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"warpbill/plots/look"
	"warpbill/plots/stage"
	"warpbill/plots/words"
	"warpbill/sim"
)

// choices are the picker's segments in order, and their widths in a window
// 1280 wide.
func choices() ([]pick, []float64) {
	n := func(k int64) pick { return pick{ID: "distinct", Value: k, Given: true} }
	return []pick{{ID: "broadcast"}, n(2), n(4), n(8), n(16), {ID: "per-lane"}, {ID: "stride"}, {ID: "offset"}, {ID: "reverse"}, {ID: "random"}, {ID: sim.PaintID}},
		[]float64{108, 84, 84, 84, 88, 108, 108, 108, 108, 108, 92}
}

// picker is the row of patterns at the top.
type picker struct {
	*fyne.Container
	bar      *backdrop
	segments []*patternSegment
}

// patternSegment is one pattern in the picker: its name over a strip that
// shows which elements the 32 lanes ask for.
type patternSegment struct {
	*control
	pick     pick
	title    string
	selected bool
	menu     bool
	drawn    string // the theme and pattern of the strip
	size     float64
}

func newPicker(d *desk, do func(Action), menu func(at fyne.Position)) *picker {
	p := &picker{bar: newBackdrop(d, func(f face) []stage.Shape {
		return []stage.Shape{rect(0, 0, f.W, f.H, 0, f.Panel), segment(0, f.H, f.W, f.H, 1, f.Hair)}
	})}
	p.Container = container.NewWithoutLayout(p.bar)
	list, _ := choices()
	for _, c := range list {
		s := &patternSegment{pick: c, menu: c.ID == "reverse", size: 13}
		s.control = newControl(d, "", nil, s.draw)
		s.tap = func() {
			if s.menu && s.selected {
				z := float32(d.zoom)
				menu(s.Position().AddXY(0, (pickerHeight-6)*z))
				return
			}
			do(s.pick)
		}
		if s.menu {
			s.second = menu
		}
		s.radius = 6
		s.strip = canvas.NewImageFromImage(stage.Strip(sim.Indices{}, d.theme))
		s.strip.ScaleMode, s.strip.FillMode = canvas.ImageScalePixels, canvas.ImageFillStretch
		s.stripAt = s.stripBox
		if c.ID == sim.PaintID {
			s.strip = nil
		}
		p.segments = append(p.segments, s)
		p.Add(s.control)
	}
	return p
}

// set shows which pattern is on stage.
func (p *picker) set(d *desk, s State) {
	for _, g := range p.segments {
		g.show(d, s)
	}
	p.fit()
}

// layout places the segments in a bar of the given width.
func (p *picker) layout(b box) {
	p.bar.place(b.X, b.Y, b.W, b.H)
	_, widths := choices()
	k := min(b.W/1280, 1)
	total := 0.
	for _, w := range widths {
		total += w * k
	}
	gap := (b.W - 32 - total) / float64(len(widths)-1)
	x := 16.
	for i, g := range p.segments {
		w := widths[i] * k
		g.place(b.X+x, b.Y+6, w, b.H-12)
		x += w + gap
	}
	p.fit()
}

// fit writes all names in the size in which the longest fits: one that is
// smaller than the others looks like a mistake.
func (p *picker) fit() {
	size := 13.
	for _, g := range p.segments {
		if g.face.W > 0 && look.TextWidth(g.title, size, true) > g.face.W-8 {
			size = 12
		}
	}
	for _, g := range p.segments {
		if g.size != size {
			g.size = size
			g.update()
		}
	}
}

// show takes what the segment stands for from the state.
func (g *patternSegment) show(d *desk, s State) {
	c := sim.Choice{ID: g.pick.ID, Painted: s.Painted}
	on := s.Choice.ID == g.pick.ID
	switch {
	case g.pick.Given:
		c.Values = []int64{g.pick.Value}
		on = on && s.Choice.Values[0] == g.pick.Value
	case g.menu:
		for _, id := range order() {
			if s.Choice.ID == id {
				c.ID, on = id, true
			}
		}
		fallthrough
	default:
		if p, err := sim.FindPattern(c.ID); err == nil {
			c.Values = slices.Clone(s.Last[c.ID])
			for i := len(c.Values); i < len(p.Params); i++ {
				c.Values = append(c.Values, p.Params[i].Default)
			}
			g.doc = words.ChoiceTitle(c) + ": " + p.Doc
		}
	}
	if g.pick.Given {
		g.doc = fmt.Sprintf("%d distinct: the lanes ask for %d different taps in turn", g.pick.Value, g.pick.Value)
	}
	if c.ID == sim.PaintID {
		g.doc = "Paint: click or drag over lanes to give them taps"
	}
	g.title, g.selected = words.PickerTitle(c), on
	if name := d.theme.Name + c.String(); g.strip != nil && name != g.drawn {
		if index, err := c.Indices(); err == nil {
			g.strip.Image = stage.Strip(index, d.theme)
			g.strip.Refresh()
		}
		g.drawn = name
	}
	g.update()
}

func (g *patternSegment) draw(f face) []stage.Shape {
	box := rect(0, 0, f.W, f.H, 6, f.Raise)
	box.Hidden = !g.selected && !f.Hover
	if g.selected {
		box.Stroke, box.StrokeWidth = f.Text, 2
	}
	ink := f.Muted
	if g.selected {
		ink = f.Text
	}
	size := g.size
	x := f.W / 2
	if g.menu {
		x -= 6
	}
	sign := caret(x+look.TextWidth(g.title, size, g.selected)/2+11, 15.5, ink)
	sign.Hidden = !g.menu
	shapes := []stage.Shape{box, label(x, 20, g.title, size, g.selected, stage.Center, ink), sign}
	if g.strip != nil {
		return shapes
	}
	bx, by, bw, bh := g.stripBox(f)
	for i := range 8 {
		u := bw / 8
		shapes = append(shapes, frame(bx+float64(i)*u+.5, by+.5, u-3, bh-1, 1, 1, f.Line))
	}
	return shapes
}

// stripBox is where the strip stands: whole columns, two or three wide.
func (g *patternSegment) stripBox(f face) (x, y, w, h float64) {
	u := 3.
	if f.W < 100 {
		u = 2
	}
	w = min(sim.WarpSize*u, f.W-12)
	return (f.W - w) / 2, 29, w, 9
}
