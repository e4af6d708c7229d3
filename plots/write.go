package plots

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"warpbill/plots/look"
	"warpbill/plots/pdf"
)

// Image draws a figure for the window, wPx by hPx device pixels at scale
// device pixels for each unit of the window. A figure that the data cannot
// fill becomes a picture of the sentence that says so; an error means that
// there is no picture at all.
func Image(f Figure, d Data, s Style, wPx, hPx int, scale float64) (*image.RGBA, error) {
	w, h, _, err := Size{wPx, hPx, 1}.pixels(s.Format)
	if err != nil {
		return nil, err
	}
	if !(scale >= .1 && scale <= 16) {
		return nil, fmt.Errorf("the scale %g is not between 0.1 and 16", scale)
	}
	p, err := build(f, d, s)
	if err != nil {
		p = placeholder(err, s)
	}
	return raster(p, w, h, dpi(s.Format, w, h, scale))
}

// Write draws a figure as "png", "svg" or "pdf". Everything is drawn before
// the first byte is written.
func Write(w io.Writer, format string, f Figure, d Data, s Style, opt Size) error {
	switch format {
	case "png", "svg", "pdf":
	default:
		return fmt.Errorf("a chart cannot be written as %q; choose png, svg or pdf", clean(format))
	}
	wPx, hPx, scale, err := opt.pixels(s.Format)
	if err != nil {
		return err
	}
	p, err := build(f, d, s)
	if err != nil {
		return fmt.Errorf("the figure %q cannot be drawn: %w", f.ID, err)
	}
	out, err := encode(p, format, d, f.ID, s, wPx, hPx, scale)
	if err != nil {
		return err
	}
	if _, err := w.Write(out); err != nil {
		return fmt.Errorf("the chart could not be written: %w", err)
	}
	return nil
}

func encode(p *plot.Plot, format string, d Data, id string, s Style, wPx, hPx int, scale float64) ([]byte, error) {
	dots := dpi(s.Format, wPx, hPx, scale)
	if format == "png" {
		img, err := raster(p, wPx, hPx, dots)
		if err != nil {
			return nil, err
		}
		return encodePNG(img, paperDPI(s.Format, wPx, hPx, scale))
	}
	w, h := vg.Length(wPx)*72/vg.Length(dots), vg.Length(hPx)*72/vg.Length(dots)
	var out bytes.Buffer
	if format == "svg" {
		c := vgsvg.New(w, h)
		if err := drawOn(p, draw.New(c)); err != nil {
			return nil, err
		}
		if _, err := c.WriteTo(&out); err != nil {
			return nil, fmt.Errorf("the SVG could not be made: %w", err)
		}
		return finishSVG(out.Bytes(), Headline(d, id)), nil
	}
	c := pdf.New(w, h, Headline(d, id))
	if err := drawOn(p, draw.New(c)); err != nil {
		return nil, err
	}
	if _, err := c.WriteTo(&out); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// build prepares a figure and turns a panic of the libraries into an error.
func build(f Figure, d Data, s Style) (p *plot.Plot, err error) {
	defer caught(&err)
	if f.Build == nil {
		return nil, errors.New("there is no figure to draw")
	}
	return f.Build(d, s)
}

func drawOn(p *plot.Plot, c draw.Canvas) (err error) {
	defer caught(&err)
	p.Draw(c)
	return nil
}

func caught(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("the chart could not be drawn: %v", r)
	}
}

// raster draws a plot on a picture.
func raster(p *plot.Plot, w, h, dots int) (*image.RGBA, error) {
	length := func(px int) vg.Length { return vg.Length(px) * 72 / vg.Length(dots) }
	bg := p.BackgroundColor
	if bg == nil {
		bg = color.Transparent
	}
	p.BackgroundColor = nil // the canvas starts with it; filling it again is slow
	c := vgimg.NewWith(vgimg.UseWH(length(w), length(h)), vgimg.UseDPI(dots), vgimg.UseBackgroundColor(bg))
	if err := drawOn(p, draw.New(c)); err != nil {
		return nil, err
	}
	img, ok := c.Image().(*image.RGBA)
	if !ok {
		return nil, errors.New("the chart could not be drawn: the canvas has no picture")
	}
	return img, nil
}

// dpi is how many pixels are drawn for 72 points. A panel has one point for
// each unit of the window; a slide is 13.333 by 7.5 inches, or as much of
// that as its shape allows.
func dpi(f Format, w, h int, scale float64) int {
	if f == Panel {
		return max(1, int(math.Round(72*scale)))
	}
	return max(1, int(math.Round(min(float64(w)/(40.0/3), float64(h)/7.5))))
}

// paperDPI is the resolution that a PNG states: a slide fills a slide, and a
// panel is as large as on a screen of 96 dots an inch.
func paperDPI(f Format, w, h int, scale float64) float64 {
	if f == Panel {
		return 96 * scale
	}
	return min(float64(w)/(40.0/3), float64(h)/7.5)
}

// placeholder is a picture of a sentence, for a figure without data.
func placeholder(why error, s Style) *plot.Plot {
	p := emptyPlot(s)
	p.Add(sentence{capital(clean(why.Error())), s.metrics().number, s.theme()})
	return p
}

// sentence is a plotter that writes one sentence in the middle.
type sentence struct {
	text  string
	size  float64
	theme *look.Theme
}

func (s sentence) Plot(c draw.Canvas, _ *plot.Plot) {
	size := s.size + 1
	x := float64(c.Min.X+c.Max.X) / 2
	lines, _ := wrap(s.text, size, false, .8*float64(c.Max.X-c.Min.X), 4)
	y := float64(c.Min.Y+c.Max.Y)/2 + .7*size*float64(len(lines)-1)
	for i, line := range lines {
		pen{c}.text(pt{x, y - 1.4*size*float64(i)}, line, size, s.theme.Muted, false, middle)
	}
}

// encodePNG writes a picture with its physical size, so that it lands on a
// slide in the size that it was drawn for.
func encodePNG(img *image.RGBA, dots float64) ([]byte, error) {
	var out bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := enc.Encode(&out, img); err != nil {
		return nil, fmt.Errorf("the PNG could not be made: %w", err)
	}
	return withSize(out.Bytes(), dots), nil
}
