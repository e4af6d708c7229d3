package measure

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func readTestFile(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func tableOf(t testing.TB, r Result) string {
	t.Helper()
	var out bytes.Buffer
	if err := r.WriteTable(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// tablePart is the head and the rows.
func tablePart(text string) []string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	start := slices.Index(lines, tableHead)
	if start < 0 {
		return lines
	}
	end := start + 2
	for end < len(lines) && lines[end] != "" {
		end++
	}
	return lines[start:end]
}

// TestTableIsTheCourses: the T4's recording comes out exactly as the course
// prints it, to the last space.
func TestTableIsTheCourses(t *testing.T) {
	t4, err := FindRecording("t4")
	if err != nil {
		t.Fatal(err)
	}
	printed := string(readTestFile(t, "t4-course-table.txt"))
	got := tableOf(t, t4)
	if diff := cmp.Diff(tablePart(printed), tablePart(got)); diff != "" {
		t.Errorf("(-course +Warpbill):\n%s", diff)
	}
	wantHead := []string{
		"GPU: Tesla T4 (compute capability 7.5)",
		"L2 4096 KiB, persisting L2 max 0 B, policy window max 0 B",
		"The card reserves no L2: an access policy window would change nothing.",
		"Filter: 32 taps, 128 bytes, of 65536 bytes of constant",
		"256 threads per block, 3 warm-ups, mean of 10 timed runs, no copies inside the measurement",
		"",
	}
	if diff := cmp.Diff(wantHead, strings.Split(got, "\n")[:6]); diff != "" {
		t.Errorf("head (-want +got):\n%s", diff)
	}
	if !strings.HasSuffix(got, "\nLaunch-bound, too small to say anything about memory: n = 4096\n") {
		t.Errorf("the foot is\n%s", got[len(got)-120:])
	}
}

func TestTableFromMedians(t *testing.T) {
	r := sampleResult(0, 3, 15, 31)
	for i := range r.Rows {
		if i != 1 {
			r.Rows[i].Course = nil
		}
	}
	r.Rows[1].Course = &CourseTimes{ConstantMS: 2, GlobalMS: 0.5, WarmUps: 3, Runs: 10}
	r.Complete = false
	want := []string{tableHead, tableRule,
		"  1048576  broadcast    1.0496     1.0496    1.00          8.0",
		"  1048576  4 distinct   2.0000     0.5000    4.00         16.8",
		"  1048576  16 distinct 16.7940     1.0496   16.00          8.0",
		"  1048576  per-lane    33.5880     1.0496   32.00          8.0",
	}
	got := tableOf(t, r)
	if diff := cmp.Diff(want, tablePart(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, want := range []string{"persisting L2 max 33554432 B, policy window max 134217728 B\nFilter", "\nIncomplete: 4 rows were measured.\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("the table lacks %q:\n%s", want, got)
		}
	}
}

// TestTableNamesTheCard: the number of SMs is printed where it is known, and
// what is printed reads back as the same card.
func TestTableNamesTheCard(t *testing.T) {
	for _, c := range []struct {
		card Device
		want string
	}{
		{Device{Name: "NVIDIA H200", Major: 9, SMs: 132}, "GPU: NVIDIA H200 (compute capability 9.0, 132 SMs)"},
		{Device{Name: "Tesla T4", Major: 7, Minor: 5}, "GPU: Tesla T4 (compute capability 7.5)"},
		{Device{Name: "NVIDIA Test", SMs: 1}, "GPU: NVIDIA Test (1 SMs)"},
		{Device{Name: "A (mobile) card"}, "GPU: A (mobile) card"},
		{Device{}, "GPU: unknown"},
	} {
		r := sampleResult(0)
		r.Device = c.card
		text := tableOf(t, r)
		if line, _, _ := strings.Cut(text, "\n"); line != c.want {
			t.Errorf("the first line is %q, want %q", line, c.want)
		}
		back, err := ReadResult(strings.NewReader(text), "t.txt")
		if diff := cmp.Diff(c.card, back.Device); err != nil || diff != "" {
			t.Errorf("%s: %v, read back (-printed +read):\n%s", c.want, err, diff)
		}
	}
}

func TestTableOfUnknowns(t *testing.T) {
	partial, err := FindRecording("t4-cuda13")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{tableHead, tableRule,
		"     4096  broadcast         -          -    0.99            -",
		"  8388608  broadcast         -          -    0.69            -",
		"  8388608  per-lane          -          -   29.98            -",
	}
	if diff := cmp.Diff(want, tablePart(tableOf(t, partial))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := tableOf(t, Result{}); !strings.HasPrefix(got, "GPU: unknown\nFilter: 32 taps, 128 bytes\n\n") {
		t.Errorf("the empty result gives\n%s", got)
	}
}

func TestTableComesBack(t *testing.T) {
	printed := string(readTestFile(t, "t4-course-table.txt"))
	t4, _ := FindRecording("t4")
	for name, text := range map[string]string{
		"the course's":      printed,
		"ours":              tableOf(t, t4),
		"Windows line ends": strings.ReplaceAll(printed, "\n", "\r\n"),
		"old Mac line ends": strings.ReplaceAll(printed, "\n", "\r"),
		"in a transcript":   "$ ./constant_memory\n" + printed + "\nAll checks passed\n$ exit\n",
		"UTF-16":            string(utf16LE(printed)),
		"indented":          "    " + strings.ReplaceAll(printed, "\n", "\n    "),
	} {
		got, err := ReadResult(strings.NewReader(text), "out.txt")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(t4.Rows, got.Rows); diff != "" {
			t.Errorf("%s: rows (-want +got):\n%s", name, diff)
		}
		want := t4.Device
		want.Driver = "" // the table does not say
		if diff := cmp.Diff(want, got.Device); diff != "" || !got.Complete {
			t.Errorf("%s: complete %v, device (-want +got):\n%s", name, got.Complete, diff)
		}
	}
}

// utf16LE is what PowerShell's > makes of ASCII.
func utf16LE(text string) []byte {
	out := []byte{0xff, 0xfe}
	for _, b := range []byte(text) {
		out = append(out, b, 0)
	}
	return out
}

func TestTableOfAllPatternsComesBack(t *testing.T) {
	r := sampleResult(0, 1, 3, 7, 15, 31)
	r.Complete = false
	got, err := ReadResult(strings.NewReader(tableOf(t, r)), "x")
	if err != nil || len(got.Rows) != 6 || got.Complete {
		t.Fatalf("err %v, %d rows, complete %v", err, len(got.Rows), got.Complete)
	}
	for i := range got.Rows {
		if got.Rows[i].Point != r.Rows[i].Point {
			t.Errorf("row %d is %v, want %v", i, got.Rows[i].Point, r.Rows[i].Point)
		}
	}
}

func TestTableRefuses(t *testing.T) {
	head := tableHead + "\n" + tableRule + "\n"
	for name, test := range map[string]struct{ text, want string }{
		"no rows":          {head, "no rows"},
		"five values":      {head + "4096 broadcast 1 1 1\n", "line 3: it has 5 values"},
		"another pattern":  {head + "4096 zigzag 1 1 1 1\n", `lanes is "zigzag"`},
		"decimal comma":    {head + "4096 broadcast 0,0041 1 1 1\n", "decimal point"},
		"a word":           {head + "4096 broadcast fast 1 1 1\n", `"fast" is not a number`},
		"NaN":              {head + "4096 broadcast nan 1 1 1\n", `"nan" is not a number`},
		"hexadecimal":      {head + "4096 broadcast 0x1p-2 1 1 1\n", "is not a number"},
		"infinite":         {head + "4096 broadcast 1e999 1 1 1\n", "out of range"},
		"negative":         {head + "4096 broadcast -1 1 1 1\n", "out of range"},
		"size zero":        {head + "0 broadcast 1 1 1 1\n", "n is 0: use 1 to"},
		"size 2^63":        {head + "9223372036854775808 broadcast 1 1 1 1\n", "n is 9223372036854775808: use 1 to"},
		"printed backward": {head + "4096 broadcast 1 1 1 1e7\n", "out of range"},
	} {
		_, err := ReadResult(strings.NewReader(test.text), "t.txt")
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
}

// TestTableCutAtEveryByte: no prefix panics or invents a row. A cut in the
// last number of the last row cannot be seen, so that row may differ there.
func TestTableCutAtEveryByte(t *testing.T) {
	whole := string(readTestFile(t, "t4-course-table.txt"))
	full, err := ReadResult(strings.NewReader(whole), "t")
	if err != nil {
		t.Fatal(err)
	}
	checkPrefixes(t, whole, full, func(r *Row) {
		if r.Course != nil {
			r.Course.GlobalGBps = 0
		}
	})
}

func checkPrefixes(t *testing.T, whole string, full Result, forget func(*Row)) {
	t.Helper()
	for cut := range whole {
		got, err := ReadResult(strings.NewReader(whole[:cut]), "t")
		if err != nil {
			continue
		}
		if len(got.Rows) > len(full.Rows) {
			t.Fatalf("cut at %d: %d rows of %d", cut, len(got.Rows), len(full.Rows))
		}
		for i, row := range got.Rows {
			want := full.Rows[i]
			row.LaunchBound = want.LaunchBound // follows from the rows that are there
			if i == len(got.Rows)-1 && !strings.HasSuffix(whole[:cut], "\n") {
				forgetIn(&row, forget)
				forgetIn(&want, forget)
			}
			if diff := cmp.Diff(want, row); diff != "" {
				t.Fatalf("cut at %d, row %d (-want +got):\n%s", cut, i, diff)
			}
		}
	}
}

// forgetIn applies forget to a row of its own.
func forgetIn(r *Row, forget func(*Row)) {
	if r.Course != nil {
		course := *r.Course
		r.Course = &course
	}
	forget(r)
}

func ExampleResult_WriteTable() {
	r, _ := FindRecording("t4")
	r.Rows = r.Rows[8:]
	var out strings.Builder
	_ = r.WriteTable(&out)
	fmt.Print(out.String())
	// Output:
	// GPU: Tesla T4 (compute capability 7.5)
	// L2 4096 KiB, persisting L2 max 0 B, policy window max 0 B
	// The card reserves no L2: an access policy window would change nothing.
	// Filter: 32 taps, 128 bytes, of 65536 bytes of constant
	// 256 threads per block, 3 warm-ups, mean of 10 timed runs, no copies inside the measurement
	//
	//         n  lanes      const ms  global ms   ratio  global GB/s
	//  --------  ---------  --------  ---------   -----  -----------
	//   8388608  broadcast    0.6912     1.0175    0.68         66.0
	//   8388608  per-lane    11.7892     0.7819   15.08         85.8
}
