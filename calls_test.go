package main

import (
	"go/ast"
	"slices"
	"testing"
)

// TestOnePlaceReachesTheUIGoroutine: work off the UI goroutine comes back
// through the window's Post alone, so that a test can hold it in its hand, and
// nothing ever waits for the UI goroutine, which may itself be waiting.
func TestOnePlaceReachesTheUIGoroutine(t *testing.T) {
	places := map[string][]string{
		"Do":        {"ui/window.go", "window.go"}, // the window's Post, and the end by a signal
		"DoAndWait": nil,
	}
	found := 0
	for _, s := range sources(t) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			call, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, ok := call.X.(*ast.Ident)
			if !ok || pkg.Name != "fyne" {
				return true
			}
			allowed, watched := places[call.Sel.Name]
			if !watched {
				return true
			}
			found++
			if !slices.Contains(allowed, s.path) {
				t.Errorf("%s:%d uses fyne.%s: post through Deps.Post instead", s.path, s.fset.Position(n.Pos()).Line, call.Sel.Name)
			}
			return true
		})
	}
	if found != 2 {
		t.Errorf("%d uses of fyne.Do found, want 2", found)
	}
}
