package measure

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
)

// What a stream may bring before it is given up.
const (
	maxLines       = 1_000_000
	maxStreamBytes = 64 << 20
	maxLogged      = 1000 // lines passed on to a log
)

// errFlood ends a stream that brings more than any run could.
var errFlood = errors.New("the measuring process writes without end: it was stopped")

// Counts says what else was on a stream.
type Counts struct {
	Noise    int // lines that are no records of this run
	Overlong int // lines of more than 64 KiB
	Unknown  int // records of a type or version that this program does not know
	Invalid  int // records whose values are not possible
	Repeated int // records whose number does not rise
	Missing  int // numbers that were left out
}

// Decoder reads the events of a stream.
type Decoder struct {
	// Log receives the lines that are no records, cleaned and shortened.
	// It may be nil.
	Log func(line string)

	lines  lineReader
	run    string
	seq    uint64
	counts Counts
	beats  atomic.Int64 // records read, heartbeats included
	total  int          // points of the run, from its hello
	logged int
}

// NewDecoder makes a decoder of the records that carry the marker run.
func NewDecoder(r io.Reader, run string) *Decoder {
	return &Decoder{lines: lineReader{r: bufio.NewReaderSize(r, maxLine+2)}, run: run}
}

// Counts says what has been passed over so far.
func (d *Decoder) Counts() Counts {
	d.counts.Overlong = d.lines.overlong
	return d.counts
}

// Next returns the next event. Noise, repeated and impossible records are
// counted and passed over. At the end of the stream it gives io.EOF.
func (d *Decoder) Next() (Event, error) {
	for {
		line, err := d.lines.next()
		if err != nil {
			return nil, err
		}
		if len(line) == 0 {
			continue
		}
		rec, ok := d.record(line)
		if !ok {
			d.counts.Noise++
			d.note(string(line[:min(len(line), 4*maxSentence)]))
			continue
		}
		d.beats.Add(1)
		if event := d.accept(rec); event != nil {
			return event, nil
		}
	}
}

// record says whether the line is a record of this run.
func (d *Decoder) record(line []byte) (rec record, ok bool) {
	if line[0] != '{' || checkDepth(line) != nil || json.Unmarshal(line, &rec) != nil {
		return rec, false
	}
	return rec, rec.V > 0 && rec.Run == d.run && rec.Type != ""
}

// accept checks the order and turns the record into an event, nil when there
// is none in it.
func (d *Decoder) accept(rec record) Event {
	if rec.Seq <= d.seq {
		d.counts.Repeated++
		return nil
	}
	if rec.V != streamVersion {
		d.counts.Unknown++
		return nil
	}
	if gap := rec.Seq - d.seq - 1; gap > 0 {
		d.counts.Missing += int(min(gap, maxLines))
	}
	d.seq = rec.Seq
	if rec.Type == typeHeartbeat {
		return nil
	}
	event, err := d.event(rec)
	switch {
	case err != nil:
		d.counts.Invalid++
		d.note(fmt.Sprintf("a %s record was left out: %v", rec.Type, err))
	case event == nil:
		d.counts.Unknown++
	}
	return event
}

// note passes a line on to the log, the first ones of a flood only.
func (d *Decoder) note(line string) {
	if d.Log == nil || d.logged > maxLogged {
		return
	}
	if d.logged++; d.logged > maxLogged {
		line = "further lines are not shown"
	}
	d.Log(CleanText(line, maxSentence))
}

// event decodes and checks the record's data. What comes from a process on
// another computer is believed no more than a file.
func (d *Decoder) event(rec record) (Event, error) {
	switch rec.Type {
	case typeHello:
		var e Started
		err := decodeJSON(rec.Data, &e)
		return d.started(e, err)
	case typeDevice:
		var e listed
		err := decodeJSON(rec.Data, &e.Device)
		if err == nil {
			err = e.Device.check()
		}
		return checked(e, err)
	case typeSample:
		var e Sampled
		err := decodeJSON(rec.Data, &e)
		return d.sampled(e, err)
	case typeRow:
		var e Row
		err := decodeJSON(rec.Data, &e)
		if err == nil {
			err = e.check()
		}
		return checked(e, err)
	case typeWarning:
		var e Warned
		err := decodeJSON(rec.Data, &e)
		e.Text = CleanText(e.Text, maxSentence)
		return checked(e, err)
	case typeDone:
		var e Finished
		err := decodeJSON(rec.Data, &e)
		e.Err = CleanText(e.Err, maxSentence)
		return checked(e, err)
	}
	return nil, nil
}

func (d *Decoder) started(e Started, err error) (Event, error) {
	e.Program = CleanText(e.Program, maxName)
	e.Date = CleanText(e.Date, maxName)
	e.Method = CleanText(e.Method, maxSentence)
	e.Total = min(max(e.Total, 0), maxRows)
	d.total = e.Total
	if err == nil {
		err = e.Device.check()
	}
	if err == nil {
		err = e.Plan.checkRecorded()
	}
	return checked(e, err)
}

// sampled clamps progress: a bar must not run over or backwards into nothing.
func (d *Decoder) sampled(e Sampled, err error) (Event, error) {
	e.Phase = CleanText(e.Phase, maxName)
	if e.Total = min(max(e.Total, 0), maxRows); d.total > 0 {
		e.Total = d.total
	}
	e.Done = min(max(e.Done, 0), e.Total)
	e.Pairs = min(max(e.Pairs, 0), maxCount)
	e.Pair = min(max(e.Pair, 0), e.Pairs)
	if err == nil {
		err = e.Point.check()
	}
	return checked(e, err)
}

func checked(e Event, err error) (Event, error) {
	if err != nil {
		return nil, err
	}
	return e, nil
}

// lineReader gives lines of at most maxLine bytes and skips longer ones
// without keeping them.
type lineReader struct {
	r        *bufio.Reader
	lines    int
	bytes    int64
	overlong int
}

func (l *lineReader) next() ([]byte, error) {
	for {
		line, err := l.r.ReadSlice('\n')
		l.bytes += int64(len(line))
		tooLong := errors.Is(err, bufio.ErrBufferFull) || len(trimEnd(line)) > maxLine
		for errors.Is(err, bufio.ErrBufferFull) && l.bytes <= maxStreamBytes {
			line, err = l.r.ReadSlice('\n')
			l.bytes += int64(len(line))
		}
		if l.lines++; l.lines > maxLines || l.bytes > maxStreamBytes {
			return nil, errFlood
		}
		if tooLong {
			l.overlong++
			line = nil
		}
		if err != nil && (err != io.EOF || len(line) == 0) {
			return nil, err
		}
		if !tooLong {
			return trimEnd(line), nil
		}
	}
}

// trimEnd takes off the line end, of Windows too.
func trimEnd(line []byte) []byte {
	if n := len(line); n > 0 && line[n-1] == '\n' {
		line = line[:n-1]
	}
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line
}
