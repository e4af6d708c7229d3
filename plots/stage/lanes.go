package stage

import (
	"strconv"

	"warpbill/plots/look"
	"warpbill/plots/words"
	"warpbill/sim"
)

// standing is how a lane stands: how far it is filled and how far it is
// lifted as the one being served, each from 0 to 1.
type standing struct{ filled, lifted float64 }

// lanes draws the row of lanes of one till: what each asks for, and its
// number below.
func (d *list) lanes(y float64, stand func(lane int) standing) {
	d.laneRow(y, words.RowAsks(d.noun), d.asked, stand)
}

// asked is the address that a lane asks for, nil for a lane that takes no
// part.
func (d *list) asked(lane int) *address {
	if at := d.of[lane]; at >= 0 {
		return &d.addresses[at]
	}
	return nil
}

// laneRow draws a row of lanes with what stands in each of them.
func (d *list) laneRow(y float64, label string, in func(lane int) *address, stand func(lane int) standing) {
	g := d.g
	for lane := range sim.WarpSize {
		x := g.columns + float64(lane)*g.pitch + 1.5
		now := false
		a := in(lane)
		if a == nil {
			d.idleLane(x, y)
		} else {
			st := stand(lane)
			now = st.lifted >= .5
			d.lane(x, y, a, st)
		}
		c := d.th.Muted
		switch {
		case a == nil:
			c = d.th.Dim
		case now:
			c = d.th.Text
		}
		d.text(g.center(float64(lane)), y+g.laneHeight+g.xs*1.18, strconv.Itoa(lane), g.xs, c, now, Center)
	}
	d.label(y+g.laneHeight/2, label, g.sm)
	d.text(g.labels(), y+g.laneHeight+g.xs*1.18, words.RowLane, g.sm, d.th.Muted, false, Trailing)
	d.cursor(y)
}

func (d *list) lane(x, y float64, a *address, st standing) {
	g, th := d.g, d.th
	w, h := g.pitch-3, g.laneHeight
	if st.filled == 0 {
		d.rect(x+.6, y+.6, w-1.2, h-1.2, g.radius, th.Bg, th.Wait, 1.2)
	} else {
		d.solid(x, y-g.lift*st.lifted, w, h+g.lift*st.lifted, 1.5*st.lifted, a, st)
	}
	d.stripe(x+3, y+h-3-g.foot, w-6, g.foot, a).Hidden = st.filled > 0
	ink, bold, dy := th.Dim, false, -g.foot*.55
	switch {
	case st.filled >= .5:
		ink, bold, dy = a.ink, true, -g.lift/2*st.lifted
	case d.pass == 0:
		ink = th.Muted
	}
	d.number(x+w/2, y+h/2+dy, a.label, d.laneSize, ink, bold, false)
}

// solid is a filled cell, which grows by wider at both sides and gets the
// outline of "now" as far as it is lifted.
func (d *list) solid(x, y, w, h, wider float64, a *address, st standing) *Shape {
	g := d.g
	stroke, width := a.edge, 1.
	if st.lifted > 0 {
		stroke, width = look.Fade(d.th.Hi, st.lifted), g.nowStroke
	}
	return d.rect(x-wider, y, w+2*wider, h, g.radius+st.lifted, look.Mix(d.th.Bg, a.fill, st.filled), stroke, width)
}

// stripe is the colour of an address that is still to be read.
func (d *list) stripe(x, y, w, h float64, a *address) *Shape {
	c := a.fill
	if d.pass > 0 {
		c = look.Mix(d.th.Bg, a.fill, .55)
	}
	return d.rect(x, y, w, h, h/2, c, noColor, 0)
}

// idleLane is a lane that takes no part in the load.
func (d *list) idleLane(x, y float64) {
	g, th := d.g, d.th
	d.rect(x+.6, y+.6, g.pitch-4.2, g.laneHeight-1.2, g.radius, th.Bg, th.Hair, 1.2)
	d.text(x+(g.pitch-3)/2, y+g.laneHeight/2+g.cell*.36, "–", g.cell, th.Dim, false, Center)
}

// cursor is the ring round the lane that the paint keys move.
func (d *list) cursor(y float64) {
	g := d.g
	at := min(max(d.s.Cursor, 0), sim.WarpSize-1)
	x := g.columns + float64(at)*g.pitch
	ring := d.rect(x-1, y-g.lift-3, g.pitch+2, g.laneHeight+g.lift+6, g.radius+3, noColor, d.th.Hi, 2)
	ring.Hidden = d.s.Cursor < 0 || d.s.Cursor >= sim.WarpSize
}
