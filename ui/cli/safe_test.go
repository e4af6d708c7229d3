package cli

import (
	"errors"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestSafeWriter(t *testing.T) {
	for in, want := range map[string]string{
		"plain\ttext\n":     "plain\ttext\n",
		"µ → 32×":           "µ → 32×",
		"\x1b[2J":           "\ufffd[2J",
		"a\rb":              "a\ufffdb",
		"a\u202eb\u200bc":   "a\ufffdb\ufffdc",
		"\x7f\u0085\u009b":  "\ufffd\ufffd\ufffd",
		"bad \xff\xfe":      "bad \ufffd\ufffd",
		"cut \xe2\x86":      "cut \ufffd",
		"tag\U000e0041":     "tag\ufffd",
		"\ufeffmark\u00adx": "\ufffdmark\ufffdx",
	} {
		var out strings.Builder
		w := newSafeWriter(&out)
		for i := range len(in) { // byte by byte, so that characters are torn
			if _, err := w.Write([]byte{in[i]}); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		if out.String() != want {
			t.Errorf("%q becomes %q, want %q", in, out.String(), want)
		}
	}
}

func TestSafeWriterPassesOnErrors(t *testing.T) {
	w := newSafeWriter(failing{})
	if _, err := w.Write([]byte("x")); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
}

var errFull = errors.New("no space left")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFull }

func FuzzSafeWriter(f *testing.F) {
	f.Add("text\x1b]0;title\x07", 3)
	f.Add("\xe2\x80\xae", 1)
	f.Fuzz(func(t *testing.T, in string, cut int) {
		var out strings.Builder
		w := newSafeWriter(&out)
		cut = min(max(cut, 0), len(in))
		for _, part := range []string{in[:cut], in[cut:]} {
			if _, err := w.Write([]byte(part)); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		if !utf8.ValidString(out.String()) {
			t.Errorf("%q becomes %q, which is no UTF-8", in, out.String())
		}
		for _, r := range out.String() {
			if unicode.IsControl(r) && r != '\n' && r != '\t' {
				t.Errorf("%q lets %q through", in, r)
			}
		}
	})
}
