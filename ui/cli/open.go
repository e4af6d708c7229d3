package cli

import (
	"errors"
	"io/fs"
	"os"
)

// openVerb opens the window.
type openVerb struct {
	File string `arg:"" optional:""`
}

// Run opens the window and returns once it is closed.
func (v *openVerb) Run(s *session) error {
	if v.File != "" {
		if _, err := os.Stat(v.File); errors.Is(err, fs.ErrNotExist) {
			return usagef("there is no verb and no file %q: run \"warpbill --help\" to see the verbs", v.File)
		}
	}
	return s.Window(v.File)
}
