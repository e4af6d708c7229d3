package sim

import (
	"encoding/binary"
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzBill(f *testing.F) {
	f.Add(uint32(AllLanes), uint8(2), uint8(0), []byte{})
	f.Add(uint32(AllLanes), uint8(2), uint8(0), []byte("\x00\x00\x01\x00\x02\x00\x03\x00\x04\x00\x05\x00\x06\x00\x07\x00"))
	f.Add(uint32(0x80000001), uint8(4), uint8(7), []byte("\xff\xff\x00\x01"))
	f.Add(uint32(0), uint8(0), uint8(40), []byte("\x01"))
	f.Add(uint32(0xffff), uint8(3), uint8(30), []byte("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl"))
	f.Fuzz(func(t *testing.T, active uint32, width, shift uint8, data []byte) {
		a := Access{Active: Mask(active), Width: 1 << (width % 5)}
		data = append(data, make([]byte, 2*WarpSize)...)
		for lane := range a.Addr {
			a.Addr[lane] = uint64(binary.LittleEndian.Uint16(data[2*lane:])) << (shift % 30) * uint64(a.Width)
		}
		compare(t, a)
	})
}

// checkSentence holds an error against what a user may be shown: one short
// line of text.
func checkSentence(t *testing.T, err error) {
	t.Helper()
	if s := err.Error(); len(s) > 400 || strings.ContainsAny(s, "\n\r") {
		t.Errorf("not a plain sentence: %q", s)
	}
}

func FuzzParseIndices(f *testing.F) {
	f.Add("0 1 2 3")
	f.Add(strings.Repeat("7,", 32))
	f.Add(strings.Repeat("-1\n", 33))
	f.Add("0x1f \u00a0 1e9 18446744073709551616")
	f.Fuzz(func(t *testing.T, text string) {
		x, err := ParseIndices(text)
		if err != nil {
			checkSentence(t, err)
			return
		}
		again, err := ParseIndices(x.String())
		if err != nil || again != x {
			t.Errorf("%q is read back as %v, %v", x.String(), again, err)
		}
	})
}

func FuzzChoice(f *testing.F) {
	for _, p := range Patterns() {
		f.Add(p.ID)
		f.Add(p.ID + ":1")
		f.Add(p.ID + ":4,9")
	}
	f.Add("random:-1,99999999999999999999")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseChoice(text)
		if err != nil {
			if utf8.ValidString(text) {
				checkSentence(t, err)
			}
			return
		}
		x, err := c.Indices()
		if err != nil {
			t.Fatalf("%q is a choice without elements: %v", text, err)
		}
		again, err := ParseChoice(c.String())
		if err != nil {
			t.Fatalf("%q is written as %q: %v", text, c, err)
		}
		if y, err := again.Indices(); err != nil || y != x {
			t.Errorf("%q gives %v, but %q gives %v, %v", text, x, c, y, err)
		}
		if _, err := Elements(x, 16); err != nil {
			t.Errorf("%q is no access: %v", text, err)
		}
	})
}
