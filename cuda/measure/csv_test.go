package measure

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sampleResult is a result of one size and the given masks.
func sampleResult(masks ...int) Result {
	plan := CoursePlan()
	plan.Sizes, plan.RotMasks = []uint64{1 << 20}, masks
	c := Collector{}
	c.Apply(Started{Device: testDevice(), Plan: plan, Program: "test", Date: "2026-01-02T03:04:05Z"})
	for _, p := range plan.Points() {
		c.Apply(sampleRow(p))
	}
	c.Apply(Finished{})
	r := c.Result()
	r.Live = false
	return r
}

func csvOf(t testing.TB, r Result) string {
	t.Helper()
	var out bytes.Buffer
	if err := r.WriteCSV(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestCSVComesBack(t *testing.T) {
	t4, _ := FindRecording("t4")
	partial, _ := FindRecording("t4-cuda13")
	for name, r := range map[string]Result{"sample": sampleResult(0, 1, 31), "t4": t4, "partial": partial} {
		text := csvOf(t, r)
		if again := csvOf(t, r); again != text {
			t.Errorf("%s: two exports differ", name)
		}
		got, err := ReadResult(strings.NewReader(text), name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want := cloneRows(r.Rows)
		for i := range want { // CSV has medians, not samples or notes
			want[i].Constant.Samples, want[i].Global.Samples, want[i].Warnings = nil, nil, nil
			want[i].Floor = Summary{Value: want[i].Floor.Value}
		}
		if diff := cmp.Diff(want, got.Rows); diff != "" || got.Device.Name != r.Device.Name {
			t.Errorf("%s: GPU %q, rows (-want +got):\n%s", name, got.Device.Name, diff)
		}
	}
}

func cloneRows(rows []Row) []Row { return append([]Row(nil), rows...) }

func TestCSVHeader(t *testing.T) {
	records, err := csv.NewReader(strings.NewReader(csvOf(t, sampleResult(0)))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := "n,lanes,const_ms,global_ms,ratio,global_gbps,const_low_ms,const_high_ms,global_low_ms,global_high_ms," +
		"ratio_low,ratio_high,floor_ms,course_const_ms,course_global_ms,course_ratio,course_gbps," +
		"course_warm_ups,course_runs,launch_bound,verdict,rot_mask,gpu"
	if got := strings.Join(records[0], ","); got != want {
		t.Errorf("header\n%s\nwant\n%s", got, want)
	}
	if got := strings.Join(records[1][:2], ","); got != "1048576,broadcast" || records[1][20] != string(Same) || records[1][19] != "no" {
		t.Errorf("row %v", records[1])
	}
}

// TestCSVIsNoFormula: a GPU cannot make a spreadsheet run something.
func TestCSVIsNoFormula(t *testing.T) {
	r := sampleResult(0)
	r.Device.Name = `=HYPERLINK("http://x","y")`
	text := csvOf(t, r)
	if !strings.Contains(text, `"'=HYPERLINK`) {
		t.Errorf("the cell is not escaped:\n%s", text)
	}
	got, err := ReadResult(strings.NewReader(text), "x")
	if err != nil || got.Device.Name != r.Device.Name {
		t.Errorf("err %v, the name comes back as %q", err, got.Device.Name)
	}
}

func TestCSVOfOthers(t *testing.T) {
	facts := string(readTestFile(t, "t4-course-table.csv"))
	for name, text := range map[string]string{
		"the course's figures": facts,
		"with BOM":             "\ufeff" + facts,
		"UTF-16":               string(utf16LE(facts)),
		"CRLF":                 strings.ReplaceAll(facts, "\n", "\r\n"),
		"CR":                   strings.ReplaceAll(facts, "\n", "\r"),
		"semicolons":           strings.ReplaceAll(facts, ",", ";"),
		"tabs":                 strings.ReplaceAll(facts, ",", "\t"),
		"spaces":               strings.ReplaceAll(facts, ",", ", "),
		"capitals":             strings.ToUpper(facts[:strings.Index(facts, "\n")]) + facts[strings.Index(facts, "\n"):],
		"no last line end":     strings.TrimSpace(facts),
	} {
		got, err := ReadResult(strings.NewReader(text), "lab.csv")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		last := got.Rows[len(got.Rows)-1]
		if len(got.Rows) != 10 || last.Point != (Point{8388608, 31}) || last.Constant.Value != 11.7892 || last.Ratio.Value != 15.08 {
			t.Errorf("%s: %d rows, last %+v", name, len(got.Rows), last)
		}
		if !got.Rows[0].LaunchBound || got.Rows[2].LaunchBound {
			t.Errorf("%s: launch-bound marks are wrong", name)
		}
	}
}

func TestCSVUnknownColumnsAreKept(t *testing.T) {
	text := "room,n,lanes,const_ms,global_ms,mood\nB12,4096,broadcast,1,2,good\nB12,8192,broadcast,1,2,\n"
	got, err := ReadResult(strings.NewReader(text), "x.csv")
	if err != nil {
		t.Fatal(err)
	}
	if string(got.Rows[0].Extra["room"]) != `"B12"` || string(got.Rows[0].Extra["mood"]) != `"good"` || got.Rows[1].Extra["mood"] != nil {
		t.Errorf("extra %v", got.Rows[0].Extra)
	}
	if got.Rows[0].Ratio.Value != 0.5 {
		t.Errorf("without a ratio column the ratio is %v", got.Rows[0].Ratio.Value)
	}
	var out bytes.Buffer
	if err := got.WriteJSON(&out); err != nil || !strings.Contains(out.String(), `"room":"B12"`) {
		t.Errorf("err %v, saved as\n%s", err, out.String())
	}
}

func TestCSVRefuses(t *testing.T) {
	const head = "n,lanes,const_ms,global_ms\n"
	for name, test := range map[string]struct{ text, want string }{
		"no rows":          {head, "no rows"},
		"only spaces":      {" \n\t\r\n", "it is empty"},
		"nothing":          {"", "it is empty"},
		"prose":            {"Dear Sir,\nthe card is fast.\n", "lacks the columns n and lanes"},
		"no times":         {"n,lanes\n1,broadcast\n", "lacks the columns const_ms and global_ms"},
		"twice":            {"n,lanes,const_ms,global_ms,n\n", "column n is there twice"},
		"short row":        {head + "1,broadcast,1\n2,broadcast,1,1\n", "line 2: it has 3 values where the first line has 4"},
		"long row":         {head + "1,broadcast,1,1,1\n", "line 2: it has 5 values"},
		"size zero":        {head + "0,broadcast,1,1\n", "n is 0: use 1 to"},
		"size 2^63":        {head + "9223372036854775808,broadcast,1,1\n", "n is 9223372036854775808"},
		"size 2^64":        {head + "18446744073709551616,broadcast,1,1\n", "is not a size"},
		"negative size":    {head + "-4,broadcast,1,1\n", "is not a size"},
		"1e3":              {head + "1e3,broadcast,1,1\n", "is not a size"},
		"pattern":          {head + "1,zigzag,1,1\n", "is not a pattern"},
		"decimal comma":    {head + `1,broadcast,"0,5",1` + "\n", "decimal point"},
		"underscore":       {head + "1,broadcast,1_000,1\n", "is not a number"},
		"infinity":         {head + "1,broadcast,Infinity,1\n", "is not a number"},
		"zero time":        {head + "1,broadcast,0,1\n", "out of range"},
		"mask":             {"n,lanes,ratio,rot_mask\n1,broadcast,1,32\n", "rot_mask is 32"},
		"mask word":        {"n,lanes,ratio,rot_mask\n1,broadcast,1,x\n", "is not a mask"},
		"half an interval": {"n,lanes,const_ms,global_ms,const_low_ms\n1,broadcast,2,2,1\n", "low and high must enclose"},
		"open quote":       {head + "1,\"broadcast,1,1\n1,b,1,1\n", "line"},
		"two GPUs":         {"n,lanes,ratio,gpu\n1,broadcast,1,A\n2,broadcast,1,B\n", "different GPUs"},
		"many columns":     {strings.Repeat("n,", 300) + "\n", "at most 256"},
		"large cell":       {head + "1,broadcast," + strings.Repeat("1", 5000) + ",1\n", "more than 4096 bytes"},
		"latin-1":          {head + "1,broadcast,1,1\xe9\n", "not UTF-8"},
		"half UTF-16":      {"\xff\xfen", "UTF-16"},
	} {
		_, err := ReadResult(strings.NewReader(test.text), "t.csv")
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "t.csv") {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
}

func TestCSVCutAtEveryByte(t *testing.T) {
	for name, whole := range map[string]string{
		"facts": string(readTestFile(t, "t4-course-table.csv")),
		"ours":  csvOf(t, sampleResult(0, 1, 31)),
	} {
		full, err := ReadResult(strings.NewReader(whole), name)
		if err != nil {
			t.Fatal(err)
		}
		checkPrefixes(t, whole, full, func(*Row) {})
	}
}

func TestCSVTooManyRows(t *testing.T) {
	var text strings.Builder
	text.WriteString("n,lanes,ratio\n")
	for range maxRows + 1 {
		text.WriteString("1,broadcast,1\n")
	}
	if _, err := ReadResult(strings.NewReader(text.String()), "x"); err == nil || !strings.Contains(err.Error(), "more than 200000 rows") {
		t.Errorf("got %v", err)
	}
}
