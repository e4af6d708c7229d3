package plots

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"hash/crc32"
	"html"
	"math"
	"regexp"
	"strconv"

	"gonum.org/v1/plot/text"

	"warpbill/plots/look"
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

// svgText is how vgsvg writes a line of text.
var svgText = regexp.MustCompile(`(<text [^>]*?)style="font-family:Noto Sans;font-variant:none;font-weight:(normal|bold);font-style:normal;font-size:([0-9.]+)px([^>]*)>([^<]*)</text>`)

// fontStack begins with the font that the picture was laid out for.
const fontStack = `'Noto Sans','Open Sans','Segoe UI','Helvetica Neue',Arial,sans-serif`

// finishSVG names fonts to fall back on where Noto Sans is not installed,
// keeps every text as wide as in Noto Sans, and gives the picture a title for
// those who cannot see it.
func finishSVG(svg []byte, title string) []byte {
	svg = svgText.ReplaceAllFunc(svg, func(found []byte) []byte {
		m := svgText.FindSubmatch(found)
		size, err := strconv.ParseFloat(string(m[3]), 64)
		if err != nil {
			return found
		}
		width := look.TextWidth(html.UnescapeString(string(m[5])), size, string(m[2]) == "bold")
		return fmt.Appendf(nil, `%stextLength="%.2f" lengthAdjust="spacingAndGlyphs" style="font-family:%s;font-weight:%s;font-size:%spx%s>%s</text>`,
			m[1], width, fontStack, m[2], m[3], m[4], m[5])
	})
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
