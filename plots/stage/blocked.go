package stage

import (
	"strconv"

	"warpbill/plots/look"
	"warpbill/plots/words"
	"warpbill/sim"
)

// blockedTill draws what one lane of the register-blocked kernel holds: its
// inputs, each loaded once, and under them a bar for each output as wide as
// the inputs that it uses. An input feeds every bar that it stands above, as
// the line under one of them shows.
func (d *list) blockedTill() {
	g, th := d.g, d.th
	top, _ := d.block()
	step, h := columnsOf*g.pitch/words.Inputs, g.tapHeight+g.pad
	middle := top + h/2
	d.panel(0, columnsOf, top, h, 6, true)
	d.label(middle, words.RowInputs, g.sm)
	fill := 0.
	if d.charged {
		fill = d.motion.tray
	}
	const shown = words.Inputs / 2
	x := g.columns + (shown+.5)*step
	d.rect(x-step/2+1, top+4, step-2, h-8, 3, look.Fade(th.One, fill), noColor, 0).Hidden = fill == 0
	for i := range words.Inputs {
		ink, lit := th.Muted, fill >= .5
		switch {
		case lit && i == shown:
			ink = look.On(th.One)
		case lit:
			ink = th.Text
		}
		d.text(g.columns+(float64(i)+.5)*step, middle+g.xs*.36, strconv.Itoa(i), g.xs, ink, lit && i == shown, Center)
	}
	d.outputs(top+h+g.pad*2, step, x)
	d.plainLanes(words.RowFirst, sim.WarpSize*words.Outputs-1, func(lane int) *address {
		return d.plain(strconv.Itoa(lane*words.Outputs), th.Glob)
	})
}

// outputs draws the bars of a lane's outputs below the inputs, and the line of
// the input at x that runs through all of them.
func (d *list) outputs(top, step, x float64) {
	g, th := d.g, d.th
	reach := 0.
	if d.charged {
		reach = d.reach
	}
	pitch := (g.globalLanes - 2*g.lift - top) / words.Outputs
	h := pitch * .6
	d.label(top+pitch*(words.Outputs-.4)/2, words.RowOutputs, g.sm)
	for j := range words.Outputs {
		y := top + float64(j)*pitch
		d.rect(g.columns+float64(j)*step+1, y, sim.FilterTaps*step-2, h, h/2, look.Mix(th.Bg, th.Glob, .3+.4*reach), noColor, 0)
	}
	bottom := top + (words.Outputs-1)*pitch + h/2
	d.line(x, top-g.pad*2, x, bottom, look.Fade(th.One, reach), g.nowLine*.6).Hidden = reach == 0
	for j := range words.Outputs {
		d.circle(x, top+float64(j)*pitch+h/2, h*.62, look.Fade(th.One, reach)).Hidden = reach == 0
	}
}
