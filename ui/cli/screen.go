package cli

import (
	"os"
	"path/filepath"
	"strings"
)

// screen is what was found of a display and of OpenGL, which only the window
// needs. reach tries to speak to the X server of a display.
func screen(system string, env func(string) string, folders []string, reach func(display string) error) []finding {
	if system != "linux" {
		return []finding{{Name: "display", OK: true, Found: "the system's own"}}
	}
	list := []finding{display(env, reach)}
	for _, need := range []struct{ name, file, advice string }{
		{"OpenGL", "libGL.so.1", "Install it for the window: on Debian and Ubuntu, apt-get install libgl1."},
		{"X11", "libX11.so.6", "Install it for the window: on Debian and Ubuntu, apt-get install libx11-6."},
	} {
		f := finding{Name: need.name, Found: need.file + " not found", Advice: need.advice}
		if path := findLibrary(folders, need.file); path != "" {
			f = finding{Name: need.name, OK: true, Found: path}
		}
		list = append(list, f)
	}
	return list
}

func display(env func(string) string, reach func(display string) error) finding {
	x, wayland := env("DISPLAY"), env("WAYLAND_DISPLAY")
	switch {
	case x != "":
		if err := reach(x); err != nil {
			return finding{Name: "display", Found: "DISPLAY=" + x + ", but " + err.Error(),
				Advice: "Start the program from a desktop, or set DISPLAY to an X server that runs; bill, measure and chart work without one."}
		}
		return finding{Name: "display", OK: true, Found: "DISPLAY=" + x}
	case wayland != "":
		return finding{Name: "display", Found: "WAYLAND_DISPLAY=" + wayland + " without DISPLAY",
			Advice: "The window runs under Wayland through XWayland: install xwayland and start a new session."}
	}
	return finding{Name: "display", Found: "DISPLAY is not set",
		Advice: "Start the program from a desktop to see its window; bill, measure and chart work without one."}
}

// libraryFolders are the places where Linux keeps shared libraries.
func libraryFolders() []string {
	folders := filepath.SplitList(os.Getenv("LD_LIBRARY_PATH"))
	for _, pattern := range []string{"/usr/lib/*-linux-gnu*", "/lib/*-linux-gnu*", "/usr/lib64", "/lib64", "/usr/lib", "/lib", "/usr/local/lib"} {
		if found, err := filepath.Glob(pattern); err == nil {
			folders = append(folders, found...)
		}
	}
	return folders
}

// findLibrary is the first place that has the file, or nothing.
func findLibrary(folders []string, file string) string {
	for _, folder := range folders {
		if !strings.HasPrefix(folder, "/") {
			continue
		}
		path := filepath.Join(folder, file)
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	return ""
}
