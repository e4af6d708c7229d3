package lesson_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"warpbill/cuda/measure"
	"warpbill/plots/look"
	"warpbill/sim"
	"warpbill/ui/lesson"
)

func TestBuiltInLessonsAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, l := range lesson.All() {
		if err := l.Check(); err != nil {
			t.Error(err)
		}
		if seen[l.ID] {
			t.Errorf("two lessons have the ID %q", l.ID)
		}
		seen[l.ID] = true
		if n := len(l.Steps); n < 5 || n > 7 {
			t.Errorf("%s has %d steps, want 5 to 7", l.ID, n)
		}
		if len(l.Sources) == 0 {
			t.Errorf("%s names no source", l.ID)
		}
		for _, s := range l.Sources {
			if s.Text == "" || !strings.HasPrefix(s.URL, "https://") {
				t.Errorf("%s: source %+v is not complete", l.ID, s)
			}
		}
	}
	if len(seen) == 0 {
		t.Fatal("there is no lesson")
	}
}

func TestStepsFitTheirCard(t *testing.T) {
	for _, l := range lesson.All() {
		for i, s := range l.Steps {
			if n := utf8.RuneCountInString(s.Text); n > 320 {
				t.Errorf("%s, step %d has %d characters, and 320 fit", l.ID, i+1, n)
			}
			if missing := look.Missing(s.Title + s.Text); len(missing) > 0 {
				t.Errorf("%s, step %d uses characters that the font lacks: %q", l.ID, i+1, missing)
			}
			if strings.ContainsAny(s.Text, "!\n") {
				t.Errorf("%s, step %d is not calm prose: %q", l.ID, i+1, s.Text)
			}
		}
	}
}

// TestTheLessonsFiguresAreTheRecordings holds the numbers that the lesson
// says against the recordings it shows.
func TestTheLessonsFiguresAreTheRecordings(t *testing.T) {
	for _, l := range lesson.All() {
		for _, s := range l.Steps {
			if s.Source == "" {
				continue
			}
			r, err := measure.FindRecording(s.Source)
			if err != nil {
				t.Errorf("%s: %v", s.Title, err)
				continue
			}
			if s.Title != "What the clock says" {
				continue
			}
			for _, row := range r.Rows {
				want := map[int]string{0: "0.68", 31: "15"}[row.RotMask]
				if row.N == 8<<20 && (!strings.Contains(s.Text, want) || !strings.HasPrefix(measure.FormatRatio(row.Ratio.Value), want)) {
					t.Errorf("the text does not say the recorded ratio %v of %s", row.Ratio.Value, row.Lanes())
				}
			}
		}
	}
}

// TestTheBillsAreTheModels holds the counts in the text against the model.
func TestTheBillsAreTheModels(t *testing.T) {
	for _, c := range []struct {
		choice    string
		addresses int
	}{{"broadcast:0", 1}, {"per-lane", 32}, {"distinct:8", 8}} {
		choice, err := sim.ParseChoice(c.choice)
		if err != nil {
			t.Fatal(err)
		}
		x, err := choice.Indices()
		if err != nil {
			t.Fatal(err)
		}
		a, err := sim.Elements(x, 4)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.DistinctAddresses(); got != c.addresses {
			t.Errorf("%s asks for %d addresses, the lesson says %d", c.choice, got, c.addresses)
		}
	}
}

func TestStepPattern(t *testing.T) {
	c, ok, err := lesson.Step{Choice: "distinct:8"}.Pattern()
	if err != nil || !ok || c.ID != "distinct" || c.Values[0] != 8 {
		t.Errorf("got %+v, %v, %v", c, ok, err)
	}
	if _, ok, err := (lesson.Step{}).Pattern(); ok || err != nil {
		t.Errorf("a step without a choice gave ok %v, error %v", ok, err)
	}
}

func TestCheckNamesWhatIsWrong(t *testing.T) {
	good := lesson.Step{Title: "a", Text: "b"}
	for _, c := range []struct {
		name string
		l    lesson.Lesson
		want string
	}{
		{"empty", lesson.Lesson{}, "at least one step"},
		{"no text", lesson.Lesson{ID: "x", Title: "y", Steps: []lesson.Step{good, {Title: "a"}}}, "step 2"},
		{"tap", lesson.Lesson{ID: "x", Title: "y", Steps: []lesson.Step{{Title: "a", Text: "b", Tap: 32}}}, "tap 32"},
		{"figure", lesson.Lesson{ID: "x", Title: "y", Steps: []lesson.Step{{Title: "a", Text: "b", Figure: "pie"}}}, `"pie"`},
		{"pattern", lesson.Lesson{ID: "x", Title: "y", Steps: []lesson.Step{{Title: "a", Text: "b", Choice: "nonsense"}}}, "no pattern"},
	} {
		if err := c.l.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one that says %q", c.name, err, c.want)
		}
	}
}
