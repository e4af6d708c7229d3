package measure

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/natefinch/atomic"
)

// WriteFile replaces the file at path by data, or leaves it exactly as it
// was: the bytes go to a new file in the same folder, are flushed to the
// disk, and take the name only then.
func WriteFile(path string, data []byte) error {
	return writeFrom(path, bytes.NewReader(data))
}

func writeFrom(path string, from io.Reader) error {
	mode, err := targetMode(path)
	if err != nil {
		return err
	}
	// The temporary name is random and opened exclusively: nobody can plant
	// a link under it.
	temp, err := os.CreateTemp(filepath.Dir(path), ".warpbill-*")
	if err != nil {
		return fileError("write", path, err)
	}
	err = fill(temp, from, mode)
	if err == nil {
		err = atomic.ReplaceFile(temp.Name(), path)
	}
	if err != nil {
		_ = os.Remove(temp.Name()) // what matters is why the write failed
		return fileError("write", path, err)
	}
	return nil
}

// fill writes, flushes and closes the file; it is closed in any case.
func fill(f *os.File, from io.Reader, mode fs.FileMode) error {
	_, err := io.Copy(f, from)
	if err == nil {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// targetMode checks that a file can take the name and says with which mode.
func targetMode(path string) (fs.FileMode, error) {
	if base := filepath.Base(path); path == "" || base == "." || base == ".." || base == string(filepath.Separator) {
		return 0, errors.New("no file name was given: name a file to write")
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return 0o644, nil
	case err != nil:
		return 0, fileError("write", path, err)
	case info.IsDir():
		return 0, fmt.Errorf("cannot write %s: it is a folder: name a file in it", filepath.Base(path))
	case !info.Mode().IsRegular():
		return 0, fmt.Errorf("cannot write %s: it is a device, not a file: choose another name", filepath.Base(path))
	}
	return info.Mode().Perm(), nil
}

// fileError says in a sentence why a file could not be used, without the
// folders it lies in.
func fileError(verb, path string, err error) error {
	name := CleanText(filepath.Base(path), maxName)
	for _, known := range []struct {
		is     error
		advice string
	}{
		{fs.ErrNotExist, "no such file or folder: check the name"},
		{fs.ErrPermission, "permission denied: choose another place"},
		{syscall.ENOSPC, "the disk is full: free some space or choose another place"},
		{syscall.EROFS, "this place is read-only: choose another one"},
		{syscall.ENAMETOOLONG, "the name is too long: choose a shorter one"},
	} {
		if errors.Is(err, known.is) {
			return &sentence{text: fmt.Sprintf("cannot %s %s: %s", verb, name, known.advice), cause: err}
		}
	}
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		err = path.Err // the path would show where the user keeps things
	}
	return fmt.Errorf("cannot %s %s: %w", verb, name, err)
}

// sentence is an error that says what to do in its own words and still is
// its cause for errors.Is.
type sentence struct {
	text  string
	cause error
}

func (s *sentence) Error() string { return s.text }
func (s *sentence) Unwrap() error { return s.cause }
