package ui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"warpbill/plots/look"
)

// Sizes of the table: the label column, a row, a group of three rows with its
// heading and the gap below it, and the least room a figure gets.
const (
	tableLabels    float32 = 106
	tableRow       float32 = 19
	tableGroupStep float32 = 84
	tableHead      float32 = 13 // from the top to the first baseline
	tableColumnMin float32 = 52
	tableFigureEnd float32 = 21 // from a tick to the right end of its figures
)

// resultTable shows the figures of one result. Where the columns fit, they
// stand under the ticks of the chart above; where they do not, the table has
// its own heads and scrolls. Its figures can be copied as text.
type resultTable struct {
	widget.BaseWidget
	ruler
	theme  *look.Theme
	model  tableModel
	source string
	owner  string    // whose figures they are, where others are on the chart
	ticks  []float32 // x of the chart's ticks, nil when there is no chart above
	tip    func(text string, at fyne.Position)
	keys   func(*fyne.KeyEvent)

	labels *container.Scroll
	cells  *container.Scroll
	names  *fyne.Container
	grid   *tableGrid
	unit   *canvas.Text
	ring   *canvas.Rectangle
	marks  []*tableMark
	titles []*canvas.Text

	focused  bool
	version  int // counts what it was given to show
	arranged tableLook
}

func newResultTable() *resultTable {
	t := &resultTable{theme: look.DarkTheme(), unit: newText(), ring: canvas.NewRectangle(noColor)}
	t.grid = newTableGrid(t)
	t.names = container.New(freeLayout{func() fyne.Size { return fyne.NewSize(tableCellsAt*t.zoom(), t.grid.MinSize().Height) }})
	t.labels, t.cells = container.NewVScroll(t.names), container.NewScroll(t.grid)
	t.cells.OnScrolled = func(p fyne.Position) { t.labels.ScrollToOffset(fyne.NewPos(0, p.Y)) }
	t.labels.OnScrolled = func(p fyne.Position) { t.cells.ScrollToOffset(fyne.NewPos(t.cells.Offset.X, p.Y)) }
	t.ExtendBaseWidget(t)
	return t
}

// set shows another model. Ticks are the places of the chart's ticks from the
// left edge of the table. The version changes with the model and the ticks.
func (t *resultTable) set(th *look.Theme, m tableModel, source string, ticks []float32, version int) {
	t.theme, t.model, t.source, t.ticks, t.version = th, m, source, ticks, version
}

// aligned says that the figures fit under the chart's ticks.
func (t *resultTable) aligned(width float32) bool {
	if len(t.ticks) != len(t.model.Sizes) || len(t.ticks) == 0 {
		return false
	}
	for i, x := range t.ticks {
		if x+tableFigureEnd > width || i > 0 && x-t.ticks[i-1] < tableColumnMin-4 {
			return false
		}
	}
	return t.ticks[0]+tableFigureEnd-tableLabels > 20
}

// columnEnds are the right ends of the columns from the left of the cells,
// and the first baseline's distance from the top.
func (t *resultTable) columnEnds(width float32) (ends []float32, head float32) {
	if t.aligned(width) {
		for _, x := range t.ticks {
			ends = append(ends, x+tableFigureEnd-tableCellsAt)
		}
		return ends, tableHead
	}
	n := float32(max(len(t.model.Sizes), 1))
	step := max(min((width-tableCellsAt-5)/n, 96), tableColumnMin+8)
	for i := range t.model.Sizes {
		ends = append(ends, step*float32(i+1))
	}
	return ends, tableHead + tableRow + 2
}

// tableCellsAt is where the scrolling part starts: right of the labels.
const tableCellsAt = tableLabels - 34

// height is what the table needs to show groups without scrolling.
func (t *resultTable) height(width float32, groups int) float32 {
	_, head := t.columnEnds(width)
	n := min(len(t.model.Groups), groups)
	if n == 0 {
		return 0
	}
	return head + float32(n)*tableGroupStep - 20
}

func (t *resultTable) CreateRenderer() fyne.WidgetRenderer {
	d := &drawing{objects: []fyne.CanvasObject{t.labels, t.cells, t.unit, t.ring}}
	d.min = func() fyne.Size { return t.pixels(tableLabels+2*tableColumnMin, 60) }
	d.layout = t.layout
	d.refresh = func() { t.layout(t.Size()) }
	return d
}

// tableLook is everything that decides how the table looks.
type tableLook struct {
	ruler   ruler
	theme   *look.Theme
	version int
	size    fyne.Size
	focused bool
}

func (t *resultTable) layout(s fyne.Size) {
	now := tableLook{t.ruler, t.theme, t.version, s, t.focused}
	if now == t.arranged {
		return
	}
	t.arranged = now
	s = t.units(s)
	ends, head := t.columnEnds(s.Width)
	t.grid.arrange(ends, head)
	t.nameRows(head)
	labels := float32(tableCellsAt)
	t.place(t.labels, 0, 0, labels, s.Height)
	t.place(t.cells, labels, 0, s.Width-labels, s.Height)
	t.labels.Refresh()
	t.cells.Refresh()
	setText(t.unit, t.unitWords(s.Width), t.theme.Muted, false)
	t.unit.Alignment = fyne.TextAlignTrailing
	t.text(t.unit, sizeNumber, s.Width-5, head)
	show(t.unit, len(t.model.Groups) > 0)
	ring := noColor
	if t.focused {
		ring = t.theme.Hi
	}
	t.rect(t.ring, noColor, ring, 2, 8)
	t.place(t.ring, -4, -4, s.Width+8, s.Height+8)
}

// unitWords is the unit of the figures and, where the chart shows others too,
// whose they are, as far as that fits beside the first group's heading.
func (t *resultTable) unitWords(width float32) string {
	if t.owner == "" || len(t.model.Groups) == 0 {
		return "ms"
	}
	g := t.model.Groups[0]
	taken := tableLabels
	if g.Launch != "" {
		taken += textWidth(g.Launch, sizeNumber, false)
	}
	room := width - taken - textWidth(", ms", sizeNumber, false) - 24
	if room < 48 {
		return "ms"
	}
	return cutText(t.owner, sizeNumber, room, false) + ", ms"
}

// nameRows fills the column of names; its objects are kept and reused.
func (t *resultTable) nameRows(head float32) {
	th := t.theme
	for len(t.titles) < len(t.model.Groups)*4 {
		t.titles = append(t.titles, newText())
		t.names.Add(t.titles[len(t.titles)-1])
		if len(t.titles)%4 == 0 {
			for range 3 {
				m := newTableMark()
				t.marks = append(t.marks, m)
				t.names.Objects = append(t.names.Objects, m.objects()...)
			}
		}
	}
	for i, text := range t.titles {
		show(text, i < len(t.model.Groups)*4)
	}
	for _, m := range t.marks[min(len(t.model.Groups)*3, len(t.marks)):] {
		m.see(-1)
	}
	for g, group := range t.model.Groups {
		ink := th.Muted
		if group.Emphasis {
			ink = th.Text
		}
		y := head + float32(g)*tableGroupStep
		setText(t.titles[4*g], group.Name, ink, group.Emphasis)
		t.text(t.titles[4*g], sizeNumber, 0, y)
		for q, name := range tableQuantities() {
			row := y + tableRow*float32(q+1)
			setText(t.titles[4*g+1+q], name, ink, q == 2 && group.Emphasis)
			t.text(t.titles[4*g+1+q], sizeNumber, 18, row)
			color := [3]color.NRGBA{th.Const, th.Glob, ink}[q]
			t.marks[3*g+q].draw(t.ruler, q, 6, row-4.6, color, group.Filled, th.Bg)
		}
	}
}

func (t *resultTable) FocusGained()   { t.focused = true; t.Refresh() }
func (t *resultTable) FocusLost()     { t.focused = false; t.Refresh() }
func (t *resultTable) TypedRune(rune) {}

// TypedKey scrolls a table that is larger than its place; every other key is
// the program's.
func (t *resultTable) TypedKey(e *fyne.KeyEvent) {
	inner, outer := t.grid.MinSize(), t.cells.Size()
	wide, high := inner.Width > outer.Width, inner.Height > outer.Height
	at := t.cells.Offset
	switch {
	case e.Name == fyne.KeyRight && wide:
		at.X += tableColumnMin * t.zoom()
	case e.Name == fyne.KeyLeft && wide:
		at.X -= tableColumnMin * t.zoom()
	case e.Name == fyne.KeyDown && high:
		at.Y += tableRow * t.zoom()
	case e.Name == fyne.KeyUp && high:
		at.Y -= tableRow * t.zoom()
	default:
		if t.keys != nil {
			t.keys(e)
		}
		return
	}
	at.X = min(max(at.X, 0), max(inner.Width-outer.Width, 0))
	at.Y = min(max(at.Y, 0), max(inner.Height-outer.Height, 0))
	t.cells.ScrollToOffset(at)
	t.labels.ScrollToOffset(fyne.NewPos(0, at.Y))
}

// TypedShortcut copies the table.
func (t *resultTable) TypedShortcut(s fyne.Shortcut) {
	if c, ok := s.(*fyne.ShortcutCopy); ok && c.Clipboard != nil {
		c.Clipboard.SetContent(t.copied())
	}
}

func (t *resultTable) copied() string { return t.model.text(t.source) }

var (
	_ fyne.Focusable    = (*resultTable)(nil)
	_ fyne.Shortcutable = (*resultTable)(nil)
	_ desktop.Hoverable = (*tableGrid)(nil)
	_ fyne.Widget       = (*tableGrid)(nil)
)
