package words

import (
	"strings"
	"testing"

	"warpbill/plots/look"
	"warpbill/sim"
)

func TestSecondSentences(t *testing.T) {
	const settled = -1
	tests := []struct {
		path, pattern string
		tap, pass     int
		want          string
	}{
		{"shared-column", "per-lane", 0, 0, "All 32 lanes ask for 32 different taps. All 32 words lie in one bank."},
		{"shared-column", "per-lane", 0, 7, "Pass 7 of 32: tap 6 serves lane 6. Shared memory is at wavefront 7 of 32."},
		{"shared-column", "per-lane", 0, settled, "32 passes in constant memory, 32 wavefronts in shared memory. All 32 words lie in one bank."},
		{"shared-padded", "per-lane", 0, 0, "All 32 lanes ask for 32 different taps. Each word has a bank of its own."},
		{"shared-padded", "per-lane", 0, 1, "Pass 1 of 32: tap 0 serves lane 0. One wavefront of shared memory serves all 32 lanes."},
		{"shared-padded", "per-lane", 0, 7, "Pass 7 of 32: tap 6 serves lane 6. Shared memory took 1 wavefront and is done."},
		{"shared", "stride:2", 0, 0, "All 32 lanes ask for 32 different elements. The fullest bank holds 2 words."},
		{"shared", "broadcast:5", 0, 0, "All 32 lanes ask for tap 5. One word of one bank."},
		{"shared", "broadcast:5", 0, settled, "1 pass in constant memory, 1 wavefront in shared memory. One word of one bank."},
		{"shared-column", "stride:1000", 0, 7, "Pass 7 of 32: element 6000 serves lane 6. Shared memory cannot serve this load."},
		{"literal", "broadcast:5", 0, 0, "All 32 lanes ask for tap 5. The compiler knows which, so the tap stands in the instruction."},
		{"literal", "per-lane", 3, 0, "All 32 lanes ask for 32 different taps. A tap fixed when compiled is the same for all lanes: tap 3."},
		{"literal", "per-lane", 0, 7, "Pass 7 of 32: tap 6 serves lane 6. The tap in the instruction costs the lanes no load."},
		{"blocked", "per-lane", 0, 7, "Pass 7 of 32: tap 6 serves lane 6. Register-blocked, 35 loaded inputs feed 128 products."},
		{"copy", "per-lane", 0, 7, "Pass 7 of 32: tap 6 serves lane 6. The copy moved 4 sectors in and as many out."},
		{"copy", "per-lane", 0, 0, "All 32 lanes ask for 32 different taps. A copy reads none: numbers go in and out."},
		{"texture", "per-lane", 0, 1, "Pass 1 of 32: tap 0 serves lane 0. In the same moment one request serves all 32 lanes."},
		{"literal", "per-lane", 0, settled, "32 passes in constant memory. A tap in the code costs lanes no load, but they cannot choose."},
		{"blocked", "per-lane", 0, settled, "32 passes in constant memory. Register-blocked, an input is loaded once for up to 4 outputs."},
		{"copy", "per-lane", 0, settled, "32 passes in constant memory. The copy moved 4 sectors in and 4 out, the least its bytes cost."},
		{"texture", "per-lane", 0, settled, "32 addresses: 32 passes in constant memory. The texture needed 4 sectors in one request."},
		{"l2-window", "per-lane", 0, settled, "32 addresses: 32 passes in constant memory. Global memory needed 4 sectors in one request."},
	}
	for _, test := range tests {
		s, c, constant, global := second(t, test.path, test.pattern, test.tap)
		if got := s.Sentence(c, test.tap, constant, global, test.pass, test.pass == settled); got != test.want {
			t.Errorf("%s, %s at tap %d, pass %d:\n got %q\nwant %q", test.path, test.pattern, test.tap, test.pass, got, test.want)
		}
	}
}

// Whatever the pattern and the path, a sentence fits one line of a
// presentation and has no letter that the font lacks.
func TestSecondSentencesFit(t *testing.T) {
	patterns := []string{"broadcast:31", "broadcast:200", "distinct:8", "per-lane", "stride:2", "stride:1000", "stride:1048576", "offset:1048575", "pairs", "halves", "random:7", "random:7,1024"}
	for _, p := range sim.Paths()[1:] {
		for _, pattern := range patterns {
			s, c, constant, global := second(t, p.ID, pattern, 0)
			n := constant.StepCount()
			for pass := 0; pass <= n+1; pass++ {
				text := s.Sentence(c, 0, constant, global, min(pass, n), pass > n)
				if w := look.TextWidth(text, lineSize, false); w > lineWidth || text == "" {
					t.Errorf("%s, %s, pass %d is %.0f wide: %q", p.ID, pattern, pass, w, text)
				}
				if len(look.Missing(text)) > 0 {
					t.Errorf("%s: the font lacks letters of %q", p.ID, text)
				}
			}
		}
	}
}

func TestTotals(t *testing.T) {
	for path, want := range map[string]string{
		"global": "36 sectors in global memory", "l2-window": "36 sectors in global memory", "texture": "36 sectors of the texture",
		"shared": "36 wavefronts in shared memory", "literal": "no load of a tap", "blocked": "no load of a tap", "copy": "72 sectors copied",
	} {
		s, _, _, _ := second(t, path, "per-lane", 0)
		if got := s.Total(36); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if got := (&Second{}).Total(1); got != "1 sector in global memory" {
		t.Errorf("nothing chosen: %q", got)
	}
}

func TestSecondWithoutLanes(t *testing.T) {
	s, c, _, _ := second(t, "shared", "per-lane", 0)
	constant, global := bills(t, sim.Access{Width: 4})
	if got := s.Sentence(c, 0, constant, global, 0, false); !strings.HasPrefix(got, "No lane") {
		t.Errorf("a load without lanes: %q", got)
	}
}

func TestSecondAltText(t *testing.T) {
	s, c, constant, global := second(t, "shared-column", "per-lane", 0)
	got := s.AltText(c, 0, constant, global, 7)
	for _, want := range []string{"pattern Per-lane. In lane order they ask for taps 0, 1, 2,", "Constant memory: 7 of 32 passes. Shared, a column: 7 of 32 wavefronts. Pass 7 of 32"} {
		if !strings.Contains(got, want) {
			t.Errorf("the description lacks %q: %q", want, got)
		}
	}
	s, c, constant, global = second(t, "shared-column", "stride:1000", 0)
	if got = s.AltText(c, 0, constant, global, 0); !strings.Contains(got, "227 KiB") || strings.Contains(got, "..") {
		t.Errorf("the description of an impossible load: %q", got)
	}
	if !strings.HasPrefix(s.Problem, "Lane ") || !strings.HasSuffix(s.Problem, ".") {
		t.Errorf("the problem is no sentence: %q", s.Problem)
	}
}
