package plots

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"hash/crc32"
	"image/color"
	"math"

	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgpdf"
)

func plainText() text.Handler { return text.Plain{Fonts: faces()} }

// headerEnd is where a PNG's first chunk ends: signature and IHDR.
const headerEnd = 8 + 25

// withSize adds the chunk that states the resolution of a PNG.
func withSize(data []byte, dots float64) []byte {
	chunk := make([]byte, 4, 21)
	binary.BigEndian.PutUint32(chunk, 9)
	chunk = append(chunk, "pHYs"...)
	perMetre := uint32(math.Round(dots / .0254))
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = append(chunk, 1)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	out := make([]byte, 0, len(data)+len(chunk))
	out = append(out, data[:headerEnd]...)
	out = append(out, chunk...)
	return append(out, data[headerEnd:]...)
}

// finishSVG names fonts to fall back on where Noto Sans is not installed, and
// gives the picture a title for those who cannot see it.
func finishSVG(svg []byte, title string) []byte {
	svg = bytes.ReplaceAll(svg, []byte(`style="font-family:Noto Sans;font-variant:none;`),
		[]byte(`style="font-family:'Noto Sans','Segoe UI','Helvetica Neue',Arial,sans-serif;`))
	var t bytes.Buffer
	t.WriteString("<title>")
	if err := xml.EscapeText(&t, []byte(clean(title))); err != nil {
		return svg
	}
	t.WriteString("</title>\n")
	open := bytes.Index(svg, []byte("<svg"))
	if open < 0 {
		return svg
	}
	after := bytes.IndexByte(svg[open:], '>')
	if after < 0 {
		return svg
	}
	at := open + after + 1
	out := make([]byte, 0, len(svg)+t.Len()+1)
	out = append(out, svg[:at]...)
	out = append(out, '\n')
	out = append(out, t.Bytes()...)
	return append(out, svg[at:]...)
}

// pdfCanvas makes up for what vgpdf leaves open: it writes text in the code
// page that it embeds fonts with, draws other letters as outlines, and takes
// bold for a font of its own.
type pdfCanvas struct{ *vgpdf.Canvas }

// SetColor passes a colour without its opacity multiplied in.
func (c pdfCanvas) SetColor(clr color.Color) {
	if n, ok := clr.(color.NRGBA); ok {
		n.A = 255
		clr = n
	}
	c.Canvas.SetColor(clr)
}

// FillString writes one line of text.
func (c pdfCanvas) FillString(f font.Face, at vg.Point, s string) {
	encoded, ok := windows1252(s)
	if !ok {
		c.outlines(f, at, s)
		return
	}
	if f.Font.Weight == xfont.WeightBold {
		f.Font.Typeface, f.Font.Weight = typeface+" Bold", xfont.WeightNormal
	}
	c.Canvas.FillString(f, at, encoded)
}

// high are the characters that Windows-1252 has between 0x80 and 0x9f.
const high = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ"

// windows1252 encodes a text, if the code page has all of it.
func windows1252(s string) (string, bool) {
	table := map[rune]byte{'μ': 0xb5} // the Greek letter looks like the sign
	code := byte(0x80)
	for _, r := range high {
		table[r] = code
		code++
	}
	out := make([]byte, 0, len(s))
	for _, r := range s {
		switch b, there := table[r]; {
		case there && r != 0xfffd:
			out = append(out, b)
		case r >= ' ' && r < 0x7f || r >= 0xa0 && r <= 0xff:
			out = append(out, byte(r))
		default:
			return "", false
		}
	}
	return string(out), true
}

// outlines draws a text as shapes.
func (c pdfCanvas) outlines(f font.Face, at vg.Point, s string) {
	var buf sfnt.Buffer
	units := f.Face.UnitsPerEm()
	ppem := fixed.I(int(units))
	scale := float64(f.Font.Size) / float64(units) / 64
	x := 0.0
	for _, r := range s {
		glyph, err := f.Face.GlyphIndex(&buf, r)
		if err != nil {
			continue
		}
		advance, err := f.Face.GlyphAdvance(&buf, glyph, ppem, xfont.HintingNone)
		if err != nil {
			continue
		}
		if shape, err := f.Face.LoadGlyph(&buf, glyph, ppem, nil); err == nil && len(shape) > 0 {
			c.Fill(glyphPath(shape, func(p fixed.Point26_6) vg.Point {
				return vg.Point{X: at.X + vg.Length(x+float64(p.X)*scale), Y: at.Y - vg.Length(float64(p.Y)*scale)}
			}))
		}
		x += float64(advance) * scale
	}
}

func glyphPath(shape sfnt.Segments, at func(fixed.Point26_6) vg.Point) vg.Path {
	var path vg.Path
	for i, s := range shape {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if i > 0 {
				path.Close()
			}
			path.Move(at(s.Args[0]))
		case sfnt.SegmentOpLineTo:
			path.Line(at(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			path.QuadTo(at(s.Args[0]), at(s.Args[1]))
		case sfnt.SegmentOpCubeTo:
			path.CubeTo(at(s.Args[0]), at(s.Args[1]), at(s.Args[2]))
		}
	}
	path.Close()
	return path
}
