package sim

import "math"

// Known says whether the geometry was measured. No load of a lane reaches
// beyond a line.
func (c ConstantCache) Known() bool { return c.LineBytes >= widest && c.Sets > 0 && c.Ways > 0 }

// widest is the most bytes that a lane reads at a time.
const widest = 16

// Fits says whether all lines of a constant load can be in the cache at a
// time: no set holds more of them than its ways. A cache whose geometry is
// not known is taken to hold every load.
func (c ConstantCache) Fits(b *Bill) bool {
	_, lines := c.Fullest(b)
	return lines <= c.Ways || !c.Known()
}

// Fullest is the set to which most lines of a constant load belong, the first
// of several, and how many they are.
func (c ConstantCache) Fullest(b *Bill) (set, lines int) {
	for _, s := range c.sets(b) {
		if s.lines > lines {
			set, lines = int(s.number), s.lines
		}
	}
	return set, lines
}

// cacheSet is what one load asks of a set of the constant cache.
type cacheSet struct {
	number uint64
	passes int // passes that read one of its lines
	visits int // those of them that read another line than the one before
	lines  int // distinct lines
	line   [WarpSize]uint64
	last   uint64
}

// sets are the sets that the load reads, in the order of its passes.
func (c ConstantCache) sets(b *Bill) []cacheSet {
	if !c.Known() {
		return nil
	}
	list := make([]cacheSet, 0, min(c.Sets, WarpSize))
	for _, charge := range b.Charges {
		line := charge.Base / uint64(c.LineBytes)
		at := 0
		for at < len(list) && list[at].number != line%uint64(c.Sets) {
			at++
		}
		if at == len(list) {
			list = append(list, cacheSet{number: line % uint64(c.Sets), last: none})
		}
		list[at].read(line)
	}
	return list
}

// read adds a pass.
func (s *cacheSet) read(line uint64) {
	s.passes++
	if line == s.last {
		return
	}
	s.last = line
	s.visits++
	for _, l := range s.line[:s.lines] {
		if l == line {
			return
		}
	}
	s.line[s.lines] = line
	s.lines++
}

// overflow is how often a load misses, by where its passes go.
type overflow struct {
	misses  float64 // in all
	crowded float64 // of them weighted by crowding: 0 spread, 1 all in one set
}

// overflow counts the expected misses of a load.
func (c ConstantCache) overflow(b *Bill) overflow {
	var o overflow
	for _, s := range c.sets(b) {
		if s.lines <= c.Ways {
			continue
		}
		misses := float64(s.visits) * (1 - float64(c.Ways)/float64(s.lines))
		o.misses += misses
		o.crowded += misses * crowding(float64(s.passes)/float64(b.Units()))
	}
	return o
}

// crowding says by how much the warps of an SM meet in a set: not at all when
// no more than half of a load's passes go to it, wholly when all do.
func crowding(share float64) float64 { return max(0, 2*share-1) }

// each is what one of the misses costs. Between the two costs of the list it
// is their geometric mean, which errs by the same factor to either side.
func (c ConstantCache) each(o overflow) float64 {
	if o.crowded == 0 {
		return c.Miss
	}
	return c.Miss * math.Pow(c.Thrash/c.Miss, o.crowded/o.misses)
}

// cost is what the misses cost beyond the passes; nothing when that was not
// measured.
func (c ConstantCache) cost(o overflow) Cost {
	if o.misses == 0 || !(c.Miss > 0 && c.Thrash > 0) {
		return Cost{}
	}
	cycles := o.misses * c.each(o)
	return Cost{Cycles: cycles, Low: cycles * c.MissLow / c.Miss, High: cycles * c.MissHigh / c.Miss}
}
