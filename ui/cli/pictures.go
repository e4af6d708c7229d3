package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"warpbill/cuda/measure"
	"warpbill/plots"
	"warpbill/plots/look"
	"warpbill/plots/stage"
	"warpbill/sim"
)

// picturesVerb draws what the program shows into a folder, for a computer
// without a display: the window at launch, the charts of the recordings, and
// the key frames of the per-lane pattern.
type picturesVerb struct {
	Folder string `arg:"" help:"The folder for the pictures."`
}

// The size of the pictures: a slide of 16 to 9, drawn at the window's size.
const (
	slideWidth, slideHeight = 1280, 720
	slideScale              = 1.5
)

// Run draws and prints the paths.
func (v *picturesVerb) Run(s *session) error {
	if err := os.MkdirAll(v.Folder, 0o755); err != nil {
		return fmt.Errorf("cannot make the folder %s (%s): choose another place", v.Folder, reason(err))
	}
	if s.Picture != nil {
		path := filepath.Join(v.Folder, "window.png")
		if err := s.Picture(path); err != nil {
			return err
		}
		fmt.Fprintln(s.out, path)
	}
	for _, id := range []string{"t4", "h200"} {
		recording, err := measure.FindRecording(id)
		if err != nil {
			continue // this build has no such recording
		}
		if err := v.charts(s, recording); err != nil {
			return err
		}
	}
	return v.frames(s)
}

// charts draws the time and the ratio of one recording.
func (v *picturesVerb) charts(s *session, r measure.Result) error {
	for _, id := range []string{"time", "ratio"} {
		figure, err := plots.FindFigure(id)
		if err != nil {
			return err
		}
		var b bytes.Buffer
		style := plots.Style{Theme: look.LightTheme(), Format: plots.Slide}
		if err := plots.Write(&b, "png", figure, plots.Data{Sources: []measure.Result{r}}, style, plots.Size{Width: 1920, Height: 1080, Scale: 1}); err != nil {
			return err
		}
		if err := v.save(s, fmt.Sprintf("chart-%s-%s.png", r.ID, id), b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// frames draws the per-lane pattern before, in the middle of and after its
// replay.
func (v *picturesVerb) frames(s *session) error {
	scene, err := newScene(sim.Choice{ID: "per-lane"})
	if err != nil {
		return err
	}
	theme := look.DarkTheme()
	geometry := stage.PresentGeometry(slideWidth, slideHeight)
	passes := scene.Constant.StepCount()
	for _, f := range []struct {
		name   string
		moment stage.Moment
	}{
		{"start", stage.Stop(0)}, {"pass-01", stage.Stop(1)}, {"pass-07", stage.Stop(7)}, {"pass-16", stage.Stop(16)}, {"end", stage.End(passes)},
	} {
		scene.Moment = f.moment
		var b bytes.Buffer
		if err := stage.Write(&b, "png", "", stage.Draw(scene, geometry, theme), slideWidth, slideHeight, slideScale, theme.Bg); err != nil {
			return err
		}
		if err := v.save(s, "per-lane-"+f.name+".png", b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// newScene is the stage with a pattern of 4-byte elements on it.
func newScene(c sim.Choice) (stage.Scene, error) {
	x, err := c.Indices()
	if err != nil {
		return stage.Scene{}, err
	}
	access, err := sim.Elements(x, 4)
	if err != nil {
		return stage.Scene{}, err
	}
	scene := stage.Scene{Choice: c, Cursor: -1}
	if scene.Constant, err = (sim.Constant{}).Bill(access); err != nil {
		return stage.Scene{}, err
	}
	scene.Global, err = sim.Global{}.Bill(access)
	return scene, err
}

func (v *picturesVerb) save(s *session, name string, content []byte) error {
	path := filepath.Join(v.Folder, name)
	if err := measure.WriteFile(path, content); err != nil {
		return err
	}
	fmt.Fprintln(s.out, path)
	return nil
}
