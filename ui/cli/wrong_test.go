package cli_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }

func words(n int, word string) string { return strings.TrimSpace(strings.Repeat(word+" ", n)) }

// TestWrongInput holds that every wrong command line gives one sentence on
// standard error, nothing on standard output, and the right exit status.
func TestWrongInput(t *testing.T) {
	dir := t.TempDir()
	damaged := filepath.Join(dir, "damaged.json")
	if err := os.WriteFile(damaged, []byte("{\"rows\": ["), 0o644); err != nil {
		t.Fatal(err)
	}
	zero := filepath.Join(dir, "zero-plan.json")
	if err := os.WriteFile(zero, []byte(`{"name":"zero","sizes":[0],"rot_masks":[0],"pairs":21,"batch_ms":0.2}`), 0o644); err != nil {
		t.Fatal(err)
	}
	huge := filepath.Join(dir, "huge-plan.json")
	if err := os.WriteFile(huge, []byte(`{"name":"huge","sizes":[9223372036854775808],"rot_masks":[0],"pairs":21,"batch_ms":0.2}`), 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out.png")
	tests := []struct {
		name string
		args []string
		code int
		says string // part of the sentence
	}{
		{"unknown verb", []string{"bil"}, 2, "no verb and no file"},
		{"unknown flag", []string{"bill", "--patern", "pairs"}, 2, "bill --help"},
		{"unknown flag of the program", []string{"--frobnicate"}, 2, "warpbill --help"},
		{"too many words", []string{"bill", "pairs"}, 2, "bill --help"},
		{"no pattern", []string{"bill"}, 2, "--pattern"},
		{"two patterns", []string{"bill", "--pattern", "pairs", "--lanes", "lane"}, 2, "--pattern"},
		{"unknown pattern", []string{"bill", "--pattern", "zigzag"}, 2, "per-lane"},
		{"pattern without its value", []string{"bill", "--pattern", "stride"}, 2, "stride:S"},
		{"pattern value that is no number", []string{"bill", "--pattern", "stride:two"}, 2, "stride:S"},
		{"pattern value out of range", []string{"bill", "--pattern", "distinct:33"}, 2, "1 to 32"},
		{"pattern with too many values", []string{"bill", "--pattern", "reverse:1"}, 2, "reverse"},
		{"31 indices", []string{"bill", "--index", words(31, "0")}, 2, "31"},
		{"33 indices", []string{"bill", "--index", words(33, "0")}, 2, "33"},
		{"negative index", []string{"bill", "--index", "-1 " + words(31, "0")}, 2, "-1"},
		{"index beyond memory", []string{"bill", "--index", "18446744073709551615 " + words(31, "0")}, 2, "lane 0"},
		{"index that is no number", []string{"bill", "--index", "x " + words(31, "0")}, 2, "x"},
		{"empty list", []string{"bill", "--index", ""}, 2, "32"},
		{"formula that does not parse", []string{"bill", "--lanes", "lane +"}, 2, "lane"},
		{"formula below zero", []string{"bill", "--lanes", "lane - 1"}, 2, "lane 0"},
		{"width 3", []string{"bill", "--pattern", "pairs", "--width", "3"}, 2, "1, 2, 4, 8 or 16"},
		{"width that is no number", []string{"bill", "--pattern", "pairs", "--width", "four"}, 2, "1, 2, 4, 8 or 16"},
		{"unknown path", []string{"bill", "--pattern", "pairs", "--path", "paper"}, 2, "constant"},
		{"mask that is none", []string{"bill", "--pattern", "pairs", "--active", "xyz"}, 2, "hexadecimal"},
		{"mask of 33 lanes", []string{"bill", "--pattern", "pairs", "--active", "1ffffffff"}, 2, "hexadecimal"},
		{"launch of nothing", []string{"bill", "--conv", "0", "--rot-mask", "0"}, 2, "outputs"},
		{"launch of 2^63", []string{"bill", "--conv", "9223372036854775808", "--rot-mask", "0"}, 2, "outputs"},
		{"launch of 2^64", []string{"bill", "--conv", "18446744073709551616", "--rot-mask", "0"}, 2, "outputs"},
		{"launch without a mask", []string{"bill", "--conv", "4096"}, 2, "--rot-mask"},
		{"launch with a wrong mask", []string{"bill", "--conv", "4096", "--rot-mask", "32"}, 2, "31"},
		{"mask without a launch", []string{"bill", "--pattern", "pairs", "--rot-mask", "1"}, 2, "--conv"},
		{"launch on a path", []string{"bill", "--conv", "4096", "--rot-mask", "0", "--path", "global"}, 2, "--path"},
		{"launch of a width", []string{"bill", "--conv", "4096", "--rot-mask", "0", "--width", "8"}, 2, "--width"},
		{"launch of some lanes", []string{"bill", "--conv", "4096", "--rot-mask", "0", "--active", "ff"}, 2, "--active"},
		{"list of GPUs by a plan", []string{"measure", "--devices", "--plan", "full"}, 2, "--plan"},
		{"list of one GPU", []string{"measure", "--devices", "--device", "0"}, 2, "--device"},
		{"list of GPUs into a file", []string{"measure", "--devices", "-o", filepath.Join(dir, "x.json")}, 2, "--output"},
		{"result without a name", []string{"measure", "-o", ""}, 2, ".json"},
		{"GPU without a name", []string{"measure", "--device", ""}, 2, "--devices"},
		{"unknown plan", []string{"measure", "--plan", "price-list"}, 2, "course"},
		{"on no host", []string{"measure", "--on", "ssh"}, 2, "name of a host"},
		{"on an option for a host", []string{"measure", "--on", "ssh -oProxyCommand=x"}, 2, "name of a host"},
		{"on what a shell acts on", []string{"measure", "--on", "ssh a;b"}, 2, "plain words"},
		{"on nothing", []string{"measure", "--on", ""}, 2, "ssh HOST"},
		{"plan with a size of zero", []string{"measure", "--plan", zero}, 2, "0"},
		{"plan with a size of 2^63", []string{"measure", "--plan", huge}, 2, "9223372036854775808"},
		{"plan that is damaged", []string{"measure", "--plan", damaged}, 2, "damaged.json"},
		{"unwritable result", []string{"measure", "-o", filepath.Join(dir, "nowhere", "x.json")}, 1, "cannot write"},
		{"result without a format", []string{"measure", "-o", filepath.Join(dir, "result")}, 2, ".json"},
		{"result that is a folder", []string{"measure", "-o", mkdir(t, dir, "folder.json")}, 1, "folder"},
		{"no GPU", []string{"measure"}, 3, "driver"},
		{"no GPU to list", []string{"measure", "--devices"}, 3, "driver"},
		{"chart of nothing", []string{"chart", "--figure", "ratio", "-o", out}, 2, "--data"},
		{"chart without a figure", []string{"chart", "--data", "t4", "-o", out}, 2, "--figure"},
		{"chart without a file", []string{"chart", "--data", "t4", "--figure", "ratio"}, 2, "-o"},
		{"unknown figure", []string{"chart", "--data", "t4", "--figure", "pie", "-o", out}, 2, "ratio"},
		{"unknown source", []string{"chart", "--data", "t5", "--figure", "ratio", "-o", out}, 2, "t4"},
		{"damaged source", []string{"chart", "--data", damaged, "--figure", "ratio", "-o", out}, 1, "damaged.json"},
		{"unknown theme", []string{"chart", "--data", "t4", "--figure", "ratio", "--theme", "sepia", "-o", out}, 2, "dark"},
		{"unknown extension", []string{"chart", "--data", "t4", "--figure", "ratio", "-o", filepath.Join(dir, "x.bmp")}, 2, ".svg"},
		{"no extension", []string{"chart", "--data", "t4", "--figure", "ratio", "-o", filepath.Join(dir, "x")}, 2, ".svg"},
		{"size of zero", []string{"chart", "--data", "t4", "--figure", "ratio", "--size", "0x0", "-o", out}, 2, "1920x1080"},
		{"size that is none", []string{"chart", "--data", "t4", "--figure", "ratio", "--size", "big", "-o", out}, 2, "1920x1080"},
		{"10^9 pixels", []string{"chart", "--data", "t4", "--figure", "ratio", "--size", "40000x25000", "-o", out}, 2, "1000000000"},
		{"10^9 pixels by scale", []string{"chart", "--data", "t4", "--figure", "ratio", "--size", "5000x3125", "--scale", "8", "-o", out}, 2, "1000000000"},
		{"size of 2^63", []string{"chart", "--data", "t4", "--figure", "ratio", "--size", "9223372036854775807x9223372036854775807", "-o", out}, 2, "--size"},
		{"scale of zero", []string{"chart", "--data", "t4", "--figure", "ratio", "--scale", "0", "-o", out}, 2, "--scale"},
		{"scale that is no number", []string{"chart", "--data", "t4", "--figure", "ratio", "--scale", "NaN", "-o", out}, 2, "--scale"},
		{"unwritable picture", []string{"chart", "--data", "t4", "--figure", "ratio", "-o", filepath.Join(dir, "nowhere", "x.png")}, 1, "cannot write"},
		{"picture in a device", []string{"chart", "--data", "t4", "--figure", "ratio", "-o", "/dev/null/x.png"}, 1, "cannot write"},
		{"no display", nil, 1, "display"},
		{"file without a display", []string{damaged}, 1, "display"},
	}
	before := entries(t, dir)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a := run(t, test.args...)
			if a.code != test.code {
				t.Errorf("exit status %d, want %d", a.code, test.code)
			}
			if a.out != "" {
				t.Errorf("standard output is %q, want nothing", a.out)
			}
			checkSentence(t, a.errs, test.says)
		})
	}
	if after := entries(t, dir); !slices.Equal(before, after) {
		t.Errorf("files are left behind: %v, want %v", after, before)
	}
}

// notForReaders are traces of the program itself: stacks, addresses, values.
var notForReaders = regexp.MustCompile(`goroutine|0x[0-9a-f]{6}|%!|<nil>`)

func checkSentence(t *testing.T, errs, says string) {
	t.Helper()
	if !strings.HasPrefix(errs, "warpbill: ") || strings.Count(errs, "\n") != 1 || !strings.HasSuffix(errs, "\n") {
		t.Errorf("standard error is %q, want one line that begins with the program's name", errs)
	}
	if !strings.Contains(errs, says) {
		t.Errorf("standard error is %q, want %q in it", errs, says)
	}
	if notForReaders.MatchString(errs) {
		t.Errorf("standard error is %q, which is not for a reader", errs)
	}
}

func mkdir(t *testing.T, parts ...string) string {
	t.Helper()
	path := filepath.Join(parts...)
	if err := os.Mkdir(path, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func entries(t *testing.T, dir string) []string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}

// TestNothingFromOutsideSteersTheTerminal puts each control character into
// each text that a command line can carry.
func TestNothingFromOutsideSteersTheTerminal(t *testing.T) {
	texts := []string{"\x1b]52;c;ZXZpbA==\x07", "\x1b[2J", "\x00", "\x7f", "\u0085", "\u009b2J", "\u202e", "\u200b", "\ufeff", "\r", "\xff\xfe", "\U000e0041"}
	for _, text := range texts {
		for _, args := range [][]string{
			{"x" + text},
			{"bill", "--pattern", "x" + text},
			{"bill", "--lanes", "lane" + text},
			{"bill", "--index", text},
			{"bill", "--width", text},
			{"bill", "--active", text},
			{"bill", "--" + text},
			{"measure", "--plan", text},
			{"chart", "--data", text, "--figure", "ratio", "-o", "x.png"},
			{"chart", "--data", "t4", "--figure", text, "-o", "x.png"},
			{"chart", "--data", "t4", "--figure", "ratio", "-o", text},
		} {
			a := run(t, args...)
			for _, r := range a.out + a.errs {
				if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
					t.Errorf("%q prints %q", args, r)
				}
			}
		}
	}
}

// TestHiddenFlagsAreNotSuggested holds that a mistyped flag is led to none that
// no help explains, and still to the others.
func TestHiddenFlagsAreNotSuggested(t *testing.T) {
	for typed, want := range map[string]string{
		"--rum": `unknown flag --rum: run`,
		"--ru":  `unknown flag --ru, did you mean "--on"?: run`,
		"--r":   `unknown flag --r, did you mean one of "-h", "--on", "-o"?: run`,
		"--pln": `unknown flag --pln, did you mean one of "--plan", "--on"?: run`,
	} {
		a := run(t, "measure", typed)
		if a.code != 2 || !strings.Contains(a.errs, want) || strings.Contains(a.errs, `"--run"`) {
			t.Errorf("%s: got %d, %q, want %q", typed, a.code, a.errs, want)
		}
	}
}
