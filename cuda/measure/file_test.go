package measure

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// failingReader gives n bytes and then fails with err.
type failingReader struct {
	left int
	err  error
}

func (f *failingReader) Read(p []byte) (int, error) {
	if f.left == 0 {
		return 0, f.err
	}
	n := min(len(p), f.left, 7)
	f.left -= n
	return n, nil
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a b %#界.json")
	for _, data := range []string{"first", "", strings.Repeat("x", 1<<20)} {
		if err := WriteFile(path, []byte(data)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != data {
			t.Errorf("%d bytes, %v: want %d", len(got), err, len(data))
		}
	}
	if got := names(t, dir); len(got) != 1 {
		t.Errorf("the folder holds %v", got)
	}
}

func TestWriteFileKeepsTheMode(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such modes")
	}
	dir := t.TempDir()
	old, fresh := filepath.Join(dir, "old"), filepath.Join(dir, "fresh")
	if err := os.WriteFile(old, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]fs.FileMode{old: 0o600, fresh: 0o644} {
		if err := WriteFile(path, []byte("x")); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
}

// TestWriteFileFailsWhole: after any number of bytes, whatever fails, the old
// file is as it was and nothing is left beside it.
func TestWriteFileFailsWhole(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "result.json")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	for after := 0; after < 100; after += 9 {
		err := writeFrom(path, &failingReader{after, syscall.ENOSPC})
		if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "cannot write result.json: the disk is full") {
			t.Fatalf("after %d bytes: %v", after, err)
		}
		if got, _ := os.ReadFile(path); string(got) != "old" || len(names(t, dir)) != 1 {
			t.Fatalf("after %d bytes the file holds %q, the folder %v", after, got, names(t, dir))
		}
	}
	if err := writeFrom(path, &failingReader{0, io.ErrUnexpectedEOF}); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got %v", err)
	}
}

func TestWriteFileRefuses(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"":                            "no file name",
		".":                           "no file name",
		"..":                          "no file name",
		dir:                           "it is a folder",
		filepath.Join(dir, "no", "x"): "no such file or folder",
		filepath.Join(dir, strings.Repeat("界", 200)): "too long",
		filepath.Join(file, "x"):                     "cannot write x",
	} {
		err := WriteFile(path, []byte("y"))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), dir) {
			t.Errorf("%q: %v, want %q and no folder", path, err, want)
		}
	}
	if runtime.GOOS != "windows" {
		if err := WriteFile(os.DevNull, []byte("y")); err == nil || !strings.Contains(err.Error(), "it is a device") {
			t.Errorf("%s: %v", os.DevNull, err)
		}
	}
	if got := names(t, dir); len(got) != 1 {
		t.Errorf("the folder holds %v", got)
	}
}

func TestWriteFileInAReadOnlyFolder(t *testing.T) {
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("folders are never read-only for this user")
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	err := WriteFile(filepath.Join(dir, "x"), nil)
	if !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "choose another place") {
		t.Errorf("got %v", err)
	}
}

// TestWriteFileThroughALink: a planted link is replaced, not followed.
func TestWriteFileThroughALink(t *testing.T) {
	dir := t.TempDir()
	victim, link := filepath.Join(dir, "victim"), filepath.Join(dir, "out.json")
	if err := os.WriteFile(victim, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(victim, link); err != nil {
		t.Skipf("no links here: %v", err)
	}
	if err := WriteFile(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	kept, _ := os.ReadFile(victim)
	got, _ := os.ReadFile(link)
	if !bytes.Equal(kept, []byte("precious")) || string(got) != "new" {
		t.Errorf("victim %q, out %q", kept, got)
	}
}

func TestFileErrorTellsNoFolders(t *testing.T) {
	err := fileError("open", "/home/user/a.json", &fs.PathError{Op: "open", Path: "/home/user/a.json", Err: syscall.EIO})
	if !errors.Is(err, syscall.EIO) || strings.Contains(err.Error(), "/home") {
		t.Errorf("got %v", err)
	}
}

// TestWriteFileAtOnce: two programs that export under one name leave one
// whole file.
func TestWriteFileAtOnce(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			if err := WriteFile(path, bytes.Repeat([]byte{byte('a' + i)}, 1<<16)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	got, err := os.ReadFile(path)
	if err != nil || len(got) != 1<<16 || len(bytes.Trim(got, string(got[:1]))) != 0 || len(names(t, dir)) != 1 {
		t.Errorf("%d bytes, %v, folder %v", len(got), err, names(t, dir))
	}
}
