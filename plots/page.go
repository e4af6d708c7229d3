package plots

import (
	"strings"

	"gonum.org/v1/plot/vg/draw"

	"warpbill/cuda/measure"
	"warpbill/plots/look"
)

// page is what a slide has around its chart.
type page struct {
	headline string
	footer   string
	badges   []badge
}

// badge says where the data comes from.
type badge struct {
	text string
	live bool
}

const (
	margin       = 48 // left and right of a slide
	headlineSize = 27
	footerSize   = 16
)

func pageOf(d Data, what, note string) *page {
	p := &page{footer: footerOf(d.Sources, what, note)}
	for _, r := range d.Sources {
		p.badges = append(p.badges, badge{clean(r.SourceLabel()), r.Live})
	}
	return p
}

// footerOf says how the numbers came about.
func footerOf(sources []measure.Result, what, note string) string {
	parts := []string{what}
	names := shortNames(sources)
	for i, r := range sources {
		var facts []string
		for _, f := range [][2]string{{"CUDA ", r.Device.CUDA}, {"driver ", r.Device.Driver}, {"", r.Method}, {"", date(r.Date)}} {
			if f[1] != "" {
				facts = append(facts, f[0]+strings.TrimRight(clean(f[1]), "."))
			}
		}
		if !r.Complete {
			facts = append(facts, "incomplete")
		}
		if len(facts) == 0 {
			continue
		}
		line := strings.Join(facts, ", ") + "."
		if len(sources) > 1 {
			line = names[i] + ": " + line
		}
		parts = append(parts, line)
	}
	if note != "" {
		parts = append(parts, note)
	}
	return strings.Join(parts, " ")
}

// date is the day of a date with time.
func date(s string) string {
	day, _, _ := strings.Cut(s, "T")
	return day
}

// draw writes headline, footer and badges around the chart.
func (g *page) draw(p pen, l layout, t *look.Theme) {
	full := l.full
	width := full.x1 - full.x0 - 2*margin
	size := float64(headlineSize)
	lines, ok := wrap(g.headline, size, true, width, 2)
	for !ok && size > 18 {
		size--
		lines, ok = wrap(g.headline, size, true, width, 2)
	}
	for i, line := range lines {
		p.text(pt{full.x0 + margin, full.y1 - 59 - float64(i)*1.296*size}, line, size, t.Text, true, start)
	}
	left := g.drawBadges(p, full, t)
	room := left - full.x0 - 2*margin + 24
	small := float64(footerSize)
	foot, ok := wrap(g.footer, small, false, room, 1)
	for !ok && small > 12 {
		small--
		foot, ok = wrap(g.footer, small, false, room, 2)
	}
	for i, line := range foot {
		y := full.y0 + 20 + 1.3*small*float64(len(foot)-1-i)
		p.text(pt{full.x0 + margin, y}, line, small, t.Muted, false, start)
	}
}

// drawBadges writes the pills from the lower right and returns where the
// leftmost begins.
func (g *page) drawBadges(p pen, full box, t *look.Theme) float64 {
	const k = footerSize / 13.0
	x1, y := full.x1-margin, full.y0+20.0
	limit := (full.x1 - full.x0 - 2*margin) * .55 / float64(len(g.badges))
	for i := len(g.badges) - 1; i >= 0; i-- {
		b := g.badges[i]
		text := fit(b.text, footerSize, false, limit-38*k)
		w := look.TextWidth(text, footerSize, false) + 42*k
		pillBox := box{x1 - w, y - 9*k, x1, y + 18*k}
		ink := t.Text
		if b.live {
			ink = t.Bg
			p.c.SetColor(t.Text)
			p.c.Fill(pill(pillBox, 13.5*k))
			p.glyph(circle, pt{pillBox.x0 + 16*k, y + 4.5*k}, 4.5*k, t.Bg, false, t.Text, 0)
		} else {
			p.c.SetLineStyle(draw.LineStyle{Color: t.Line, Width: 1.4 * k})
			p.c.Stroke(pill(pillBox, 13.5*k))
			p.rect(box{pillBox.x0 + 12*k, y, pillBox.x0 + 21*k, y + 9*k}, t.Text)
		}
		p.text(pt{pillBox.x0 + 28*k, y}, text, footerSize, ink, false, start)
		x1 = pillBox.x0 - 10*k
	}
	return x1
}
