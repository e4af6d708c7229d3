package ui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"warpbill/cuda/measure"
	"warpbill/plots/words"
)

func reduceRun(d Deps, s State, a Action) State {
	switch a := a.(type) {
	case found:
		s.Devices = a.Devices
		s.GPUText, s.WhyNot = gpuText(a), whyNot(a)
	case startRun:
		if !s.Run.Active() && s.canRun(d) {
			return started(d, s, a)
		}
	case cancelRun:
		if s.Run.Phase == "starting" || s.Run.Phase == "running" {
			s.Run.Phase, s.Run.Text = "cancelling", "cancelling: the rows so far are kept"
		}
	case progress:
		if a.ID == s.Run.ID && s.Run.Active() {
			return progressed(s, a)
		}
	case ended:
		if a.ID == s.Run.ID && s.Run.Active() {
			return finished(s, a)
		}
	}
	return s
}

// started begins a sweep. What was measured before goes; the chart shows the
// other sources until the first row is there.
func started(d Deps, s State, a startRun) State {
	s.Run = runState{ID: s.Run.ID + 1, Phase: "starting", Text: "starting", Started: a.Now, Now: a.Now, Device: s.deviceName()}
	s.Live = nil
	s.On = slices.DeleteFunc(slices.Clone(s.On), func(id string) bool { return id == liveID })
	if len(s.On) == 0 && len(d.Recordings) > 0 {
		s.On = []string{d.Recordings[0].ID}
	}
	return s
}

// canRun says whether a sweep could be started: there is a runner and it has
// not said that there is no GPU.
func (s State) canRun(d Deps) bool { return d.Runner != nil && len(s.Devices) > 0 }

func (s State) deviceName() string {
	if len(s.Devices) == 0 {
		return ""
	}
	return short(s.Devices[0].Name)
}

// gpuText is the line about the GPU in the head of the panel.
func gpuText(a found) string {
	if len(a.Devices) == 0 {
		return "no GPU to measure on here"
	}
	v := a.Devices[0]
	text := short(v.Name)
	if v.SMs > 0 {
		text += fmt.Sprintf(", %d SMs", v.SMs)
	}
	if v.L2Bytes > 0 {
		text += fmt.Sprintf(", L2 %s", measure.FormatBytes(v.L2Bytes))
	}
	return text + fmt.Sprintf(", compute capability %d.%d", v.Major, v.Minor)
}

// whyNot says why nothing can be measured, empty when it can.
func whyNot(a found) string {
	switch {
	case len(a.Devices) > 0:
		return ""
	case a.Err == nil:
		return "No GPU was found on this computer."
	}
	return words.NoGPU(short(a.Err.Error()))
}

func progressed(s State, a progress) State {
	r := s.Run
	r.Now = a.Now
	for _, e := range a.Events {
		switch e := e.(type) {
		case measure.Started:
			r.Device, r.Total = short(e.Device.Name), max(e.Total, 0)
			r.Text = "starting"
		case measure.Sampled:
			r.Total = max(e.Total, 0)
			r.Done = min(max(e.Done, 0), r.Total)
			r.Part = 0
			if e.Pairs > 0 {
				r.Part = min(max(float64(e.Pair)/float64(e.Pairs), 0), 1)
			}
			r.Text = phaseText(e.Phase)
		case measure.Row:
			r.Done, r.Part = min(r.Done+1, r.Total), 0
		case measure.Warned:
			r.Warnings++
		}
	}
	if r.Phase == "starting" {
		r.Phase = "running"
	}
	if r.Phase == "cancelling" {
		r.Text = s.Run.Text
	}
	r.Done = min(max(r.Done, len(a.Result.Rows)), r.Total)
	s.Run = r
	return withLive(s, a.Result)
}

// withLive keeps the measured rows; the first one puts them on the chart.
func withLive(s State, r measure.Result) State {
	if len(r.Rows) == 0 {
		return s
	}
	if s.Live == nil {
		s.On = []string{liveID}
	}
	s.Live = &r
	return s
}

// phaseText is what the run is doing, as the progress line says it.
func phaseText(phase string) string {
	switch phase {
	case "compile":
		return "compiling for this card"
	case "check":
		return "checking the results"
	case "warm-up":
		return "warming up"
	case "course":
		return "the course's method"
	}
	return "measuring"
}

func finished(s State, a ended) State {
	cancelled := s.Run.Phase == "cancelling"
	s = withLive(s, a.Result)
	r := s.Run
	rows := len(a.Result.Rows)
	switch {
	case a.Err == nil && a.Result.Complete:
		r.Phase, r.Done, r.Part = "done", r.Total, 0
		r.Text = "done: " + rowCount(rows)
	case cancelled && (a.Err == nil || errors.Is(a.Err, context.Canceled)):
		r.Phase, r.Text = "idle", "cancelled"
		if rows > 0 {
			r.Text = fmt.Sprintf("cancelled: %d of %d rows kept, marked incomplete", rows, r.Total)
		}
	default:
		r.Phase, r.Text = "failed", ""
		r.Err = runError(a.Err, rows)
	}
	s.Run = r
	return s
}

func runError(err error, rows int) string {
	text := "the measurement ended before it was complete"
	if err != nil {
		text = short(err.Error())
	}
	if rows > 0 {
		verb := "are"
		if rows == 1 {
			verb = "is"
		}
		text += fmt.Sprintf("; %s %s kept, marked incomplete", rowCount(rows), verb)
	}
	return text
}

// rowCount is a number of rows in words.
func rowCount(n int) string {
	switch n {
	case 0:
		return "no rows"
	case 1:
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
}

// left is the time that the run still needs, going by the time so far;
// 0 while too little is done to say.
func (r runState) left() time.Duration {
	done := float64(r.Done) + r.Part
	spent := r.Now.Sub(r.Started)
	if done < 1 || r.Total == 0 || spent <= 0 {
		return 0
	}
	return time.Duration(float64(spent) / done * max(float64(r.Total)-done, 0))
}
