package measure

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
)

const testMark = "MARK"

// goodStream is the stream of a small sweep and the events in it.
func goodStream(t testing.TB) (stream []byte, events []Event) {
	t.Helper()
	plan := CoursePlan()
	plan.Sizes, plan.Course = []uint64{4096}, false
	var out bytes.Buffer
	if err := StreamRun(t.Context(), &out, testMark, goodRunner{}, plan); err != nil {
		t.Fatal(err)
	}
	if err := (goodRunner{}).Run(t.Context(), plan, func(e Event) { events = append(events, e) }); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), events
}

// decodeAll reads a stream to its end.
func decodeAll(r io.Reader) (events []Event, counts Counts, err error) {
	d := NewDecoder(r, testMark)
	for {
		e, err := d.Next()
		if err != nil {
			return events, d.Counts(), err
		}
		events = append(events, e)
	}
}

func TestStreamRoundTrip(t *testing.T) {
	stream, want := goodStream(t)
	for name, r := range map[string]io.Reader{
		"whole":       bytes.NewReader(stream),
		"by the byte": iotest.OneByteReader(bytes.NewReader(stream)),
		"windows":     bytes.NewReader(bytes.ReplaceAll(stream, []byte("\n"), []byte("\r\n"))),
	} {
		got, counts, err := decodeAll(r)
		if err != io.EOF || counts != (Counts{}) {
			t.Errorf("%s: err %v, counts %+v", name, err, counts)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestStreamRecordFormat(t *testing.T) {
	stream, _ := goodStream(t)
	var types []string
	for i, line := range strings.Split(strings.TrimSpace(string(stream)), "\n") {
		var fields map[string]any
		if err := json.Unmarshal([]byte(line), &fields); err != nil {
			t.Fatal(err)
		}
		if fields["v"] != 1.0 || fields["run"] != testMark || fields["seq"] != float64(i+1) {
			t.Errorf("line %d: v %v, run %v, seq %v", i, fields["v"], fields["run"], fields["seq"])
		}
		types = append(types, fields["type"].(string))
	}
	want := []string{"hello", "sample", "row", "sample", "row", "warning", "done"}
	if !slices.Equal(types, want) {
		t.Errorf("types %v\nwant  %v", types, want)
	}
}

// TestStreamCutAtEveryByte: what was whole before the cut arrives, nothing
// else does, and only the whole stream is complete.
func TestStreamCutAtEveryByte(t *testing.T) {
	stream, want := goodStream(t)
	for cut := range stream {
		got, counts, err := decodeAll(bytes.NewReader(stream[:cut]))
		if err != io.EOF {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		if len(got) > len(want) || len(got) > 0 && !reflect.DeepEqual(want[:len(got)], got) {
			t.Fatalf("cut at %d: %d events differ from the first of the stream", cut, len(got))
		}
		if whole := bytes.Count(stream[:cut], []byte("\n")); len(got) < whole {
			t.Fatalf("cut at %d: %d of %d whole records arrived", cut, len(got), whole)
		}
		if counts.Noise > 1 || counts.Invalid+counts.Missing+counts.Repeated > 0 {
			t.Fatalf("cut at %d: counts %+v", cut, counts)
		}
		var c Collector
		for _, e := range got {
			c.Apply(e)
		}
		if lastWhole := len(stream) - 1; c.Result().Complete && cut < lastWhole {
			t.Fatalf("cut at %d of %d: the result says that it is complete", cut, len(stream))
		}
	}
}

// TestStreamGarbled: a byte changed anywhere spoils one record at most.
func TestStreamGarbled(t *testing.T) {
	stream, want := goodStream(t)
	for at := 0; at < len(stream); at += 7 {
		bad := bytes.Clone(stream)
		bad[at] ^= 0x15
		got, _, err := decodeAll(bytes.NewReader(bad))
		if err != io.EOF {
			t.Fatalf("byte %d: %v", at, err)
		}
		if len(got) < len(want)-2 || len(got) > len(want) {
			t.Fatalf("byte %d: %d events of %d", at, len(got), len(want))
		}
	}
}

func line(seq int, kind, data string) string {
	return fmt.Sprintf(`{"v":1,"run":"MARK","seq":%d,"type":%q,"data":%s}`+"\n", seq, kind, data)
}

func TestDecoderPassesOver(t *testing.T) {
	row := `{"n":4096,"rot_mask":0,"constant_ms":{"value":1}}`
	good := line(7, "row", row)
	tests := []struct {
		name, stream string
		events       int
		want         Counts
	}{
		{"noise", "hello\n\n  \n[1]\n" + good, 1, Counts{Noise: 3, Missing: 6}},
		{"another run's record", strings.Replace(good, "MARK", "OTHER", 1), 0, Counts{Noise: 1}},
		{"no version", `{"run":"MARK","seq":1,"type":"done"}`, 0, Counts{Noise: 1}},
		{"later version", strings.Replace(good, `"v":1`, `"v":2`, 1), 0, Counts{Unknown: 1}},
		{"unknown type", line(1, "poem", `"roses"`) + line(2, "row", row), 1, Counts{Unknown: 1}},
		{"repeated", line(1, "row", row) + line(1, "row", row), 1, Counts{Repeated: 1}},
		{"going back", line(5, "row", row) + line(4, "row", row) + line(6, "row", row), 2, Counts{Repeated: 1, Missing: 4}},
		{"missing", line(1, "row", row) + line(4, "row", row), 2, Counts{Missing: 2}},
		{"heartbeat", line(1, "heartbeat", "null"), 0, Counts{}},
		{"size zero", line(1, "row", `{"n":0,"rot_mask":0}`), 0, Counts{Invalid: 1}},
		{"size 2^63", line(1, "row", `{"n":9223372036854775808,"rot_mask":0}`), 0, Counts{Invalid: 1}},
		{"mask 32", line(1, "row", `{"n":1,"rot_mask":32}`), 0, Counts{Invalid: 1}},
		{"negative time", line(1, "row", `{"n":1,"rot_mask":0,"global_ms":{"value":-1}}`), 0, Counts{Invalid: 1}},
		{"infinite time", line(1, "row", `{"n":1,"rot_mask":0,"global_ms":{"value":1e999}}`), 0, Counts{Invalid: 1}},
		{"negative device", line(1, "device", `{"index":-1}`), 0, Counts{Invalid: 1}},
		{"data of another shape", line(1, "warning", `[1,2]`), 0, Counts{Invalid: 1}},
		{"deep", `{"v":1,"run":"MARK","seq":1,"type":"row","data":` + strings.Repeat("[", 20000) + "\n" + good, 1, Counts{Noise: 1, Missing: 6}},
		{"65,536 bytes", strings.Repeat("x", maxLine) + "\n" + good, 1, Counts{Noise: 1, Missing: 6}},
		{"65,537 bytes", strings.Repeat("x", maxLine+1) + "\n" + good, 1, Counts{Overlong: 1, Missing: 6}},
		{"10 MB in a line", strings.Repeat("x", 10<<20) + "\n" + good, 1, Counts{Overlong: 1, Missing: 6}},
		{"overlong at the end", good + strings.Repeat("x", maxLine+1), 1, Counts{Overlong: 1, Missing: 6}},
		{"no line end", strings.TrimSpace(good), 1, Counts{Missing: 6}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, counts, err := decodeAll(strings.NewReader(test.stream))
			if err != io.EOF || len(got) != test.events || counts != test.want {
				t.Errorf("err %v, %d events, counts %+v\nwant %d events, %+v", err, len(got), counts, test.events, test.want)
			}
		})
	}
}

func TestDecoderCleansAndClamps(t *testing.T) {
	stream := line(1, "hello", `{"total":10,"program":"a\u001b]0;x\u0007b","device":{"name":"N\u202eV"},"plan":{}}`) +
		line(2, "sample", `{"n":1,"rot_mask":0,"phase":"p\nq","done":1000000000,"total":-5,"pair":-3,"pairs":-1}`) +
		line(3, "warning", `{"text":"`+strings.Repeat("w", 5000)+`"}`) +
		line(4, "done", `{"error":"bad\u0000end"}`)
	got, _, _ := decodeAll(strings.NewReader(stream))
	want := []Event{
		Started{Device: Device{Name: "NV"}, Total: 10, Program: "a]0;xb"},
		Sampled{Point: Point{N: 1}, Phase: "p q", Done: 10, Total: 10},
		Warned{Text: strings.Repeat("w", maxSentence-1) + "…"},
		Finished{Err: "badend"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestDecoderGivesUpOnAFlood(t *testing.T) {
	for name, r := range map[string]io.Reader{
		"short lines":    &endless{[]byte("y\n")},
		"no line at all": &endless{bytes.Repeat([]byte{0}, 4096)},
	} {
		logged := 0
		d := NewDecoder(r, testMark)
		d.Log = func(string) { logged++ }
		if _, err := d.Next(); !errors.Is(err, errFlood) {
			t.Errorf("%s: got %v", name, err)
		}
		if logged > maxLogged+1 {
			t.Errorf("%s: %d lines went to the log", name, logged)
		}
	}
}

// endless repeats its bytes for ever.
type endless struct{ what []byte }

func (e *endless) Read(p []byte) (int, error) {
	n := 0
	for n+len(e.what) <= len(p) {
		n += copy(p[n:], e.what)
	}
	if n == 0 {
		n = copy(p, e.what)
	}
	return n, nil
}

func TestEncoderStaysBroken(t *testing.T) {
	stream, events := goodStream(t)
	for after := 0; after < len(stream); after += 11 {
		e := NewEncoder(&failingWriter{left: after}, testMark)
		var failed error
		for _, event := range events {
			err := e.Encode(event)
			if failed != nil && err == nil {
				t.Fatalf("after %d bytes: a write succeeds after one that failed", after)
			}
			failed = err
		}
		if failed == nil || e.Heartbeat() == nil {
			t.Fatalf("after %d bytes: the failure was not reported", after)
		}
	}
}

func TestEncoderRefusesWhatTheReaderWouldSkip(t *testing.T) {
	var out bytes.Buffer
	e := NewEncoder(&out, testMark)
	if err := e.Encode(Warned{Text: strings.Repeat("w", maxLine)}); err == nil || out.Len() > 0 {
		t.Errorf("err %v, %d bytes written: an overlong record must be refused whole", err, out.Len())
	}
	if err := e.Encode(Warned{Text: "w"}); err != nil {
		t.Errorf("the encoder is of no use afterwards: %v", err)
	}
	var long []float64
	for i := range maxPairs {
		long = append(long, 1.0000000000000002+float64(i)/3e7)
	}
	row := NewRow(Point{N: 1}, long, long, long, nil)
	if err := e.Encode(row); err != nil {
		t.Errorf("a row of %d pairs, as a plan may ask for, does not fit: %v", maxPairs, err)
	}
}

func TestStreamRunTellsOfFailure(t *testing.T) {
	var out bytes.Buffer
	failure := errors.New("no driver")
	if err := StreamDevices(t.Context(), &out, testMark, goodRunner{fail: failure}); !errors.Is(err, failure) {
		t.Errorf("got %v", err)
	}
	got, _, _ := decodeAll(&out)
	if diff := cmp.Diff([]Event{Finished{Err: "no driver"}}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// Nobody reads: the run must end although it would wait for ever.
	err := watched(t, func() error {
		return StreamRun(t.Context(), &failingWriter{left: 10}, testMark, goodRunner{wait: true}, CoursePlan())
	})
	if !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("got %v", err)
	}
}

func TestHeartbeats(t *testing.T) {
	r, w := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		NewEncoder(w, testMark).beat(ctx, time.Millisecond)
	}()
	lines := lineReader{r: NewDecoder(r, testMark).lines.r}
	for range 3 {
		text, err := lines.next()
		if err != nil || !strings.Contains(string(text), `"heartbeat"`) {
			t.Fatalf("%q, %v", text, err)
		}
	}
	cancel()
	_ = r.Close()
	<-ended
}

func TestWatchParent(t *testing.T) {
	r, w := io.Pipe()
	ctx := WatchParent(t.Context(), r)
	if _, err := w.Write([]byte("anything")); err != nil || ctx.Err() != nil {
		t.Fatalf("ended while the parent lives: %v, %v", err, ctx.Err())
	}
	_ = w.Close()
	<-ctx.Done()
	if !errors.Is(context.Cause(ctx), ErrParentGone) {
		t.Errorf("cause %v", context.Cause(ctx))
	}
}

func FuzzDecoder(f *testing.F) {
	stream, _ := goodStream(f)
	f.Add(stream)
	f.Add([]byte(line(1, "row", `{"n":1,"rot_mask":31,"constant_ms":{"value":1,"low":1,"high":2}}`)))
	f.Add([]byte(line(3, "sample", `{"n":1,"rot_mask":0,"done":-1,"total":9}`) + "noise\n" + line(2, "done", `{}`)))
	f.Fuzz(func(t *testing.T, data []byte) {
		events, counts, err := decodeAll(bytes.NewReader(data))
		if err != io.EOF {
			t.Fatalf("the stream ends with %v", err)
		}
		if lines := bytes.Count(data, []byte("\n")) + 1; len(events)+counts.Noise+counts.Overlong > lines {
			t.Fatalf("%d events, %+v from %d lines", len(events), counts, lines)
		}
		var c Collector
		var out bytes.Buffer
		e := NewEncoder(&out, testMark)
		for _, event := range events {
			c.Apply(event)
			if s, ok := event.(Sampled); ok && (s.Done < 0 || s.Done > s.Total || s.Pair < 0 || s.Pair > s.Pairs) {
				t.Fatalf("progress %+v", s)
			}
			if err := e.Encode(event); err != nil {
				t.Fatalf("what was read cannot be sent: %v", err)
			}
		}
		again, _, _ := decodeAll(&out)
		if len(again) != len(events) {
			t.Fatalf("%d events, sent again %d", len(events), len(again))
		}
		result := c.Result()
		if err := result.check(); err != nil {
			t.Fatalf("the stream gave an impossible result: %v", err)
		}
	})
}

// TestStreamOfAStoppedRun ends in a sentence for a reader, not in the words of
// a library.
func TestStreamOfAStoppedRun(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var out bytes.Buffer
	runner := Replay{Result: Recordings()[0], Interval: time.Hour}
	err := StreamRun(ctx, &out, "", runner, CoursePlan())
	if !errors.Is(err, context.Canceled) || !strings.HasPrefix(err.Error(), "stopped before all was measured") {
		t.Errorf("got %v", err)
	}
	if lines := strings.Split(strings.TrimSpace(out.String()), "\n"); !strings.Contains(lines[len(lines)-1], `"error":"stopped before`) {
		t.Errorf("the last record is %s", lines[len(lines)-1])
	}
}
