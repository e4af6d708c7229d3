package ui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"warpbill/plots/look"
	"warpbill/plots/words"
)

// tableGrid is the scrolling part of the results table: heads and figures.
// It keeps its texts, so that a new row changes only the cells it fills.
type tableGrid struct {
	widget.BaseWidget
	table *resultTable
	ends  []float32
	head  float32
	heads []*canvas.Text
	notes []*canvas.Text // one a group: which sizes are launch-bound
	cells []*canvas.Text
	all   *drawing
}

func newTableGrid(t *resultTable) *tableGrid {
	g := &tableGrid{table: t, head: tableHead}
	g.all = &drawing{min: g.size, layout: func(fyne.Size) {}, refresh: func() {}}
	g.ExtendBaseWidget(g)
	return g
}

func (g *tableGrid) CreateRenderer() fyne.WidgetRenderer { return g.all }

func (g *tableGrid) size() fyne.Size {
	width := float32(0)
	if n := len(g.ends); n > 0 {
		width = g.ends[n-1]
	}
	return g.table.pixels(width, g.head+float32(len(g.table.model.Groups))*tableGroupStep-20)
}

// grow makes sure that there are n texts.
func (g *tableGrid) grow(texts []*canvas.Text, n int, align fyne.TextAlign) []*canvas.Text {
	for len(texts) < n {
		t := newText()
		t.Alignment = align
		texts = append(texts, t)
		g.all.objects = append(g.all.objects, t)
	}
	for i, t := range texts {
		show(t, i < n)
	}
	return texts
}

// arrange puts every figure in its column and row.
func (g *tableGrid) arrange(ends []float32, head float32) {
	g.ends, g.head = ends, head
	m, th, r := g.table.model, g.table.theme, g.table.ruler
	columns := 0
	if head > tableHead {
		columns = len(m.Sizes)
	}
	g.heads = g.grow(g.heads, columns, fyne.TextAlignTrailing)
	for i := range columns {
		setText(g.heads[i], m.Heads[i], th.Muted, false)
		r.text(g.heads[i], sizeNumber, ends[i], tableHead)
	}
	g.notes = g.grow(g.notes, len(m.Groups), fyne.TextAlignLeading)
	g.cells = g.grow(g.cells, len(m.Groups)*3*len(m.Sizes), fyne.TextAlignTrailing)
	at := 0
	for i, group := range m.Groups {
		y := head + float32(i)*tableGroupStep
		left := max(textWidth(group.Name, sizeNumber, true)+16-tableCellsAt, tableLabels-tableFigureEnd-tableCellsAt)
		setText(g.notes[i], group.Launch, th.Muted, false)
		r.text(g.notes[i], sizeNumber, left, y)
		for q, row := range group.Rows {
			for c, cell := range row {
				setText(g.cells[at], cell.Text, cellInk(th, group, cell), q == 2 && group.Emphasis && !cell.Dim)
				r.text(g.cells[at], sizeNumber, ends[c], y+tableRow*float32(q+1))
				at++
			}
		}
	}
	canvas.Refresh(g)
}

func cellInk(th *look.Theme, group tableGroup, cell tableCell) color.NRGBA {
	switch {
	case cell.Dim:
		return th.Dim
	case group.Emphasis:
		return th.Text
	}
	return th.Muted
}

// cellAt is the figure under a point of the grid.
func (g *tableGrid) cellAt(p fyne.Position) tableCell {
	m, z := g.table.model, g.table.zoom()
	x, y := p.X/z, p.Y/z-g.head-5
	if y < 0 {
		return tableCell{}
	}
	group := int(y / tableGroupStep)
	q := int((y - float32(group)*tableGroupStep) / tableRow)
	if group >= len(m.Groups) || q > 2 {
		return tableCell{}
	}
	left := float32(-10)
	for c, end := range g.ends {
		if x > left && x <= end+4 && c < len(m.Groups[group].Rows[q]) {
			return m.Groups[group].Rows[q][c]
		}
		left = end + 4
	}
	return tableCell{}
}

// tipAt explains the figure under a point, or the word launch-bound in a
// group's heading.
func (g *tableGrid) tipAt(p fyne.Position) string {
	z := g.table.zoom()
	for i := range g.table.model.Groups {
		note := g.notes[i]
		at, size := note.Position(), note.Size()
		if p.X >= at.X && p.X <= at.X+size.Width && p.Y >= at.Y && p.Y <= at.Y+size.Height-2*z {
			term, _ := words.FindTerm("launch-bound")
			return term.Text
		}
	}
	return g.cellAt(p).Tip
}

func (g *tableGrid) MouseIn(e *desktop.MouseEvent) { g.MouseMoved(e) }

func (g *tableGrid) MouseMoved(e *desktop.MouseEvent) {
	if g.table.tip != nil {
		g.table.tip(g.tipAt(e.Position), e.AbsolutePosition)
	}
}

func (g *tableGrid) MouseOut() {
	if g.table.tip != nil {
		g.table.tip("", fyne.Position{})
	}
}

// tableMark is the mark before a row: constant a circle, global a square, the
// ratio a diamond; hollow for broadcast, filled for the others.
type tableMark struct {
	circle  *canvas.Circle
	square  *canvas.Rectangle
	diamond *canvas.ArbitraryPolygon
}

func newTableMark() *tableMark {
	m := &tableMark{circle: canvas.NewCircle(noColor), square: canvas.NewRectangle(noColor), diamond: &canvas.ArbitraryPolygon{}}
	m.diamond.NormalizedPoints = true
	m.diamond.Points = []fyne.Position{{X: .5}, {X: 1, Y: .5}, {X: .5, Y: 1}, {Y: .5}}
	return m
}

func (m *tableMark) objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{m.circle, m.square, m.diamond}
}

// draw shows the mark of quantity q with its middle at x, y.
func (m *tableMark) draw(r ruler, q int, x, y float32, ink color.NRGBA, filled bool, bg color.NRGBA) {
	fill := bg
	if filled {
		fill = ink
	}
	m.see(q)
	m.circle.StrokeWidth, m.diamond.StrokeWidth = 2*r.zoom(), 2*r.zoom()
	switch q {
	case 0:
		m.circle.FillColor, m.circle.StrokeColor = fill, ink
		r.place(m.circle, x-5, y-5, 10, 10)
		m.circle.Refresh()
	case 1:
		r.rect(m.square, fill, ink, 2, 1)
		r.place(m.square, x-4.5, y-4.5, 9, 9)
	case 2:
		m.diamond.FillColor, m.diamond.StrokeColor = fill, ink
		r.place(m.diamond, x-5.5, y-5.5, 11, 11)
		m.diamond.Refresh()
	}
}

// see shows the shape of quantity q alone; -1 hides all.
func (m *tableMark) see(q int) {
	show(m.circle, q == 0)
	show(m.square, q == 1)
	show(m.diamond, q == 2)
}
