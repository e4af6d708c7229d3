package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/mitchellh/go-homedir"

	"warpbill/cuda/measure"
)

// doctorVerb says what the program finds on this computer.
type doctorVerb struct {
	JSON bool `name:"json" help:"Print one JSON object."`
}

// Help is the longer text of the verb's help.
func (doctorVerb) Help() string {
	return `Looks for everything that the program can use: a display and OpenGL for the window, a driver and a GPU for measuring, and the folders it writes to. It changes nothing and always ends with status 0; whatever is missing comes with what to do about it.

Examples:

    warpbill doctor
    warpbill doctor --json
`
}

// finding is one thing that was looked for.
type finding struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Found  string `json:"found,omitempty"`
	Advice string `json:"advice,omitempty"`
}

// diagnosis is all that the doctor found.
type diagnosis struct {
	Version  string           `json:"version"`
	System   string           `json:"system"`
	Findings []finding        `json:"findings"`
	Devices  []measure.Device `json:"devices"`
}

// Run looks and tells.
func (v *doctorVerb) Run(ctx context.Context, s *session) error {
	var gpu GPU
	if stopped := await(ctx, func() { gpu = s.Inspect() }); stopped != nil {
		return fmt.Errorf("%w: the GPU driver had not answered yet", stopped)
	}
	d := diagnosis{
		Version:  s.Version,
		System:   runtime.GOOS + "/" + runtime.GOARCH,
		Findings: append(screen(runtime.GOOS, os.Getenv, libraryFolders(), func(display string) error { return reachDisplay(ctx, display) }), card(gpu)...),
		Devices:  append([]measure.Device{}, gpu.Devices...),
	}
	d.Findings = append(d.Findings, folders()...)
	if v.JSON {
		line, err := jsonLine(d)
		if err != nil {
			return err
		}
		_, err = s.out.Write(line)
		return err
	}
	d.print(s)
	return nil
}

func (d *diagnosis) print(s *session) {
	fmt.Fprintf(s.out, "warpbill %s on %s\n\n", d.Version, d.System)
	for _, f := range d.Findings {
		mark := "ok     "
		if !f.OK {
			mark = "missing"
		}
		fmt.Fprintf(s.out, "%s  %-15s %s\n", mark, f.Name, f.Found)
		if f.Advice != "" {
			fmt.Fprintf(s.out, "%*s%s\n", 9, "", f.Advice)
		}
	}
	fmt.Fprintln(s.out)
	if len(d.Devices) == 0 {
		fmt.Fprintln(s.out, "Without a GPU all recordings, charts and animations work; only \"measure\" does not.")
	}
	for _, g := range d.Devices {
		fmt.Fprintf(s.out, "GPU %d: %s, compute capability %d.%d, %d SMs, %s L2, %s\n", g.Index, g.Name, g.Major, g.Minor, g.SMs, measure.FormatBytes(g.L2Bytes), g.UUID)
	}
}

// card is what was found of the driver.
func card(g GPU) []finding {
	library := finding{Name: "GPU driver", OK: g.Library != "", Found: g.Library, Advice: g.Problem}
	if !library.OK {
		library.Found = "no NVIDIA driver that this build can use"
		if library.Advice == "" {
			library.Advice = "Install NVIDIA's driver to measure on your own GPU; nothing else needs it."
		}
		return []finding{library}
	}
	if g.Driver != "" {
		library.Found += ", version " + g.Driver
	}
	if g.CUDA != "" {
		library.Found += ", CUDA up to " + g.CUDA
	}
	gpus := finding{Name: "GPUs", OK: len(g.Devices) > 0, Found: count(len(g.Devices), "GPU")}
	if !gpus.OK {
		library.Advice, gpus.Advice = "", g.Problem
	}
	return []finding{library, gpus}
}

// folders are the places that the program writes to.
func folders() []finding {
	settings := finding{Name: "settings", Advice: "Set HOME (on Windows APPDATA) so that the window can remember its size and theme."}
	if dir, err := os.UserConfigDir(); err == nil {
		settings = finding{Name: "settings", OK: true, Found: filepath.Join(dir, "warpbill")}
	}
	exports := finding{Name: "exports", Advice: "Set HOME so that exports have a folder of their own, or choose one in the window each time."}
	if home, err := homedir.Dir(); err == nil {
		exports = finding{Name: "exports", OK: true, Found: home}
	}
	return []finding{settings, exports}
}
