package measure

// Verdict compares the constant kernel with the global one.
type Verdict string

// What a row can say about the constant kernel.
const (
	Faster     Verdict = "faster"
	Slower     Verdict = "slower"
	Same       Verdict = "same"
	CannotTell Verdict = "cannot tell"
)

const (
	// clearGap is the relative difference below which two times count as
	// equal.
	clearGap = 0.005
	// quietWidth is how wide an interval may be, relative to its median, for
	// two times to be called the same: a wide one may hide a difference.
	quietWidth = 0.02
)

// Verdict says how the constant kernel did against the global one, from the
// 95 % interval of the pairs' ratio. It is Faster or Slower when the whole
// interval lies at least 0.5 % below or above 1; Same when the interval holds
// 1, is at most 2 % wide and has its median within 0.5 % of 1; otherwise, in a
// launch-bound row, and without an interval (a single printed number) it is
// CannotTell.
//
// The ratio's interval is used and not those of both times: a clock that
// changes during the row moves both halves of a pair and leaves their ratio.
func (r Row) Verdict() Verdict {
	q := r.Ratio
	if r.LaunchBound || !q.HasInterval() {
		return CannotTell
	}
	within := span{1 / (1 + clearGap), 1 + clearGap}
	switch {
	case q.High <= within.low:
		return Faster
	case q.Low >= within.top:
		return Slower
	case within.has(q.Value) && q.Low <= 1 && q.High >= 1 && q.High-q.Low <= quietWidth*q.Value:
		return Same
	}
	return CannotTell
}
