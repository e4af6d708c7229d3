package stage

import (
	"cmp"
	"slices"
	"strings"

	"warpbill/plots/look"
	"warpbill/plots/words"
	"warpbill/sim"
)

// sectorsOf is the number of sectors in a 128-byte line.
const sectorsOf = sim.LineBytes / sim.SectorBytes

// trayTill draws global memory: elements in trays of 32 bytes, because it
// charges for each of them.
func (d *list) trayTill() {
	g := d.g
	top, strip := d.trayTop()
	height := d.rowsHeight() + strip + g.pad
	frame := height + 8
	if len(d.lines) > 1 {
		frame -= g.pad
	}
	d.globalLabels(top, strip)
	d.rect(g.columns-4, top-strip-4, columnsOf*g.pitch+8, frame, 9, noColor, d.th.Wait, 1.2)
	if d.second.Path.ID == "l2-window" {
		d.kept(top-strip-4, frame)
	}
	for row, line := range d.lines {
		for q := range sectorsOf {
			d.tray(row, q, line*sectorsOf+uint64(q), top, strip, height)
		}
	}
	d.elements(top)
	d.globalConnectors(top)
	d.lanes(g.globalLanes, d.together)
}

// trayTop is the top of the first row of elements and the height of the strip
// of sector names above it, which only a single line has room for.
func (d *list) trayTop() (top, strip float64) {
	if len(d.lines) > 1 {
		return d.g.globalTaps - d.g.strip*.55, 0
	}
	return d.g.globalTaps, d.g.strip
}

func (d *list) globalLabels(top, strip float64) {
	g := d.g
	if len(d.lines) == 1 {
		name := words.RowLine
		switch {
		case d.second.Path.ID == "l2-window":
			name = words.RowKept
		case d.lines[0] > 0:
			name = words.LineName(d.lines[0])
		}
		d.text(g.labels(), top-strip*.28, name, g.xs, d.th.Muted, false, Trailing)
		d.label(top+d.cellH/2, d.second.RowTaps(d.noun), g.sm)
		return
	}
	middle := func(row int) float64 { return top + d.rowTop(row) + d.cellH/2 }
	last := len(d.lines) - 1
	if d.cellH+d.rowGap >= g.xs {
		for row, line := range d.lines {
			d.label(middle(row), words.LineName(line), g.xs)
		}
		return
	}
	// Too many rows for a name each: the first, the last, and what is between.
	height := middle(last) - middle(0)
	spread := max(height, 2*g.xs)
	start := middle(0) - (spread-height)/2
	between, end := words.LinesBetween(d.lines[last], d.hidden), words.LineName(d.lines[last])
	if d.hidden > 0 {
		end = words.MoreLines(d.hidden)
		if look.TextWidth(end, g.xs, false) > g.labels() {
			end = strings.TrimPrefix(end, "and ")
		}
	}
	d.label(start, words.LineName(d.lines[0]), g.xs)
	d.label(start+spread/2, between, g.xs)
	d.label(start+spread, end, g.xs)
}

// moved says whether a sector is on the bill, whose charges are in the order
// of their addresses.
func (d *list) moved(sector uint64) bool {
	_, found := slices.BinarySearchFunc(d.second.Bill.Charges, sector, func(c sim.Charge, sector uint64) int {
		return cmp.Compare(c.Base/sim.SectorBytes, sector)
	})
	return found
}

// tray draws one sector of a line.
func (d *list) tray(row, q int, sector uint64, top, strip, height float64) {
	g, th := d.g, d.th
	single := len(d.lines) == 1
	x, w := g.columns+8*float64(q)*g.pitch+1, 8*g.pitch-2
	y, h, inset, radius, thick := top+d.rowTop(row)-strip, d.cellH, 0., min(4, d.cellH/3), min(g.trayStroke, d.cellH*.2)
	if single {
		h, inset, radius, thick = height, 1, 6, g.trayStroke
	}
	mv := d.moved(sector) && d.charged
	if mv {
		e := d.motion.tray
		inset *= e
		d.rect(x+e, y+inset, w-2*e, h-2*inset, radius, look.Mix(th.Bg, th.TrayFill(), e), look.Mix(th.Hair, th.Glob, e), min(1.2, thick)+(thick-min(1.2, thick))*e)
	} else {
		d.rect(x, y, w, h, radius, noColor, th.Hair, 1.2)
	}
	if !single {
		return
	}
	lit := mv && d.motion.tray >= .5
	name := d.text(x+9, top-strip*.28, words.SectorName(sector), g.sm, th.Muted, lit, Leading)
	if lit {
		name.Fill = th.Text
	}
	if d.moved(sector) {
		d.check(x+w-max(16, 10.5*g.sm/13), top-strip*.48, g.sm/13, !mv)
	}
}

// check is the mark of a sector that was moved. The font has none.
func (d *list) check(x, y, k float64, hidden bool) {
	c := look.Fade(d.th.Text, d.motion.tray)
	d.line(x-5*k, y, x-1.5*k, y+4*k, c, 2.4*k).Hidden = hidden
	d.line(x-1.5*k, y+4*k, x+5.5*k, y-5*k, c, 2.4*k).Hidden = hidden
}

// elements draws the numbers and cells in the trays. Where they are too low
// or too narrow for numbers, only what is asked for is drawn.
func (d *list) elements(top float64) {
	perLine := uint64(sim.LineBytes / d.width())
	next := 0
	for row, line := range d.lines {
		y := top + d.rowTop(row)
		for e := line * perLine; e < (line+1)*perLine; e++ {
			for next < len(d.addresses) && d.addresses[next].element < e {
				next++
			}
			if next < len(d.addresses) && d.addresses[next].element == e {
				d.askedElement(&d.addresses[next], y)
				continue
			}
			if d.numbered {
				d.idleElement(e, y)
			}
		}
	}
}

// idleElement is the number of an element that nobody asks for; in a moved
// sector it came along unused.
func (d *list) idleElement(e uint64, y float64) {
	at, wide := d.column(e)
	c := d.th.Dim
	if d.charged && d.motion.tray >= .5 && d.moved(e*uint64(d.width())/sim.SectorBytes) {
		c = d.th.Text
	}
	x := d.g.columns + (at+wide/2)*d.g.pitch
	d.text(x, y+d.cellH/2+d.tapSize*.36, itoa(e), d.tapSize, c, false, Center)
}

// askedElement is an element that some lane asks for: solid once moved.
func (d *list) askedElement(a *address, y float64) {
	g, th := d.g, d.th
	at, wide := d.column(a.element)
	x, w := g.columns+at*g.pitch, wide*g.pitch
	single := len(d.lines) == 1
	side, inset := min(3, w*.15), 0.
	if !single {
		inset = min(3, d.cellH*.2)
	}
	if len(a.label) > 2 && single {
		side = min(1.5, side)
	}
	fill := 0.
	if d.charged {
		fill = d.motion.tray
	}
	cell := d.rect(x+side, y+inset, w-2*side, d.cellH-2*inset, 3, look.Fade(a.fill, fill), look.Fade(a.edge, fill), 1)
	cell.Hidden = fill == 0
	lit := fill >= .5
	if single {
		d.rect(x+5, y+d.cellH-g.foot-2, w-10, g.foot, g.foot/2, a.fill, noColor, 0).Hidden = fill > 0
	}
	if !d.numbered {
		return
	}
	ink, dy := th.Muted, 0.
	if lit {
		ink = a.ink
	} else if single {
		dy = -g.foot * .55
	}
	d.text(x+w/2, y+d.cellH/2+d.tapSize*.36+dy, a.label, d.tapSize, ink, lit, Center)
}

// globalConnectors draws a line from the frame below each element to the
// lanes that asked for it, all of them at once.
func (d *list) globalConnectors(top float64) {
	g := d.g
	bottom := top + d.rowsHeight() + 5
	if len(d.lines) == 1 {
		bottom = top + d.rowsHeight() + g.pad + 1
	}
	live := 1 - d.allDone
	width := g.settledLine + (g.nowLine*.8-g.settledLine)*live
	alpha := .75 + .25*live
	for lane, i := range d.of {
		if i < 0 {
			continue
		}
		a := &d.addresses[i]
		at, wide := d.column(a.element)
		end := g.globalLanes - 1 - (g.lift-1)*d.all*live
		c := d.line(g.columns+(at+wide/2)*g.pitch, bottom, g.center(float64(lane)), end, look.Fade(a.fill, alpha*d.reach), width)
		c.Hidden = !d.charged || d.reach == 0
	}
}
