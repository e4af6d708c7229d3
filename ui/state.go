package ui

import (
	"fmt"
	"slices"
	"time"

	"warpbill/cuda/measure"
	"warpbill/plots/stage"
	"warpbill/plots/words"
	"warpbill/sim"
)

// State is everything that the window shows. It is a value: Reduce makes a
// new one and never changes what an old one refers to.
type State struct {
	// What is on stage.
	Choice   sim.Choice
	Tap      int                // the convolution's tap k
	Last     map[string][]int64 // parameter values by pattern, copied on write
	Painted  sim.Indices
	PaintTap int // what painting gives to a lane
	Cursor   int // the lane that Enter paints
	Constant sim.Bill
	Global   sim.Bill
	Path     string       // at the lower till; empty: global memory
	Second   words.Second // that path with its bill

	// The clock.
	Playing bool
	Elapsed time.Duration // of the run, at speed 1
	Speed   int           // place in speeds
	AllTaps allTaps

	// The chart.
	Mode    string // "ratio" or "time"
	Tab     string // "stage" or "chart": what a small window shows
	On      []string
	File    *measure.Result // the opened file
	Live    *measure.Result // measured by this window
	Devices []measure.Device
	GPUText string // what was found when looking for a GPU
	WhyNot  string // why nothing can be measured here
	Run     runState

	// The window.
	Theme  string // "", "light" or "dark"
	Zoom   float32
	Full   bool
	Dialog string // the dialog or overlay that is open, or empty
	Status string // one line about what the pointer or the focus is on
	Notice notice
	Quit   bool
}

// allTaps is the convolution's whole loop: tap k runs from 0 to 31 and the
// bill is summed.
type allTaps struct {
	On             bool
	Done           int // taps played to their end
	Passes, Second int // charged so far at both tills
}

// runState is the state of a sweep on this computer's GPU.
type runState struct {
	ID       int    // counts the runs, so that a late event finds no hearer
	Phase    string // "idle", "starting", "running", "cancelling", "failed", "done"
	Done     int
	Total    int
	Text     string
	Started  time.Time
	Now      time.Time
	Part     float64 // of the current point, 0 to 1
	Device   string
	Err      string
	Warnings int
}

// Active says whether a sweep holds the GPU.
func (r runState) Active() bool {
	return r.Phase == "starting" || r.Phase == "running" || r.Phase == "cancelling"
}

// notice is a plain sentence that stays until it is dismissed or the user
// goes on.
type notice struct {
	Text  string
	Error bool
}

// The sources beside the built-in recordings.
const (
	liveID = "live"
	fileID = "file"
)

// speeds are the factors of the clock.
func speeds() []float64 { return []float64{1. / 8, 1. / 4, 1. / 2, 1, 2, 4, 8} }

// unitSpeed is the place of factor 1 in speeds.
const unitSpeed = 3

// speedLabel is how the transport writes a speed.
func speedLabel(i int) string {
	return []string{"1/8×", "1/4×", "1/2×", "1×", "2×", "4×", "8×"}[i]
}

// Passes is the number of passes of the run on stage.
func (s State) Passes() int { return s.Constant.StepCount() }

// Moment is where the run on stage stands. The clock at zero is the moment
// before anything is charged.
func (s State) Moment() stage.Moment {
	if s.Elapsed <= 0 {
		return stage.Stop(0)
	}
	return stage.At(s.Elapsed, s.Passes())
}

// AtEnd says whether the run on stage is over.
func (s State) AtEnd() bool { return s.Elapsed >= stage.Duration(s.Passes()) }

// Painting says whether lanes can be painted.
func (s State) Painting() bool { return s.Choice.ID == sim.PaintID }

// turns says whether tap k turns the pattern on stage. Random picks among
// the taps by its seed, and its slot is the seed.
func turns(c sim.Choice) bool {
	p, err := sim.FindPattern(c.ID)
	return err == nil && p.InFilter && c.ID != "random"
}

// selected lists the results that are on the chart, the first emphasised.
func (s State) selected(d Deps) []measure.Result {
	var list []measure.Result
	for _, id := range s.On {
		if r := s.source(d, id); r != nil {
			list = append(list, *r)
		}
	}
	return list
}

// source is the result of the given ID, nil when there is none.
func (s State) source(d Deps, id string) *measure.Result {
	switch id {
	case liveID:
		return s.Live
	case fileID:
		return s.File
	}
	i := slices.IndexFunc(d.Recordings, func(r measure.Result) bool { return r.ID == id })
	if i < 0 {
		return nil
	}
	return &d.Recordings[i]
}

// own is the result that saving writes: the measured one, else the opened
// one.
func (s State) own() *measure.Result {
	if s.Live != nil && len(s.Live.Rows) > 0 {
		return s.Live
	}
	return s.File
}

// sumText is the sum of the loop over the taps so far, empty before the first
// tap is over.
func (s State) sumText() string {
	a := s.AllTaps
	if a.Done == 0 {
		return ""
	}
	taps := fmt.Sprintf("taps 0 to %d", a.Done-1)
	if a.Done == 1 {
		taps = "tap 0"
	}
	return fmt.Sprintf("%s: %s in constant memory, %s", taps, counted(a.Passes, "pass", "passes"), s.Second.Total(a.Second))
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// scene is what the stage draws.
func (s State) scene(results []measure.Result, reduceMotion bool) stage.Scene {
	c := stage.Scene{
		Choice: s.Choice, Constant: s.Constant, Global: s.Global, Moment: s.Moment(),
		Second: s.Second, Choosing: true,
		Paint: s.Painting(), Cursor: -1, Price: s.price(results),
		ReduceMotion: reduceMotion || s.Speed > unitSpeed+1,
	}
	if turns(s.Choice) {
		c.Tap = s.Tap
	}
	if c.Paint {
		c.Cursor = s.Cursor
	}
	return c
}
