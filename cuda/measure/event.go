package measure

import "context"

// Event is something that a running sweep reports: Started first, then any
// number of Sampled, Row and Warned, then Finished. A stream that ends
// without Finished is incomplete.
type Event interface{ event() }

// Started says which device is measured by which plan.
type Started struct {
	Device Device `json:"device"`
	Plan   Plan   `json:"plan"`
	Total  int    `json:"total"` // points to come
	// Program and Date are kept in the result.
	Program string `json:"program"`
	Date    string `json:"date"` // RFC 3339, UTC
	// Method is how the times are taken; empty: as the plan says.
	Method string `json:"method,omitempty"`
	// Replay says that nothing is measured now: a recording is played.
	Replay bool `json:"-"`
}

// Sampled is progress within a point.
type Sampled struct {
	Point
	Phase string `json:"phase"` // "compile", "check", "warm-up", "measure", "course"
	Done  int    `json:"done"`  // points finished
	Total int    `json:"total"`
	Pair  int    `json:"pair"` // pairs taken of this point, 0 before the first
	Pairs int    `json:"pairs"`
}

// Warned is something the reader of the result should know: a plain sentence.
type Warned struct {
	Text string `json:"text"`
}

// Finished ends a stream. Err is empty when the plan was carried out.
type Finished struct {
	Err string `json:"error,omitempty"`
}

func (Started) event()  {}
func (Sampled) event()  {}
func (Row) event()      {}
func (Warned) event()   {}
func (Finished) event() {}

// Runner carries out plans.
type Runner interface {
	// Devices lists what could be measured; it wraps ErrNoGPU when nothing.
	Devices(ctx context.Context) ([]Device, error)
	// Run blocks until the plan is carried out, fails or ctx ends. It calls
	// emit in order, from one goroutine, and never after it has returned.
	// A Finished event is emitted only when the plan was carried out.
	Run(ctx context.Context, p Plan, emit func(Event)) error
}
