package measure

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
)

//go:embed recorded/*.json
var recordedFiles embed.FS

// Recordings are the built-in results, in the order in which they are
// offered: the course's card first, then what this program has measured.
func Recordings() []Result {
	var all []Result
	for _, id := range recordingIDs() {
		if r, err := FindRecording(id); err == nil {
			all = append(all, r)
		}
	}
	return all
}

// FindRecording gives the built-in result with the ID.
func FindRecording(id string) (Result, error) {
	ids := recordingIDs()
	if !slices.Contains(ids, id) {
		return Result{}, fmt.Errorf("there is no recording %q: use %s", CleanText(id, maxName), strings.Join(ids, ", "))
	}
	f, err := recordedFiles.Open("recorded/" + id + ".json")
	if err != nil {
		return Result{}, fmt.Errorf("recording %s: %w", id, err)
	}
	defer f.Close()
	r, err := ReadResult(f, id+".json")
	if err != nil {
		return Result{}, fmt.Errorf("recording %s: %w", id, err)
	}
	r.ID, r.File = id, ""
	return r, nil
}

// recordingIDs are the names of the embedded files: the course's table and
// its second run first, any other by name.
func recordingIDs() []string {
	first := []string{"t4", "t4-cuda13"}
	ids := slices.Clone(first)
	entries, _ := recordedFiles.ReadDir("recorded") // embedded: it is there
	for _, entry := range entries {
		if id := strings.TrimSuffix(entry.Name(), path.Ext(entry.Name())); !slices.Contains(first, id) {
			ids = append(ids, id)
		}
	}
	return ids
}
