package measure

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

// The stream is one JSON object a line. Each carries the version, the marker
// that the reader has given, a number that rises, and a type. Anything else
// on the same pipe is noise to the reader.
const (
	streamVersion = 1
	maxLine       = 64 << 10
	beatInterval  = time.Second
)

// The types of records.
const (
	typeHello     = "hello"     // Started
	typeDevice    = "device"    // one Device of a list
	typeSample    = "sample"    // Sampled
	typeRow       = "row"       // Row
	typeWarning   = "warning"   // Warned
	typeHeartbeat = "heartbeat" // still at work
	typeDone      = "done"      // Finished
)

// record is one line of the stream.
type record struct {
	V    int             `json:"v"`
	Run  string          `json:"run"`
	Seq  uint64          `json:"seq"`
	Type string          `json:"type"`
	Data json.RawMessage `json:"data,omitempty"`
}

// listed is the event of a stream that lists devices.
type listed struct{ Device }

func (listed) event() {}

// Encoder writes events as the lines of a stream. It may be used from several
// goroutines. Once a write has failed, all later calls give the same error.
type Encoder struct {
	mu  sync.Mutex
	w   io.Writer
	run string
	seq uint64
	err error
}

// NewEncoder makes an encoder that marks its records with run, the marker
// that the reader of the stream has given.
func NewEncoder(w io.Writer, run string) *Encoder { return &Encoder{w: w, run: run} }

// Encode writes an event.
func (e *Encoder) Encode(event Event) error {
	switch event := event.(type) {
	case Started:
		return e.write(typeHello, event)
	case listed:
		return e.write(typeDevice, event.Device)
	case Sampled:
		return e.write(typeSample, event)
	case Row:
		return e.write(typeRow, event.tidy())
	case Warned:
		return e.write(typeWarning, event)
	case Finished:
		return e.write(typeDone, event)
	}
	return fmt.Errorf("the stream has no record for %T", event)
}

// Heartbeat tells the reader that the writer is alive.
func (e *Encoder) Heartbeat() error { return e.write(typeHeartbeat, nil) }

func (e *Encoder) write(kind string, data any) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.err != nil {
		return e.err
	}
	rec := record{V: streamVersion, Run: e.run, Seq: e.seq + 1, Type: kind}
	line, err := json.Marshal(data)
	if err == nil && data != nil {
		rec.Data = line
	}
	if err == nil {
		line, err = json.Marshal(rec)
	}
	if err != nil {
		return fmt.Errorf("a %s record cannot be written: %w", kind, err)
	}
	if len(line) > maxLine {
		return fmt.Errorf("a %s record of %d bytes is too long for the stream: at most %d", kind, len(line), maxLine)
	}
	e.seq++
	if _, err := e.w.Write(append(line, '\n')); err != nil {
		e.err = fmt.Errorf("the stream is closed: %w", err)
	}
	return e.err
}

// StreamRun carries out a plan and writes the stream of it, with a heartbeat
// every second, and a done record at the end in any case. When nobody reads
// the stream any more the run ends.
func StreamRun(ctx context.Context, w io.Writer, run string, runner Runner, p Plan) error {
	return stream(ctx, w, run, func(ctx context.Context, emit func(Event)) error {
		return runner.Run(ctx, p, emit)
	})
}

// StreamDevices writes the stream that lists the runner's devices.
func StreamDevices(ctx context.Context, w io.Writer, run string, runner Runner) error {
	return stream(ctx, w, run, func(ctx context.Context, emit func(Event)) error {
		devices, err := runner.Devices(ctx)
		if err != nil {
			return err
		}
		for _, d := range devices {
			emit(listed{d})
		}
		emit(Finished{})
		return nil
	})
}

func stream(ctx context.Context, w io.Writer, run string, work func(context.Context, func(Event)) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	enc := NewEncoder(w, run)
	beats := make(chan struct{})
	go func() {
		defer close(beats)
		enc.beat(ctx, beatInterval)
	}()
	err := work(ctx, func(event Event) {
		if err := enc.Encode(event); err != nil {
			cancel(err)
		}
	})
	broken := context.Cause(ctx)
	cancel(nil)
	<-beats
	if err == nil {
		return nil
	}
	if broken != nil && !errors.Is(broken, context.Canceled) {
		err = broken
	} else if errors.Is(err, context.Canceled) {
		err = &sentence{text: "stopped before all was measured: measure again for the rest", cause: err}
	}
	return errors.Join(err, enc.Encode(Finished{Err: CleanText(err.Error(), maxSentence)}))
}

// beat writes heartbeats until the context ends.
func (e *Encoder) beat(ctx context.Context, every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if e.Heartbeat() != nil {
				return
			}
		}
	}
}
