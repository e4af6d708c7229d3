package measure

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
	Warnings    []string     `json:"warnings,omitempty"`
}

// Result is a whole sweep and where it comes from.
type Result struct {
	ID       string   `json:"-"` // of a built-in recording: "t4", "h200"
	Title    string   `json:"title,omitempty"`
	Method   string   `json:"method"` // one line: how the times were taken
	Program  string   `json:"program,omitempty"`
	Date     string   `json:"date,omitempty"` // RFC 3339 or a plain date
	Device   Device   `json:"device"`
	Plan     Plan     `json:"plan"`
	Rows     []Row    `json:"rows"`
	Warnings []string `json:"warnings,omitempty"`
	Notes    []string `json:"notes,omitempty"` // what a reader should know about a recording
	Complete bool     `json:"complete"`
	Live     bool     `json:"-"` // measured in this session on this computer
}
