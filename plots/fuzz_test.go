package plots

import (
	"math"
	"testing"
	"time"

	"warpbill/cuda/measure"
)

// FuzzFigures looks for rows that make a figure hang or panic, or a headline
// that cannot be set.
func FuzzFigures(f *testing.F) {
	nan, inf := math.NaN(), math.Inf(1)
	f.Add(uint64(4096), uint64(8192), 31, .02, .004, 5.2, 0., 0., false, "Tesla T4", "a note")
	f.Add(uint64(0), uint64(math.MaxUint64), -1, nan, inf, -inf, -1., 1e308, true, "\x00<b>", "\xff")
	f.Add(uint64(1), uint64(1), 0, 1., 1., 1., 1., 1., false, "", "")
	f.Add(uint64(1), uint64(2), 7, 5e-324, 1e15, 1e-12, 1e-300, 1e15, true, "漢字", "→ ≥")
	f.Add(uint64(1<<50), uint64(3), 1<<20, 99.99999999999996, 100., math.Nextafter(1, 2), 1., 2., false, "NVIDIA H200", "x")
	f.Fuzz(func(t *testing.T, n, more uint64, mask int, constant, global, ratio, low, high float64, bound bool, card, note string) {
		r := measure.Result{Device: measure.Device{Name: card, L2Bytes: n / 2}, Method: note, Complete: bound}
		for _, p := range []measure.Point{{N: n, RotMask: mask}, {N: more, RotMask: mask}, {N: n}, {N: n, RotMask: 1}} {
			r.Rows = append(r.Rows, measure.Row{
				Point:       p,
				Constant:    measure.Summary{Value: constant, Low: low, High: high},
				Global:      measure.Summary{Value: global, Low: -low, High: high},
				Ratio:       measure.Summary{Value: ratio, Low: low, High: high},
				LaunchBound: bound,
			})
		}
		d := Data{Sources: []measure.Result{r, made("NVIDIA L4", twoMasks, 2)}, Emphasis: card, Note: note}
		within(t, 20*time.Second, func() {
			for _, figure := range Figures() {
				for _, s := range []Style{{}, {Format: Slide, Transparent: bound}} {
					if img, err := Image(figure, d, s, 96, 64, 1); err != nil || img == nil {
						t.Errorf("%s: %v", figure.ID, err)
					}
				}
				d := d
				d.Sources = d.Sources[:1]
				if Headline(d, figure.ID) == "" {
					t.Errorf("%s has no headline", figure.ID)
				}
			}
		})
	})
}
