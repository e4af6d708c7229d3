package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestScreen(t *testing.T) {
	with := t.TempDir()
	for _, name := range []string{"libGL.so.1", "libX11.so.6"} {
		if err := os.WriteFile(filepath.Join(with, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	without := t.TempDir()
	tests := []struct {
		name    string
		system  string
		env     map[string]string
		folders []string
		missing string // names of what is missing
	}{
		{"all there", "linux", map[string]string{"DISPLAY": ":0"}, []string{without, with}, ""},
		{"nothing there", "linux", nil, []string{without}, "display OpenGL X11"},
		{"Wayland alone", "linux", map[string]string{"WAYLAND_DISPLAY": "wayland-0"}, []string{with}, "display"},
		{"XWayland", "linux", map[string]string{"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, []string{with}, ""},
		{"no X server", "linux", map[string]string{"DISPLAY": ":99"}, []string{with}, "display"},
		{"folders that are none", "linux", map[string]string{"DISPLAY": ":0"}, []string{"", ".", "relative"}, "OpenGL X11"},
		{"Windows", "windows", nil, nil, ""},
		{"macOS", "darwin", nil, nil, ""},
	}
	reach := func(display string) error {
		if display != ":0" {
			return errors.New("nothing answers there")
		}
		return nil
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var missing []string
			for _, f := range screen(test.system, func(name string) string { return test.env[name] }, test.folders, reach) {
				if f.OK == (f.Advice != "") {
					t.Errorf("%+v: advice belongs to what is missing", f)
				}
				if !f.OK {
					missing = append(missing, f.Name)
				}
			}
			if got := strings.Join(missing, " "); got != test.missing {
				t.Errorf("missing are %q, want %q", got, test.missing)
			}
		})
	}
}
