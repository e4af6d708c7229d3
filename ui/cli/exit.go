package cli

import (
	"errors"
	"fmt"
	"strings"

	"warpbill/cuda/measure"
)

// The exit statuses that scripts rely on.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
	exitNoGPU  = 3
)

// usageError is a wrong command line: something unknown, missing or out of
// range.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...)}
}

// usage marks an error as the fault of the command line; nil stays nil.
func usage(err error) error {
	if err == nil {
		return nil
	}
	return &usageError{err}
}

func exitStatus(err error) int {
	var wrong *usageError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &wrong):
		return exitUsage
	case errors.Is(err, measure.ErrNoGPU):
		return exitNoGPU
	}
	return exitFailed
}

// oneLine joins the lines of a text, so that an error stays one sentence on
// one line even when a part of it came from outside.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
}
