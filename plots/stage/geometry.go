package stage

import "math"

// Geometry is where the rows of the stage stand for one size of its area,
// whose top left corner is the origin, and how large its parts are. It is
// made by MainGeometry or PresentGeometry.
type Geometry struct {
	Width, Height float64 // of the area

	left, columns, pitch float64 // where labels and columns begin, and the column pitch
	gap                  float64 // between row labels and columns

	xs, sm, md, lg, xl, cell, say float64 // text sizes
	sayLines                      int     // lines of the sentence

	radius, foot, lift             float64
	nowStroke, trayStroke          float64
	nowLine, pastLine, settledLine float64
	pad, strip                     float64 // of a tray: below its cells, and its label strip
	tapHeight, laneHeight, tape    float64

	constantHead, constantTaps, constantLanes float64
	globalHead, globalTaps, globalLanes       float64
	billHead, receipt1, receipt2              float64
	tape1, tape2, sentence                    float64
}

// columnsOf is the number of columns of the grid.
const columnsOf = 32

// row is one step of the flow from top to bottom: a fixed advance, a share of
// the slack, and where the position is kept.
type row struct {
	at            *float64
	fixed, weight float64
}

// flow places the rows between top and bottom and shares what is left by
// their weights. Rows that do not fit are drawn together a little.
func flow(top, bottom float64, rows []row) {
	fixed, weight := 0., 0.
	for _, r := range rows {
		fixed += r.fixed
		weight += r.weight
	}
	slack := max((bottom-top-fixed)/weight, -1.6)
	y := top
	for _, r := range rows {
		y += r.fixed + slack*r.weight
		if r.at != nil {
			*r.at = y
		}
	}
}

// The area that the stage of the main window is drawn for, and the heights
// below which its rows are drawn together: sentenceHeight is for the axis and
// the sentence, which keep their size.
const (
	mainWidth      = 816
	mainHeight     = 592
	leastHeight    = 552
	sentenceHeight = 80
)

// MainGeometry lays out the stage of the main window in an area of the given
// size. The column pitch grows with the width; where both sides have room,
// everything grows, and where the height is short, the rows move together
// and the cells get lower before any text gets smaller.
func MainGeometry(w, h float64) Geometry {
	w, h = positive(w), positive(h)
	u := max(min(w/mainWidth, h/mainHeight, 3), 1)
	v := u * max(clamp((h/u-sentenceHeight)/(leastHeight-sentenceHeight)), .1)
	g := Geometry{
		Width: w, Height: h,
		left: 20 * u, columns: 88 * u, pitch: max(math.Floor((w-108*u)/columnsOf), 4), gap: 10 * u,
		xs: whole(12 * u), sm: whole(13 * u), md: whole(15 * u), lg: whole(19 * u), xl: whole(30 * u),
		cell: whole(13 * u), say: whole(17 * u), sayLines: 2,
		radius: 4 * u, foot: 3 * u, lift: 5 * v,
		nowStroke: 2.5 * u, trayStroke: 2 * u,
		nowLine: 3 * u, pastLine: 1.2 * u, settledLine: 1.3 * u,
		pad: 4 * v, strip: 19 * v, tapHeight: 27 * v, laneHeight: 31 * v, tape: 28 * v,
	}
	flow(0, h, []row{
		{&g.constantHead, 34 * v, .5},
		{&g.constantTaps, 14 * v, 0},
		{&g.constantLanes, g.tapHeight + 28*v, 2},
		{&g.globalHead, g.laneHeight + 49*v, 1.5},
		{&g.globalTaps, 14*v + g.strip, 0},
		{&g.globalLanes, g.tapHeight + g.pad + 28*v, 2},
		{&g.billHead, g.laneHeight + 47*v, 1.5},
		{&g.receipt1, 23 * v, .2},
		{&g.receipt2, 20 * v, .1},
		{&g.tape1, 11 * v, 0},
		{&g.tape2, g.tape + 5*v, 0},
		{&g.sentence, g.tape + max(52*v, 49*u), 1},
		{nil, max(32*v, 30*u), .5},
	})
	return g
}

// PresentGeometry lays out the stage alone on a screen of the given size,
// large enough to be read from the back of a room.
func PresentGeometry(w, h float64) Geometry {
	w, h = positive(w), positive(h)
	k := min(w/1280, h/720)
	small := min(h/45*1.005, 21.5*k) // a 45th of the height is legible from the back
	left := (w - 1280*k) / 2
	g := Geometry{
		Width: w, Height: h,
		left: left + 40*k, columns: left + 140*k, pitch: 34 * k, gap: 14 * k,
		xs: max(18*k, small), sm: max(19*k, small), md: 22 * k, lg: 28 * k, xl: 48 * k,
		cell: min(max(20*k, small), 27*k/1.144), say: 26 * k, sayLines: 1,
		radius: 5 * k, foot: 4 * k, lift: 7 * k,
		nowStroke: 3.5 * k, trayStroke: 3 * k,
		nowLine: 5 * k, pastLine: 1.8 * k, settledLine: 2 * k,
		pad: 5 * k, strip: 26 * k, tapHeight: 36 * k, laneHeight: 40 * k, tape: 42 * k,
	}
	flow(0, h, []row{
		{&g.constantHead, 50 * k, .4},
		{&g.constantTaps, 17 * k, 0},
		{&g.constantLanes, g.tapHeight + 30*k, 2.4},
		{&g.globalHead, g.laneHeight + 62*k, 1.2},
		{&g.globalTaps, 16*k + g.strip, 0},
		{&g.globalLanes, g.tapHeight + g.pad + 30*k, 2.4},
		{&g.billHead, g.laneHeight + 56*k, 1.2},
		{&g.receipt1, 30 * k, .1},
		{&g.receipt2, 28 * k, .1},
		{&g.tape1, 11 * k, .1},
		{&g.tape2, g.tape + 5*k, 0},
		{&g.sentence, g.tape + 68*k, .8},
		{nil, 14 * k, .6},
	})
	return g
}

// whole is a text size that a window shows as it was measured: toolkits fit
// letters to whole pixels.
func whole(size float64) float64 { return math.Floor(size + .5) }

// positive keeps a size usable while a window is being laid out.
func positive(v float64) float64 {
	if v >= 1 && !math.IsInf(v, 1) {
		return v
	}
	return 1
}

func (g *Geometry) right() float64 { return g.columns + columnsOf*g.pitch }

// labels is where row labels end.
func (g *Geometry) labels() float64 { return g.columns - g.gap }

// center is the middle of a column, which may be a fraction.
func (g *Geometry) center(column float64) float64 { return g.columns + column*g.pitch + g.pitch/2 }
