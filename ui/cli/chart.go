package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"warpbill/cuda/measure"
	"warpbill/plots"
	"warpbill/plots/look"
)

// chartVerb draws one figure into a file.
type chartVerb struct {
	Data        []string  `placeholder:"SOURCE" help:"What to draw: result files and built-in recordings, separated by commas."`
	Figure      string    `placeholder:"ID" help:"Which figure; the list is above."`
	Output      string    `short:"o" placeholder:"FILE" help:"The file to write: FILE.png, FILE.svg or FILE.pdf."`
	Theme       string    `default:"light" placeholder:"THEME" help:"light (default) or dark."`
	Size        sizeFlag  `default:"1920x1080" placeholder:"WxH" help:"Width and height in pixels: 1920x1080 by default."`
	Scale       scaleFlag `default:"1" placeholder:"FACTOR" help:"Multiplies the pixels of a PNG, and with them its sharpness: 1 (default) to 8."`
	Transparent bool      `help:"Leave the background out."`
}

// Help is the longer text of the verb's help.
func (chartVerb) Help() string {
	var b strings.Builder
	b.WriteString("Draws measured times as the window does, at the size of a slide. No GPU and no display are needed.\n\nFigures:\n\n")
	for _, f := range plots.Figures() {
		fmt.Fprintf(&b, "    %-10s %s\n", f.ID, f.Doc)
	}
	b.WriteString("\nRecordings:\n\n")
	for _, r := range measure.Recordings() {
		fmt.Fprintf(&b, "    %-10s %s\n", r.ID, r.Title)
	}
	b.WriteString(`
Examples:

    warpbill chart --data t4 --figure ratio -o ratio.png
    warpbill chart --data mine.json,t4 --figure time --theme dark -o time.svg
    warpbill chart --data t4 --figure time --size 1280x720 --scale 2 -o time.png
`)
	return b.String()
}

// sizeFlag is a size in pixels.
type sizeFlag struct{ w, h int }

// The limits of a picture: below the least nothing can be read, beyond the
// most no computer should be asked to hold it.
const (
	leastPixels = 64
	mostSide    = 16384
	mostPixels  = 64 << 20
)

// UnmarshalText reads WIDTHxHEIGHT.
func (z *sizeFlag) UnmarshalText(text []byte) error {
	w, h, _ := strings.Cut(strings.ToLower(string(text)), "x")
	width, errW := strconv.Atoi(w)
	height, errH := strconv.Atoi(h)
	if errors.Join(errW, errH) != nil || width < leastPixels || height < leastPixels {
		return usagef("%q is no size of a picture: write --size WIDTHxHEIGHT in pixels, each at least %d, such as 1920x1080", text, leastPixels)
	}
	*z = sizeFlag{width, height}
	return nil
}

// scaleFlag multiplies the pixels of a picture.
type scaleFlag float64

// UnmarshalText reads a number from 1 to 8.
func (f *scaleFlag) UnmarshalText(text []byte) error {
	v, err := strconv.ParseFloat(string(text), 64)
	if err != nil || !(v >= 1 && v <= 8) {
		return usagef("%q is no scale: use --scale 1 to 8, such as 2 for twice the pixels", text)
	}
	*f = scaleFlag(v)
	return nil
}

// check refuses a picture that is too large, before any of it is allocated.
func (z sizeFlag) check(scale scaleFlag) error {
	w, h := float64(z.w)*float64(scale), float64(z.h)*float64(scale)
	switch {
	case w*h > mostPixels:
		return usagef("a picture of %dx%d at scale %v has %.0f pixels: stay below %d with a smaller --size or --scale", z.w, z.h, float64(scale), w*h, mostPixels)
	case max(w, h) > mostSide:
		return usagef("a picture of %dx%d at scale %v has a side of %.0f pixels: stay below %d with a smaller --size or --scale", z.w, z.h, float64(scale), max(w, h), mostSide)
	}
	return nil
}

// Run draws.
func (v *chartVerb) Run(ctx context.Context) error {
	switch {
	case len(v.Data) == 0:
		return usagef("say what to draw: --data t4, or the name of a result file")
	case len(v.Data) > plots.MaxSources:
		return usagef("a chart shows at most %d sources, and %d were given: leave some out of --data", plots.MaxSources, len(v.Data))
	case v.Figure == "":
		return usagef("say which figure to draw: use --figure %s", strings.Join(figureIDs(), ", --figure "))
	case v.Output == "":
		return usagef("say where to write the picture: -o FILE.png, FILE.svg or FILE.pdf")
	case v.Theme != "light" && v.Theme != "dark":
		return usagef("there is no theme %q: use --theme light or --theme dark", v.Theme)
	}
	figure, err := plots.FindFigure(v.Figure)
	if err != nil {
		return usage(err)
	}
	if err := v.Size.check(v.Scale); err != nil {
		return err
	}
	var data []measure.Result
	if stopped := await(ctx, func() { data, err = sources(v.Data) }); stopped != nil {
		return stopped
	} else if err != nil {
		return err
	}
	file, err := newTarget(v.Output, "png", "svg", "pdf")
	if err != nil {
		return err
	}
	style := plots.Style{Theme: look.ByName(v.Theme), Format: plots.Slide, Transparent: v.Transparent}
	size := plots.Size{Width: v.Size.w, Height: v.Size.h, Scale: float64(v.Scale)}
	var b bytes.Buffer
	if stopped := await(ctx, func() { err = plots.Write(&b, file.format, figure, plots.Data{Sources: data}, style, size) }); stopped != nil {
		return stopped
	} else if err != nil {
		return err
	}
	return file.write(b.Bytes())
}

// figureIDs are the names that --figure takes.
func figureIDs() []string {
	var ids []string
	for _, f := range plots.Figures() {
		ids = append(ids, f.ID)
	}
	return ids
}

// sources are the recordings and result files of the given names.
func sources(names []string) ([]measure.Result, error) {
	var list []measure.Result
	for _, name := range names {
		r, err := source(name)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

// source is a recording by its id, else a result file.
func source(name string) (measure.Result, error) {
	if r, err := measure.FindRecording(name); err == nil {
		return r, nil
	}
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		var ids []string
		for _, r := range measure.Recordings() {
			ids = append(ids, r.ID)
		}
		return measure.Result{}, usagef("there is no recording and no file %q: use --data %s, or the name of a result file", name, strings.Join(ids, ", --data "))
	}
	return measure.OpenResult(name)
}
