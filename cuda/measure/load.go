package measure

import (
	"fmt"
	"slices"
	"strings"

	"warpbill/sim"
)

// Load is one load instruction of a warp that the pattern probe measures.
type Load struct {
	Path    string      `json:"path"`    // "constant", "global", "shared", "texture"
	Pattern string      `json:"pattern"` // as the command line writes it
	Width   int         `json:"width"`   // bytes a lane reads
	Index   sim.Indices `json:"index"`   // elements that the lanes read
}

// Access is the load as the model bills it.
func (l Load) Access() (sim.Access, error) { return sim.Elements(l.Index, l.Width) }

// probed are the paths that the pattern probe has kernels for, and the widths
// in bytes of their loads.
func probed() []struct {
	path   string
	widths []int
} {
	return []struct {
		path   string
		widths []int
	}{
		{"constant", []int{1, 2, 4, 8, 16}},
		{"global", []int{4, 8, 16}},
		{"shared", []int{4, 8, 16}},
		{"texture", []int{4}},
	}
}

// ProbeTable is the size of the table that the pattern probe reads on a path,
// in bytes; 0 for a path that it has no kernel for. Every element of a load
// lies within it.
func ProbeTable(path string) int {
	switch path {
	case "constant", "global", "texture":
		return sim.ConstantBytes
	case "shared":
		return sim.ConstantBytes / 2
	}
	return 0
}

// ProbePaths are the paths that the pattern probe can measure with loads of so
// many bytes a lane.
func ProbePaths(width int) []string {
	var list []string
	for _, p := range probed() {
		if slices.Contains(p.widths, width) {
			list = append(list, p.path)
		}
	}
	return list
}

// NewLoad is the load of a pattern on a path. It is an error, and a sentence,
// when the probe cannot measure it.
func NewLoad(path, pattern string, width int) (Load, error) {
	index, err := patternIndices(pattern)
	if err != nil {
		return Load{}, err
	}
	l := Load{Path: path, Pattern: pattern, Width: width, Index: index}
	return l, l.Check()
}

// Check says why the probe cannot measure the load, if it cannot.
func (l Load) Check() error {
	if ProbeTable(l.Path) == 0 {
		return fmt.Errorf("the probe cannot measure the path %q: use one of %s", CleanText(l.Path, maxName), strings.Join(ProbePaths(4), ", "))
	}
	if !slices.Contains(ProbePaths(l.Width), l.Path) {
		return fmt.Errorf("the probe has no loads of %d bytes a lane on the %s path: use a width of 4", l.Width, l.Path)
	}
	elements := uint64(ProbeTable(l.Path) / l.Width)
	for lane, x := range l.Index {
		if uint64(x) >= elements {
			return fmt.Errorf("lane %d reads element %d, which lies beyond the probe's table: on the %s path use 0 to %d", lane, x, l.Path, elements-1)
		}
	}
	return nil
}

// patternIndices are the elements of a pattern as the command line writes it,
// or of 32 indices.
func patternIndices(text string) (sim.Indices, error) {
	if c, err := sim.ParseChoice(text); err == nil {
		return c.Indices()
	} else if strings.Contains(text, ":") || !strings.ContainsAny(strings.TrimSpace(text), " ,") {
		return sim.Indices{}, err
	}
	return sim.ParseIndices(text)
}

// Loads are what the pattern probe measures by the plan, in its order: the
// loads of a calibration, then pattern by pattern, and each on path by path.
// What it cannot measure is left out, with a sentence for each.
func (p Plan) Loads() (list []Load, refused []error) {
	add := func(path, pattern string, width int) {
		l, err := NewLoad(path, pattern, width)
		if err != nil {
			refused = append(refused, fmt.Errorf("the pattern %q is left out: %w", CleanText(pattern, maxName), err))
			return
		}
		list = append(list, l)
	}
	if p.Calibrate {
		for _, c := range sim.CalibrationPatterns() {
			add(c.Path, c.Pattern.String(), 4)
		}
	}
	width, paths := p.Width, p.Probe
	if width == 0 {
		width = 4
	}
	if len(paths) == 0 {
		paths = ProbePaths(width)
	}
	for _, pattern := range p.Patterns {
		for _, path := range paths {
			add(path, pattern, width)
		}
	}
	return list, refused
}
