package sim

import (
	"errors"
	"math"
)

// hashWithin is how far the time of each tag pattern may lie from what the
// H200's hash says, for the hash to be taken for the card's too.
const hashWithin = 0.05

// fitTags says whether the card's tag banks follow the H200's hash, and else
// bounds their number.
func fitTags(list []Measured, price Price) (TagBanks, error) {
	found, err := soundings("global", "the tag banks", tagChoices(), list)
	if err != nil || len(found) == 0 {
		return TagBanks{}, err
	}
	hashed := true
	for _, m := range found {
		b, err := Global{}.Bill(m.Access)
		if err != nil {
			return TagBanks{}, err
		}
		law := price.Cycles(b.Wavefronts())
		hashed = hashed && math.Abs(m.Cycles/law-1) <= hashWithin
	}
	if hashed {
		return TagBanks{Hashed: true}, nil
	}
	return boundTags(found, price)
}

func tagChoices() []Choice {
	var list []Choice
	for _, x := range tagPatterns() {
		list = append(list, painted(x))
	}
	return list
}

// boundTags bounds the number of banks by loads of 32 lines. So many lines
// cannot take fewer wavefronts than 32 / banks. And lines drawn at random take
// on average as many as balls thrown into the banks would: numbers of banks
// that would make the mean of the drawn loads differ by more than three
// standard errors are out. Banks are a power of two: bits choose one.
func boundTags(found []Measured, price Price) (TagBanks, error) {
	bounds := TagBanks{Low: 1, High: WarpSize}
	mean, hidden := 0.0, 0
	for i, m := range found {
		// At the floor this is the most wavefronts that the floor can hide.
		wavefronts := min(max(1, int(math.Round((m.Cycles-price.Offset)/price.Slope))), WarpSize)
		for bounds.Low*wavefronts < WarpSize {
			bounds.Low *= 2
		}
		if i < len(found)-drawnTagPatterns {
			continue
		}
		mean += float64(wavefronts) / drawnTagPatterns
		if m.Cycles <= aboveFloor*price.Floor {
			hidden++
		}
	}
	if hidden == drawnTagPatterns { // the banks are too many to be told
		return bounds, nil
	}
	for bounds.Low <= bounds.High && !couldBe(bounds.High, mean) {
		bounds.High /= 2
	}
	for bounds.Low <= bounds.High && !couldBe(bounds.Low, mean) {
		bounds.Low *= 2
	}
	if bounds.Low > bounds.High {
		return TagBanks{}, errors.New("no number of tag banks explains the times of loads of 32 lines: measure again while nothing else uses the card")
	}
	return bounds, nil
}

// couldBe says whether the drawn loads may take so many wavefronts on average
// with so many banks.
func couldBe(banks int, mean float64) bool {
	var sum, squares, before float64
	for most := 1; most <= WarpSize; most++ {
		atMost := mostAtMost(most, banks)
		sum += (atMost - before) * float64(most)
		squares += (atMost - before) * float64(most*most)
		before = atMost
	}
	variance := (squares - sum*sum) / drawnTagPatterns
	// Half a wavefront is what rounding can be off by.
	return math.Abs(mean-sum) <= 3*math.Sqrt(max(0, variance))+0.5
}

// mostAtMost is the chance that of 32 lines thrown into the banks at random no
// bank gets more than the given number.
func mostAtMost(most, banks int) float64 {
	// ways[n] is the chance that n given lines are those of the banks so far
	// and that no bank has too many, but for factors that are put in at the
	// end: n! and banks to the power of -32.
	ways := [WarpSize + 1]float64{1}
	for range banks {
		var next [WarpSize + 1]float64
		for n, w := range ways {
			inverse := 1.0 // of k!
			for k := 0; k <= most && n+k <= WarpSize; k++ {
				if k > 0 {
					inverse /= float64(k)
				}
				next[n+k] += w * inverse
			}
		}
		ways = next
	}
	chance := ways[WarpSize]
	for n := 1; n <= WarpSize; n++ {
		chance *= float64(n) / float64(banks)
	}
	return chance
}
