package measure

// NewPathTime summarizes a further path: times[i] and global[i] are samples of
// the same round, in milliseconds for one launch.
func NewPathTime(id string, times, global []float64) PathTime {
	rounds := min(len(times), len(global))
	kept, base := wholePairs(times[:rounds], global[:rounds])
	t := PathTime{Path: id, MS: Summarize(kept), Over: Summarize(ratios(kept, base))}
	t.Over.Samples = nil // they follow from the rounds
	return t
}
