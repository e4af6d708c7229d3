package ui

import (
	"fmt"
	"strings"

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
	r := results[0]
	parts := []string{r.SourceLabel()}
	for _, s := range []string{r.Method, r.Date, join(" ", or(labelled("CUDA", r.Device.CUDA), ""), labelled("driver", r.Device.Driver))} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return plain(strings.Join(parts, " · "))
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
		b.WriteString(sourceTip([]measure.Result{r}) + "\n")
		for _, n := range resultNotes([]measure.Result{r}) {
			b.WriteString("\n– " + n.Text + "\n")
		}
		b.WriteString("\n")
	}
	return strings.TrimSpace(b.String())
}

// popUp shows content under a button of the panel; Esc or a click elsewhere
// closes it.
func (p *panel) popUp(under *pushButton, content fyne.CanvasObject, width float32) *widget.PopUp {
	app := fyne.CurrentApp()
	if app == nil {
		return nil
	}
	c := app.Driver().CanvasForObject(p)
	if c == nil {
		return nil
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
	return pop
}

// showSources offers the sources as a list to tick: several can be on the
// chart at once.
func (p *panel) showSources() {
	box := container.NewVBox()
	for _, item := range p.view.Sources {
		check := widget.NewCheck(cutText(item.Label, sizeCaption, 320, false), nil)
		check.Checked = item.On
		check.OnChanged = func(on bool) {
			if p.actions.Source != nil {
				p.actions.Source(item.ID, on)
			}
		}
		box.Add(check)
	}
	if pop := p.popUp(p.source, box, 240); pop != nil {
		for _, o := range box.Objects {
			pop.Canvas.Focus(o.(fyne.Focusable))
			break
		}
	}
}

// showNotes lists what should be known about the results.
func (p *panel) showNotes() {
	text := widget.NewLabel(notesText(p.view.Results))
	text.Wrapping = fyne.TextWrapWord
	scroll := container.NewVScroll(text)
	scroll.SetMinSize(fyne.NewSize(380, 260))
	p.popUp(p.notes, scroll, 400)
}
