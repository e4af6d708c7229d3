package plots

import (
	"fmt"
	"slices"
	"strconv"

	"warpbill/cuda/measure"
)

// Headline is the sentence above a slide: what the data says, no more. It
// names the card. Differences that the intervals do not bear out are not
// claimed.
func Headline(d Data, figureID string) string {
	if len(d.Sources) == 0 {
		return "Nothing has been measured yet."
	}
	if len(d.Sources) > 1 {
		return compareHeadline(d.Sources, figureID)
	}
	r := d.Sources[0]
	switch figureID {
	case "bandwidth":
		return bandwidthHeadline(r)
	case "distinct":
		return distinctHeadline(r)
	}
	return ratioHeadline(r)
}

// largestRow is the row of the largest size for a pattern that has a value.
func largestRow(r measure.Result, distinct int, pick value) (best measure.Row, ok bool) {
	for _, row := range r.Rows {
		if row.Distinct() != distinct || row.N < best.N {
			continue
		}
		if v, there := pick(row); there && drawable(v.Value) {
			best, ok = row, true
		}
	}
	return best, ok
}

func ratioHeadline(r measure.Result) string {
	one, okOne := largestRow(r, 1, ratioOf)
	all, okAll := largestRow(r, 32, ratioOf)
	card := cardName(r)
	at := "at the largest n"
	if !r.Complete {
		at = "at the largest n so far"
	}
	switch {
	case !okOne && !okAll:
		return fmt.Sprintf("On %s neither kernel has a time yet.", withArticle(card))
	case okOne && okAll && one.N != all.N:
		return fmt.Sprintf("On %s, constant memory %s at n = %s, and %s at n = %s.", withArticle(card),
			against(one, "for one address a warp"), measure.FormatSize(one.N), against(all, "for 32 addresses"), measure.FormatSize(all.N))
	case okOne && okAll:
		if one.LaunchBound && all.LaunchBound {
			return fmt.Sprintf("On %s even the largest n measured is launch-bound: it says nothing about memory.", withArticle(card))
		}
		if a, ok := plainRatio(one); ok {
			if b, ok := plainRatio(all); ok {
				return fmt.Sprintf("On %s %s, constant memory takes %s the time of global for one address a warp, and %s for 32 addresses.", withArticle(card), at, a, b)
			}
		}
		return fmt.Sprintf("On %s %s, constant memory %s, and %s.", withArticle(card), at,
			against(one, "for one address a warp"), against(all, "for 32 addresses"))
	case okOne:
		return fmt.Sprintf("On %s %s, constant memory %s.", withArticle(card), at, against(one, "for one address a warp"))
	}
	return fmt.Sprintf("On %s %s, constant memory %s.", withArticle(card), at, against(all, "for 32 addresses a warp"))
}

// plainRatio is the ratio of a row in words, unless its interval holds 1.
func plainRatio(row measure.Row) (string, bool) {
	v, _ := ratioOf(row)
	if v.HasInterval() && v.Low <= 1 && v.High >= 1 {
		return "", false
	}
	return times(v.Value), true
}

// against compares constant memory with global memory in one row.
func against(row measure.Row, when string) string {
	if text, ok := plainRatio(row); ok {
		return fmt.Sprintf("takes %s the time of global %s", text, when)
	}
	return fmt.Sprintf("takes as long as global %s, within the 95 %% interval", when)
}

// times writes a ratio to about two digits: "0.68×", "5.2×", "15×".
func times(v float64) string {
	switch {
	case v >= 9.95:
		return strconv.FormatFloat(v, 'f', 0, 64) + "×"
	case v >= 1.95:
		return strconv.FormatFloat(v, 'f', 1, 64) + "×"
	case v >= .1:
		return strconv.FormatFloat(v, 'f', 2, 64) + "×"
	}
	return measure.FormatRatio(v) + "×"
}

func bandwidthHeadline(r measure.Result) string {
	var best measure.Row
	rate := 0.0
	for _, row := range r.Rows {
		if g := row.GlobalGBps(); drawable(g) && g > rate && (row.Distinct() == 1 || row.Distinct() == 32) {
			best, rate = row, g
		}
	}
	if rate == 0 {
		return fmt.Sprintf("On %s the global kernel has no time yet.", withArticle(cardName(r)))
	}
	return fmt.Sprintf("On %s the global kernel moves at most %s GB/s of input and output, at n = %s.",
		withArticle(cardName(r)), strconv.FormatFloat(rate, 'g', max(2, len(strconv.Itoa(int(rate)))), 64), measure.FormatSize(best.N))
}

func distinctHeadline(r measure.Result) string {
	n := largestWith(r.Rows)
	var rows []measure.Row
	for _, row := range r.Rows {
		if row.N == n && drawable(row.Constant.Value) && n > 0 {
			rows = append(rows, row)
		}
	}
	if len(rows) < 2 {
		return fmt.Sprintf("On %s fewer than three counts of addresses have been measured.", withArticle(cardName(r)))
	}
	slices.SortStableFunc(rows, func(a, b measure.Row) int { return a.Distinct() - b.Distinct() })
	few, many := rows[0], rows[len(rows)-1]
	s := fmt.Sprintf("On %s at n = %s, constant memory takes %s as long for %s a warp as for %s", withArticle(cardName(r)),
		measure.FormatSize(n), times(many.Constant.Value/few.Constant.Value), addresses(many.Distinct()), addresses(few.Distinct()))
	if drawable(few.Global.Value) && drawable(many.Global.Value) {
		s += fmt.Sprintf("; global memory %s", times(many.Global.Value/few.Global.Value))
	}
	return s + "."
}

// compareHeadline sets several cards side by side.
func compareHeadline(sources []measure.Result, figureID string) string {
	names := cardNames(sources)
	for i := range names {
		names[i] = withArticle(names[i])
	}
	var parts []string
	what := "Constant ÷ global time for 32 addresses a warp at the largest n"
	for i, r := range sources {
		switch figureID {
		case "bandwidth":
			what = "Best rate of the global kernel"
			best := 0.0
			for _, row := range r.Rows {
				if g := row.GlobalGBps(); drawable(g) {
					best = max(best, g)
				}
			}
			if best > 0 {
				parts = append(parts, fmt.Sprintf("%.0f GB/s on %s", best, names[i]))
			}
		default:
			if row, ok := largestRow(r, 32, ratioOf); ok {
				v, _ := ratioOf(row)
				parts = append(parts, times(v.Value)+" on "+names[i])
			}
		}
	}
	if len(parts) == 0 {
		return "Both kernels on " + list(names) + "."
	}
	return what + ": " + list(parts) + "."
}
