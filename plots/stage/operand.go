package stage

import (
	"fmt"
	"strconv"

	"warpbill/plots/look"
	"warpbill/plots/words"
	"warpbill/sim"
)

// fixedTap is the tap that a compiled index names: the one that all lanes ask
// for, else tap k of the loop.
func (d *list) fixedTap() int {
	if len(d.addresses) == 1 && d.addresses[0].element < sim.FilterTaps {
		return int(d.addresses[0].element)
	}
	return d.s.Tap % sim.FilterTaps
}

// operandTill draws a tap that stands in the instruction: nothing is fetched,
// and all lanes get the same one.
func (d *list) operandTill() {
	g, th := d.g, d.th
	k := d.fixedTap()
	a := d.plain(strconv.Itoa(k), th.One)
	top, h := d.block()
	d.panel(0, columnsOf, top, h, 6, true)
	d.label(top+h/2, words.RowCode, g.sm)
	operand := fmt.Sprintf("c[0x3][0x%x]", 4*k)
	if d.second.Path.ID == "literal" {
		operand = strconv.Itoa(sim.TapValue(k))
	}
	x := d.instruction(operand, top+h/2, a)
	live := 1 - d.allDone
	for lane := range sim.WarpSize {
		end := g.globalLanes - 1 - (g.lift-1)*d.all*live
		c := d.line(x, top+h+1, g.center(float64(lane)), end, look.Fade(a.fill, (.75+.25*live)*d.reach), g.settledLine+(g.nowLine*.8-g.settledLine)*live)
		c.Hidden = !d.charged || d.reach == 0
	}
	d.plainLanes(words.RowGets, sim.FilterTaps-1, func(int) *address { return a })
}

// instruction writes the multiply-add with its operand in a cell, and says
// where the cell's middle is.
func (d *list) instruction(operand string, y float64, a *address) (x float64) {
	g, th := d.g, d.th
	size := g.lg
	before, after := "FFMA   sum,  x,", ",   sum"
	cell := look.TextWidth(operand, size, true) + size*1.2
	total := look.TextWidth(before, size, false) + cell + look.TextWidth(after, size, false) + size*.8
	left := g.columns + (columnsOf*g.pitch-total)/2
	ink := th.Muted
	if d.charged && d.motion.tray >= .5 {
		ink = th.Text
	}
	d.text(left, y+size*.36, before, size, ink, false, Leading)
	d.text(left+total, y+size*.36, after, size, ink, false, Trailing)
	left += look.TextWidth(before, size, false) + size*.6
	fill := 0.
	if d.charged {
		fill = d.motion.tray
	}
	h := g.tapHeight * 1.1
	box := d.rect(left, y-h/2, cell, h, g.radius, look.Mix(th.Bg, a.fill, fill), look.Mix(th.Wait, a.fill, fill), 1.2)
	box.StrokeWidth = 1.2
	ink = th.Muted
	if fill >= .5 {
		ink = a.ink
	}
	d.text(left+cell/2, y+size*.36, operand, size, ink, true, Center)
	return left + cell/2
}
