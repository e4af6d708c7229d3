package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// module is the path under which the packages import one another.
const module = "warpbill"

// source is one Go file of the project, parsed.
type source struct {
	path string // from the top of the project
	pkg  string // the package's folder, "." for main
	file *ast.File
	fset *token.FileSet
	text string
}

func (s source) test() bool { return strings.HasSuffix(s.path, "_test.go") }

func (s source) lines() int { return strings.Count(s.text, "\n") }

// imports are the paths that the file imports.
func (s source) imports() []string {
	var list []string
	for _, spec := range s.file.Imports {
		p, _ := strconv.Unquote(spec.Path.Value)
		list = append(list, p)
	}
	return list
}

// sources parses every Go file here and below. It reads the files itself
// instead of asking the go command, so that no cached answer is given.
func sources(t *testing.T) []source {
	t.Helper()
	var list []source
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && p != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "build" || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(p, ".go") {
			return nil
		}
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, p, text, parser.ParseComments)
		list = append(list, source{filepath.ToSlash(p), path.Dir(filepath.ToSlash(p)), file, fset, string(text)})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 50 {
		t.Fatalf("only %d files found: is this the top of the project?", len(list))
	}
	return list
}

// mayImport says which of the project's packages each may import. Whoever is
// not listed may import nothing of the project.
func mayImport() map[string][]string {
	model := []string{"sim"}
	with := func(list []string, more ...string) []string { return slices.Concat(list, more) }
	measure := with(model, "cuda/measure")
	drawing := with(measure, "sim/formula", "plots", "plots/look", "plots/fonts", "plots/pdf", "plots/stage", "plots/words")
	window := with(drawing, "icons", "ui/settings", "ui/lesson")
	return map[string][]string{
		".":            with(window, "cuda", "ui", "ui/cli"),
		"sim/formula":  model,
		"cuda/measure": model,
		"cuda":         measure,
		"plots/look":   {"plots/fonts"},
		"plots/pdf":    {"plots/fonts"},
		"plots/words":  with(measure, "plots/look"),
		"plots/stage":  with(measure, "plots/look", "plots/fonts", "plots/words"),
		"plots":        drawing,
		"ui":           window,
		"ui/cli":       drawing, // the verbs know no window
		"ui/settings":  measure,
		"ui/lesson":    drawing,
	}
}

func TestImportsFollowTheGraph(t *testing.T) {
	allowed := mayImport()
	for _, s := range sources(t) {
		for _, imported := range s.imports() {
			inner, ours := strings.CutPrefix(imported, module+"/")
			if !ours || inner == s.pkg && s.test() {
				continue
			}
			if !slices.Contains(allowed[s.pkg], inner) {
				t.Errorf("%s imports %s, which is not to its right in the graph", s.path, inner)
			}
		}
	}
}

func TestForeignImportsStayWhereTheyBelong(t *testing.T) {
	onlyIn := []struct {
		imported string // the path, or what it begins with when it ends in /
		packages []string
	}{
		{"C", []string{"cuda"}},
		{"fyne.io/", []string{".", "ui"}},
		{"fyne.io/fyne/v2/app", []string{"."}},
		{"gonum.org/v1/plot/", []string{"plots", "plots/pdf", "plots/stage"}},
		{"github.com/alecthomas/kong", []string{"ui/cli"}},
		{"github.com/expr-lang/", []string{"sim/formula"}},
	}
	for _, s := range sources(t) {
		for _, imported := range s.imports() {
			for _, rule := range onlyIn {
				held := imported == rule.imported || strings.HasSuffix(rule.imported, "/") && strings.HasPrefix(imported, rule.imported)
				if held && !slices.Contains(rule.packages, s.pkg) {
					t.Errorf("%s imports %s, which belongs to %v", s.path, imported, rule.packages)
				}
			}
			if s.pkg == "sim" && !s.test() && strings.Contains(imported, ".") {
				t.Errorf("%s imports %s: the model uses the standard library alone", s.path, imported)
			}
		}
	}
}

// The budgets of a file and of a function. A table of cases may make a test
// function longer.
const (
	maxFile       = 400
	maxFunction   = 60
	maxComplexity = 15
)

func TestBudgets(t *testing.T) {
	small, all := 0, 0
	for _, s := range sources(t) {
		n := s.lines()
		if n > maxFile {
			t.Errorf("%s has %d lines: at most %d", s.path, n, maxFile)
		}
		if s.test() {
			continue
		}
		if all++; n < 250 {
			small++
		}
		for _, decl := range s.file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			at := s.fset.Position(f.Pos())
			if n := s.fset.Position(f.End()).Line - at.Line + 1; n > maxFunction {
				t.Errorf("%s:%d: %s has %d lines: at most %d", s.path, at.Line, f.Name.Name, n, maxFunction)
			}
			if c := complexity(f); c > maxComplexity {
				t.Errorf("%s:%d: %s has a cyclomatic complexity of %d: at most %d", s.path, at.Line, f.Name.Name, c, maxComplexity)
			}
		}
	}
	if 10*small < 9*all {
		t.Errorf("%d of %d files have fewer than 250 lines: at least nine in ten", small, all)
	}
}

// complexity is the cyclomatic complexity of a function as gocyclo counts it.
func complexity(f *ast.FuncDecl) int {
	n := 1
	ast.Inspect(f, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			if node.List != nil {
				n++
			}
		case *ast.CommClause:
			if node.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if node.Op == token.LAND || node.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}

func TestExportedNamesAreDocumented(t *testing.T) {
	packages := map[string]bool{}
	for _, s := range sources(t) {
		if s.test() {
			continue
		}
		packages[s.pkg] = packages[s.pkg] || s.file.Doc != nil
		for _, decl := range s.file.Decls {
			for _, name := range undocumented(decl) {
				t.Errorf("%s:%d: %s has no comment", s.path, s.fset.Position(decl.Pos()).Line, name)
			}
		}
	}
	for pkg, documented := range packages {
		if !documented {
			t.Errorf("package %s has no comment", pkg)
		}
	}
}

// undocumented are the exported names of a declaration without a comment. One
// comment serves a group of constants or variables.
func undocumented(decl ast.Decl) []string {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && d.Doc == nil && exportedReceiver(d) {
			return []string{d.Name.Name}
		}
	case *ast.GenDecl:
		if d.Doc != nil || documentedAbove(d) {
			return nil
		}
		var names []string
		for _, spec := range d.Specs {
			names = append(names, undocumentedSpec(spec)...)
		}
		return names
	}
	return nil
}

func undocumentedSpec(spec ast.Spec) []string {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		if spec.Name.IsExported() && spec.Doc == nil {
			return []string{spec.Name.Name}
		}
	case *ast.ValueSpec:
		if spec.Names[0].IsExported() && spec.Doc == nil && spec.Comment == nil {
			return []string{spec.Names[0].Name}
		}
	}
	return nil
}

// documentedAbove says whether the first name of a group has a comment, which
// then stands for the group.
func documentedAbove(d *ast.GenDecl) bool {
	first, ok := d.Specs[0].(*ast.ValueSpec)
	return ok && (first.Doc != nil || first.Comment != nil)
}

func exportedReceiver(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		return true
	}
	kind := f.Recv.List[0].Type
	if star, ok := kind.(*ast.StarExpr); ok {
		kind = star.X
	}
	name, ok := kind.(*ast.Ident)
	return ok && name.IsExported()
}

func TestEnoughTests(t *testing.T) {
	code, tests := map[string]int{}, map[string]int{}
	group := func(pkg string) string {
		if pkg == "cuda/measure" || pkg == "." {
			return pkg
		}
		return strings.Split(pkg, "/")[0]
	}
	for _, s := range sources(t) {
		if s.test() {
			tests[group(s.pkg)] += s.lines()
		} else {
			code[group(s.pkg)] += s.lines()
		}
	}
	least := map[string]float64{"sim": 1, "plots": .8, "cuda": .6, "cuda/measure": .6, "ui": .6, ".": .6}
	for pkg, ratio := range least {
		if got := float64(tests[pkg]) / float64(code[pkg]); !(got >= ratio) {
			t.Errorf("%s has %d lines of tests for %d of code (%.2f): at least %.1f", pkg, tests[pkg], code[pkg], got, ratio)
		}
	}
}

// TestNothingOfAMachineIsLeftBehind looks for paths of somebody's computer
// and for notes to oneself in everything that is written by hand.
func TestNothingOfAMachineIsLeftBehind(t *testing.T) {
	forbidden := regexp.MustCompile(`/home/[a-z]|/ro` + `ot/|/Users/[a-z]|/wo` + `rk/|\b(TO` + `DO|FIX` + `ME|XX` + `X)\b`)
	byHand := []string{".go", ".md", ".c", ".h", ".cu", ".toml", ".json", "", ".ptx", ".svg"}
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "build" || strings.HasPrefix(d.Name(), ".") && p != "." && d.Name() != ".ci"):
			return fs.SkipDir
		case d.IsDir() || p == "arch_test.go" || !slices.Contains(byHand, filepath.Ext(p)):
			return nil
		}
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		for i, line := range strings.Split(string(text), "\n") {
			found := forbidden.FindString(line)
			if strings.HasPrefix(found, "/home/") && strings.HasSuffix(p, "_test.go") {
				continue // a made-up home
			}
			if found != "" && len(line) < 1000 {
				t.Errorf("%s:%d: %q", p, i+1, found)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestReadmeNamesTheTwoCommands(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"make run", "make test"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("README.md does not mention %q", want)
		}
	}
}

func TestVersionIsTheSameEverywhere(t *testing.T) {
	text, err := os.ReadFile("FyneApp.toml")
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("Version = %q", version); !strings.Contains(string(text), want) {
		t.Errorf("FyneApp.toml has no line %s", want)
	}
	if want := fmt.Sprintf("ID = %q", appID); !strings.Contains(string(text), want) {
		t.Errorf("FyneApp.toml has no line %s", want)
	}
}
