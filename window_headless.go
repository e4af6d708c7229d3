//go:build headless

package main

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"warpbill/cuda/measure"
	"warpbill/ui"
	"warpbill/ui/settings"
)

// openWindow says that this build has no window.
func openWindow(context.Context, ui.Deps) error {
	return errors.New(`this build of the program has no window: build it without the tag "headless", or use a verb; "warpbill --help" lists them`)
}

// drawnAt is the moment at which the window is drawn: in the first pass of the
// replay that begins when it opens.
const drawnAt = 250 * time.Millisecond

// quiet is how long nothing may happen in the window before it is drawn.
const quiet = 500 * time.Millisecond

// drawWindow draws the window as it opens into a PNG file, by the toolkit's
// painter that needs no display.
func drawWindow(path string) error {
	a := test.NewApp()
	defer a.Quit()
	posted := make(chan func(), 1000)
	clock := time.Now()
	d := dependencies("")
	d.Settings, d.Runner = settings.Store{}, nil // the window as anyone sees it first
	d.Post = func(f func()) { posted <- f }
	d.Now = func() time.Time {
		clock = clock.Add(drawnAt)
		return clock
	}
	w := ui.NewWindow(a, d)
	w.Show()
	windows := a.Driver().AllWindows()
	shown := windows[len(windows)-1] // the painter keeps one of its own before it
	shown.Resize(fyne.NewSize(settings.DefaultWidth, settings.DefaultHeight))
	for settled := false; !settled; {
		select {
		case f := <-posted:
			f()
		case <-time.After(quiet):
			settled = true
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, shown.Canvas().Capture()); err != nil {
		return err
	}
	return measure.WriteFile(path, b.Bytes())
}
