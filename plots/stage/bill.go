package stage

import (
	"image/color"
	"strconv"

	"warpbill/plots/look"
	"warpbill/plots/words"
	"warpbill/sim"
)

// bill draws what is charged: two lines of a receipt, and a tape for each
// till with a column for each charge.
func (d *list) bill() {
	g, s, th := d.g, d.s, d.th
	d.billMark()
	d.head(g.billHead, words.BillName, d.billRule())
	d.receipt(g.receipt1, true, words.ConstantReceipt(&s.Constant, d.pass),
		words.ConstantReceipt(&s.Constant, d.passes).Amount, words.ConstantReceipt(&s.Constant, 0).Amount)
	d.receipt(g.receipt2, false, d.second.Receipt(d.pass),
		d.second.Receipt(d.passes).Amount, d.second.Receipt(0).Amount)

	x := g.labels()
	d.circle(x-g.md*.36, g.tape1+g.tape/2, g.md*.34, th.Const)
	d.rect(x-g.md*.68, g.tape2+g.tape/2-g.md*.32, g.md*.64, g.md*.64, 1.5, th.Glob, noColor, 0)
	d.constantTape()
	d.secondTape()
	d.axis()
	d.playhead()
}

// billMark is the small receipt beside the bill's name.
func (d *list) billMark() {
	g, th := d.g, d.th
	x, y, z := g.left, g.billHead, g.lg
	d.rect(x+z*.12, y-z*.78, z*.48, z*.84, 1, th.Paper, th.PaperEdge, 1)
	for i := range 3 {
		at := y - z*(.6-.2*float64(i))
		d.line(x+z*.22, at, x+z*.5, at, th.Ink, z*.06)
	}
}

// receipt is one line of the bill with dots that lead to the amount. The dots
// leave room for the amounts at both ends of the run, so that they never
// change.
func (d *list) receipt(y float64, constant bool, r words.Receipt, amounts ...string) {
	g, th := d.g, d.th
	widest := 0.
	for _, a := range amounts {
		widest = max(widest, look.TextWidth(a, g.md, true))
	}
	if constant {
		d.circle(g.left+g.md*.4, y-g.md*.36, g.md*.34, th.Const)
	} else {
		d.rect(g.left+g.md*.08, y-g.md*.68, g.md*.64, g.md*.64, 1.5, th.Glob, noColor, 0)
	}
	d.text(g.left+g.md*1.1, y, r.Name, g.md, th.Text, false, Leading)
	x := g.left + g.md*2 + look.TextWidth("Constant", g.md, false)
	d.text(x, y, r.How, g.md, th.Text, false, Leading)
	from := x + look.TextWidth(r.How, g.md, false) + g.md*.7
	to := g.right() - widest - g.md*.7
	d.text(to, y, leader(to-from, g.md), g.md, th.Muted, false, Trailing)
	d.text(g.right(), y, r.Amount, g.md, th.Text, true, Trailing)
}

// leader is as many dots as fit the width.
func leader(width, size float64) string {
	const dot = ".  "
	n := int(width / look.TextWidth(dot, size, false))
	if n < 1 {
		return ""
	}
	b := make([]byte, 0, n*len(dot))
	for range n {
		b = append(b, dot...)
	}
	return string(b[:len(b)-2])
}

// tapeRow is one row of a tape: where it stands and how many charges it has
// room for.
type tapeRow struct{ y, height float64 }

// constantRows are the rows of the constant tape: one, or two lower ones when
// there are more charges than columns.
func (d *list) constantRows() []tapeRow {
	g := d.g
	if d.passes <= columnsOf {
		return []tapeRow{{g.tape1, g.tape}}
	}
	h := (g.tape - 2) / 2
	return []tapeRow{{g.tape1, h}, {g.tape1 + h + 2, h}}
}

func (d *list) constantTape() {
	g, th := d.g, d.th
	rows := d.constantRows()
	for i := range d.passes {
		r := rows[min(i/columnsOf, len(rows)-1)]
		x := g.columns + float64(i%columnsOf)*g.pitch
		d.rect(x+1.5, r.y+.6, g.pitch-3, r.height-1.2, 2, noColor, th.Wait, 1.2).Hidden = d.printed >= float64(i+1)
	}
	size := d.laneSize
	if len(rows) > 1 {
		size = min(size, rows[0].height*.95)
	}
	for n, r := range rows {
		printed := min(max(d.printed-float64(n*columnsOf), 0), columnsOf)
		d.paper(r, printed)
		for i := n * columnsOf; i < min(d.passes, (n+1)*columnsOf); i++ {
			a := &d.addresses[d.charges[i]]
			edge := look.Mix(a.fill, color.NRGBA{A: 255}, .45)
			d.chip(r, i-n*columnsOf, printed, a.label, size, a.fill, edge, a.ink)
		}
	}
	last := rows[len(rows)-1]
	d.torn(last, float64(d.passes-(len(rows)-1)*columnsOf), !d.settled)
}

// globalTape prints all of its sectors together: the paper comes out over its
// whole width, because they are one request.
func (d *list) globalTape() {
	g := d.g
	full := tapeRow{g.tape2, g.tape}
	out := tapeRow{g.tape2, g.tape * d.stub}
	n := d.second.Bill.Units()
	d.paper(out, float64(n)).Hidden = !d.charged || n == 0
	white := color.NRGBA{R: 255, G: 255, B: 255, A: 255}
	for i := range min(n, columnsOf) {
		label := itoa(d.second.Bill.Charges[i].Base / sim.SectorBytes)
		printed := 0.
		if d.charged && d.stub >= .85 {
			printed = float64(n)
		}
		d.chip(full, i, printed, label, d.laneSize, d.th.SectorInk, noColor, white)
	}
	d.torn(full, float64(n), !d.charged || d.stub < 1)
}

// paper is the printed part of a tape.
func (d *list) paper(r tapeRow, printed float64) *Shape {
	edge := noColor
	if !d.th.Dark() {
		edge = d.th.PaperEdge
	}
	paper := d.rect(d.g.columns, r.y, printed*d.g.pitch, r.height, 1.5, d.th.Paper, edge, 1)
	paper.Hidden = printed == 0
	return paper
}

// chip is one charge on a tape, as far as it is printed. Its number appears
// once all of it is.
func (d *list) chip(r tapeRow, i int, printed float64, label string, size float64, fill, edge, ink color.NRGBA) {
	g := d.g
	x, m := g.columns+float64(i)*g.pitch, r.height*.13
	if d.split {
		m = r.height * .05
	}
	w := min(g.pitch-4, (printed-float64(i))*g.pitch-2)
	d.rect(x+2, r.y+m, w, r.height-2*m, 2, fill, edge, .8).Hidden = w <= 0
	low := d.split && r.height < 2*size // no room for two lines
	d.number(x+g.pitch/2, r.y+r.height/2, label, size, ink, true, low || printed < float64(i)+.85)
}

// torn is the edge at which a finished tape was torn off.
func (d *list) torn(r tapeRow, charges float64, hidden bool) {
	n := max(4, int(r.height/5.5))
	x := d.g.columns + charges*d.g.pitch
	for i := range n {
		y := r.y + r.height*(float64(i)+.5)/float64(n)
		d.circle(x+.6, y, r.height/float64(n)*.34, d.th.Bg).Hidden = hidden || charges == 0
	}
}

// axis counts charges. It runs from 0 to 32 for every pattern.
func (d *list) axis() {
	g, th := d.g, d.th
	y := d.axisTop()
	d.line(g.columns, y, g.right(), y, th.Line, 1.2)
	for k := 0; k <= columnsOf; k += 4 {
		x := g.columns + float64(k)*g.pitch
		d.line(x, y, x, y+5, th.Line, 1.2)
		d.text(x, y+9+g.xs, strconv.Itoa(k), g.xs, th.Muted, false, Center)
	}
	d.text(g.labels(), y+9+g.xs, words.RowCharged, g.sm, th.Muted, false, Trailing)
}

func (d *list) axisTop() float64 { return d.g.tape2 + d.g.tape + 7 }

// playhead marks how far the constant tape is printed.
func (d *list) playhead() {
	g := d.g
	rows := d.constantRows()
	printed, r := d.printed, rows[0]
	if printed > columnsOf && len(rows) > 1 {
		printed, r = printed-columnsOf, rows[1]
	}
	x, y := g.columns+printed*g.pitch, d.axisTop()
	hidden := d.pass == 0 || d.settled
	d.line(x, r.y-3, x, y, d.th.Text, 2).Hidden = hidden
	d.add(Shape{Kind: Triangle, X: x - 5, Y: y, W: 10, H: 8, Fill: d.th.Text, Tip: TipUp, Hidden: hidden})
}
