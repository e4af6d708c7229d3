package stage

import (
	"image/color"

	"warpbill/plots/look"
	"warpbill/plots/words"
)

var noColor = color.NRGBA{}

// constantTill draws constant memory: taps that stand alone, because it
// charges for each address.
func (d *list) constantTill() {
	g, s := d.g, d.s
	y := g.constantHead
	d.circle(g.left+g.lg*.36, y-g.lg*.36, g.lg*.36, d.th.Const)
	d.head(y, words.ConstantName, words.ConstantRule(&s.Constant))
	number, rest := words.PassCounter(&s.Constant, d.pass, d.settled)
	d.counter(y, number, rest)
	d.label(g.constantTaps+d.constantHeight()/2, words.RowTaps(d.noun), g.sm)
	d.constantConnectors()
	if d.columns {
		for i := range d.addresses {
			d.askedTap(&d.addresses[i], float64(i), g.constantTaps, g.tapHeight, d.laneSize, true)
		}
	} else {
		d.tapRows()
	}
	d.lanes(g.constantLanes, d.constantLane)
}

// constantHeight is the height of the constant till's rows of taps.
func (d *list) constantHeight() float64 {
	if d.columns {
		return d.g.tapHeight
	}
	return d.rowsHeight()
}

// tapPlace is the column and the row of an address in the constant till.
func (d *list) tapPlace(i int) (column float64, row int) {
	if d.columns {
		return float64(i), 0
	}
	e := d.addresses[i].element
	return float64(e % columnsOf), d.rowOf(d.lineOf(e))
}

// tapRows draws the rows of 32 taps, with those that nobody asks for.
func (d *list) tapRows() {
	g, next := d.g, 0
	for row, line := range d.lines {
		y := g.constantTaps + d.rowTop(row)
		for column := range columnsOf {
			e := line*columnsOf + uint64(column)
			if next < len(d.addresses) && d.addresses[next].element == e {
				d.askedTap(&d.addresses[next], float64(column), y, d.cellH, d.tapSize, d.numbered)
				next++
				continue
			}
			if d.numbered {
				d.text(g.center(float64(column)), y+d.cellH/2+d.tapSize*.36, itoa(e), d.tapSize, d.th.Dim, false, Center)
			}
		}
	}
}

// askedTap draws a tap that some lane asks for, in the state of the moment:
// a number with a stripe before it is read, a lit cell while it is, a light
// box afterwards.
func (d *list) askedTap(a *address, column, y, h, size float64, numbered bool) {
	g, th := d.g, d.th
	x, w := g.columns+column*g.pitch+2.5, g.pitch-5
	lit := d.tapLight(a)
	low := len(d.lines) > 1 && !d.columns
	foot, rise := Shape{Kind: Rect, X: x + 2.5, Y: y + h - g.foot - 2, W: w - 5, H: g.foot}, g.foot*.55
	if low {
		foot.Y, foot.H, rise = y+h-2, 2, 1
	}
	ink, bold, dy := th.Muted, false, -rise
	switch {
	case lit.filled == 0:
		d.rect(x, y, w, h, g.radius, noColor, noColor, 0).Hidden = true
	case lit.lifted == 0 && lit.filled < 1:
		d.rect(x+.6, y+.6, w-1.2, h-1.2, g.radius, look.Mix(th.Bg, a.fill, readFill), a.fill, 1.4)
		ink, dy = th.Text, 0
	default:
		d.solid(x, y, w, h+g.lift*lit.lifted, 2*lit.lifted, a, lit)
		ink, bold, dy = th.Text, lit.filled >= .5, g.lift/2*lit.lifted
		if bold {
			ink = a.ink
		}
	}
	d.stripe(foot.X, foot.Y, foot.W, foot.H, a).Hidden = lit.filled > 0
	if numbered {
		d.number(x+w/2, y+h/2+dy, a.label, size, ink, bold, false)
	}
}

// readFill is how much of its colour a tap keeps after it was read.
const readFill = .28

// chargeOf is the address that a pass reads.
func (d *list) chargeOf(pass int) *address {
	if pass < 1 || pass > min(d.passes, len(d.charges)) {
		return nil
	}
	return &d.addresses[d.charges[pass-1]]
}

// tapLight is how far a tap is lit: not at all before it is read, filled and
// lifted while it is, a little filled afterwards. The only tap of a settled
// bill stays filled.
func (d *list) tapLight(a *address) standing {
	lifted := 0.
	switch {
	case d.pass == 0 || a.first == 0 || a.first > d.pass:
		return standing{}
	case d.chargeOf(d.pass) == a:
		lifted = d.tap * (1 - d.last)
		if a.first == d.pass && d.tap < 1 {
			return standing{d.tap, lifted}
		}
	case d.chargeOf(d.pass-1) == a:
		lifted = 1 - d.previous
	}
	if d.settled && len(d.addresses) == 1 {
		return standing{1, lifted}
	}
	return standing{readFill + (1-readFill)*lifted, lifted}
}

// constantLane is how a lane of the constant till stands.
func (d *list) constantLane(lane int) standing {
	a := &d.addresses[d.of[lane]]
	switch {
	case d.pass == 0 || a.first > d.pass:
		return standing{}
	case d.chargeOf(d.pass) == a:
		return standing{d.served, d.served * (1 - d.last)}
	case d.chargeOf(d.pass-1) == a && a.last < d.pass:
		return standing{1, 1 - d.previous}
	case d.chargeOf(d.pass-1) == a:
		return standing{1 - d.previous, 1 - d.previous}
	case a.last < d.pass:
		return standing{1, 0}
	}
	return standing{}
}

// constantConnectors draws a line from each tap that was read to the lanes
// that it served, those of the pass under way on top.
func (d *list) constantConnectors() {
	g := d.g
	bottom := g.constantTaps + d.constantHeight() + 1
	for lane, at := range d.of {
		if at < 0 {
			continue
		}
		a := &d.addresses[at]
		column, _ := d.tapPlace(at)
		width, alpha, seen := d.pastConnector(a)
		c := d.line(g.center(column), bottom, g.center(float64(lane)), g.constantLanes-1, look.Fade(a.fill, alpha), width)
		c.Hidden = !seen
	}
	d.nowConnectors()
}

// pastConnector is how the lines of an address look once they are no longer
// those of the pass under way.
func (d *list) pastConnector(a *address) (width, alpha float64, seen bool) {
	g := d.g
	width, alpha = g.pastLine, .45
	if d.settled {
		width += (g.settledLine - g.pastLine) * d.last
		alpha += (.75 - .45) * d.last
	}
	switch a {
	case d.chargeOf(d.pass):
		return width, alpha, d.last == 1 || a.first < d.pass
	case d.chargeOf(d.pass - 1):
		width += (g.nowLine - g.pastLine) * (1 - d.previous)
		alpha += (1 - .45) * (1 - d.previous)
	}
	return width, alpha, a.first > 0 && a.first <= d.pass
}

// nowConnectors draws the lines of the pass under way. As many lines as the
// busiest tap has lanes are always in the list.
func (d *list) nowConnectors() {
	g := d.g
	most := 0
	for i := range d.addresses {
		most = max(most, d.addresses[i].lanes.Count())
	}
	var lanes []int
	var x, y float64
	a := d.chargeOf(d.pass)
	if a != nil && d.last < 1 {
		lanes = a.lanes.Lanes()
		column, row := d.tapPlace(int(d.charges[d.pass-1]))
		x, y = g.center(column), g.constantTaps+g.lift*d.tap*(1-d.last)+d.cellBottom(row)
	}
	width := g.nowLine + (g.settledLine-g.nowLine)*d.last
	for i := range most {
		if i >= len(lanes) {
			d.line(0, 0, 0, 0, noColor, 1).Hidden = true
			continue
		}
		c := look.Fade(a.fill, d.connector*(1-.25*d.last))
		d.line(x, y, g.center(float64(lanes[i])), g.constantLanes-g.lift*d.served*(1-d.last), c, width).Hidden = d.connector == 0
	}
}

// cellBottom is the lower edge of a row's cells, from the top of the taps.
func (d *list) cellBottom(row int) float64 {
	if d.columns {
		return d.g.tapHeight
	}
	return d.rowTop(row) + d.cellH
}
