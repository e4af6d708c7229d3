package ui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"warpbill/cuda/measure"
)

// sourceNote is one thing worth knowing about what the chart shows.
type sourceNote struct{ Source, Text string }

// resultNotes lists what a reader of the results should know: notes of a
// recording, warnings of a run, points with warnings, and an early end.
func resultNotes(results []measure.Result) []sourceNote {
	var notes []sourceNote
	for _, r := range results {
		label := r.SourceLabel()
		add := func(text string) { notes = append(notes, sourceNote{label, plain(text)}) }
		if !r.Complete && !r.Live {
			add("Incomplete: not every planned point is in it.")
		}
		for _, text := range r.Notes {
			add(text)
		}
		for _, text := range r.Warnings {
			add(text)
		}
		for _, row := range r.Rows {
			for _, text := range row.Warnings {
				add(fmt.Sprintf("%s, %s: %s", measure.FormatSize(row.N), row.Lanes(), text))
			}
		}
	}
	return notes
}

// sourceTip says how the figures were taken, where and when.
func sourceTip(results []measure.Result) string {
	if len(results) == 0 {
		return ""
	}
	return strings.Join(sourceLines(results[0]), " · ")
}

// sourceLines are where figures come from, how they were taken, and with what.
func sourceLines(r measure.Result) []string {
	facts := []string{r.Program, labelled("CUDA", r.Device.CUDA), labelled("driver", r.Device.Driver), readableDate(r.Date)}
	facts = slices.DeleteFunc(facts, func(s string) bool { return s == "" })
	lines := []string{plain(r.SourceLabel()), plain(r.Method), plain(strings.Join(facts, " · "))}
	return slices.DeleteFunc(lines, func(s string) bool { return s == "" })
}

// readableDate is a date as people write it; what is no date stays as it is.
func readableDate(s string) string {
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t.UTC().Format("2 Jan 2006, 15:04 UTC")
	}
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return t.Format("2 Jan 2006")
	}
	return s
}

func labelled(what, value string) string {
	if value == "" {
		return ""
	}
	return what + " " + value
}

// notesText is every note, grouped by source, as it is shown.
func notesText(results []measure.Result) string {
	var b strings.Builder
	for _, r := range results {
		b.WriteString(strings.Join(sourceLines(r), "\n\n") + "\n")
		for _, n := range resultNotes([]measure.Result{r}) {
			b.WriteString("\n– " + n.Text + "\n")
		}
		b.WriteString("\n")
	}
	return strings.TrimSpace(b.String())
}

// popUp shows content under a button of the panel; Esc or a click elsewhere
// closes it.
func (p *panel) popUp(under *pushButton, content fyne.CanvasObject, width float32) {
	app := fyne.CurrentApp()
	if app == nil {
		return
	}
	c := app.Driver().CanvasForObject(p)
	if c == nil {
		return
	}
	pop := widget.NewPopUp(content, c)
	at := absolute(under).AddXY(0, under.Size().Height+4)
	size := content.MinSize()
	if room := c.Size().Height - at.Y - 16; size.Height > room {
		size.Height = max(room, 80)
	}
	width = max(width, size.Width)
	at.X = max(8, min(at.X, c.Size().Width-width-8))
	pop.ShowAtPosition(at)
	pop.Resize(fyne.NewSize(width, size.Height))
	p.pop = pop
}

// showSources offers the sources as a list to tick: several can be on the
// chart at once.
func (p *panel) showSources() {
	if len(p.view.Sources) == 0 {
		return
	}
	box := container.NewVBox()
	for _, item := range p.view.Sources {
		check := newSourceCheck(cutText(item.Label, sizeCaption, 320, false), p.closePop)
		check.Checked = item.On
		check.OnChanged = func(on bool) {
			if p.actions.Source != nil {
				p.actions.Source(item.ID, on)
			}
		}
		box.Add(check)
	}
	p.popUp(p.source, container.NewPadded(box), 240)
	if p.pop != nil {
		p.pop.Canvas.Focus(box.Objects[0].(fyne.Focusable))
	}
}

// showNotes lists what should be known about the results.
func (p *panel) showNotes() {
	text := widget.NewLabel(notesText(p.view.Results))
	text.Wrapping = fyne.TextWrapWord
	scroll := container.NewVScroll(text)
	lines := 0
	for _, line := range strings.Split(text.Text, "\n") {
		lines += max(len(wrapText(line, sizeCaption, 372, false, 0)), 1)
	}
	scroll.SetMinSize(fyne.NewSize(380, min(20*float32(lines)+12, 300)))
	done := newPushButton(buttonRaised, "Close", sizeNumber, p.closePop)
	done.set(p.view.Theme, "Close", false, false)
	done.keys = func(e *fyne.KeyEvent) {
		if e.Name == fyne.KeyEscape {
			p.closePop()
		}
	}
	foot := container.New(&fixedLayout{fyne.NewSize(72, 42)}, done)
	p.popUp(p.notes, container.NewBorder(nil, foot, nil, nil, scroll), 400)
	if p.pop != nil {
		p.pop.Canvas.Focus(done)
	}
}

// closePop closes the list that is open.
func (p *panel) closePop() {
	if p.pop != nil {
		p.pop.Hide()
		p.pop = nil
	}
}

// sourceCheck is a source to tick; Esc closes the list.
type sourceCheck struct {
	widget.Check
	escape func()
}

func newSourceCheck(label string, escape func()) *sourceCheck {
	c := &sourceCheck{escape: escape}
	c.Text = label
	c.ExtendBaseWidget(c)
	return c
}

// TypedKey closes the list on Esc.
func (c *sourceCheck) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyEscape {
		c.escape()
		return
	}
	c.Check.TypedKey(e)
}
