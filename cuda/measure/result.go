package measure

import (
	"encoding/json"
	"path/filepath"
)

// Summary is one measured quantity: the median of its samples with an
// order-statistic confidence interval. A quantity that somebody printed as a
// single number has a Value alone.
type Summary struct {
	Value   float64   `json:"value"`             // median, or the printed number
	Low     float64   `json:"low,omitempty"`     // 95 % interval; both 0 when unknown
	High    float64   `json:"high,omitempty"`    //
	Samples []float64 `json:"samples,omitempty"` // in the order in which they were taken
}

// Known says whether there is a value at all.
func (s Summary) Known() bool { return s.Value > 0 }

// HasInterval says whether the interval is known.
func (s Summary) HasInterval() bool { return s.High > 0 }

// CourseTimes are one point by the course's own method: warm-up launches,
// then the mean of single launches, each between two events.
type CourseTimes struct {
	ConstantMS float64 `json:"constant_ms"`
	GlobalMS   float64 `json:"global_ms"`
	WarmUps    int     `json:"warm_ups"`
	Runs       int     `json:"runs"`
	// What a printed table gives besides, from times with more digits than
	// it prints. 0: not printed, to be computed from the times.
	Ratio      float64 `json:"ratio,omitempty"`
	GlobalGBps float64 `json:"global_gbps,omitempty"`
}

// Row is one measured point. Times are milliseconds for one launch.
type Row struct {
	Point
	Constant    Summary      `json:"constant_ms,omitzero"`
	Global      Summary      `json:"global_ms,omitzero"`
	Ratio       Summary      `json:"ratio,omitzero"`    // constant / global, from pairs
	Floor       Summary      `json:"floor_ms,omitzero"` // an empty kernel with the same grid
	Course      *CourseTimes `json:"course,omitempty"`
	LaunchBound bool         `json:"launch_bound,omitempty"` // too small to say anything about memory
	Paths       []PathTime   `json:"paths,omitempty"`        // the plan's further paths, in its order
	Warnings    []string     `json:"warnings,omitempty"`
	// Extra holds the fields of a file that this program does not know, to
	// be saved again with the rest.
	Extra map[string]json.RawMessage `json:"-"`
}

// PathTime is one further path timed at a point. A path whose index is known
// when it is compiled has no per-lane row and stands in the broadcast one.
type PathTime struct {
	Path string  `json:"path"`  // ID of a sim.Path
	MS   Summary `json:"ms"`    // one launch, milliseconds
	Over Summary `json:"ratio"` // to the global kernel, from pairs
}

// Result is a whole sweep and where it comes from.
type Result struct {
	ID       string   `json:"-"` // of a built-in recording: "t4", "h200"
	File     string   `json:"-"` // base name of the file it was read from
	Title    string   `json:"title,omitempty"`
	Method   string   `json:"method"` // one line: how the times were taken
	Program  string   `json:"program,omitempty"`
	Date     string   `json:"date,omitempty"` // RFC 3339 or a plain date
	Device   Device   `json:"device"`
	Plan     Plan     `json:"plan"`
	Complete bool     `json:"complete"`
	Warnings []string `json:"warnings,omitempty"`
	Notes    []string `json:"notes,omitempty"` // what a reader should know about a recording
	Rows     []Row    `json:"rows"`
	Probes   []Probe  `json:"probes,omitempty"` // patterns measured by the probe
	Live     bool     `json:"-"`                // measured in this session on this computer
	// Extra holds the fields of a file that this program does not know, to
	// be saved again with the rest.
	Extra map[string]json.RawMessage `json:"-"`
}

// SourceLabel says in a few words where the numbers come from: "recorded:
// Tesla T4", "live: NVIDIA H200", "file: lab3.json (NVIDIA L4)".
func (r Result) SourceLabel() string {
	card := r.Device.Name
	if card == "" {
		card = "unknown GPU"
	}
	switch {
	case r.ID != "" && r.Title != "":
		return "recorded: " + r.Title
	case r.ID != "":
		return "recorded: " + card
	case r.Live:
		return "live: " + card
	case r.File != "":
		return "file: " + filepath.Base(r.File) + " (" + card + ")"
	}
	return card
}
