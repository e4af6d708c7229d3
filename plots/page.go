package plots

import (
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"warpbill/cuda/measure"
	"warpbill/plots/look"
)

// page is what a slide has around its chart.
type page struct {
	headline string
	footer   []string
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
	smallFooter  = 14 // where each source has a line
)

func pageOf(d Data, what, note string) *page {
	p := &page{footer: footerOf(d.Sources, what, note)}
	for _, r := range d.Sources {
		p.badges = append(p.badges, badge{clean(r.SourceLabel()), r.Live})
	}
	return p
}

// footerStep is the distance of the footer's lines where each source has one.
const footerStep = 18

// extra is how much higher the chart stands when several sources have lines
// of their own in the footer.
func (g *page) extra() float64 {
	if g == nil || len(g.badges) < 2 {
		return 0
	}
	return footerStep*float64(len(g.footer)) + 6
}

// footerOf says how the numbers came about: one paragraph for one source,
// one line for each of several.
func footerOf(sources []measure.Result, what, note string) []string {
	first := what
	if note != "" {
		first += " " + note
	}
	lines := []string{first}
	names := shortNames(sources)
	for i, r := range sources {
		var facts []string
		for _, f := range [][2]string{{"", r.Method}, {"CUDA ", r.Device.CUDA}, {"driver ", r.Device.Driver}, {"", date(r.Date)}} {
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
		text := strings.Join(facts, ", ") + "."
		if len(sources) > 1 {
			lines = append(lines, names[i]+": "+text)
		} else {
			lines[0] = what + " " + capital(text) + strings.TrimPrefix(first, what)
		}
	}
	return lines
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
	if len(g.badges) > 1 {
		for i, line := range g.footer {
			y := full.y0 + 36 + footerStep*float64(len(g.footer)-i)
			p.text(pt{full.x0 + margin, y}, fit(line, smallFooter, false, width), smallFooter, t.Muted, false, start)
		}
		return
	}
	room := left - full.x0 - 2*margin + 24
	size = footerSize
	foot, ok := wrap(g.footer[0], size, false, room, 1)
	for !ok && size > 12 {
		size--
		foot, ok = wrap(g.footer[0], size, false, room, 2)
	}
	for i, line := range foot {
		y := full.y0 + 20 + 1.3*size*float64(len(foot)-1-i)
		p.text(pt{full.x0 + margin, y}, line, size, t.Muted, false, start)
	}
}

// drawBadges writes the pills from the lower right and returns where the
// leftmost begins.
func (g *page) drawBadges(p pen, full box, t *look.Theme) float64 {
	size := float64(footerSize)
	limit := (full.x1 - full.x0 - 2*margin) * .45
	if n := float64(len(g.badges)); n > 1 {
		size = smallFooter
		limit = (full.x1-full.x0-2*margin)/n - 12
	}
	k := size / 13
	x1, y := full.x1-margin, full.y0+20
	for i := len(g.badges) - 1; i >= 0; i-- {
		b := g.badges[i]
		text := fit(b.text, size, false, limit-42*k)
		frame := box{x1 - look.TextWidth(text, size, false) - 42*k, y - 9*k, x1, y + 18*k}
		ink := t.Text
		if b.live {
			ink = t.Bg
			p.c.SetColor(t.Text)
			p.c.Fill(pill(frame, 13.5*k))
			p.glyph(circle, pt{frame.x0 + 16*k, y + 4.5*k}, 4.5*k, t.Bg, false, t.Text, 0)
		} else {
			p.c.SetLineStyle(draw.LineStyle{Color: t.Line, Width: vg.Length(1.4 * k)})
			p.c.Stroke(pill(frame, 13.5*k))
			p.rect(box{frame.x0 + 12*k, y, frame.x0 + 21*k, y + 9*k}, t.Text)
		}
		p.text(pt{frame.x0 + 28*k, y}, text, size, ink, false, start)
		x1 = frame.x0 - 10*k
	}
	return x1
}
