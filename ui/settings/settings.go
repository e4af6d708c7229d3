// Package settings keeps what the window remembers from one day to the next:
// its size, the theme, the zoom and the last folders. It is one small JSON
// file in the user's configuration folder, written whole or not at all.
package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"warpbill/cuda/measure"
)

// Settings are what the window remembers. Values that make no sense are
// replaced by defaults when they are read.
type Settings struct {
	Width  float32 `json:"width"` // of the window, in dp
	Height float32 `json:"height"`
	Theme  string  `json:"theme"` // "", "light" or "dark"; "" follows the system
	Zoom   float32 `json:"zoom"`
	Folder string  `json:"folder,omitempty"` // where a file was last opened or saved
	Export string  `json:"export,omitempty"` // where a figure was last exported
}

// The window's sizes in dp and the zoom's limits. A window below the size that
// can be laid out shows everything smaller, down to the least size.
const (
	DefaultWidth, DefaultHeight = 1280, 800
	MinWidth, MinHeight         = 1024, 640
	LeastWidth, LeastHeight     = 640, 400
	MaxSide                     = 8192
	MinZoom, MaxZoom            = .75, 2
)

// maxBytes is far above what a settings file of this program can be.
const maxBytes = 64 << 10

// Defaults are the settings of a first start.
func Defaults() Settings {
	return Settings{Width: DefaultWidth, Height: DefaultHeight, Zoom: 1}
}

// Sane is the settings with every value that makes no sense replaced.
func (s Settings) Sane() Settings {
	d := Defaults()
	if !(s.Width >= LeastWidth && s.Width <= MaxSide) {
		s.Width = d.Width
	}
	if !(s.Height >= LeastHeight && s.Height <= MaxSide) {
		s.Height = d.Height
	}
	if !(s.Zoom >= MinZoom && s.Zoom <= MaxZoom) {
		s.Zoom = d.Zoom
	}
	if s.Theme != "light" && s.Theme != "dark" {
		s.Theme = d.Theme
	}
	return s
}

// Store is where the settings are kept. The zero Store remembers nothing.
type Store struct {
	Path string // of the JSON file
}

// User is the store in the user's configuration folder. Without such a folder
// it is the zero Store: the program works and remembers nothing.
func User() Store {
	dir, err := os.UserConfigDir()
	if err != nil {
		return Store{}
	}
	return Store{Path: filepath.Join(dir, "warpbill", "settings.json")}
}

// Load reads the settings. It always returns usable ones; the error says in a
// plain sentence what was wrong with the file. A file that cannot be read as
// settings is kept beside itself with ".broken" added to its name.
func (s Store) Load() (Settings, error) {
	if s.Path == "" {
		return Defaults(), nil
	}
	data, err := s.read()
	if errors.Is(err, fs.ErrNotExist) {
		return Defaults(), nil
	}
	if err != nil {
		return Defaults(), fmt.Errorf("the settings could not be read, so the defaults are used: %w", err)
	}
	got := Defaults()
	if err := json.Unmarshal(data, &got); err != nil {
		backup := s.Path + ".broken"
		if err := os.Rename(s.Path, backup); err != nil {
			return Defaults(), fmt.Errorf("the settings file is damaged and could not be set aside, so the defaults are used: %w", err)
		}
		return Defaults(), fmt.Errorf("the settings file is damaged, so the defaults are used; the old file is kept as %s", filepath.Base(backup))
	}
	return got.Sane(), nil
}

func (s Store) read() ([]byte, error) {
	info, err := os.Stat(s.Path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() { // opening a named pipe would wait for ever
		return nil, fmt.Errorf("%s is not a file: move it away", filepath.Base(s.Path))
	}
	f, err := os.Open(s.Path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxBytes {
		data = []byte("too long to be settings") // set aside like any other damage
	}
	return data, nil
}

// Save writes the settings, whole or not at all.
func (s Store) Save(v Settings) error {
	if s.Path == "" {
		return nil
	}
	data, err := json.MarshalIndent(v.Sane(), "", "  ")
	if err != nil {
		return fmt.Errorf("the settings could not be written: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(s.Path), 0o700); err != nil {
		return fmt.Errorf("the settings could not be written: %w", err)
	}
	path := s.Path
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // the user keeps the file elsewhere, with other settings
	}
	if err := measure.WriteFile(path, append(data, '\n')); err != nil {
		return fmt.Errorf("the settings could not be written: %w", err)
	}
	return nil
}
