package cli

import (
	"io"
	"unicode/utf8"
)

// safeWriter passes text on with everything replaced that could steer a
// terminal or hide what is written: control characters other than tab and
// line feed, characters that turn the direction of writing, invisible ones,
// and bytes that are no UTF-8. Names of devices and files come from outside.
type safeWriter struct {
	w    io.Writer
	rest []byte // an unfinished character at the end of the last write
	err  error  // of the first write that failed
}

func newSafeWriter(w io.Writer) *safeWriter { return &safeWriter{w: w} }

// Write passes p on; it holds back an unfinished character at its end.
func (s *safeWriter) Write(p []byte) (int, error) {
	in := append(s.rest, p...)
	out := make([]byte, 0, len(in))
	for len(in) > 0 && utf8.FullRune(in) {
		r, size := utf8.DecodeRune(in)
		if unsafeRune(r) {
			r = utf8.RuneError
		}
		out = utf8.AppendRune(out, r)
		in = in[size:]
	}
	s.rest = append([]byte(nil), in...)
	if s.send(out); s.err != nil {
		return 0, s.err
	}
	return len(p), nil
}

// send writes unless a write has failed before: what comes after a gap would
// be taken for the whole.
func (s *safeWriter) send(p []byte) {
	if s.err == nil {
		_, s.err = s.w.Write(p)
	}
}

// Flush writes what an unfinished character at the very end has left. It
// tells of the first write that has failed, now or before, so that nobody who
// prints has to look.
func (s *safeWriter) Flush() error {
	if len(s.rest) > 0 {
		s.rest = nil
		s.send([]byte(string(utf8.RuneError)))
	}
	return s.err
}

// unsafeRune tells characters that do something instead of showing something.
func unsafeRune(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case r < 0x20, r >= 0x7f && r < 0xa0: // C0, DEL, C1
		return true
	case r == 0x00ad, r == 0x061c, r >= 0x200b && r <= 0x200f, r >= 0x2028 && r <= 0x202e,
		r >= 0x2060 && r <= 0x206f, r == 0xfeff, r >= 0xfff9 && r <= 0xfffb,
		r >= 0xe0000 && r <= 0xe007f: // direction marks, invisible characters, tags
		return true
	}
	return false
}
