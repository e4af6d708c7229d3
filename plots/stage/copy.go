package stage

import (
	"image/color"
	"strconv"

	"warpbill/plots/look"
	"warpbill/plots/words"
	"warpbill/sim"
)

// copyTill draws the copy: the sectors that a warp reads and, under them,
// those that it writes. Nothing else is charged, so this is the limit.
func (d *list) copyTill() {
	g, th := d.g, d.th
	top, h := d.block()
	h += (g.globalLanes - top - h) * .3
	row := (h - 3) / 2
	for i, name := range []string{words.RowIn, words.RowOut} {
		y := top + float64(i)*(row+3)
		d.label(y+row/2, name, g.sm)
		for q, c := range d.second.Bill.Charges {
			d.panel(8*float64(q), 8, y, row, 6, true)
			name := d.text(g.columns+8*float64(q)*g.pitch+10, y+row/2+g.sm*.36, words.SectorName(c.Base/sim.SectorBytes), g.sm, th.Muted, d.charged && d.motion.tray >= .5, Leading)
			if name.Bold {
				name.Fill = th.Text
			}
			d.check(g.columns+8*float64(q+1)*g.pitch-2-max(16, 10.5*g.sm/13), y+row/2, g.sm/13, !name.Bold)
		}
	}
	for lane := range sim.WarpSize {
		c := d.line(g.center(float64(lane)), top+h+1, g.center(float64(lane)), g.globalLanes-1, look.Fade(th.Glob, .75*d.reach), g.settledLine)
		c.Hidden = !d.charged || d.reach == 0
	}
	d.plainLanes(words.RowCopies, sim.WarpSize-1, func(lane int) *address { return d.plain(strconv.Itoa(lane), th.Glob) })
}

// copyTape prints the sectors read and then those written, all at once.
func (d *list) copyTape() {
	g := d.g
	in := d.second.Bill.Charges
	n := 2 * len(in)
	d.paper(tapeRow{g.tape2, g.tape * d.stub}, float64(n)).Hidden = !d.charged || n == 0
	white := color.NRGBA{R: 255, G: 255, B: 255, A: 255}
	for i := range n {
		printed := 0.
		if d.charged && d.stub >= .85 {
			printed = float64(n)
		}
		d.chip(tapeRow{g.tape2, g.tape}, i, printed, itoa(in[i%len(in)].Base/sim.SectorBytes), d.laneSize, d.th.SectorInk, noColor, white)
	}
	d.torn(tapeRow{g.tape2, g.tape}, float64(n), !d.charged || d.stub < 1)
}
