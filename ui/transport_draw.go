package ui

import (
	"strconv"

	"warpbill/plots/look"
	"warpbill/plots/stage"
)

func (t *transport) drawBar(f face) []stage.Shape {
	shapes := []stage.Shape{rect(0, 0, f.W, f.H, 0, f.Panel), segment(0, 0, f.W, 0, 1, f.Hair)}
	if len(t.labels) == 0 {
		return shapes
	}
	name, speed := t.labels[0], t.labels[1]
	name.Y, name.Size, name.Text, name.Fill = 37, 13, t.slot.Name, f.Muted
	speed.Y, speed.Size, speed.Text, speed.Fill = 37, 13, "speed", f.Muted
	v := t.value
	well, text, ink := rect(v.X, 13, v.W, 38, 7, f.Raise), strconv.FormatInt(t.slot.Value, 10), f.Text
	if !t.slot.On {
		well, text, ink = frame(v.X, 13, v.W, 38, 7, 1, f.Hair), "–", f.Muted
	}
	size := 15.
	if w, room := look.TextWidth(text, size, true), v.W-66; w > room {
		size *= room / w
	}
	status := cutText(t.status, 12, float32(t.line.W), false)
	return append(shapes, name, speed, well,
		label(v.X+v.W/2, 37.5, text, size, t.slot.On, stage.Center, ink),
		label(t.line.X, 63, status, 12, false, stage.Leading, f.Muted))
}

func (t *transport) drawPlay(f face) []stage.Shape {
	box := rect(0, 0, f.W, f.H, 8, f.Text)
	if f.Hover {
		box.Fill = look.Mix(f.Text, f.Panel, .12)
	}
	pause, play := iconPause(f, f.Panel), iconPlay(f, f.Panel)
	for i := range pause {
		pause[i].Hidden = !t.state.Playing
	}
	play[0].Hidden = t.state.Playing
	return append(append([]stage.Shape{box}, pause...), play...)
}

// drawStep draws one end of the stepper.
func (t *transport) drawStep(f face, sign icon) []stage.Shape {
	g, ink := ground(f, 7), f.Text
	if !t.slot.On {
		g.Hidden, ink = true, f.Dim
		ink.A = 0
	}
	return append([]stage.Shape{g}, sign(f, ink)...)
}

// button draws a button with a word, outlined when it is on.
func (t *transport) button(f face, word string, on bool) []stage.Shape {
	g := ground(f, 7)
	if on {
		g.Stroke, g.StrokeWidth = f.Text, 2
	}
	return []stage.Shape{g, label(f.W/2, f.H/2+5, word, 14, on, stage.Center, f.Text)}
}

func (t *transport) drawAll(f face) []stage.Shape {
	word := "all taps"
	if t.compact {
		word = "all k"
	}
	shapes := t.button(f, word, t.state.AllTaps.On)
	if t.all.disabled {
		shapes[0] = frame(0, 0, f.W, f.H, 7, 1, f.Hair)
		shapes[1].Fill = f.Muted
	}
	return shapes
}

func (t *transport) drawExport(f face) []stage.Shape {
	if !t.compact {
		return t.button(f, "Export", false)
	}
	return append([]stage.Shape{ground(f, 7)}, iconExport(f, f.Text)...)
}

// drawTabs draws the two pages of a small window; the one that is shown is
// outlined and bold.
func (t *transport) drawTabs(f face) []stage.Shape {
	half := f.W / 2
	chart := t.state.Tab == "chart"
	on := rect(1, 1, half-2, f.H-2, 6, f.Raise)
	if chart {
		on.X = half + 1
	}
	on.Stroke, on.StrokeWidth = f.Text, 2
	ink := func(yes bool) stage.Shape {
		if yes {
			return stage.Shape{Fill: f.Text, Bold: true}
		}
		return stage.Shape{Fill: f.Muted}
	}
	a, b := ink(!chart), ink(chart)
	return []stage.Shape{ground(f, 7), on,
		label(half/2, f.H/2+5, "Stage", 14, a.Bold, stage.Center, a.Fill),
		label(half*1.5, f.H/2+5, "Chart", 14, b.Bold, stage.Center, b.Fill)}
}
