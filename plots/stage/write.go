package stage

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
)

// MaxPixels is the largest picture that Write and Image make.
const MaxPixels = 1 << 26

// pixel is the length of one pixel of the screen in a vector picture.
const pixel vg.Length = .75

// Image is the picture of the shapes in an area of the given size, scale
// pixels for each unit, on the background.
func Image(shapes []Shape, width, height, scale float64, bg color.Color) (*image.RGBA, error) {
	if err := checkSize(width, height, scale); err != nil {
		return nil, err
	}
	w, h := math.Round(width*scale), math.Round(height*scale)
	if bg == nil {
		bg = color.Transparent
	}
	c := vgimg.NewWith(vgimg.UseWH(vg.Points(w), vg.Points(h)), vgimg.UseDPI(72), vgimg.UseBackgroundColor(bg))
	paint(c, shapes, h/scale, vg.Points(scale), set{})
	if m, ok := c.Image().(*image.RGBA); ok {
		return m, nil
	}
	m := image.NewRGBA(c.Image().Bounds())
	draw.Draw(m, m.Bounds(), c.Image(), image.Point{}, draw.Src)
	return m, nil
}

// Write writes the picture of the shapes as png, svg or pdf. Nothing is
// written when the picture cannot be made. A nil background is transparent.
// alt describes the picture to someone who cannot see it; SVG carries it.
func Write(w io.Writer, format, alt string, shapes []Shape, width, height, scale float64, bg color.Color) error {
	var data bytes.Buffer
	var err error
	switch format {
	case "png":
		var m *image.RGBA
		if m, err = Image(shapes, width, height, scale, bg); err == nil {
			err = png.Encode(&data, m)
		}
	case "svg":
		err = writeSVG(&data, alt, shapes, width, height, scale, bg)
	case "pdf":
		err = writePDF(&data, shapes, width, height, scale, bg)
	default:
		return fmt.Errorf("a picture cannot be written as %q: use png, svg or pdf", format)
	}
	if err != nil {
		return err
	}
	if _, err = w.Write(data.Bytes()); err != nil {
		return fmt.Errorf("the picture could not be written: %w", err)
	}
	return nil
}

func checkSize(width, height, scale float64) error {
	w, h := width*scale, height*scale
	switch {
	case !(w >= 1 && h >= 1):
		return fmt.Errorf("a picture of %.0f by %.0f pixels has nothing in it: use at least 1 by 1", w, h)
	case w*h > MaxPixels || math.IsInf(w, 0) || math.IsInf(h, 0):
		return fmt.Errorf("a picture of %.0f by %.0f pixels is too large: use at most %d million pixels, 8192 by 8192 say", w, h, MaxPixels/1_000_000)
	}
	return nil
}

func writePDF(w io.Writer, shapes []Shape, width, height, scale float64, bg color.Color) error {
	if err := checkSize(width, height, scale); err != nil {
		return err
	}
	unit := pixel * vg.Length(scale)
	c := vgpdf.New(vg.Length(width)*unit, vg.Length(height)*unit)
	background(c, width, height, unit, bg)
	paint(c, shapes, height, unit, set{outlineBold: true, encode: codePage, straight: true})
	if _, err := c.WriteTo(w); err != nil {
		return fmt.Errorf("the picture could not be drawn: %w", err)
	}
	return nil
}

func background(c vg.Canvas, width, height float64, unit vg.Length, bg color.Color) {
	if bg == nil {
		return
	}
	c.SetColor(bg)
	c.Fill(vg.Rectangle{Max: vg.Point{X: vg.Length(width) * unit, Y: vg.Length(height) * unit}}.Path())
}

// codePage is the text in Windows-1252, the encoding of the PDF's fonts; what
// that lacks becomes a question mark.
func codePage(s string) string {
	high := map[rune]byte{'…': 0x85, '‘': 0x91, '’': 0x92, '“': 0x93, '”': 0x94, '–': 0x96, '—': 0x97}
	b := make([]byte, 0, len(s))
	for _, r := range printable(s) {
		switch c, ok := high[r]; {
		case ok:
			b = append(b, c)
		case r < 0x80 || r >= 0xa0 && r < 0x100:
			b = append(b, byte(r))
		default:
			b = append(b, '?')
		}
	}
	return string(b)
}
