package main

import (
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// TestReadmeGivesAReasonForEachDependency: whoever adds one says what for.
func TestReadmeGivesAReasonForEachDependency(t *testing.T) {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(readme), "## Why each dependency")
	table, _, _ = strings.Cut(table, "\n## ")
	direct := regexp.MustCompile(`(?m)^\t(\S+) v\S+$`).FindAllStringSubmatch(string(mod), -1) // without "// indirect"
	tools := regexp.MustCompile(`(?m)^\t(\S+/cmd/\S+)$`).FindAllStringSubmatch(string(mod), -1)
	if len(direct) < 10 || len(tools) == 0 {
		t.Fatalf("%d dependencies and %d tools found in go.mod", len(direct), len(tools))
	}
	for _, d := range direct {
		name := path.Base(regexp.MustCompile(`/v\d+$`).ReplaceAllString(d[1], ""))
		if !strings.Contains(table, "/"+name) {
			t.Errorf("README.md gives no reason for %s", d[1])
		}
	}
	for _, tool := range tools {
		if name := tool[1][strings.LastIndex(tool[1], "/")+1:]; !strings.Contains(table, name) {
			t.Errorf("README.md does not name the tool %s", name)
		}
	}
}
