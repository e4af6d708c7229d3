package measure

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func jsonOf(t testing.TB, r Result) string {
	t.Helper()
	var out bytes.Buffer
	if err := r.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	if !json.Valid(out.Bytes()) {
		t.Fatalf("not valid JSON:\n%s", out.String())
	}
	return out.String()
}

func read(text string) (Result, error) { return ReadResult(strings.NewReader(text), "r.json") }

func TestJSONComesBack(t *testing.T) {
	incomplete := sampleResult(0, 31)
	incomplete.Complete, incomplete.Warnings, incomplete.Notes = false, []string{"hot"}, []string{"a note"}
	results := append(Recordings(), incomplete, sampleResult(0, 1, 3, 7, 15, 31))
	for _, want := range results {
		text := jsonOf(t, want)
		got, err := read(text)
		if err != nil {
			t.Errorf("%s: %v", want.SourceLabel(), err)
			continue
		}
		if again := jsonOf(t, got); again != text {
			t.Errorf("%s: saved again it differs", want.SourceLabel())
		}
		want.ID, want.File = "", "r.json"
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", want.SourceLabel(), diff)
		}
	}
}

func TestJSONKeepsWhatItDoesNotKnow(t *testing.T) {
	later := `{"format":"warpbill-result","version":1,"method":"m","zebra":[1,{"a":null}],
		"device":{"index":0,"name":"N","major":8,"minor":9,"persisting_l2_max_bytes":0,"policy_window_max_bytes":0,"nvlink":{"n":4}},
		"plan":{"name":"p","sizes":[1],"rot_masks":[0],"pairs":6,"batch_ms":1,"course":false,"seed":9},
		"complete":true,"rows":[{"n":1,"rot_mask":0,"global_ms":{"value":1,"mode":2},"clock":1980}],"alpha":"x"}`
	got, err := read(later)
	if err != nil {
		t.Fatal(err)
	}
	saved := jsonOf(t, got)
	var want, have any
	_ = json.Unmarshal([]byte(later), &want)
	_ = json.Unmarshal([]byte(saved), &have)
	if diff := cmp.Diff(want, have); diff != "" {
		t.Errorf("saved again (-want +got):\n%s", diff)
	}
	if second, err := read(saved); err != nil || jsonOf(t, second) != saved {
		t.Errorf("err %v, or the second save differs from the first", err)
	}
	got.Rows[0].Global.Value = 2
	if saved := jsonOf(t, got); !strings.Contains(saved, `"global_ms":{"mode":2,"value":2}`) {
		t.Errorf("a changed value is not saved beside the unknown one:\n%s", saved)
	}
}

func TestJSONRefuses(t *testing.T) {
	good := strings.TrimSpace(jsonOf(t, sampleResult(0)))
	row := func(fields string) string {
		return `{"format":"warpbill-result","version":1,"rows":[{"n":1,"rot_mask":0},{` + fields + `}]}`
	}
	tests := map[string]struct{ text, want string }{
		"not ours":         {`{"a":1}`, `"format" must be "warpbill-result"`},
		"a list":           {`[1]`, "give an object in braces"},
		"newer":            {`{"format":"warpbill-result","version":2}`, "update Warpbill"},
		"version zero":     {`{"format":"warpbill-result"}`, `"version" is 0`},
		"no rows":          {`{"format":"warpbill-result","version":1}`, `no "rows"`},
		"two values":       {good + good, "goes on after the end"},
		"trailing word":    {good + " x", "goes on after the end"},
		"deep":             {strings.Repeat("[", 20000), "nests more than 16"},
		"deep inside":      {`{"format":` + strings.Repeat(`{"a":`, 30), "nests more than 16"},
		"size zero":        {row(`"n":0,"rot_mask":0`), "row 2: n is 0: use 1 to 1125899906842624"},
		"size null":        {row(`"n":null,"rot_mask":0`), "row 2: n is 0"},
		"size 2^63":        {row(`"n":9223372036854775808,"rot_mask":0`), "row 2: n is 9223372036854775808"},
		"size 2^64":        {row(`"n":18446744073709551616,"rot_mask":0`), `row 2: "n" is number 18446744073709551616`},
		"size -1":          {row(`"n":-1,"rot_mask":0`), `"n" is number -1: give a whole number, 0 or more`},
		"mask":             {row(`"n":1,"rot_mask":99`), "rot_mask is 99: use 0 to 31"},
		"time 1e308":       {row(`"n":1,"rot_mask":0,"global_ms":{"value":1e308}`), "row 2: global_ms is 1e+308"},
		"time 1e999":       {row(`"n":1,"rot_mask":0,"global_ms":{"value":1e999}`), "1e999: give a number"},
		"time denormal":    {row(`"n":1,"rot_mask":0,"global_ms":{"value":5e-324}`), "global_ms is 5e-324"},
		"time negative":    {row(`"n":1,"rot_mask":0,"constant_ms":{"value":-1.78}`), "constant_ms is -1.78"},
		"time as text":     {row(`"n":1,"rot_mask":0,"global_ms":{"value":"NaN"}`), `is string: give a number`},
		"sample":           {row(`"n":1,"rot_mask":0,"floor_ms":{"value":1,"samples":[1,0]}`), "floor_ms has 0 as sample 2"},
		"interval":         {row(`"n":1,"rot_mask":0,"ratio":{"value":1,"low":2,"high":3}`), "ratio is 1 but its interval goes from 2 to 3"},
		"ratio":            {row(`"n":1,"rot_mask":0,"ratio":{"value":1e7}`), "ratio is 1e+07"},
		"course time":      {row(`"n":1,"rot_mask":0,"course":{"constant_ms":0,"global_ms":1}`), "course's method is 0 ms"},
		"course runs":      {row(`"n":1,"rot_mask":0,"course":{"constant_ms":1,"global_ms":1,"runs":-1}`), "-1 runs"},
		"course rate":      {row(`"n":1,"rot_mask":0,"course":{"constant_ms":1,"global_ms":1,"global_gbps":1e9}`), "printed rate"},
		"negative L2":      {`{"format":"warpbill-result","version":1,"rows":[],"device":{"l2_bytes":-1}}`, `"device.l2_bytes" is number -1`},
		"L2 of 2^63":       {`{"format":"warpbill-result","version":1,"rows":[],"device":{"l2_bytes":9223372036854775808}}`, "l2_bytes is 9223372036854775808"},
		"negative SMs":     {`{"format":"warpbill-result","version":1,"rows":[],"device":{"sms":-1}}`, "sms is -1"},
		"plan":             {`{"format":"warpbill-result","version":1,"rows":[],"plan":{"pairs":-1}}`, "its plan is out of range"},
		"plan's size":      {`{"format":"warpbill-result","version":1,"rows":[],"plan":{"sizes":[0]}}`, "its plan: n is 0"},
		"plan's mask":      {`{"format":"warpbill-result","version":1,"rows":[],"plan":{"rot_masks":[-1]}}`, "its plan: rot_mask is -1"},
		"raw control":      {"{\"format\":\"warp\x01bill\"}", "not valid JSON"},
		"many samples":     {row(`"n":1,"rot_mask":0,"floor_ms":{"value":1,"samples":[1` + strings.Repeat(",1", maxSamples) + `]}`), "at most 10000"},
		"too many rows":    {`{"format":"warpbill-result","version":1,"rows":[{}` + strings.Repeat(",{}", maxRows) + `]}`, "at most 200000"},
		"over the size":    {good + strings.Repeat(" ", maxFileBytes), "larger than 32 MiB"},
		"rows is a number": {`{"format":"warpbill-result","version":1,"rows":7}`, "give a list"},
	}
	for name, test := range tests {
		_, err := read(test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "cannot open r.json: ") {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
}

// TestJSONCutAtEveryByte: a part of a result is no result.
func TestJSONCutAtEveryByte(t *testing.T) {
	whole := strings.TrimSpace(jsonOf(t, sampleResult(0, 31)))
	for cut := range whole {
		if _, err := read(whole[:cut]); err == nil {
			t.Fatalf("cut at %d of %d it is taken for whole", cut, len(whole))
		}
	}
	if _, err := read(whole[:len(whole)/2]); !strings.Contains(err.Error(), fmt.Sprintf("cut off after %d bytes", len(whole)/2)) {
		t.Errorf("got %v", err)
	}
}

func TestJSONOfImpossibleNumbers(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		r := sampleResult(0)
		r.Rows[0].Global.Value, r.Rows[0].Ratio.High = bad, bad
		r.Rows[0].Course.ConstantMS, r.Rows[0].Floor.Samples = bad, []float64{1, bad}
		got, err := read(jsonOf(t, r))
		if err != nil || got.Rows[0].Global.Known() || got.Rows[0].Course != nil || !got.Rows[0].Constant.Known() || len(got.Rows[0].Warnings) != 4 {
			t.Errorf("%v: err %v, row %+v", bad, err, got.Rows)
		}
	}
}

func TestJSONTextsAreCleaned(t *testing.T) {
	r := sampleResult(0)
	evil := "a\x1b]52;c;eA==\x07\u202eb\nc" + strings.Repeat("l", 9000)
	r.Title, r.Method, r.Program, r.Date, r.Device.Name, r.Device.Driver = evil, evil, evil, evil, evil, evil
	r.Warnings, r.Notes, r.Rows[0].Warnings, r.Plan.Name = []string{evil, "\x00"}, []string{evil}, []string{evil}, evil
	got, err := read(jsonOf(t, r))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"title": got.Title, "method": got.Method, "program": got.Program, "date": got.Date,
		"GPU": got.Device.Name, "driver": got.Device.Driver, "warning": got.Warnings[0], "note": got.Notes[0],
		"row": got.Rows[0].Warnings[0], "plan": got.Plan.Name, "label": got.SourceLabel()} {
		if strings.ContainsAny(text, "\x1b\x07\u202e\n") || len(text) > maxSentence+50 || len(text) < 100 {
			t.Errorf("%s: %q", name, text)
		}
	}
	if len(got.Warnings) != 1 {
		t.Errorf("an empty warning is kept: %q", got.Warnings)
	}
}

func TestJSONTooManyRows(t *testing.T) {
	row := `{"n":1,"rot_mask":0,"ratio":{"value":1}}`
	text := `{"format":"warpbill-result","version":1,"rows":[` + strings.Repeat(row+",", maxRows) + row + "]}"
	if _, err := ReadResult(strings.NewReader(text), "x"); err == nil || !strings.Contains(err.Error(), "at most 200000") {
		t.Errorf("got %v", err)
	}
}

func TestRepeatedPoints(t *testing.T) {
	r := sampleResult(0, 31)
	second := sampleRow(Point{N: 1 << 20})
	second.Constant.Value = second.Constant.High
	r.Rows = append(r.Rows, second)
	got, err := read(jsonOf(t, r))
	if err != nil || len(got.Rows) != 2 || got.Rows[0].Constant.Value != second.Constant.Value || len(got.Warnings) != 1 {
		t.Errorf("err %v, %d rows, warnings %q", err, len(got.Rows), got.Warnings)
	}
}

func TestOpenResult(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lab 3 %.json")
	if err := WriteFile(path, []byte(jsonOf(t, sampleResult(0)))); err != nil {
		t.Fatal(err)
	}
	got, err := OpenResult(path)
	if err != nil || got.SourceLabel() != "file: lab 3 %.json (NVIDIA Test)" {
		t.Errorf("err %v, label %q", err, got.SourceLabel())
	}
	sparse := filepath.Join(t.TempDir(), "sparse.json")
	f, err := os.Create(sparse)
	if err == nil {
		err = f.Truncate(10 << 30)
	}
	if err != nil {
		t.Skipf("no sparse files here: %v", err)
	}
	defer f.Close()
	if _, err := OpenResult(sparse); err == nil || !strings.Contains(err.Error(), "larger than 32 MiB") {
		t.Errorf("10 GB: %v", err)
	}
}

func TestReadResultEnds(t *testing.T) {
	err := watched(t, func() error {
		_, err := ReadResult(&endless{[]byte(strings.Repeat("{", 4096))}, "fifo")
		return err
	})
	if err == nil || !strings.Contains(err.Error(), "larger than") {
		t.Errorf("got %v", err)
	}
}

func TestSourceLabels(t *testing.T) {
	card := Device{Name: "NVIDIA L4"}
	for want, r := range map[string]Result{
		"recorded: Tesla T4":        {ID: "t4", Title: "Tesla T4", Device: card},
		"recorded: NVIDIA L4":       {ID: "x", Device: card},
		"live: NVIDIA L4":           {Live: true, Device: card},
		"file: a.json (NVIDIA L4)":  {File: "/home/u/a.json", Device: card},
		"file: a.csv (unknown GPU)": {File: "a.csv"},
		"NVIDIA L4":                 {Device: card},
	} {
		if got := r.SourceLabel(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestWritersReportFailure(t *testing.T) {
	r := sampleResult(0, 31)
	for name, write := range map[string]func(io.Writer) error{"JSON": r.WriteJSON, "CSV": r.WriteCSV, "table": r.WriteTable} {
		for _, after := range []int{0, 1, 100} {
			if err := write(&failingWriter{left: after}); err == nil {
				t.Errorf("%s: no error from a writer that fails after %d bytes", name, after)
			}
		}
	}
}

func TestNothingPrivateInFiles(t *testing.T) {
	home, _ := os.UserHomeDir()
	host, _ := os.Hostname()
	r := sampleResult(0)
	for name, text := range map[string]string{"JSON": jsonOf(t, r), "CSV": csvOf(t, r), "table": tableOf(t, r)} {
		for _, private := range []string{home, host} {
			if len(private) > 3 && strings.Contains(text, private) {
				t.Errorf("%s holds %q", name, private)
			}
		}
	}
}

func FuzzReadResult(f *testing.F) {
	t4, _ := FindRecording("t4")
	for _, text := range []string{jsonOf(f, t4), csvOf(f, t4), tableOf(f, t4), jsonOf(f, sampleResult(0)), csvOf(f, sampleResult(1)),
		"n,lanes,ratio\n1,broadcast,1e-7\n", `{"format":"warpbill-result","version":1,"x":{},"rows":[{"n":1,"rot_mask":0,"Y":1}]}`,
		tableHead + "\n1 broadcast 1 1 1 1", "\xff\xfe{\x00"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		start := time.Now()
		got, err := ReadResult(bytes.NewReader(data), "f")
		if time.Since(start) > 20*time.Second {
			t.Fatal("reading hangs")
		}
		if err != nil {
			return
		}
		for _, row := range got.Rows {
			for _, x := range []float64{row.Constant.Value, row.Global.High, row.Ratio.Value, row.GlobalGBps()} {
				if !finite(x) || x < 0 {
					t.Fatalf("the row %+v holds %v", row, x)
				}
			}
		}
		text := jsonOf(t, got)
		again, err := read(text)
		if err != nil {
			t.Fatalf("what was read cannot be read again: %v\n%s", err, text)
		}
		if second := jsonOf(t, again); second != text {
			t.Fatalf("saved again it differs:\n%s\n%s", text, second)
		}
		_, _ = csvOf(t, got), tableOf(t, got)
	})
}

func BenchmarkReadLargeResult(b *testing.B) {
	r := sampleResult(0)
	for n := range 20000 {
		r.Rows = append(r.Rows, sampleRow(Point{N: uint64(n) + 1}))
	}
	text := jsonOf(b, r)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := read(text); err != nil {
			b.Fatal(err)
		}
	}
}
