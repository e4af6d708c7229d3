package ui

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"slices"

	"warpbill/cuda/measure"
	"warpbill/plots"
	"warpbill/plots/look"
	"warpbill/plots/stage"
	"warpbill/plots/words"
)

// Shown is what the window shows, for the export.
type Shown struct {
	Results  []measure.Result // on the chart, the first emphasised
	Figure   string           // the chart's figure
	Emphasis string
	Note     string
	Scene    stage.Scene
	Theme    string // "dark" or "light"
}

// What can be exported.
const (
	exportChart = "chart"
	exportStage = "stage"
	exportData  = "data"
)

// Sizes of an exported picture.
const (
	sizeSlide = "1920 × 1080"
	sizeFine  = "3840 × 2160"
	sizePaper = "paper"
)

// exportChoice is what the sheet asks for.
type exportChoice struct {
	What   string
	Format string // "png", "svg", "pdf"; data: "csv", "json", "txt"
	Theme  string
	Size   string
}

// kinds are what there is to export.
func (s Shown) kinds() []string {
	if len(s.Results) == 0 {
		return []string{exportStage}
	}
	return []string{exportChart, exportStage, exportData}
}

// formatsOf are the formats in which something can be written.
func formatsOf(what string) []string {
	if what == exportData {
		return []string{"csv", "json", "txt"}
	}
	return []string{"png", "svg", "pdf"}
}

// sane is the choice with everything possible.
func (c exportChoice) sane(s Shown) exportChoice {
	pick := func(v string, of []string) string {
		if slices.Contains(of, v) {
			return v
		}
		return of[0]
	}
	c.What = pick(c.What, s.kinds())
	c.Format = pick(c.Format, formatsOf(c.What))
	c.Theme = pick(c.Theme, []string{"light", "dark"})
	c.Size = pick(c.Size, []string{sizeSlide, sizeFine, sizePaper})
	return c
}

// suggest is a file name, without its extension, for what is exported.
func (s Shown) suggest(c exportChoice) string {
	label := ""
	switch {
	case c.What == exportStage:
		label = words.ChoiceTitle(s.Scene.Choice)
		if m := s.Scene.Moment; !m.Settled {
			label += fmt.Sprintf(" pass %d", m.Pass)
		}
	case len(s.Results) > 0:
		r := s.Results[0]
		label = or(r.Device.Name, or(r.Title, "result"))
		if c.What == exportChart {
			label += " " + s.Figure
		}
	}
	name := safeFileName(label, c.Format)
	return name[:len(name)-len(c.Format)-1]
}

// render makes the whole file in memory, so that nothing is opened before
// there is something to write. It may be called from any goroutine.
func (s Shown) render(c exportChoice) (data []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			data, err = nil, fmt.Errorf("drawing failed: %v", r)
		}
	}()
	var b bytes.Buffer
	switch c.What {
	case exportChart:
		err = s.writeChart(&b, c)
	case exportStage:
		err = s.writeStage(&b, c)
	default:
		err = s.writeData(&b, c)
	}
	if err == nil && b.Len() == 0 {
		err = fmt.Errorf("there is nothing to write: choose something else to export")
	}
	return b.Bytes(), err
}

func (s Shown) writeChart(w io.Writer, c exportChoice) error {
	f, err := plots.FindFigure(s.Figure)
	if err != nil {
		return err
	}
	data := plots.Data{Sources: s.Results[:min(len(s.Results), plots.MaxSources)], Emphasis: s.Emphasis, Note: s.Note}
	style, size := plots.Style{Theme: look.ByName(c.Theme), Format: plots.Slide}, plots.Size{Width: 1920, Height: 1080, Scale: 1}
	switch c.Size {
	case sizeFine:
		size.Scale = 2
	case sizePaper:
		style.Format, style.Transparent = plots.Panel, true
		size = plots.Size{Scale: 4}
	}
	return plots.Write(w, c.Format, f, data, style, size)
}

// stageWide and stageHigh are the stage's size in units; a picture has a
// number of pixels for each.
const stageWide, stageHigh = 1280, 720

func (s Shown) writeStage(w io.Writer, c exportChoice) error {
	th := look.ByName(c.Theme)
	scene := s.Scene
	scene.Cursor, scene.Choosing = -1, false // of the window, not of the picture
	scale, bg := 1.5, color.Color(th.Bg)
	switch c.Size {
	case sizeFine:
		scale = 3
	case sizePaper:
		scale, bg = 3, nil
	}
	shapes := stage.Draw(scene, stage.PresentGeometry(stageWide, stageHigh), th)
	alt := scene.Second.AltText(scene.Choice, scene.Tap, scene.Constant, scene.Global, scene.Moment.Pass)
	return stage.Write(w, c.Format, alt, shapes, stageWide, stageHigh, scale, bg)
}

func (s Shown) writeData(w io.Writer, c exportChoice) error {
	if len(s.Results) == 0 {
		return fmt.Errorf("there are no figures to write: choose a source first")
	}
	r := s.Results[0]
	switch c.Format {
	case "json":
		return r.WriteJSON(w)
	case "txt":
		return r.WriteTable(w)
	}
	return r.WriteCSV(w)
}
