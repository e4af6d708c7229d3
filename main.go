// Command warpbill shows, and proves on the user's own GPU, what a warp of 32
// lanes pays for memory.
package main

import (
	_ "fyne.io/fyne/v2/app"
	_ "github.com/alecthomas/kong"
	_ "github.com/expr-lang/expr"
	_ "github.com/mitchellh/go-homedir"
	_ "github.com/natefinch/atomic"
	_ "github.com/schollz/progressbar/v3"
	_ "golang.org/x/perf/benchmath"
	_ "golang.org/x/term"
	_ "gonum.org/v1/gonum/stat"
	_ "gonum.org/v1/plot/plotter"
	_ "gonum.org/v1/plot/vg/vgimg"
	_ "gonum.org/v1/plot/vg/vgpdf"
	_ "gonum.org/v1/plot/vg/vgsvg"
	_ "gonum.org/v1/plot/cmpimg"
	_ "fyne.io/fyne/v2/test"
	_ "go.uber.org/goleak"
	_ "github.com/google/go-cmp/cmp"
	_ "golang.org/x/sys/execabs"
)

func main() {}
