package measure

import "slices"

// Collector folds the events of a run into a result. What has come so far is
// a result at any time; it is complete only when the run has finished without
// an error. The zero value is ready. It is not safe for concurrent use.
type Collector struct {
	result   Result
	finished bool
}

// Apply takes the next event. A point that comes twice replaces the earlier.
func (c *Collector) Apply(e Event) {
	switch e := e.(type) {
	case Started:
		*c = Collector{result: Result{
			Method:  e.Method,
			Program: e.Program,
			Date:    e.Date,
			Device:  e.Device,
			Plan:    e.Plan,
			Live:    !e.Replay,
		}}
		if c.result.Method == "" {
			c.result.Method = e.Plan.method()
		}
	case Row:
		same := func(r Row) bool { return r.Point == e.Point }
		if at := slices.IndexFunc(c.result.Rows, same); at >= 0 {
			c.result.Rows[at] = e
		} else {
			c.result.Rows = append(c.result.Rows, e)
		}
	case Warned:
		if len(c.result.Warnings) < maxTexts {
			c.result.Warnings = append(c.result.Warnings, e.Text)
		}
	case Finished:
		c.finished = e.Err == ""
		if e.Err != "" {
			c.Apply(Warned{Text: e.Err})
		}
	}
}

// Result is what has been collected, in rows of its own.
func (c *Collector) Result() Result {
	r := c.result
	r.Rows = slices.Clone(r.Rows)
	r.Warnings = slices.Clone(r.Warnings)
	r.Complete = c.finished
	MarkLaunchBound(r.Rows)
	return r
}
