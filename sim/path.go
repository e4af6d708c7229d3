package sim

import (
	"fmt"
	"strings"
)

// Path is one way for the convolution to reach its filter: which memory the
// taps lie in, how they are laid out there, and who may choose the index.
type Path struct {
	ID    string // as the command line and files name it
	Title string // as it is shown
	// Memory is the name of the tariff that a load is charged by; empty
	// when the kernel loads no tap: it stands in an instruction, or nothing
	// is read but the inputs.
	Memory string
	// Stride is the distance in bytes from one tap to the next.
	Stride uint64
	// Fixed says that the index is known when the kernel is compiled, and so
	// is the same for every lane: such a path has no per-lane pattern.
	Fixed bool
}

// Stride of a tap in a column of a 32 x 32 tile of floats: every tap lies in
// the same bank. One element of padding a row moves each to another bank.
const (
	tapBytes    = 4
	columnBytes = 32 * tapBytes
	paddedBytes = columnBytes + tapBytes
)

// Paths lists the paths in the order in which they are shown: the two of the
// course's sweep first.
func Paths() []Path {
	return []Path{
		{ID: "constant", Title: "Constant, index at run time", Memory: "constant", Stride: tapBytes},
		{ID: "global", Title: "Global, const __restrict__", Memory: "global", Stride: tapBytes},
		{ID: "constant-fixed", Title: "Constant, index when compiled", Stride: tapBytes, Fixed: true},
		{ID: "literal", Title: "Taps written in the source", Stride: tapBytes, Fixed: true},
		{ID: "global-plain", Title: "Global, may alias", Memory: "global", Stride: tapBytes},
		{ID: "global-ldg", Title: "Global, __ldg", Memory: "global", Stride: tapBytes},
		{ID: "shared", Title: "Shared", Memory: "shared", Stride: tapBytes},
		{ID: "shared-column", Title: "Shared, a column of a tile", Memory: "shared", Stride: columnBytes},
		{ID: "shared-padded", Title: "Shared, a padded column", Memory: "shared", Stride: paddedBytes},
		{ID: "texture", Title: "Texture object", Memory: "texture", Stride: tapBytes},
		{ID: "l2-window", Title: "Global, kept in L2", Memory: "global", Stride: tapBytes},
		{ID: "blocked", Title: "Register-blocked, taps in the source", Stride: tapBytes, Fixed: true},
		{ID: "copy", Title: "Copy of the same bytes", Stride: tapBytes, Fixed: true},
	}
}

// FindPath is the path of the given ID.
func FindPath(id string) (Path, error) {
	var ids []string
	for _, p := range Paths() {
		if p.ID == id {
			return p, nil
		}
		ids = append(ids, p.ID)
	}
	return Path{}, fmt.Errorf("there is no path %q: use one of %s", id, strings.Join(ids, ", "))
}
