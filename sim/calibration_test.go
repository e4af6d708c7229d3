package sim

import (
	"fmt"
	"testing"
)

// Every pattern of the calibration can be run by the probe: it fits its table,
// reads back as it is written, and no pattern is measured twice.
func TestCalibrationPatternsCanBeMeasured(t *testing.T) {
	seen := map[string]bool{}
	rates := map[string]int{}
	for _, c := range CalibrationPatterns() {
		a, err := c.Access()
		if err != nil {
			t.Fatal(err)
		}
		limit := uint64(64 << 10)
		if c.Path == "shared" {
			limit = 32 << 10
		}
		for lane, addr := range a.Addr {
			if addr+4 > limit || a.Width != 4 || a.Active != AllLanes {
				t.Errorf("%s %v: lane %d reads %d bytes at %d", c.Path, c.Pattern, lane, a.Width, addr)
			}
		}
		if c.Pattern.ID != PaintID {
			if c.Pattern.ID != "random" {
				rates[c.Path]++
			}
			if _, err := ParseChoice(c.Pattern.String()); err != nil {
				t.Error(err)
			}
		} else if x, err := ParseIndices(c.Pattern.String()); err != nil || x != c.Pattern.Painted {
			t.Errorf("%v is read back as %v, %v", c.Pattern, x, err)
		}
		key := fmt.Sprint(c.Path, a.Addr)
		if seen[key] {
			t.Errorf("%s %v is measured twice", c.Path, c.Pattern)
		}
		seen[key] = true
	}
	for _, path := range []string{"constant", "global", "shared", "texture"} {
		if rates[path] != 4 {
			t.Errorf("%s: %d patterns for its rate", path, rates[path])
		}
	}
}

// The tag patterns are what they claim: one wavefront by data banks, and by
// the H200's hash 32 in one bank, 16, or 8; the first two span every line
// number that the hash sends to one bank, so no other hash of parities gives
// the same.
func TestTagPatterns(t *testing.T) {
	for i, x := range tagPatterns() {
		_, global, _ := bills(t, x, 4)
		want := []int{32, 32, 16, 8}
		if global.DataWavefronts != 1 || global.Lines != 32 || i < len(want) && global.TagWavefronts != want[i] {
			t.Errorf("pattern %d: %d data and %d tag wavefronts of %d lines", i, global.DataWavefronts, global.TagWavefronts, global.Lines)
		}
		if i >= 2 {
			continue
		}
		if r := rank(x); r != 7 { // of 9 bits of a line number, two are hashed away
			t.Errorf("pattern %d spans %d dimensions of line numbers, not 7", i, r)
		}
	}
	if n := len(tagPatterns()); n != 4+drawnTagPatterns {
		t.Errorf("%d tag patterns", n)
	}
}

// rank is the dimension of what the lines differ by, as vectors of bits.
func rank(x Indices) int {
	var basis []uint64
	for _, i := range x {
		v := i/32 ^ x[0]/32
		for _, b := range basis {
			v = min(v, v^b)
		}
		if v != 0 {
			basis = append(basis, v)
		}
	}
	return len(basis)
}
