package stage

import (
	"math/bits"

	"warpbill/plots/look"
	"warpbill/plots/words"
	"warpbill/sim"
)

// word is what one bank reads in one wavefront, and the lanes that share it.
type word struct {
	column, wide float64 // its bank, in columns of 4 bytes
	row          int     // from below: the wavefront that reads it, from 0
	address      *address
}

// bankTill draws shared memory: 32 banks side by side, in each the words that
// the lanes ask for one upon the other. A wavefront reads one row of them, so
// the highest stack is the number of wavefronts.
func (d *list) bankTill() {
	g := d.g
	top, height, strip := d.bankRoom()
	found := d.words()
	d.rect(g.columns-4, top-4, columnsOf*g.pitch+8, height+8, 9, noColor, d.th.Wait, 1.2)
	var full [sim.Banks]int
	for _, w := range found {
		full[int(w.column)]++
	}
	for b := range sim.Banks {
		d.bank(b, full[b] > 0, top, height, strip)
	}
	d.text(g.labels(), top+strip*.78, words.RowBank, g.xs, d.th.Muted, false, Trailing)
	d.label(top+strip+(height-strip)/2, words.RowWords(d.noun, d.second.Bill.StepCount()), g.sm)
	for i := range found {
		d.word(&found[i], top+strip, height-strip)
	}
	d.bankConnectors(found, top+height+5)
	d.lanes(g.globalLanes, d.bankLane)
}

// bankRoom is where the banks stand. They reach further down than trays do,
// because up to 32 words have to stand in one.
func (d *list) bankRoom() (top, height, strip float64) {
	top, height = d.block()
	height += (d.g.globalLanes - top - height) * .3
	return top, height, d.g.xs * 1.3
}

// wavefront is the one that serves a lane, from 1.
func (d *list) wavefront(lane int) int {
	for _, c := range d.second.Bill.Charges {
		if c.Lanes.Has(lane) {
			return c.Pass
		}
	}
	return 0
}

// words lists the words of every wavefront.
func (d *list) words() []word {
	a := &d.second.Bill.Access
	unit := uint64(max(a.Width, sim.BankBytes))
	var list []word
	for _, c := range d.second.Bill.Charges {
		for rest := c.Lanes; rest != 0; {
			lane := bits.TrailingZeros32(uint32(rest))
			at := a.Addr[lane] / unit
			for m := rest; m != 0; m &= m - 1 {
				if other := bits.TrailingZeros32(uint32(m)); a.Addr[other]/unit == at {
					rest &^= 1 << uint(other)
				}
			}
			wide := float64(unit) / sim.BankBytes
			list = append(list, word{
				column: float64(at * unit / sim.BankBytes % sim.Banks), wide: wide,
				row: c.Pass - 1, address: d.asked(lane),
			})
		}
	}
	return list
}

// bank draws one bank and its number.
func (d *list) bank(b int, used bool, top, height, strip float64) {
	g, th := d.g, d.th
	x := g.columns + float64(b)*g.pitch + 1
	lit := used && d.charged
	if !lit {
		d.rect(x, top, g.pitch-2, height, 4, noColor, th.Hair, 1.2)
	} else {
		e := d.motion.tray
		d.rect(x, top, g.pitch-2, height, 4, look.Mix(th.Bg, th.TrayFill(), e), look.Mix(th.Hair, th.Glob, e), 1.2)
	}
	name := d.text(g.center(float64(b)), top+strip*.78, itoa(uint64(b)), g.xs, th.Muted, lit && d.motion.tray >= .5, Center)
	if name.Bold {
		name.Fill = th.Text
	}
}

// word draws one word in its bank: hollow before its wavefront, lit in it,
// solid afterwards.
func (d *list) word(w *word, top, height float64) {
	g, th, a := d.g, d.th, w.address
	rows := max(d.second.Bill.StepCount(), 1)
	h := min(g.tapHeight, height/float64(rows))
	gap := min(2, h*.15)
	x, y := g.columns+w.column*g.pitch+2.5, top+height-g.pad*.5-float64(w.row+1)*h
	st := d.stepStanding(w.row + 1)
	width := w.wide*g.pitch - 5
	size := min(d.tapSize, (h-gap)/1.15)
	numbered := size >= g.xs && !d.split && !d.unlabeled
	cell := d.rect(x, y+gap, width, h-gap, min(3, h/3), look.Mix(th.Bg, a.fill, st.filled), a.edge, min(1, h*.1))
	switch {
	case st.lifted > 0:
		cell.Stroke, cell.StrokeWidth = look.Fade(th.Hi, st.lifted), g.nowStroke
	case st.filled == 0 && numbered:
		cell.Hidden = true
	case st.filled == 0:
		cell.Fill, cell.Stroke = look.Mix(th.Bg, a.fill, .3), noColor
	}
	if !numbered {
		return
	}
	d.stripe(x+2.5, y+h-g.foot-1, width-5, g.foot, a).Hidden = st.filled > 0
	ink, bold, dy := th.Muted, st.filled >= .5, -g.foot*.55
	if bold {
		ink, dy = a.ink, 0
	} else if d.charged {
		ink = th.Text // on the fill of a bank in use
	}
	d.text(x+width/2, y+gap+(h-gap)/2+size*.36+dy, a.label, size, ink, bold, Center)
}

// stepStanding is how what a step of the lower till reads stands.
func (d *list) stepStanding(step int) standing {
	switch {
	case d.pass < step || d.pass == 0:
		return standing{}
	case d.pass == step:
		return standing{d.tap, d.tap * (1 - d.last)}
	case d.pass == step+1:
		return standing{1, 1 - d.previous}
	}
	return standing{1, 0}
}

// bankLane is how a lane of shared memory stands.
func (d *list) bankLane(lane int) standing {
	step := d.wavefront(lane)
	if d.pass == step && d.pass > 0 {
		return standing{d.served, d.served * (1 - d.last)}
	}
	return d.stepStanding(step)
}

// bankConnectors draws a line from the bank to each lane that was served.
func (d *list) bankConnectors(found []word, bottom float64) {
	g := d.g
	for _, w := range found {
		for lane := range sim.WarpSize {
			if d.asked(lane) != w.address || d.wavefront(lane) != w.row+1 {
				continue
			}
			st := d.bankLane(lane)
			width := g.settledLine + (g.nowLine-g.settledLine)*st.lifted
			c := look.Fade(w.address.fill, (.75+.25*st.lifted)*min(st.filled, 1))
			end := g.globalLanes - 1 - (g.lift-1)*st.lifted
			d.line(g.columns+(w.column+w.wide/2)*g.pitch, bottom, g.center(float64(lane)), end, c, width).Hidden = st.filled == 0
		}
	}
}
