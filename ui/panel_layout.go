package ui

import (
	"fmt"

	"fyne.io/fyne/v2"

	"warpbill/cuda/measure"
	"warpbill/plots"
	"warpbill/plots/words"
)

// Where things stand in the panel, from its top.
const (
	panelHeadTop    float32 = 4
	panelHeadHeight float32 = 28
	panelTabs       float32 = 58  // baseline of the tabs
	panelSubtitle   float32 = 92  // baseline
	panelNote       float32 = 113 // baseline
	panelChartTop   float32 = 116
	headGap         float32 = 8
	panelChartMin   float32 = 120
	panelNarrow     float32 = 760 // a compact panel narrower than this has one column
	panelColumn     float32 = 428 // the right column of a compact panel
)

func (p *panel) CreateRenderer() fyne.WidgetRenderer {
	d := &drawing{objects: []fyne.CanvasObject{
		p.lessons, p.open, p.source, p.gpu, p.gpuArea, p.tabs[0], p.tabs[1], p.badge, p.badgeArea, p.subtitle, p.subtitleArea, p.notes,
		p.chart, p.note, p.nearest, p.axisArea, p.table, p.card, p.caption, p.captionArea, p.copy, p.run, p.runArea,
	}}
	d.min = func() fyne.Size { return p.pixels(360, 380) }
	d.layout = p.layout
	d.refresh = func() { p.layout(p.Size()) }
	return d
}

func (p *panel) layout(s fyne.Size) {
	s = p.units(s)
	if s.Width <= 0 || s.Height <= 0 {
		return
	}
	p.paint()
	if p.view.Compact && s.Width >= panelNarrow {
		p.layoutWide(s)
		return
	}
	p.layoutHead(0, panelHeadTop, s.Width)
	p.layoutTabs(0, panelTabs, s.Width)
	p.layoutNote(0, panelNote, s.Width)
	bottom := p.layoutRun(0, s.Width, s.Height)
	low := p.layoutFigures(0, bottom, s.Width, bottom-panelChartTop-panelChartMin, 2, p.ticks(s.Width))
	p.layoutChart(0, panelChartTop, s.Width, low-panelChartTop)
}

// layoutWide is the page of a small window: the chart on the left, where the
// figures come from and the figures themselves on the right.
func (p *panel) layoutWide(s fyne.Size) {
	right := s.Width - panelColumn
	left := right - 24
	p.layoutTabs(0, 24, left)
	p.layoutNote(0, panelNote-32, left)
	p.layoutChart(0, panelChartTop-32, left, s.Height-panelChartTop+32)
	p.layoutHead(right, panelHeadTop, panelColumn)
	bottom := p.layoutRun(right, panelColumn, s.Height)
	p.layoutFigures(right, bottom, panelColumn, bottom-panelHeadTop-panelHeadHeight-16, 99, nil)
}

// layoutChart places the chart and the area that explains its axis, which is
// named n at the lower left.
func (p *panel) layoutChart(x, y, w, h float32) {
	h = max(h, 64)
	p.place(p.chart, x, y, w, h)
	show(p.axisArea, len(p.view.Results) > 0)
	p.place(p.axisArea, x+40, y+h-24, 48, 20)
}

// paint sets every text that does not depend on the size.
func (p *panel) paint() {
	th := p.view.Theme
	p.lessons.set(th, "Lessons", false, false)
	p.open.set(th, "Open", false, false)
	p.source.set(th, "Source", false, len(p.view.Sources) == 0)
	for i, mode := range panelModes() {
		p.tabs[i].set(th, panelLabels()[i], p.view.Mode == mode, false)
	}
	notes := len(resultNotes(p.view.Results))
	label := "about" // how the figures were taken
	if notes == 1 {
		label = "1 note"
	} else if notes > 1 {
		label = fmt.Sprintf("%d notes", notes)
	}
	p.notes.set(th, label, false, false)
	show(p.notes, len(p.view.Results) > 0)
	p.copy.set(th, "copy", false, false)
	p.gpuArea.set(th, or(p.run.say.more, p.view.GPU))
	p.badgeArea.set(th, sourceTip(p.view.Results))
	p.captionArea.set(th, "bill")
	p.axisArea.set(th, "n")
	p.subtitleArea.set(th, map[string]string{"ratio": "ratio", "time": "interval"}[p.view.Mode])
}

func (p *panel) layoutHead(x, y, w float32) {
	at := x
	for _, b := range []*pushButton{p.lessons, p.open, p.source} {
		p.place(b, at, y, b.width(), panelHeadHeight)
		at += b.width() + headGap
	}
	room := x + w - at - 4
	setText(p.gpu, cutParts(p.view.GPU, sizeNumber, room), p.view.Theme.Muted, false)
	p.text(p.gpu, sizeNumber, x+w, y+18.5)
	width := textWidth(p.gpu.Text, sizeNumber, false)
	p.place(p.gpuArea, x+w-width, y+4, width, panelHeadHeight-8)
	show(p.gpuArea, p.view.GPU != "")
}

func (p *panel) layoutTabs(x, base, w float32) {
	at := x
	for _, t := range p.tabs {
		p.place(t, at, base-14-t.size*.36, textWidth(t.label, t.size, true), 28)
		at += 70
	}
	kind, label := sourceOf(p.view.Results, p.view.Live)
	p.badge.set(p.view.Theme, kind, label, x+w-at)
	width := p.badge.width()
	p.place(p.badge, x+w-width, base-18, width, badgeHeight)
	p.place(p.badgeArea, x+w-width, base-18, width, badgeHeight)
	room := w
	if p.notes.Visible() {
		width = p.notes.width()
		p.place(p.notes, x+w-width, base+34-10-sizeNumber*.36, width, 20)
		room -= width + 8
	}
	setText(p.subtitle, cutText(subtitleOf(p.view.Mode), sizeCaption, room, false), p.view.Theme.Muted, false)
	p.text(p.subtitle, sizeCaption, x, base+34)
	p.place(p.subtitleArea, x, base+20, textWidth(p.subtitle.Text, sizeCaption, false), 18)
}

func subtitleOf(mode string) string {
	if mode == "time" {
		return words.TimeSubtitle
	}
	return words.RatioSubtitle
}

// layoutNote places the note, which has its line whether it is there or not:
// the chart must not move when another pattern comes on stage.
func (p *panel) layoutNote(x, base, w float32) {
	th := p.view.Theme
	show(p.note, p.view.Note != "")
	show(p.nearest, p.view.Note != "" && p.view.Nearest != "")
	if p.view.Note == "" {
		return
	}
	p.nearest.set(th, cutText(p.view.Nearest, sizeCaption, w/3, false), false, false)
	room := w - p.nearest.width() - 6
	setText(p.note, cutText(p.view.Note, sizeCaption, room, false), th.Text, false)
	p.text(p.note, sizeCaption, x, base)
	at := x + textWidth(p.note.Text, sizeCaption, false) + 4
	p.place(p.nearest, at, base-10-sizeCaption*.36, p.nearest.width(), 20)
}

// layoutRun places the run row and the line above it at the bottom, and
// returns where the figures must end.
func (p *panel) layoutRun(x, w, h float32) float32 {
	top := h - runHeight - 4
	p.place(p.run, x, top, w, runHeight)
	p.run.layout(p.run.Size())
	full := p.run.say.more
	if p.run.cut && full == "" {
		full = p.run.say.lines[0]
	}
	p.runArea.set(p.view.Theme, full)
	show(p.runArea, full != "")
	p.place(p.runArea, x+runButton+14, top, w-runButton-14, runHeight)
	if p.card.Visible() {
		show(p.caption, false)
		show(p.captionArea, false)
		show(p.copy, false)
		return top - 14
	}
	figures := len(p.model.Groups) > 0
	show(p.caption, figures)
	show(p.captionArea, figures)
	show(p.copy, figures)
	base := top - 16
	setText(p.caption, cutText(words.ChartScope, sizeNumber, w-p.copy.width()-10, false), p.view.Theme.Muted, false)
	p.text(p.caption, sizeNumber, x, base)
	p.place(p.captionArea, x, base-14, textWidth(p.caption.Text, sizeNumber, false), 18)
	p.place(p.copy, x+w-p.copy.width(), base-10-sizeNumber*.36, p.copy.width(), 20)
	return base - 22
}

// layoutFigures places the table, with room for so many groups, or the lesson
// above bottom, no higher than most, and returns where it begins.
func (p *panel) layoutFigures(x, bottom, w, most float32, groups int, ticks []float32) float32 {
	if p.card.Visible() {
		show(p.table, false)
		h := min(p.card.height(w), most+panelChartMin-64)
		p.place(p.card, x, bottom-h, w, h)
		p.card.layout(p.card.Size())
		return bottom - h - 10
	}
	show(p.table, len(p.model.Groups) > 0)
	if len(p.model.Groups) == 0 {
		return bottom
	}
	p.table.owner = ""
	if len(p.view.Results) > 1 {
		p.table.owner = p.view.Results[0].Device.Name
	}
	version := 2 * p.version
	if ticks == nil {
		version++
	}
	p.table.set(p.view.Theme, p.model, p.view.Results[0].SourceLabel(), ticks, version)
	h := max(min(p.table.height(w, groups), most), 60)
	p.place(p.table, x, bottom-h, w, h)
	p.table.layout(p.table.Size())
	return bottom - h - 10
}

// ticks are where the chart's ticks of the table's sizes stand; nil when the
// chart does not show every size.
func (p *panel) ticks(width float32) []float32 {
	if p.columns.version != p.version || p.columns.width != width {
		p.columns = panelColumns{version: p.version, width: width, xs: p.findTicks(width)}
	}
	return p.columns.xs
}

// panelColumns remembers the ticks of a chart: finding them builds the chart.
type panelColumns struct {
	version int
	width   float32
	xs      []float32
}

// toCome is a result with a figure wherever its plan will give one. It is
// never shown: it tells where the columns of a run will stand that has no row
// yet, so that the table does not jump when the first one comes.
func toCome(r measure.Result) measure.Result {
	one := measure.Summary{Value: 1}
	whole := measure.Result{ID: r.ID, Device: r.Device, Plan: r.Plan, Complete: true}
	for _, n := range r.Plan.Sizes {
		for _, mask := range r.Plan.RotMasks {
			whole.Rows = append(whole.Rows, measure.Row{Point: measure.Point{N: n, RotMask: mask}, Constant: one, Global: one, Ratio: one})
		}
	}
	return whole
}

func (p *panel) findTicks(width float32) []float32 {
	f, err := plots.FindFigure(p.view.Mode)
	if err != nil {
		return nil
	}
	columns := plots.Columns(f, p.chart.want.data, plots.Style{Theme: p.view.Theme}, float64(width))
	if len(columns) == 0 && len(p.view.Results) > 0 {
		data := plots.Data{Sources: []measure.Result{toCome(p.view.Results[0])}}
		columns = plots.Columns(f, data, plots.Style{Theme: p.view.Theme}, float64(width))
	}
	at := map[uint64]float32{}
	for _, c := range columns {
		at[c.N] = float32(c.X)
	}
	var xs []float32
	for _, n := range p.model.Sizes {
		x, ok := at[n]
		if !ok {
			return nil
		}
		xs = append(xs, x)
	}
	return xs
}
