package ui

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"warpbill/plots/look"
)

// tipDelay is how long the pointer rests before a tip appears.
const tipDelay = 450 * time.Millisecond

// Sizes of a tip.
const (
	tipWidth float32 = 300
	tipLines int     = 6
)

// tips shows small explanations near the pointer or the focus. Its layer lies
// over the window's content and takes no events, so that the tip never takes
// the pointer from what it explains.
type tips struct {
	ruler
	post  func(func())
	delay time.Duration
	theme *look.Theme
	layer *fyne.Container
	box   *canvas.Rectangle
	lines []*canvas.Text
	say   string // shown or about to be
	at    fyne.Position
	turn  int // counts requests, so that a late timer finds no hearer
	timer *time.Timer

	painted func() // counts requests for a frame in tests; may be nil
}

// newTips makes the layer; post runs a function on the UI goroutine.
func newTips(th *look.Theme, post func(func())) *tips {
	t := &tips{post: post, delay: tipDelay, theme: th, box: canvas.NewRectangle(noColor)}
	t.layer = container.NewWithoutLayout(t.box)
	for range tipLines {
		line := newText()
		t.lines = append(t.lines, line)
		t.layer.Add(line)
	}
	t.hide()
	return t
}

// Tip shows a sentence after a moment, or ends what is shown when it is empty.
func (t *tips) Tip(text string, at fyne.Position) {
	if text == t.say && text != "" {
		t.at = at
		return
	}
	t.stop()
	t.hide()
	t.say, t.at = text, at
	if text == "" {
		return
	}
	turn := t.turn
	t.timer = time.AfterFunc(t.delay, func() {
		t.post(func() {
			if t.turn == turn {
				t.show()
			}
		})
	})
}

// Now shows a sentence at once, as the focus asks for it.
func (t *tips) Now(text string, at fyne.Position) {
	t.stop()
	t.hide()
	if t.say, t.at = text, at; text != "" {
		t.show()
	}
}

// Close ends a tip that is about to appear.
func (t *tips) Close() { t.stop() }

func (t *tips) stop() {
	t.turn++
	if t.timer != nil {
		t.timer.Stop()
		t.timer = nil
	}
}

func (t *tips) hide() {
	t.say = ""
	if !t.box.Visible() {
		return
	}
	show(t.box, false)
	for _, l := range t.lines {
		show(l, false)
	}
	t.repaint()
}

// repaint asks for a frame. The layer is asked, not the texts: an object that
// has never been painted belongs to no canvas yet, and its own request would
// wait for whatever moves next.
func (t *tips) repaint() {
	if t.painted != nil {
		t.painted()
	}
	canvas.Refresh(t.layer)
}

// show puts the tip below the pointer, or above it where there is no room.
func (t *tips) show() {
	lines := wrapText(t.say, sizeNumber, tipWidth, false, tipLines)
	width := float32(0)
	for _, l := range lines {
		width = max(width, textWidth(l, sizeNumber, false))
	}
	w, h := width+20, 18*float32(len(lines))+14
	x, y := t.at.X/t.zoom()+8, t.at.Y/t.zoom()+20
	if size := t.units(t.layer.Size()); size.Width > 0 {
		x = max(min(x, size.Width-w-6), 6)
		if y+h > size.Height-6 {
			y = max(t.at.Y/t.zoom()-h-8, 6)
		}
	}
	t.rect(t.box, t.theme.Panel, t.theme.Line, 1, 7)
	t.place(t.box, x, y, w, h)
	show(t.box, true)
	for i, l := range t.lines {
		show(l, i < len(lines))
		if i < len(lines) {
			setText(l, lines[i], t.theme.Text, false)
			t.text(l, sizeNumber, x+10, y+19+18*float32(i))
		}
	}
	t.repaint()
}
