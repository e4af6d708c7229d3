package measure

import (
	"fmt"

	"warpbill/sim"
)

// What a result can hold. Values outside would be mistakes or attacks: axes
// and painters downstream cannot draw them.
const (
	maxRows      = 200_000
	maxN         = 1 << 50
	maxSamples   = 10_000
	maxRatio     = 1e6
	maxGBps      = 1e6
	maxCount     = 1_000_000
	maxBytes     = 1 << 50
	maxUnitCount = 1 << 20
)

// check cleans the texts of a result from outside and says what is wrong
// with its values, if anything.
func (r *Result) check() error {
	r.Title = CleanText(r.Title, maxName)
	r.Method = CleanText(r.Method, maxSentence)
	r.Program = CleanText(r.Program, maxName)
	r.Date = CleanText(r.Date, maxName)
	r.Warnings, r.Notes = cleanTexts(r.Warnings), cleanTexts(r.Notes)
	if err := r.Device.check(); err != nil {
		return err
	}
	if err := r.Plan.checkRecorded(); err != nil {
		return err
	}
	if len(r.Rows) > maxRows {
		return fmt.Errorf("it has %d rows: at most %d are read", len(r.Rows), maxRows)
	}
	for i := range r.Rows {
		if err := r.Rows[i].check(); err != nil {
			return fmt.Errorf("row %d: %w", i+1, err)
		}
	}
	return nil
}

func (d *Device) check() error {
	for _, text := range []*string{&d.UUID, &d.Name, &d.PCI, &d.CUDA, &d.Driver} {
		*text = CleanText(*text, maxName)
	}
	for _, count := range []struct {
		name  string
		value int
	}{
		{"index", d.Index}, {"major", d.Major}, {"minor", d.Minor}, {"sms", d.SMs}, {"clock_mhz", d.ClockMHz},
	} {
		if count.value < 0 || count.value > maxUnitCount {
			return fmt.Errorf("the device's %s is %d: use 0 to %d", count.name, count.value, maxUnitCount)
		}
	}
	for _, size := range []struct {
		name  string
		value uint64
	}{
		{"memory_bytes", d.MemoryBytes}, {"l2_bytes", d.L2Bytes}, {"persisting_l2_max_bytes", d.PersistingL2Max},
		{"policy_window_max_bytes", d.PolicyWindowMax}, {"constant_bytes", d.ConstantBytes},
	} {
		if size.value > maxBytes {
			return fmt.Errorf("the device's %s is %d: use 0 to %d", size.name, size.value, uint64(maxBytes))
		}
	}
	return nil
}

// checkRecorded is milder than Check: a result read from a table has no plan.
func (p *Plan) checkRecorded() error {
	p.Name, p.Device = CleanText(p.Name, maxName), CleanText(p.Device, maxName)
	if len(p.Sizes) > maxRows || len(p.RotMasks) > sim.FilterTaps || p.Pairs < 0 || p.Pairs > maxCount ||
		!(p.BatchMS >= 0 && p.BatchMS <= maxMS) {
		return fmt.Errorf("its plan is out of range: %d sizes, %d masks, %d pairs, batches of %v ms",
			len(p.Sizes), len(p.RotMasks), p.Pairs, p.BatchMS)
	}
	for _, n := range p.Sizes {
		if err := (Point{N: n}).check(); err != nil {
			return fmt.Errorf("its plan: %w", err)
		}
	}
	for _, mask := range p.RotMasks {
		if err := (Point{N: 1, RotMask: mask}).check(); err != nil {
			return fmt.Errorf("its plan: %w", err)
		}
	}
	return nil
}

func (p Point) check() error {
	if p.N < 1 || p.N > maxN {
		return fmt.Errorf("n is %d: use 1 to %d", p.N, uint64(maxN))
	}
	if p.RotMask < 0 || p.RotMask >= sim.FilterTaps {
		return fmt.Errorf("rot_mask is %d: use 0 to %d", p.RotMask, sim.FilterTaps-1)
	}
	return nil
}

// quantity is one of a row's summaries and the values it can have.
type quantity struct {
	name, title string
	summary     *Summary
	within      span
}

// span is a range of numbers, both ends included.
type span struct{ low, top float64 }

func (s span) has(x float64) bool { return x >= s.low && x <= s.top }

func (r *Row) quantities() []quantity {
	times := span{minMS, maxMS}
	return []quantity{
		{"constant_ms", "constant time", &r.Constant, times},
		{"global_ms", "global time", &r.Global, times},
		{"floor_ms", "empty kernel's time", &r.Floor, times},
		{"ratio", "ratio", &r.Ratio, span{1 / maxRatio, maxRatio}},
	}
}

func (r *Row) check() error {
	if err := r.Point.check(); err != nil {
		return err
	}
	for _, q := range r.quantities() {
		if err := q.summary.check(q.within); err != nil {
			return fmt.Errorf("%s %w", q.name, err)
		}
	}
	r.Warnings = cleanTexts(r.Warnings)
	return r.Course.check()
}

func (s Summary) check(within span) error {
	if s.Value == 0 && s.Low == 0 && s.High == 0 && len(s.Samples) == 0 {
		return nil // unknown
	}
	if !within.has(s.Value) {
		return fmt.Errorf("is %v: use %v to %v, or leave it out when it is unknown", s.Value, within.low, within.top)
	}
	if interval := (span{s.Low, s.High}); interval != (span{}) &&
		!(within.has(s.Low) && within.has(s.High) && interval.has(s.Value)) {
		return fmt.Errorf("is %v but its interval goes from %v to %v: low and high must enclose the value", s.Value, s.Low, s.High)
	}
	if len(s.Samples) > maxSamples {
		return fmt.Errorf("has %d samples: at most %d are read", len(s.Samples), maxSamples)
	}
	for i, x := range s.Samples {
		if !within.has(x) {
			return fmt.Errorf("has %v as sample %d: use %v to %v", x, i+1, within.low, within.top)
		}
	}
	return nil
}

func (c *CourseTimes) check() error {
	if c == nil {
		return nil
	}
	for _, ms := range []float64{c.ConstantMS, c.GlobalMS} {
		if !inRange(ms) {
			return fmt.Errorf("a time by the course's method is %v ms: use %v to %v", ms, minMS, maxMS)
		}
	}
	if c.WarmUps < 0 || c.WarmUps > maxCount || c.Runs < 0 || c.Runs > maxCount {
		return fmt.Errorf("the course's method has %d warm-ups and %d runs: use 0 to %d", c.WarmUps, c.Runs, maxCount)
	}
	if !(c.Ratio >= 0 && c.Ratio <= maxRatio) || !(c.GlobalGBps >= 0 && c.GlobalGBps <= maxGBps) {
		return fmt.Errorf("the printed ratio is %v and the printed rate %v GB/s: use 0 to %v", c.Ratio, c.GlobalGBps, maxRatio)
	}
	return nil
}

// tidy leaves out what cannot be written to a file, which Summarize and
// NewRow never produce, and says so in the row.
func (r Row) tidy() Row {
	var dropped []string
	for _, q := range r.quantities() {
		if q.summary.check(q.within) != nil {
			*q.summary = Summary{}
			dropped = append(dropped, q.title)
		}
	}
	if r.Course.check() != nil {
		r.Course = nil
		dropped = append(dropped, "course's times")
	}
	for _, name := range dropped {
		r.Warnings = append(r.Warnings[:len(r.Warnings):len(r.Warnings)], "the "+name+" was not a possible number and was left out")
	}
	return r
}
