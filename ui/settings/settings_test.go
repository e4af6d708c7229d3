package settings

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSaveThenLoad(t *testing.T) {
	s := Store{Path: filepath.Join(t.TempDir(), "deep", "settings.json")}
	want := Settings{Width: 1500, Height: 900, Theme: "dark", Zoom: 1.25, Folder: "/tmp/ä b", Export: "/x"}
	if err := s.Save(want); err != nil {
		t.Fatal(err)
	}
	got, err := s.Load()
	if err != nil || got != want {
		t.Fatalf("got %+v, %v, want %+v", got, err, want)
	}
	left, _ := os.ReadDir(filepath.Dir(s.Path))
	if len(left) != 1 {
		t.Errorf("%d files in the folder, want the settings alone", len(left))
	}
}

func TestLoadDamaged(t *testing.T) {
	for name, text := range map[string]string{
		"empty":     "",
		"cut":       `{"width": 12`,
		"binary":    "\x00\xff\x00",
		"type":      `{"width": "wide"}`,
		"huge":      strings.Repeat("[", 1<<20),
		"two":       `{} {}`,
		"overflow":  `{"width": 1e999}`,
		"wrong top": `[1, 2]`,
	} {
		t.Run(name, func(t *testing.T) {
			s := Store{Path: filepath.Join(t.TempDir(), "settings.json")}
			if err := os.WriteFile(s.Path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := s.Load()
			if got != Defaults() {
				t.Errorf("got %+v, want the defaults", got)
			}
			if err == nil || !strings.Contains(err.Error(), "settings.json.broken") {
				t.Errorf("the message does not name the backup: %v", err)
			}
			if kept, err := os.ReadFile(s.Path + ".broken"); err != nil || string(kept) != text {
				t.Errorf("the old file was not kept: %v", err)
			}
			if err := s.Save(got); err != nil {
				t.Errorf("saving after damage: %v", err)
			}
		})
	}
}

// TestLoadOfAnEditedFile: a window of no size, or one too large to be drawn,
// could not be used to put it right.
func TestLoadOfAnEditedFile(t *testing.T) {
	store := Store{Path: filepath.Join(t.TempDir(), "settings.json")}
	if err := os.WriteFile(store.Path, []byte(`{"width":0,"height":1e9,"zoom":-4,"theme":"pink","folder":"x","more":1}`), 0o600); err != nil {
		t.Fatal(err)
	}
	want := Defaults()
	want.Folder = "x"
	if got, err := store.Load(); got != want || err != nil {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
}

func TestLoadMissingAndUnreadable(t *testing.T) {
	got, err := Store{Path: filepath.Join(t.TempDir(), "none.json")}.Load()
	if got != Defaults() || err != nil {
		t.Errorf("missing file: %+v, %v", got, err)
	}
	dir := t.TempDir()
	got, err = Store{Path: dir}.Load()
	if got != Defaults() || err == nil {
		t.Errorf("a folder as file: %+v, %v", got, err)
	}
	if got, err := (Store{}).Load(); got != Defaults() || err != nil {
		t.Errorf("zero store: %+v, %v", got, err)
	}
	if err := (Store{}).Save(Defaults()); err != nil {
		t.Errorf("zero store: %v", err)
	}
}

// TestSaveThroughALink holds that settings which the user keeps elsewhere stay
// there.
func TestSaveThroughALink(t *testing.T) {
	dir := t.TempDir()
	kept, link := filepath.Join(dir, "kept.json"), filepath.Join(dir, "settings.json")
	if err := os.WriteFile(kept, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("kept.json", link); err != nil {
		t.Skipf("no links here: %v", err)
	}
	want := Settings{Width: 1500, Height: 900, Theme: "dark", Zoom: 1}
	if err := (Store{Path: link}).Save(want); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v, %v", info.Mode(), err)
	}
	if got, err := (Store{Path: kept}).Load(); err != nil || got != want {
		t.Errorf("the file behind the link holds %+v, %v", got, err)
	}
}

func TestSaneReplacesNonsense(t *testing.T) {
	nan := float32(math.NaN())
	for _, s := range []Settings{
		{},
		{Width: -1, Height: 1e9, Zoom: 7.4, Theme: "purple"},
		{Width: nan, Height: nan, Zoom: nan},
		{Width: 100, Height: 100, Zoom: .1},
	} {
		if got := s.Sane(); got != Defaults() {
			t.Errorf("%+v became %+v", s, got)
		}
	}
	keep := Settings{Width: 1024, Height: 640, Zoom: 2, Theme: "light"}
	if keep.Sane() != keep {
		t.Errorf("good settings changed: %+v", keep.Sane())
	}
}

func TestSaveIntoNowhere(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	err := Store{Path: filepath.Join(file, "settings.json")}.Save(Defaults())
	if err == nil || !strings.HasPrefix(err.Error(), "the settings could not be written") {
		t.Errorf("got %v", err)
	}
}

func TestUserWithoutHome(t *testing.T) {
	t.Setenv("HOME", "")
	t.Setenv("XDG_CONFIG_HOME", "")
	if s := User(); s.Path != "" {
		t.Errorf("a store without a home: %q", s.Path)
	}
	dir := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", dir)
	t.Setenv("HOME", dir)
	if s := User(); !strings.HasPrefix(s.Path, dir) {
		t.Errorf("the store is at %q", s.Path)
	}
}
