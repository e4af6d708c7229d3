package ui

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"warpbill/plots/look"
	"warpbill/sim"
	"warpbill/ui/lesson"
)

// LessonActions is what a lesson asks of the window.
type LessonActions struct {
	Pattern func(choice sim.Choice, tap int)
	Figure  func(mode string)
	Source  func(id string) // show this recording alone
	Play    func()          // from the start
	Closed  func()
}

// lessonCard shows a lesson step by step.
type lessonCard struct {
	widget.BaseWidget
	ruler
	theme   *look.Theme
	lesson  lesson.Lesson
	at      int
	actions LessonActions
	changed func() // the card's height or presence changed

	box               *canvas.Rectangle
	head, title       *canvas.Text
	lines             []*canvas.Text
	back, next, close *pushButton
}

// Sizes of the card.
const (
	cardPad    float32 = 16
	cardLine   float32 = 20
	cardButton float32 = 30
	cardLines          = 8
)

func newLessonCard() *lessonCard {
	c := &lessonCard{theme: look.DarkTheme(), box: canvas.NewRectangle(noColor), head: newText(), title: newText()}
	for range cardLines {
		c.lines = append(c.lines, newText())
	}
	c.back = newPushButton(buttonRaised, "Back", sizeCaption, func() { c.step(-1) })
	c.next = newPushButton(buttonRaised, "Next", sizeCaption, func() { c.step(1) })
	c.close = newPushButton(buttonRaised, "Close", sizeCaption, c.end)
	c.next.bold = true
	c.ExtendBaseWidget(c)
	return c
}

func (c *lessonCard) buttons() []*pushButton { return []*pushButton{c.back, c.next, c.close} }

// start begins a lesson at its first step.
func (c *lessonCard) start(l lesson.Lesson, a LessonActions) {
	if len(l.Steps) == 0 {
		return
	}
	c.lesson, c.actions, c.at = l, a, 0
	c.Show()
	c.apply()
}

// step goes forward or back; behind the last step the lesson ends.
func (c *lessonCard) step(by int) {
	if len(c.lesson.Steps) == 0 || c.at+by < 0 {
		return
	}
	if c.at+by >= len(c.lesson.Steps) {
		c.end()
		return
	}
	c.at += by
	c.apply()
}

func (c *lessonCard) end() {
	c.Hide()
	c.tell()
	if c.actions.Closed != nil {
		c.actions.Closed()
	}
}

func (c *lessonCard) tell() {
	c.Refresh()
	if c.changed != nil {
		c.changed()
	}
}

// apply puts on stage what the step shows.
func (c *lessonCard) apply() {
	s := c.lesson.Steps[c.at]
	if s.Source != "" {
		call1(c.actions.Source, s.Source)
	}
	if choice, ok, err := s.Pattern(); ok && err == nil && c.actions.Pattern != nil {
		c.actions.Pattern(choice, s.Tap)
	}
	if s.Figure != "" {
		call1(c.actions.Figure, s.Figure)
	}
	if s.Play && c.actions.Play != nil {
		c.actions.Play()
	}
	c.tell()
}

func (c *lessonCard) set(th *look.Theme) {
	if c.theme != th {
		c.theme = th
		c.Refresh()
	}
}

// wrapped is the step's text in lines.
func (c *lessonCard) wrapped(width float32) []string {
	if c.at >= len(c.lesson.Steps) {
		return nil
	}
	return wrapText(c.lesson.Steps[c.at].Text, sizeCaption, width-2*cardPad, false, cardLines)
}

// height is what the card needs; every step of a lesson gets the same, so
// that nothing jumps on Next.
func (c *lessonCard) height(width float32) float32 {
	most := 0
	for _, s := range c.lesson.Steps {
		most = max(most, len(wrapText(s.Text, sizeCaption, width-2*cardPad, false, cardLines)))
	}
	return cardPad + 18 + 24 + cardLine*float32(most) + 12 + cardButton + 12
}

func (c *lessonCard) CreateRenderer() fyne.WidgetRenderer {
	d := &drawing{objects: []fyne.CanvasObject{c.box, c.head, c.title, c.back, c.next, c.close}}
	for _, l := range c.lines {
		d.objects = append(d.objects, l)
	}
	d.min = func() fyne.Size { return c.pixels(200, 120) }
	d.layout = c.layout
	d.refresh = func() { c.layout(c.Size()) }
	return d
}

func (c *lessonCard) layout(s fyne.Size) {
	s = c.units(s)
	if len(c.lesson.Steps) == 0 {
		return
	}
	th, step, last := c.theme, c.lesson.Steps[c.at], c.at == len(c.lesson.Steps)-1
	c.rect(c.box, th.Panel, th.Line, 1.4, 12)
	c.place(c.box, 0, 0, s.Width, s.Height)
	room := s.Width - 2*cardPad
	head := fmt.Sprintf("%s · %d of %d", c.lesson.Title, c.at+1, len(c.lesson.Steps))
	setText(c.head, cutText(head, sizeNumber, room, false), th.Muted, false)
	c.text(c.head, sizeNumber, cardPad, cardPad+10)
	setText(c.title, cutText(step.Title, 15, room, true), th.Text, true)
	c.text(c.title, 15, cardPad, cardPad+34)
	lines := c.wrapped(s.Width)
	for i, t := range c.lines {
		show(t, i < len(lines))
		if i < len(lines) {
			setText(t, lines[i], th.Text, false)
			c.text(t, sizeCaption, cardPad, cardPad+58+cardLine*float32(i))
		}
	}
	y, x := s.Height-12-cardButton, cardPad
	next := "Next"
	if last {
		next = "Done"
	}
	c.back.set(th, "Back", false, c.at == 0)
	c.next.set(th, next, false, false)
	c.close.set(th, "Close", false, false)
	for _, b := range c.buttons() {
		show(b, b != c.close || !last)
		c.place(b, x, y, 72, cardButton)
		x += 72 + headGap
	}
}

var _ fyne.Widget = (*lessonCard)(nil)
