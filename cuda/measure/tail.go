package measure

import (
	"bytes"
	"slices"
	"strings"
	"sync"
)

// maxTailLines is how much of a process's messages is kept.
const maxTailLines = 500

// tail keeps the last lines of what a process says on standard error, each
// cleaned and cut, however much it says.
type tail struct {
	log func(string)

	mu      sync.Mutex
	lines   []string
	partial []byte
	logged  int
}

// Write takes any part of the text; it never fails.
func (t *tail) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for rest := text; len(rest) > 0; {
		line, after, whole := bytes.Cut(rest, []byte("\n"))
		if room := 4*maxSentence - len(t.partial); room > 0 {
			t.partial = append(t.partial, line[:min(room, len(line))]...)
		}
		if whole {
			t.flush()
		}
		rest = after
	}
	return len(text), nil
}

func (t *tail) flush() {
	line := CleanText(string(t.partial), maxSentence)
	t.partial = t.partial[:0]
	if line == "" {
		return
	}
	if len(t.lines) == maxTailLines {
		t.lines = append(t.lines[:0], t.lines[1:]...)
	}
	t.lines = append(t.lines, line)
	if t.logged++; t.log == nil || t.logged > maxLogged {
		return
	}
	t.log(line)
}

// sentence is the line that says why the process has ended, as far as there
// is one: the program's own last word, else the head of a crash, else the
// last line of all.
func (t *tail) sentence() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.flush()
	for _, line := range slices.Backward(t.lines) {
		if text, own := strings.CutPrefix(line, "warpbill: "); own {
			return text
		}
	}
	for _, line := range t.lines {
		for _, head := range []string{"panic: ", "fatal error: ", "runtime: ", "SIG"} {
			if strings.HasPrefix(line, head) {
				return line
			}
		}
	}
	if len(t.lines) == 0 {
		return ""
	}
	return t.lines[len(t.lines)-1]
}
