//go:build !headless

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"regexp"
	"runtime"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"

	"warpbill/icons"
	"warpbill/ui"
)

// drawWindow is nil: this build opens the window instead of drawing it.
var drawWindow func(path string) error

const withoutWindow = `use a verb instead, such as "warpbill bill --pattern per-lane"; "warpbill --help" lists them`

const noAnswer = "the display does not answer: check DISPLAY"

// openWindow opens the window and returns once it is closed.
func openWindow(ctx context.Context, d ui.Deps) error {
	if err := checkDisplay(runtime.GOOS, os.Getenv); err != nil {
		return err
	}
	messages := &toolkitLog{to: os.Stderr, end: func() { os.Exit(1) }}
	log.SetFlags(0)
	log.SetOutput(messages)
	icon := fyne.NewStaticResource("warpbill.png", icons.App)
	app.SetMetadata(fyne.AppMetadata{
		ID: appID, Name: "Warpbill", Version: version, Icon: icon,
		Migrations: map[string]bool{"fyneDo": true},
	})
	a := app.NewWithID(appID)
	a.SetIcon(icon)
	// Only a window made while the loop runs ends the program when there is
	// no OpenGL; one made before would leave it running unseen.
	var window *ui.Window
	a.Lifecycle().SetOnStarted(func() {
		defer messages.explain()
		window = ui.NewWindow(a, d)
		window.Show()
	})
	stop := context.AfterFunc(ctx, func() { fyne.Do(a.Quit) })
	defer stop()
	a.Run()
	if window != nil {
		window.Stop()
	}
	return nil
}

// checkDisplay says what is wrong when no window could be seen.
func checkDisplay(system string, env func(string) string) error {
	if system != "linux" && system != "freebsd" && system != "openbsd" && system != "netbsd" {
		return nil
	}
	switch {
	case env("DISPLAY") != "":
		return nil
	case env("WAYLAND_DISPLAY") != "":
		return errors.New("the window needs XWayland on this desktop (DISPLAY is not set): install xwayland and log in again, or " + withoutWindow)
	}
	return errors.New("there is no display for the window (DISPLAY is not set): start it from a desktop, or " + withoutWindow)
}

// harmless are messages of the toolkit that mean nothing to a user: a locale
// that the system does not name, a desktop that does not tell of its theme, a
// home folder without a folder for videos or that cannot be written, which the
// program itself tells of, and a file of the toolkit's own, seen while it is
// written.
var harmless = regexp.MustCompile("user locale|watch theme settings|(cache|storage) space|[Ss]ettings (storage|file|watch|un-watch|load)|user theme file|[Pp]references|application cache|icon file|favorite locations")

// toolkitLog is where the window's toolkit writes its log. Two messages mean
// that there will be no window: they become a sentence and the end of the
// program.
type toolkitLog struct {
	to    io.Writer
	end   func()
	quiet bool // within a message that is not to be shown
}

// Write takes one line of the log.
func (l *toolkitLog) Write(line []byte) (int, error) {
	switch {
	case bytes.Contains(line, []byte("failed to initialise GLFW")):
		return len(line), l.refuse(noAnswer)
	case bytes.Contains(line, []byte("window creation error")):
		return len(line), l.refuse("this display has no usable OpenGL: update the graphics driver (without one, on Debian and Ubuntu: apt-get install libgl1-mesa-dri)")
	case bytes.HasPrefix(line, []byte("Fyne error:")):
		l.quiet = harmless.Match(line)
	case !bytes.HasPrefix(line, []byte("  ")):
		l.quiet = false
	}
	if l.quiet {
		return len(line), nil
	}
	return l.to.Write(line)
}

// explain turns the toolkit's panic about a display that does not answer into
// a sentence and the end of the program.
func (l *toolkitLog) explain() {
	switch r := recover(); {
	case r == nil:
	case strings.Contains(fmt.Sprint(r), "NotInitialized"):
		_ = l.refuse(noAnswer) // the program ends in any case
	default:
		panic(r)
	}
}

// refuse says in one line why there is no window, and ends the program.
func (l *toolkitLog) refuse(why string) error {
	_, err := fmt.Fprintf(l.to, "warpbill: %s, or %s\n", why, withoutWindow)
	l.end()
	return err
}
