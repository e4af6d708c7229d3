package stage

import (
	"image/color"
	"strconv"

	"warpbill/plots/look"
	"warpbill/plots/words"
)

// secondTill draws the lower till: the path that is compared with constant
// memory, in the way in which it charges.
func (d *list) secondTill() {
	d.secondHead()
	if d.second.Problem != "" {
		d.closedTill()
		return
	}
	switch d.second.Kind() {
	case words.Banks:
		d.bankTill()
	case words.Operand:
		d.operandTill()
	case words.Blocked:
		d.blockedTill()
	case words.Copy:
		d.copyTill()
	default:
		d.trayTill()
	}
}

func (d *list) secondHead() {
	g, y := d.g, d.g.globalHead
	d.rect(g.left+g.lg*.03, y-g.lg*.69, g.lg*.66, g.lg*.66, 2, d.th.Glob, noColor, 0)
	name, rule := d.secondName(), d.second.Rule()
	if d.s.Choosing {
		x := g.left + g.lg*1.08 + look.TextWidth(name, g.lg, true)
		d.add(Shape{Kind: Triangle, X: x + g.lg*.4, Y: y - g.lg*.46, W: g.lg * .6, H: g.lg * .36, Fill: d.th.Muted, Tip: TipDown})
		d.text(g.left+g.lg*1.08, y, name, g.lg, d.th.Text, true, Leading)
		d.text(x+g.lg+g.md*.8, y, rule, g.md, d.th.Muted, false, Leading)
	} else {
		d.head(y, name, rule)
	}
	d.counter(y, d.second.Counter(d.pass, d.settled)...)
}

func (d *list) secondName() string { return words.NamesOf(d.second.Path.ID).Till }

// together is how a lane stands when one request serves all of them.
func (d *list) together(int) standing {
	if !d.charged {
		return standing{}
	}
	return standing{d.all, d.all * (1 - d.allDone)}
}

// plain is what stands in a cell that shows no address of the pattern.
func (d *list) plain(label string, fill color.NRGBA) *address {
	a := &address{label: label, fill: fill, ink: look.On(fill)}
	if !d.th.Dark() {
		a.edge = look.Mix(fill, color.NRGBA{A: 255}, .30)
	}
	return a
}

// plainLanes draws the lanes with numbers of their own, up to the highest one
// whatever the pattern's are.
func (d *list) plainLanes(label string, highest uint64, in func(lane int) *address) {
	l := *d.layout
	defer func() { *d.layout = l }()
	d.split, d.unlabeled = false, false
	d.laneSize = d.fit(d.g.cell, highest, d.g.pitch*room)
	d.laneRow(d.g.globalLanes, label, in, d.together)
}

// block is the room of the lower till above its connectors: where trays
// stand with their names, or what is drawn in their place.
func (d *list) block() (top, height float64) {
	g := d.g
	return g.globalTaps - g.strip, g.strip + g.tapHeight + g.pad
}

// panel is a part of a till as wide as some columns: a hairline box before it
// is used, filled and outlined once it is.
func (d *list) panel(column, columns, y, h, radius float64, used bool) {
	th, e := d.th, d.motion.tray
	x, w := d.g.columns+column*d.g.pitch+1, columns*d.g.pitch-2
	if !used || !d.charged {
		d.rect(x, y, w, h, radius, noColor, th.Hair, 1.2)
		return
	}
	d.rect(x+e, y+e, w-2*e, h-2*e, radius, look.Mix(th.Bg, th.TrayFill(), e), look.Mix(th.Hair, th.Glob, e), 1.2+(d.g.trayStroke-1.2)*e)
}

// closedTill says why the path cannot serve the load. Its lanes wait for ever.
func (d *list) closedTill() {
	g := d.g
	top, h := d.block()
	d.rect(g.columns-4, top-4, columnsOf*g.pitch+8, h+8, 9, noColor, d.th.Wait, 1.2)
	line, rest := wrap(d.second.Problem, g.md, columnsOf*g.pitch-2*g.md)
	y := top + h/2 + g.md*.36
	if rest != "" {
		y -= g.md * .68
		d.text(g.columns+g.md, y+g.md*1.36, rest, g.md, d.th.Text, false, Leading)
	}
	d.text(g.columns+g.md, y, line, g.md, d.th.Text, false, Leading)
	d.lanes(g.globalLanes, func(int) standing { return standing{} })
}

// kept is the frame round the lines that stay in L2, outside the frame of the
// line itself. The till's name says what it is.
func (d *list) kept(top, frame float64) {
	g := d.g
	d.rect(g.columns-7.5, top-3.5, columnsOf*g.pitch+15, frame+7, 12, noColor, d.th.Text, 1.6)
}

// billRule is what a column of the tapes is, or the time of a settled bill
// where prices are known.
func (d *list) billRule() string {
	if d.s.Price != "" && d.settled {
		return d.s.Price
	}
	return d.second.UnitRule()
}

// secondTape is the lower tape: all sectors of a request together, or one
// wavefront after another.
func (d *list) secondTape() {
	switch d.second.Kind() {
	case words.Banks:
		d.wavefrontTape()
	case words.Operand, words.Blocked: // no load: nothing is printed
	case words.Copy:
		d.copyTape()
	default:
		d.globalTape()
	}
}

func (d *list) wavefrontTape() {
	g, th := d.g, d.th
	n, r := min(d.second.Bill.Units(), columnsOf), tapeRow{g.tape2, g.tape}
	printed := min(d.printed, float64(n))
	for i := range n {
		x := g.columns + float64(i)*g.pitch
		d.rect(x+1.5, r.y+.6, g.pitch-3, r.height-1.2, 2, noColor, th.Wait, 1.2).Hidden = printed >= float64(i+1)
	}
	d.paper(r, printed)
	white := color.NRGBA{R: 255, G: 255, B: 255, A: 255}
	for i := range n {
		d.chip(r, i, printed, strconv.Itoa(i+1), d.laneSize, th.SectorInk, noColor, white)
	}
	d.torn(r, float64(n), !d.second.Done(d.pass, d.settled))
}

// PathBox is the box round the lower till's name and the mark of its menu.
func PathBox(g Geometry, s Scene) Box {
	w := look.TextWidth(words.NamesOf(s.Second.Path.ID).Till, g.lg, true)
	return Box{X: g.left - 2, Y: g.globalHead - g.lg, W: w + g.lg*2.2, H: g.lg * 1.4}
}

// PathAt says whether a point is on the lower till's name, which opens the
// menu of paths where it has the mark of one.
func PathAt(g Geometry, s Scene, x, y float64) bool {
	b := PathBox(g, s)
	return s.Choosing && x >= b.X && x <= b.X+b.W && y >= b.Y && y <= b.Y+b.H
}
