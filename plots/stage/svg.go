package stage

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"strconv"
	"strings"

	"warpbill/plots/look"
)

// writeSVG writes the shapes as what they are: rectangles, lines, circles and
// text that can be searched. Every text carries the length that Noto Sans
// gives it, so that a reader without that font keeps the layout.
func writeSVG(w io.Writer, alt string, shapes []Shape, width, height, scale float64, bg color.Color) error {
	if err := checkSize(width, height, scale); err != nil {
		return err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%s\" height=\"%s\" viewBox=\"0 0 %s %s\" font-family=\"'Noto Sans','DejaVu Sans',sans-serif\">\n",
		short(width*scale), short(height*scale), short(width), short(height))
	if alt != "" {
		b.WriteString("<desc>")
		_ = xml.EscapeText(&b, []byte(alt)) // a buffer takes everything
		b.WriteString("</desc>\n")
	}
	if bg != nil {
		c, _ := color.NRGBAModel.Convert(bg).(color.NRGBA)
		fmt.Fprintf(&b, "<rect width=\"%s\" height=\"%s\"%s/>\n", short(width), short(height), paintOf("fill", c))
	}
	for i := range shapes {
		if !shapes[i].Hidden {
			svgShape(&b, &shapes[i])
		}
	}
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

func svgShape(b *bytes.Buffer, s *Shape) {
	switch s.Kind {
	case Rect:
		fmt.Fprintf(b, "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"%s\"%s/>\n", short(s.X), short(s.Y), short(s.W), short(s.H), short(s.Radius), looks(s))
	case Circle:
		fmt.Fprintf(b, "<circle cx=\"%s\" cy=\"%s\" r=\"%s\"%s/>\n", short(s.X), short(s.Y), short(s.Radius), looks(s))
	case Line:
		fmt.Fprintf(b, "<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" stroke-linecap=\"round\"%s/>\n", short(s.X), short(s.Y), short(s.X2), short(s.Y2), looks(s))
	case Triangle:
		points := corners(s)
		fmt.Fprintf(b, "<polygon points=\"%s,%s %s,%s %s,%s\"%s/>\n", short(points[0][0]), short(points[0][1]), short(points[1][0]), short(points[1][1]), short(points[2][0]), short(points[2][1]), looks(s))
	case Text:
		svgText(b, s)
	}
}

func svgText(b *bytes.Buffer, s *Shape) {
	text := printable(s.Text)
	if text == "" {
		return
	}
	anchor := [...]string{Leading: "", Center: " text-anchor=\"middle\"", Trailing: " text-anchor=\"end\""}[s.Align]
	weight := ""
	if s.Bold {
		weight = " font-weight=\"700\""
	}
	fmt.Fprintf(b, "<text x=\"%s\" y=\"%s\" font-size=\"%s\"%s%s textLength=\"%s\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\"%s>",
		short(s.X), short(s.Y), short(s.Size), weight, anchor, short(look.TextWidth(text, s.Size, s.Bold)), paintOf("fill", s.Fill))
	_ = xml.EscapeText(b, []byte(text)) // a buffer takes everything
	b.WriteString("</text>\n")
}

// looks is the fill and the stroke of a shape as attributes.
func looks(s *Shape) string {
	text := " fill=\"none\""
	if s.Fill.A > 0 && s.Kind != Line {
		text = paintOf("fill", s.Fill)
	}
	if s.Stroke.A > 0 && s.StrokeWidth > 0 {
		text += paintOf("stroke", s.Stroke) + " stroke-width=\"" + short(s.StrokeWidth) + "\""
	}
	return text
}

func paintOf(what string, c color.NRGBA) string {
	text := fmt.Sprintf(" %s=\"#%02X%02X%02X\"", what, c.R, c.G, c.B)
	if c.A < 255 {
		text += fmt.Sprintf(" %s-opacity=\"%s\"", what, strconv.FormatFloat(float64(c.A)/255, 'f', 3, 64))
	}
	return text
}

// short is a length with no more digits than a picture needs.
func short(v float64) string {
	s := strconv.FormatFloat(v, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// printable leaves out what XML does not allow in a text.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
}
