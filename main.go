// Command warpbill shows, and proves on the user's own GPU, what a warp of 32
// lanes pays for memory.
package main

import (
	"context"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"warpbill/cuda"
	"warpbill/cuda/measure"
	"warpbill/ui"
	"warpbill/ui/cli"
	"warpbill/ui/settings"
)

const version, appID = "0.1.0", "org.warpbill.Warpbill"

func main() {
	ctx, release := signal.NotifyContext(context.Background(), endings()...)
	context.AfterFunc(ctx, release) // a second Ctrl+C ends the program at once
	// A reader of the output who leaves must not take the program with it
	// before the rows are saved: writes fail instead, and end it in order.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	os.Exit(cli.Run(ctx, os.Args[1:], cli.Env{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Version: version,
		Window:  func(file string) error { return openWindow(ctx, dependencies(file)) },
		Picture: drawWindow, Card: openCard, Inspect: inspect,
	}))
}

// endings are the signals that end the program in order, its rows saved. A
// terminal that closes, or a connection that breaks, sends the third, unless
// nohup was told to keep it away.
func endings() []os.Signal {
	list := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		list = append(list, syscall.SIGHUP)
	}
	return list
}

func options() cuda.Options { return cuda.Options{Program: "warpbill " + version} }

func openCard() (measure.Runner, func(), error) {
	card, err := cuda.Open(options())
	if err != nil {
		return nil, nil, err
	}
	return card, func() { _ = card.Close() }, nil // its end is the driver's matter
}

func inspect() cli.GPU {
	r := cuda.Inspect(options())
	return cli.GPU{Library: r.Library, Driver: r.Driver, CUDA: r.CUDA, Devices: r.Devices, Problem: r.Problem}
}

// dependencies are what the window is given. It measures in a child process,
// so that a dead driver or a hung kernel does not take the window with it.
func dependencies(file string) ui.Deps {
	self, err := os.Executable()
	if err != nil {
		self = os.Args[0]
	}
	command := func(args ...string) *exec.Cmd { return exec.Command(self, args...) }
	return ui.Deps{
		Runner: &measure.Child{Command: command}, Recordings: measure.Recordings(),
		Settings: settings.User(), Open: file, Version: version,
	}
}
