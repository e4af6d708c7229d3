package measure

import (
	"math"
	"testing"
)

func TestPathTimeIsOfWholeRounds(t *testing.T) {
	times := []float64{2, 4, math.NaN(), 6, 8, 10, 12, 14}
	global := []float64{1, 2, 3, 3, 0, 5, 6, 7, 9}
	got := NewPathTime("shared", times, global)
	if got.Path != "shared" || got.MS.Value != 8 || len(got.MS.Samples) != 6 {
		t.Errorf("%+v, want the median 8 of six whole rounds", got)
	}
	if got.Over.Value != 2 || got.Over.Low != 2 || got.Over.High != 2 || got.Over.Samples != nil {
		t.Errorf("over global %+v, want 2 in every round", got.Over)
	}
	if none := NewPathTime("copy", nil, global); none.MS.Known() || none.Over.Known() {
		t.Errorf("without times: %+v", none)
	}
}
