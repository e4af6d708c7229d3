package cuda

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// stock makes the inputs part by part on all processors while earlier parts
// are on their way to the card.
type stock struct {
	parts chan inputPart
	empty chan []float32
	quit  chan struct{}
	group sync.WaitGroup
}

// inputPart is the inputs from element from on.
type inputPart struct {
	from uint64
	list []float32
}

// startInputs makes n inputs. Whoever starts it has to stop it.
func startInputs(n uint64) *stock {
	workers := min(runtime.GOMAXPROCS(0), 8) // the copy is the slower half beyond that
	s := &stock{
		parts: make(chan inputPart, workers),
		empty: make(chan []float32, 2*workers),
		quit:  make(chan struct{}),
	}
	for range cap(s.empty) {
		s.empty <- make([]float32, min(n, chunkSize))
	}
	var next atomic.Uint64
	var makers sync.WaitGroup
	for range workers {
		makers.Go(func() { s.make(&next, n) })
	}
	s.group.Go(func() {
		makers.Wait()
		close(s.parts)
	})
	return s
}

func (s *stock) make(next *atomic.Uint64, n uint64) {
	for from := next.Add(chunkSize) - chunkSize; from < n; from = next.Add(chunkSize) - chunkSize {
		var list []float32
		select {
		case list = <-s.empty:
		case <-s.quit:
			return
		}
		list = list[:min(chunkSize, n-from)]
		inputs(list, from)
		select {
		case s.parts <- inputPart{from, list}:
		case <-s.quit:
			return
		}
	}
}

// giveBack returns the memory of a part that is no longer needed.
func (s *stock) giveBack(p inputPart) { s.empty <- p.list[:cap(p.list)] }

// stop ends the makers and waits for them.
func (s *stock) stop() {
	close(s.quit)
	s.group.Wait()
}
