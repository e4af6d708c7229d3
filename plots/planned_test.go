package plots

import (
	"math"
	"testing"

	"warpbill/cuda/measure"
)

// TestTheAxisStandsStillDuringARun compares the columns of a run under way,
// row by row, with those of the whole run.
func TestTheAxisStandsStillDuringARun(t *testing.T) {
	whole, err := measure.FindRecording("t4")
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"ratio", "time"} {
		f, err := FindFigure(id)
		if err != nil {
			t.Fatal(err)
		}
		want := Columns(f, Data{Sources: []measure.Result{whole}}, Style{}, 428)
		for rows := 1; rows <= len(whole.Rows); rows++ {
			r := whole
			r.Live, r.Complete, r.Rows = true, false, whole.Rows[:rows]
			got := Columns(f, Data{Sources: []measure.Result{r}}, Style{}, 428)
			if len(got) != len(want) {
				t.Fatalf("%s after %d rows has %d columns, want %d", id, rows, len(got), len(want))
			}
			for i := range want {
				if got[i].N != want[i].N || math.Abs(got[i].X-want[i].X) > .01 {
					t.Errorf("%s after %d rows: column %v, want %v", id, rows, got[i], want[i])
				}
			}
		}
	}
}

func TestPlannedSizesAreDrawable(t *testing.T) {
	live := measure.Result{Live: true, Plan: measure.Plan{Sizes: []uint64{0, 4096, 1 << 63, 1024}}}
	if got := withPlanned([]float64{4096}, []measure.Result{live}); len(got) != 2 || got[0] != 1024 || got[1] != 4096 {
		t.Errorf("planned sizes %v, want 1024 and 4096", got)
	}
	live.Complete = true
	if got := withPlanned([]float64{4096}, []measure.Result{live}); len(got) != 1 {
		t.Errorf("a whole run adds sizes: %v", got)
	}
}
