package ui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"warpbill/cuda/measure"
	"warpbill/plots"
	"warpbill/plots/look"
	"warpbill/plots/words"
	"warpbill/ui/lesson"
)

// PanelView is everything that the chart panel shows.
type PanelView struct {
	Theme    *look.Theme
	Mode     string           // "ratio" or "time"
	Results  []measure.Result // selected, the first emphasised
	Live     bool             // the first is being measured now
	Emphasis string           // the lane pattern that stands out, or empty
	Note     string           // that the chart has nothing for the pattern on stage
	Nearest  string           // the pattern that ends the note, to be pressed
	Run      RunView
	GPU      string // one line about the GPU
	Sources  []SourceItem
	Compact  bool    // a small window: the panel is a page of its own, wide and low
	Zoom     float32 // 0: none
}

// SourceItem is one source that can be on the chart.
type SourceItem struct {
	ID, Label string
	On        bool
}

// PanelActions is what the panel asks for.
type PanelActions struct {
	Mode    func(string)
	Run     func()
	Cancel  func()
	Open    func()
	Lessons func()
	Source  func(id string, on bool)
	Nearest func() // put the pattern on stage that PanelView.Nearest names
	// Term explains a word of the glossary at a point of the window; an
	// empty word ends the explanation.
	Term func(word string, at fyne.Position)
	// Tip shows a sentence at a point of the window; an empty one ends it.
	Tip func(text string, at fyne.Position)
	// Keys gets the keys that a focused part of the panel has no use for.
	Keys func(*fyne.KeyEvent)
	// Copied is called after the table was copied.
	Copied func()
}

// panel is the chart panel: where the figures come from, the chart, the
// figures themselves, and the run that measures new ones.
type panel struct {
	widget.BaseWidget
	ruler
	actions PanelActions
	view    PanelView
	model   tableModel

	lessons, open, source, notes, copy *pushButton
	nearest                            *pushButton
	tabs                               [2]*pushButton
	gpu, subtitle, caption, note       *canvas.Text
	badge                              *badge
	gpuArea, badgeArea, runArea        *hoverArea // explain what lies under them
	subtitleArea                       *hoverArea
	captionArea, axisArea              *hoverArea // explain a word of the glossary
	chart                              *chartView
	table                              *resultTable
	run                                *runRow
	card                               *lessonCard
	pop                                *widget.PopUp // the list under a button that is open
	drawn                              chartKey      // what the chart was last asked for
	version                            int           // counts those
	columns                            panelColumns
}

// chartKey is what decides how the chart looks, apart from the results.
type chartKey struct{ theme, mode, emphasis string }

// panelModes are the tabs, in order, and panelLabels what they say.
func panelModes() [2]string  { return [2]string{"ratio", "time"} }
func panelLabels() [2]string { return [2]string{words.ChartRatio, words.ChartTime} }

// newPanel makes the panel. Post runs a function on the UI goroutine; charts
// are drawn on another.
func newPanel(a PanelActions, post func(func())) *panel {
	p := &panel{actions: a}
	p.lessons = newPushButton(buttonRaised, "Lessons", sizeNumber, a.Lessons)
	p.open = newPushButton(buttonRaised, "Open", sizeNumber, a.Open)
	p.source = newPushButton(buttonRaised, "Source", sizeNumber, p.showSources)
	p.notes = newPushButton(buttonLink, "about", sizeNumber, p.showNotes)
	p.copy = newPushButton(buttonLink, "copy", sizeNumber, p.copyTable)
	p.nearest = newPushButton(buttonLink, "", sizeCaption, a.Nearest)
	for i, label := range panelLabels() {
		mode := panelModes()[i]
		p.tabs[i] = newPushButton(buttonTab, label, sizeTab, func() { call1(a.Mode, mode) })
	}
	p.gpu, p.subtitle, p.caption, p.note = newText(), newText(), newText(), newText()
	p.gpu.Alignment = fyne.TextAlignTrailing
	p.badge, p.chart, p.table = newBadge(), newChartView(post, drawChart), newResultTable()
	p.gpuArea, p.badgeArea, p.runArea = newHoverArea(p.tip, a.Keys), newHoverArea(p.tip, a.Keys), newHoverArea(p.tip, a.Keys)
	p.captionArea, p.axisArea, p.subtitleArea = newHoverArea(a.Term, a.Keys), newHoverArea(a.Term, a.Keys), newHoverArea(a.Term, a.Keys)
	p.run = newRunRow(a.Run, a.Cancel)
	p.card = newLessonCard()
	p.card.Hide()
	p.card.changed = func() { p.Refresh() }
	p.table.tip, p.table.keys = p.tip, a.Keys
	for _, b := range p.buttons() {
		b.keys, b.plays = a.Keys, true
	}
	p.explainButtons()
	p.ExtendBaseWidget(p)
	p.Set(PanelView{Theme: look.DarkTheme(), Mode: "ratio"})
	return p
}

// explainButtons says what a button is for when the pointer rests on it.
func (p *panel) explainButtons() {
	for b, text := range map[*pushButton]string{
		p.lessons: "a lesson: why one address or thirty-two", p.open: keyHint("open a result", "Ctrl+O"),
		p.source:  "what is on the chart: recordings, an opened file, this GPU; several together",
		p.tabs[0]: keyHint("how many times as long constant memory takes", "G"), p.tabs[1]: keyHint("the times themselves", "G"),
		p.notes: "how the figures were taken, and what to know about them", p.nearest: "put this pattern on stage",
		p.copy: "copy the table as text",
	} {
		b.hover = func(at fyne.Position, inside bool) {
			if inside {
				p.tip(text, at)
			} else {
				p.tip("", at)
			}
		}
	}
}

func call1[T any](f func(T), v T) {
	if f != nil {
		f(v)
	}
}

func (p *panel) tip(text string, at fyne.Position) {
	if p.actions.Tip != nil {
		p.actions.Tip(text, at)
	}
}

// buttons lists every button of the panel itself.
func (p *panel) buttons() []*pushButton {
	return slices.Concat([]*pushButton{p.lessons, p.open, p.source, p.tabs[0], p.tabs[1], p.notes, p.nearest, p.copy}, p.run.buttons(), p.card.buttons())
}

func (p *panel) areas() []*hoverArea {
	return []*hoverArea{p.gpuArea, p.badgeArea, p.runArea, p.captionArea, p.axisArea, p.subtitleArea}
}

// Set shows another view. It draws a chart only when the chart changed.
func (p *panel) Set(v PanelView) {
	if v.Theme == nil {
		v.Theme = look.DarkTheme()
	}
	old := p.view
	p.view = v
	if r := (ruler{v.Zoom}); r.zoom() != p.zoom() {
		p.rescale(r)
	}
	if !sameResults(old.Results, v.Results) || old.Emphasis != v.Emphasis || len(p.model.Sizes) == 0 {
		p.model = tableModel{}
		if len(v.Results) > 0 {
			p.model = newTableModel(v.Results[0], v.Emphasis)
		}
	}
	key := chartKey{v.Theme.Name, v.Mode, v.Emphasis}
	if key != p.drawn || !sameResults(old.Results, v.Results) {
		p.drawn = key
		p.version++
		sources := v.Results[:min(len(v.Results), plots.MaxSources)]
		p.chart.set(v.Theme, v.Mode, plots.Data{Sources: sources, Emphasis: v.Emphasis})
	}
	p.run.set(v.Theme, v.Run)
	p.card.set(v.Theme)
	p.Refresh()
}

// rescale gives every part of the panel another zoom.
func (p *panel) rescale(r ruler) {
	p.ruler, p.badge.ruler = r, r
	for _, a := range p.areas() {
		a.ruler = r
	}
	p.chart.ruler, p.table.ruler, p.run.ruler, p.card.ruler = r, r, r, r
	for _, b := range p.buttons() {
		b.ruler = r
		b.Refresh()
	}
	p.badge.Refresh()
	p.version++
	p.chart.ask(0)
}

// sameResults says whether two lists show the same figures. Results are
// values that nobody changes, and a run's result only grows.
func sameResults(a, b []measure.Result) bool {
	return slices.EqualFunc(a, b, func(x, y measure.Result) bool {
		return x.ID == y.ID && x.Title == y.Title && x.Date == y.Date && x.Live == y.Live && x.Complete == y.Complete &&
			x.Device.Name == y.Device.Name && len(x.Plan.Sizes) == len(y.Plan.Sizes) && sameRows(x.Rows, y.Rows)
	})
}

func sameRows(a, b []measure.Row) bool {
	if len(a) != len(b) {
		return false
	}
	return len(a) == 0 || &a[0] == &b[0] || slices.EqualFunc(a, b, func(x, y measure.Row) bool {
		return x.Point == y.Point && x.Constant.Value == y.Constant.Value && x.Global.Value == y.Global.Value && x.Ratio.Value == y.Ratio.Value
	})
}

// StartLesson shows a lesson in the table's place.
func (p *panel) StartLesson(l lesson.Lesson, a LessonActions) {
	p.card.start(l, a)
	p.Refresh()
}

// Close ends the panel's goroutines.
func (p *panel) Close() { p.chart.close() }

// copyTable puts the table on the clipboard as text.
func (p *panel) copyTable() {
	if app := fyne.CurrentApp(); app != nil && len(p.model.Groups) > 0 {
		app.Clipboard().SetContent(p.table.copied())
		if p.actions.Copied != nil {
			p.actions.Copied()
		}
	}
}

var _ fyne.Widget = (*panel)(nil)
