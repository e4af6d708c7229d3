package ui

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"warpbill/plots/look"
	"warpbill/plots/words"
)

// RunView is what the panel shows of the run that measures on this computer.
type RunView struct {
	Phase       string // "idle", "starting", "running", "cancelling", "failed" or "done"
	Done, Total int    // points
	Text        string // what is happening, or what a GPU-less computer can do
	LeftSeconds float64
	Device      string
	CanRun      bool
	Err         string
}

// runWords is a RunView in words.
type runWords struct {
	button   string // empty: there is nothing to press
	disabled bool
	lines    []string // one beside the button, or up to two where there is no bar
	more     string   // what hovering adds: why nothing can be measured
	strong   bool     // the lines are important
	left     string
	bar      bool
	fraction float64
}

// say puts the run into words.
func (r RunView) say() runWords {
	switch r.Phase {
	case "starting", "running":
		return runWords{button: "Cancel", lines: []string{r.line()}, left: leftWords(r.LeftSeconds), bar: true, fraction: r.fraction()}
	case "cancelling":
		return runWords{button: "Cancel", disabled: true, lines: []string{or(r.Text, "stopping; the rows so far are kept")}, bar: true, fraction: r.fraction()}
	case "failed":
		w := runWords{lines: []string{or(r.Err, or(r.Text, "The run failed."))}, strong: true}
		if r.CanRun {
			w.button = "Run"
		}
		return w
	}
	if !r.CanRun {
		return runWords{lines: []string{words.NoGPU("")}, more: or(r.Text, r.Err)}
	}
	if r.Phase == "done" && r.Text != "" {
		return runWords{button: "Run", lines: []string{r.Text}}
	}
	return runWords{button: "Run", lines: []string{or(r.Text, words.RunHint(or(r.Device, "the first found")))}}
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

func join(sep, a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + sep + b
}

// fraction is how much of the run is done, from 0 to 1 whatever was counted:
// a width that is not a number ends the program.
func (r RunView) fraction() float64 {
	if r.Total <= 0 || r.Done <= 0 {
		return 0
	}
	return min(float64(r.Done)/float64(r.Total), 1)
}

// line is what a run is doing. Once the time left stands beside it there is no
// room for the card's name, which the badge and the line above show too.
func (r RunView) line() string {
	if text := or(r.Text, "starting"); leftWords(r.LeftSeconds) != "" {
		return text
	}
	return join(": ", r.Device, or(r.Text, "starting"))
}

// leftWords is the time left, roughly; nothing when it is not known.
func leftWords(seconds float64) string {
	if !(seconds > 0) || seconds > 1e6 {
		return ""
	}
	return words.TimeLeft(seconds)
}

// runRow is the row with Run or Cancel, and what the run is doing.
type runRow struct {
	widget.BaseWidget
	ruler
	theme *look.Theme
	say   runWords
	cut   bool // the words did not fit

	button *pushButton
	lines  [2]*canvas.Text
	left   *canvas.Text
	track  *canvas.Rectangle
	bar    *canvas.Rectangle
}

const (
	runHeight float32 = 36
	runButton float32 = 84
)

func newRunRow(run, cancel func()) *runRow {
	r := &runRow{theme: look.DarkTheme(), left: newText(), track: canvas.NewRectangle(noColor), bar: canvas.NewRectangle(noColor)}
	r.left.Alignment = fyne.TextAlignTrailing
	r.lines = [2]*canvas.Text{newText(), newText()}
	r.button = newPushButton(buttonRaised, "Run", 15, func() {
		press := run
		if r.say.button == "Cancel" {
			press = cancel
		}
		if press != nil {
			press()
		}
	})
	r.button.bold = true
	r.ExtendBaseWidget(r)
	return r
}

func (r *runRow) buttons() []*pushButton { return []*pushButton{r.button} }

func (r *runRow) set(th *look.Theme, v RunView) {
	r.theme, r.say = th, v.say()
	r.Refresh()
}

func (r *runRow) CreateRenderer() fyne.WidgetRenderer {
	d := &drawing{objects: []fyne.CanvasObject{r.button, r.lines[0], r.lines[1], r.left, r.track, r.bar}}
	d.min = func() fyne.Size { return r.pixels(runButton+120, runHeight) }
	d.layout = r.layout
	d.refresh = func() { r.layout(r.Size()) }
	return d
}

func (r *runRow) layout(s fyne.Size) {
	s = r.units(s)
	th, w := r.theme, r.say
	x := float32(0)
	show(r.button, w.button != "")
	if w.button != "" {
		r.button.set(th, w.button, false, w.disabled)
		r.place(r.button, 0, 0, runButton, runHeight)
		x = runButton + 14
	}
	setText(r.left, w.left, th.Muted, false)
	r.text(r.left, sizeNumber, s.Width, 14)
	ink := th.Muted
	if w.strong || w.bar {
		ink = th.Text
	}
	width := s.Width - x
	var lines []string
	if w.bar {
		width -= textWidth(w.left, sizeNumber, false) + 12
		lines = []string{cutText(w.lines[0], sizeNumber, width, false)}
	} else {
		lines = wrapText(w.lines[0], sizeNumber, width, false, 2)
	}
	r.cut = len(lines) > 0 && strings.HasSuffix(lines[len(lines)-1], "…")
	for i, t := range r.lines {
		show(t, i < len(lines))
		if i < len(lines) {
			setText(t, lines[i], ink, false)
			base := float32(23)
			if w.bar || len(lines) == 2 {
				base = 14 + 18*float32(i)
			}
			r.text(t, sizeNumber, x, base)
		}
	}
	show(r.track, w.bar)
	show(r.bar, w.bar)
	r.rect(r.track, th.Hair, noColor, 0, 4)
	r.rect(r.bar, th.Text, noColor, 0, 4)
	r.place(r.track, x, 24, s.Width-x, 8)
	r.place(r.bar, x, 24, max(8, (s.Width-x)*float32(w.fraction)), 8)
}

var _ fyne.Widget = (*runRow)(nil)
