package ui

import (
	"image"
	"image/color"
	"math"
)

// oblong is a rectangle in device pixels, perhaps with round corners.
type oblong struct {
	x1, y1, x2, y2, radius, stroke float64
	fill, outline                  color.NRGBA
}

// oblong draws as the toolkit's shaders for rectangles do.
func (b *brush) oblong(to *image.RGBA, o oblong) {
	if (o.stroke == 0 || o.outline.A == 0) && o.fill.A == 0 {
		return
	}
	area := image.Rect(int(o.x1), int(o.y1), int(o.x2), int(o.y2))
	if o.radius == 0 {
		hole := area.Inset(int(o.stroke))
		each(to, area, func(x, y int) {
			if o.stroke > 0 && !(image.Point{X: x, Y: y}).In(hole) {
				lay(to, x, y, o.outline, 255)
				return
			}
			lay(to, x, y, o.fill, 255)
		})
		return
	}
	s := b.stamps.of(o, b.softness())
	inner := area.Inset(s.deep)
	each(to, area.Inset(-s.soft), func(x, y int) {
		if (image.Point{X: x, Y: y}).In(inner) {
			lay(to, x, y, o.fill, 255)
			return
		}
		i := s.place(x-area.Min.X, y-area.Min.Y)
		lay(to, x, y, mix(o.fill, o.outline, s.edge[i]), s.cover[i])
	})
}

// stamp is how an oblong covers its pixels, whatever its colours: how much of
// each, and how much of that is outline. It is as small as the oblong can be
// with these corners; a larger one repeats its middle row and column.
type stamp struct {
	w, h        int // of the oblong
	side        int // of the stamp, in each direction
	soft        int // pixels beyond the oblong
	deep        int // from here on inwards all is fill
	cover, edge []uint8
}

// stamps keeps them. The stage has some dozen kinds.
type stamps map[stampKey]*stamp

type stampKey struct{ w, h, radius, stroke, soft float64 }

const mostStamps = 200

func (all *stamps) of(o oblong, soft float64) *stamp {
	key := stampKey{o.x2 - o.x1, o.y2 - o.y1, o.radius, o.stroke, soft}
	if s, ok := (*all)[key]; ok {
		return s
	}
	if *all == nil || len(*all) >= mostStamps {
		*all = stamps{}
	}
	s := &stamp{w: int(key.w), h: int(key.h), soft: int(soft), deep: int(math.Ceil(o.radius + 2*o.stroke + soft))}
	s.side = 2*(s.deep+s.soft) + 1
	s.cover, s.edge = make([]uint8, s.side*s.side), make([]uint8, s.side*s.side)
	for y := range s.side {
		for x := range s.side {
			px, py := s.pixel(x, s.w), s.pixel(y, s.h)
			edge, cover := key.at(px, py)
			s.edge[y*s.side+x], s.cover[y*s.side+x] = portion(edge), portion(cover)
		}
	}
	(*all)[key] = s
	return s
}

// index is the stamp's column or row for a pixel of an oblong n pixels long.
func (s *stamp) index(at, n int) int {
	half := s.side / 2
	switch at += s.soft; {
	case n+2*s.soft <= s.side || at < half:
		return at
	case n+2*s.soft-1-at < half:
		return s.side - 1 - (n + 2*s.soft - 1 - at)
	}
	return half
}

// pixel is the middle of a pixel of the oblong that an index stands for.
func (s *stamp) pixel(index, n int) float64 {
	if n+2*s.soft > s.side && index > s.side/2 {
		index += n + 2*s.soft - s.side
	}
	return float64(index-s.soft) + .5
}

func (s *stamp) place(x, y int) int { return s.index(y, s.h)*s.side + s.index(x, s.w) }

// at is how much of a point is outline, and how much of it is covered at all.
func (k *stampKey) at(x, y float64) (edge, cover float64) {
	half := k.stroke / 2
	w, h := (k.w-k.stroke)/2, (k.h-k.stroke)/2
	x, y = math.Abs(x-k.w/2), math.Abs(y-k.h/2)
	if k.radius-.9 > min(w, h)+half { // a pill or a circle
		d := roundDistance(x, y, w+half, h+half, k.radius)
		if half > 0 {
			edge = 1 - smooth(k.stroke-k.soft, k.stroke+k.soft, math.Abs(d))
		}
		return edge, 1 - smooth(-k.soft, k.soft, d)
	}
	r := k.radius - half
	dx, dy := x-w+r, y-h+r
	d := min(max(dx, dy), 0) + math.Hypot(max(dx, 0), max(dy, 0)) - r
	if half > 0 {
		edge = smooth(-half-k.soft, -half+k.soft, d)
	}
	return edge, 1 - smooth(half-k.soft, half+k.soft, d)
}

// roundDistance is how far a point is outside a rectangle of half size w, h
// whose corners may be rounder than the rectangle is thick.
func roundDistance(x, y, w, h, r float64) float64 {
	d := math.Hypot(max(x-w, 0), max(y-h, 0)) + min(max(x-w, y-h), 0)
	for _, side := range [4][2]float64{{x, y}, {-x, y}, {x, -y}, {-x, -y}} {
		if cx, cy := side[0]-(w-r), side[1]-(h-r); cx > 0 && cy > 0 {
			d = max(d, math.Hypot(cx, cy)-r)
		}
	}
	return d
}

// smooth goes from 0 at low to 1 at high.
func smooth(low, high, v float64) float64 {
	t := min(max((v-low)/(high-low), 0), 1)
	return t * t * (3 - 2*t)
}
