package ui

import (
	"time"

	"warpbill/cuda/measure"
	"warpbill/sim"
)

// Action is something that happened: a key, a click, a tick of the clock, an
// event of a run.
type Action interface{ action() }

// The run on stage.
type (
	// tick is time that has passed while playing.
	tick struct{ Real time.Duration }
	// toggle plays or pauses.
	toggle struct{}
	// stepBy goes By passes forward or back and pauses.
	stepBy struct{ By int }
	// jumpTo goes to the start or the end and pauses.
	jumpTo struct{ End bool }
	// scrubTo goes to a part of the run, 0 to 1, and pauses.
	scrubTo struct{ To float64 }
	// faster changes the speed by so many places.
	faster struct{ By int }
	// setSpeed chooses a place in the list of speeds.
	setSpeed struct{ To int }
	// playNow plays from the start.
	playNow struct{}
	// playAllTaps starts or ends the loop over all taps.
	playAllTaps struct{}
)

// The pattern.
type (
	// pick puts a pattern on stage. Value is its first parameter when Given.
	pick struct {
		ID    string
		Value int64
		Given bool
	}
	// put puts a pattern on stage as it is given, at rest at its start.
	put struct {
		Choice sim.Choice
		Tap    int
	}
	// pickOrder puts Reverse on stage, or the next of its menu.
	pickOrder struct{}
	// turn changes the parameter in the transport's slot.
	turn struct{ By int64 }
	// paintLane gives a lane the current tap.
	paintLane struct{ Lane int }
	// paintCursor paints the lane at the cursor.
	paintCursor struct{}
	// arrow is the left or right arrow key: it moves the lane cursor while
	// painting and steps otherwise.
	arrow struct{ By int }
	// setPath puts a memory path at the lower till.
	setPath struct{ ID string }
	// nextPath puts the path there that is By places further.
	nextPath struct{ By int }
)

// The chart and its sources.
type (
	// setMode shows the chart "ratio" or "time"; empty: the other one.
	setMode struct{ Mode string }
	// setTab shows "stage" or "chart" in a small window; empty: the other.
	setTab struct{ Tab string }
	// setSource puts a source on the chart or takes it off.
	setSource struct {
		ID string
		On bool
	}
	// onlySource shows one source alone.
	onlySource struct{ ID string }
	// opened is a file that was read.
	opened struct{ Result measure.Result }
)

// Runs on this computer's GPU.
type (
	// found is what looking for a GPU gave.
	found struct {
		Devices []measure.Device
		Err     error
	}
	// startRun asks for a sweep.
	startRun struct{ Now time.Time }
	// cancelRun ends the sweep; its rows are kept.
	cancelRun struct{}
	// progress is a batch of events of a run, and the result so far.
	progress struct {
		ID     int
		Events []measure.Event
		Result measure.Result
		Now    time.Time
	}
	// ended is the end of a run, however it came.
	ended struct {
		ID     int
		Err    error
		Result measure.Result
	}
)

// The window.
type (
	// nextTheme goes from light to dark and back. Dark is what is shown now;
	// the theme that the system has is not set but followed.
	nextTheme struct{ Dark, SystemDark bool }
	// fullScreen enters or leaves full screen.
	fullScreen struct{}
	// zoomBy makes everything larger or smaller; 0 is the normal size.
	zoomBy struct{ By int }
	// showDialog opens a dialog or overlay.
	showDialog struct{ Dialog string }
	// closed is a dialog that has gone.
	closed struct{ Dialog string }
	// escape leaves the innermost thing that can be left.
	escape struct{}
	// setStatus is the line about what the pointer or the focus is on.
	setStatus struct{ Text string }
	// tell shows a sentence until the user goes on.
	tell struct {
		Text  string
		Error bool
	}
	// quit ends the program.
	quit struct{}
)

// The dialogs and overlays.
const (
	dialogOpen    = "open"
	dialogSave    = "save"
	dialogExport  = "export"
	dialogHelp    = "help"
	dialogLessons = "lessons"
)

func (tick) action()        {}
func (toggle) action()      {}
func (stepBy) action()      {}
func (jumpTo) action()      {}
func (scrubTo) action()     {}
func (faster) action()      {}
func (setSpeed) action()    {}
func (playAllTaps) action() {}
func (playNow) action()     {}
func (put) action()         {}
func (onlySource) action()  {}
func (pick) action()        {}
func (pickOrder) action()   {}
func (turn) action()        {}
func (paintLane) action()   {}
func (paintCursor) action() {}
func (arrow) action()       {}
func (setPath) action()     {}
func (nextPath) action()    {}
func (setMode) action()     {}
func (setTab) action()      {}
func (setSource) action()   {}
func (opened) action()      {}
func (found) action()       {}
func (startRun) action()    {}
func (cancelRun) action()   {}
func (progress) action()    {}
func (ended) action()       {}
func (nextTheme) action()   {}
func (fullScreen) action()  {}
func (zoomBy) action()      {}
func (showDialog) action()  {}
func (closed) action()      {}
func (escape) action()      {}
func (setStatus) action()   {}
func (tell) action()        {}
func (quit) action()        {}
