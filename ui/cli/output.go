package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"warpbill/cuda/measure"
)

// target is a file that a verb is going to write, in a format that its
// extension names.
type target struct {
	path   string
	format string // "png", "json", ...
}

// newTarget checks, before any work is done, that the file's extension names
// one of the formats and that a file can be made at its place.
func newTarget(path string, formats ...string) (target, error) {
	format := strings.ToLower(strings.TrimPrefix(filepath.Ext(path), "."))
	if !slices.Contains(formats, format) {
		return target{}, usagef("%q does not say which format to write: end the name of -o in .%s", path, strings.Join(formats, ", ."))
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return target{}, fmt.Errorf("%s is a folder: name a file with -o", path)
	}
	probe, err := os.CreateTemp(filepath.Dir(path), ".warpbill-*")
	if err != nil {
		return target{}, fmt.Errorf("cannot write %s (%s): choose another place with -o", path, reason(err))
	}
	name := probe.Name()
	if err := errors.Join(probe.Close(), os.Remove(name)); err != nil {
		return target{}, fmt.Errorf("cannot write %s (%s): choose another place with -o", path, reason(err))
	}
	return target{path: path, format: format}, nil
}

// write puts the whole content in place at once, or leaves everything as it
// was.
func (t target) write(content []byte) error { return measure.WriteFile(t.path, content) }

// reason is why a file operation failed, without the path that the sentence
// around it names already.
func reason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}
