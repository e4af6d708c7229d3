package ui

import (
	"time"

	"warpbill/cuda/measure"
	"warpbill/ui/settings"
)

// Deps is what the window is given from outside.
type Deps struct {
	Runner     measure.Runner   // carries out sweeps; nil: nothing can be measured here
	Recordings []measure.Result // built in; the first is on the chart at launch
	Settings   settings.Store
	Open       string // a file to open at launch, or empty
	Version    string
	Now        func() time.Time // nil: time.Now
	Post       func(func())     // runs a function on the UI goroutine; nil: fyne.Do
}
