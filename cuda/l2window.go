//go:build cgo && (linux || windows)

package cuda

import "errors"

// window is a part of memory that launches of its stream keep in L2, in what
// the context reserves there for such windows.
type window struct {
	stream stream
	taken  bool   // the reservation was changed
	before uint64 // bytes that were reserved until then
}

var errNoReserve = errors.New("this card reserves no L2 for a window, which cards from compute capability 8.0 on do")

// openWindow reserves bytes of L2 and makes a stream whose launches keep the
// memory there.
func (s *session) openWindow(w *window, at address, bytes uint64) (err error) {
	switch {
	case s.card.PersistingL2Max == 0 || s.card.PolicyWindowMax < bytes:
		return errNoReserve
	case !s.dev.canReserve():
		return tooOld("cuStreamSetAttribute")
	}
	if w.before, err = s.dev.reserved(); err != nil {
		return err
	}
	// Before the call: should it fail half way, what was there comes back.
	w.taken = true
	if err := s.dev.reserve(max(w.before, min(bytes, s.card.PersistingL2Max))); err != nil {
		return err
	}
	if now, err := s.dev.reserved(); err != nil {
		return err
	} else if now == 0 {
		return errNoReserve // as a slice of a card that is shared out
	}
	if w.stream, err = s.dev.createStream(); err != nil {
		return err
	}
	return s.dev.setWindow(w.stream, at, bytes, 1)
}

// closeWindow undoes openWindow, as far as it came, whatever fails on the way,
// and returns the first failure.
func (s *session) closeWindow(w *window) error {
	var first error
	keep := func(err error) {
		if first == nil {
			first = err
		}
	}
	if w.stream != nil {
		keep(s.dev.destroyStream(w.stream))
		keep(s.dev.resetWindow())
		w.stream = nil
	}
	if w.taken {
		keep(s.dev.reserve(w.before))
		w.taken = false
	}
	return first
}
