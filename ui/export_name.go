package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mitchellh/go-homedir"
)

// maxFileName is the longest file name in bytes, its extension included:
// every file system takes it, and a file manager still shows it.
const maxFileName = 100

// safeFileName makes a file name of a label: the same on every system,
// without a folder, a reserved name or a character that a system refuses.
// The extension is without its dot and not checked; the name is never empty.
func safeFileName(label, ext string) string {
	if len(label) > 4*maxFileName {
		label = label[:4*maxFileName] // no more than that can be kept
	}
	name := strings.Trim(joined(strings.Map(fileRune, strings.ToValidUTF8(label, "-"))), "-._")
	if ext != "" {
		if len(name) > len(ext) && strings.EqualFold(name[len(name)-len(ext)-1:], "."+ext) {
			name = name[:len(name)-len(ext)-1]
		}
		ext = "." + ext
	}
	for len(name) > maxFileName-len(ext)-1 {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	name = strings.TrimRight(name, "-._")
	if name == "" {
		name = "warpbill"
	}
	if reservedName(name) {
		base, rest, dotted := strings.Cut(name, ".")
		if name = base + "_"; dotted {
			name += "." + rest
		}
	}
	return name + ext
}

// joined makes one mark of each run of dashes and dots: a dot when there is
// one among them.
func joined(name string) string {
	var b strings.Builder
	mark := rune(0)
	for _, r := range name {
		switch {
		case r == '.' || r == '-' && mark == 0:
			mark = r
		case r == '-':
		default:
			if mark != 0 {
				b.WriteRune(mark)
				mark = 0
			}
			b.WriteRune(r)
		}
	}
	return b.String()
}

// fileRune keeps letters, digits and a few marks; everything else becomes a
// dash.
func fileRune(r rune) rune {
	switch {
	case r == '.' || r == '_' || r == '-', r >= '0' && r <= '9':
		return r
	case r == utf8.RuneError || !unicode.IsLetter(r):
		return '-'
	}
	return r
}

// reservedName says whether Windows takes the name for a device, whatever
// follows its first dot.
func reservedName(name string) bool {
	base, _, _ := strings.Cut(strings.ToUpper(name), ".")
	switch base {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$":
		return true
	}
	if len(base) == 4 && (base[:3] == "COM" || base[:3] == "LPT") {
		return base[3] >= '0' && base[3] <= '9'
	}
	return false
}

// exportFolder is the folder that is offered: the last one while it is there,
// else the home folder. The note says in a sentence when there is neither.
func exportFolder(last string, home func() (string, error)) (folder, note string) {
	if last != "" {
		if info, err := os.Stat(last); err == nil && info.IsDir() {
			return last, ""
		}
	}
	dir, err := home()
	if err != nil || dir == "" {
		return "", "Your home folder could not be found: type the folder to write to."
	}
	return dir, ""
}

// checkFolder is the typed folder in full, or what is wrong with it.
func checkFolder(typed string) (string, error) {
	typed = strings.TrimSpace(typed)
	if typed == "" {
		return "", fmt.Errorf("no folder was given: type the folder to write to")
	}
	folder, err := homedir.Expand(typed)
	if err != nil {
		return "", fmt.Errorf("the folder %s cannot be found: type it without ~", typed)
	}
	if folder, err = filepath.Abs(folder); err != nil {
		return "", fmt.Errorf("the folder %s cannot be used: type it in full", typed)
	}
	info, err := os.Stat(folder)
	switch {
	case err != nil:
		return "", fmt.Errorf("there is no folder %s: choose another one", folder)
	case !info.IsDir():
		return "", fmt.Errorf("%s is a file, not a folder: choose another one", folder)
	}
	return folder, nil
}
