package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"warpbill/plots/stage"
)

// transport is the bar at the bottom: the run's buttons, the scrub bar, the
// speed, the parameter, and the line that explains what the pointer is on.
type transport struct {
	*fyne.Container
	desk *desk

	bar                           *backdrop
	start, back, play, ahead, end *control
	scrub                         *scrubBar
	tabs                          *control
	speed, minus, plus, all       *control
	full, export                  *control

	state   State
	slot    slot
	compact bool
	status  string
	labels  []stage.Shape // on the bar, set by layout
	value   box           // of the stepper
	line    box           // of the status line
}

func newTransport(d *desk, do func(Action), speedMenu func(at fyne.Position)) *transport {
	t := &transport{desk: d}
	sign := func(doc, keys string, a Action, draw icon) *control {
		return newControl(d, keyHint(doc, keys), func() { do(a) }, func(f face) []stage.Shape {
			return append([]stage.Shape{wash(f, 8)}, draw(f, f.Text)...)
		})
	}
	t.bar = newBackdrop(d, t.drawBar)
	t.start = sign("to the start", "Home", jumpTo{}, iconStart)
	t.back = sign("one pass back", "Left", stepBy{-1}, iconBack)
	t.play = newControl(d, keyHint("play or pause", "Space"), func() { do(toggle{}) }, t.drawPlay)
	t.ahead = sign("one pass forward", "Right", stepBy{1}, iconForward)
	t.end = sign("to the end", "End", jumpTo{End: true}, iconEnd)
	t.scrub = newScrubBar(d, func(to float64) { do(scrubTo{to}) })
	t.tabs = newControl(d, keyHint("the stage or the chart", "C"), func() { do(setTab{}) }, t.drawTabs)
	t.speed = newControl(d, keyHint("speed of the replay", "+ and -"), nil, func(f face) []stage.Shape {
		return t.button(f, speedLabel(t.state.Speed), false)
	})
	t.speed.tap = func() { speedMenu(t.speed.Position()) }
	t.minus = newControl(d, "", func() { do(turn{-1}) }, func(f face) []stage.Shape { return t.drawStep(f, iconMinus) })
	t.plus = newControl(d, "", func() { do(turn{1}) }, func(f face) []stage.Shape { return t.drawStep(f, iconPlus) })
	t.all = newControl(d, keyHint("play all 32 taps and sum the bill", "A"), func() { do(playAllTaps{}) }, t.drawAll)
	t.full = newControl(d, keyHint("full screen", "F11"), func() { do(fullScreen{}) }, func(f face) []stage.Shape {
		return append([]stage.Shape{ground(f, 7)}, iconFull(f, f.Text)...)
	})
	t.export = newControl(d, keyHint("export what is shown", "Ctrl+E"), func() { do(showDialog{dialogExport}) }, t.drawExport)
	t.Container = container.NewWithoutLayout(t.bar)
	for _, c := range t.controls() {
		t.Add(c)
	}
	return t
}

// controls lists the bar's controls in the order of the Tab key.
func (t *transport) controls() []fyne.CanvasObject {
	return []fyne.CanvasObject{t.start, t.back, t.play, t.ahead, t.end, t.scrub, t.tabs, t.speed, t.minus, t.plus, t.all, t.full, t.export}
}

// set shows the state.
func (t *transport) set(s State) {
	t.state, t.slot = s, s.slot()
	t.minus.disabled, t.plus.disabled = !t.slot.On, !t.slot.On
	t.minus.doc, t.plus.doc = keyHint(t.slot.Name+": one less", "Down"), keyHint(t.slot.Name+": one more", "Up")
	t.all.disabled = !turns(s.Choice)
	for _, c := range []*control{t.start, t.back, t.play, t.ahead, t.end, t.tabs, t.speed, t.minus, t.plus, t.all, t.full, t.export} {
		c.update()
	}
	t.move(s)
	t.say(s)
}

// move shows only what changes while a run plays.
func (t *transport) move(s State) { t.scrub.set(s.place(), s.Passes()) }

// say shows a line about what the pointer or the focus is on; without one it
// is the sum of the loop over the taps.
func (t *transport) say(s State) {
	t.status = s.Status
	if t.status == "" {
		t.status = s.sumText()
	}
	t.bar.update()
}

// layout places the controls in the bar: the run's buttons from the left,
// the others from the right, and the scrub bar in what is between.
func (t *transport) layout(b box, compact bool) {
	t.compact = compact
	x, mid := 16., b.Y+32
	for _, c := range []*control{t.start, t.back, t.play, t.ahead, t.end} {
		w, h := 44., 44.
		if c == t.play {
			w = 56
		}
		c.place(x, mid-h/2, w, h)
		x += w + 4
	}
	left := x + 10
	right := b.W - 16
	take := func(c *control, w, gap float64) {
		right -= w
		c.place(right, mid-19, w, 38)
		right -= gap
	}
	wide := func(long, short float64) float64 {
		if compact {
			return short
		}
		return long
	}
	take(t.export, wide(76, 40), 8)
	take(t.full, 40, 16)
	take(t.all, wide(78, 48), 8)
	right -= stepperWidth
	t.value = box{right, mid - 19, stepperWidth, 38}
	t.minus.place(right, mid-19, 32, 38)
	t.plus.place(right+stepperWidth-32, mid-19, 32, 38)
	slotLabel := right - 8
	right -= 8 + 62 + wide(14, 6)
	take(t.speed, 56, 8)
	speedLabel := right
	if !compact {
		right -= 44
	}
	right -= 12
	if t.tabs.Hidden = !compact; compact {
		take(t.tabs, 132, 12)
	}
	t.scrub.place(left, mid-19, max(right-left, 40), 38)
	t.line = box{left + scrubPad, b.Y, b.W - left - scrubPad - 16, b.H}
	t.labels = []stage.Shape{
		{Kind: stage.Text, X: slotLabel, Align: stage.Trailing},
		{Kind: stage.Text, X: speedLabel, Align: stage.Trailing, Hidden: compact},
	}
	t.bar.place(b.X, b.Y, b.W, b.H)
	t.bar.update()
}

// stepperWidth is the width of the parameter's box with both its buttons.
const stepperWidth = 104

// place is where the run stands on the scrub bar, 0 to 1.
func (s State) place() float64 {
	n := s.Passes()
	if n == 0 {
		return 0
	}
	return min(float64(s.Elapsed)/(float64(n)*float64(passTime())), 1)
}
