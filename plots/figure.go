// Package plots draws what was measured: one file for each figure, drawn with
// gonum/plot in the letters and colours of the window, as a picture for the
// window's chart panel or as a slide for a talk, and written as PNG, SVG or
// PDF.
//
// Adding a figure costs one file and one line in Figures.
package plots

import (
	"errors"
	"fmt"
	"strings"

	"gonum.org/v1/plot"

	"warpbill/cuda/measure"
	"warpbill/plots/look"
)

// Figure is one kind of chart.
type Figure struct {
	ID    string // as the command line names it
	Title string // as the window names it
	Doc   string // what it shows, in a line
	// Build prepares the plot. It returns an error, as a plain sentence, when
	// the data holds nothing that this figure could draw. The plot sets its
	// own margins and may be drawn on any canvas; one unit of text is a point.
	Build   func(Data, Style) (*plot.Plot, error)
	prepare func(Data, Style) (*chart, error)
}

// Data is what a figure shows.
type Data struct {
	// Sources are drawn over one another, at most MaxSources; the first one
	// stands out.
	Sources []measure.Result
	// Emphasis is the lane pattern that stands out: Broadcast, PerLane, or
	// empty for none.
	Emphasis string
	// Note is one more sentence to print on the chart.
	Note string
}

// Lane patterns that can be emphasised.
const (
	Broadcast = "broadcast"
	PerLane   = "per-lane"
)

// MaxSources is how many results one chart can show.
const MaxSources = 4

// Format says what a chart is made for.
type Format int

const (
	// Panel is the chart alone, at the window's text sizes; tabs, caption,
	// badge and table are the window's.
	Panel Format = iota
	// Slide is a whole 16:9 page: headline, chart, how it was measured, source.
	Slide
)

// Style says how a figure looks.
type Style struct {
	Theme       *look.Theme // nil: light
	Format      Format
	Transparent bool // no background
}

func (s Style) theme() *look.Theme {
	if s.Theme == nil {
		return look.LightTheme()
	}
	return s.Theme
}

// Figures lists every figure, in the order in which the window offers them.
func Figures() []Figure {
	return []Figure{
		figure("ratio", "Ratio", "how many times as long constant memory takes, for each size", ratioChart),
		figure("time", "Time", "the milliseconds of both kernels, for each size", timeChart),
		figure("bandwidth", "Bandwidth", "the GB/s that the global kernel reaches, for each size", bandwidthChart),
		figure("distinct", "Distinct addresses", "the ratio for each count of distinct addresses, after the full plan", distinctChart),
	}
}

func figure(id, title, doc string, prepare func(Data, Style) (*chart, error)) Figure {
	f := Figure{ID: id, Title: title, Doc: doc, prepare: prepare}
	f.Build = func(d Data, s Style) (*plot.Plot, error) {
		ch, err := prepare(d, s)
		if err != nil {
			return nil, err
		}
		if ch.page != nil {
			ch.page.headline = Headline(ch.data, id)
		}
		return plotOf(ch)
	}
	return f
}

// FindFigure is the figure with the given ID.
func FindFigure(id string) (Figure, error) {
	var ids []string
	for _, f := range Figures() {
		if f.ID == id {
			return f, nil
		}
		ids = append(ids, f.ID)
	}
	return Figure{}, fmt.Errorf("there is no figure %q; choose one of %s", clean(id), strings.Join(ids, ", "))
}

// ErrNoData is wrapped by the error of a figure that the data cannot fill.
var ErrNoData = errors.New("no data yet")

// check refuses what no figure can draw.
func (d Data) check() error {
	switch {
	case len(d.Sources) == 0:
		return fmt.Errorf("%w: choose a recording, open a file or measure", ErrNoData)
	case len(d.Sources) > MaxSources:
		return fmt.Errorf("a chart shows at most %d sources, and %d were given; leave some out", MaxSources, len(d.Sources))
	}
	return nil
}
