package cli

import (
	"fmt"
	"io"
	"os"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"warpbill/cuda/measure"
)

// progress shows how far a sweep is. It stays silent where nobody watches.
type progress struct {
	bar *progressbar.ProgressBar
}

// steps is how finely the bar divides a sweep.
const steps = 1000

// maxLabel is how long a text from outside may be beside the bar.
const maxLabel = 40

// newProgress is a bar on w when that is a terminal.
func newProgress(w io.Writer) *progress {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return &progress{}
	}
	return &progress{bar: progressbar.NewOptions(steps,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetWidth(24),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSetDescription("opening the GPU"),
	)}
}

// show moves the bar to where the event says the sweep is.
func (p *progress) show(e measure.Event) {
	if p.bar == nil {
		return
	}
	switch e := e.(type) {
	case measure.Started:
		p.bar.Describe(measure.CleanText(e.Device.Name, maxLabel))
	case measure.Sampled:
		p.bar.Describe(fmt.Sprintf("%s outputs, %s: %s", measure.FormatSize(e.N), e.Lanes(), measure.CleanText(e.Phase, maxLabel)))
		_ = p.bar.Set(int(steps * fraction(e)))
	}
}

// close takes the bar off the terminal.
func (p *progress) close() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}

// fraction is the part of the sweep that is done, from 0 to 1.
func fraction(e measure.Sampled) float64 {
	if e.Total <= 0 {
		return 0
	}
	done := float64(e.Done)
	if e.Pairs > 0 {
		done += min(1, max(0, float64(e.Pair)/float64(e.Pairs)))
	}
	return min(1, max(0, done/float64(e.Total)))
}
