package sim

import (
	"slices"
	"strings"
	"testing"
)

func TestMask(t *testing.T) {
	m := Mask(1<<31 | 1<<4 | 1)
	if got := m.Lanes(); !slices.Equal(got, []int{0, 4, 31}) || m.Count() != 3 {
		t.Errorf("lanes %v, %d of them", got, m.Count())
	}
	if !m.Has(4) || m.Has(5) || !m.Has(31) {
		t.Errorf("Has is wrong about %032b", m)
	}
	if len(Mask(0).Lanes()) != 0 || AllLanes.Count() != WarpSize {
		t.Error("the empty or the full mask is wrong")
	}
}

func TestAccessThatNoLoadCanMake(t *testing.T) {
	at := func(lane int, addr uint64, width int) Access {
		a := Access{Active: AllLanes, Width: width}
		a.Addr[lane] = addr
		return a
	}
	for _, c := range []struct {
		name  string
		a     Access
		words string
	}{
		{"width 3", at(0, 0, 3), "a load of 3 bytes does not exist"},
		{"width 0", at(0, 0, 0), "use a width of 1, 2, 4, 8 or 16"},
		{"width 32", at(0, 0, 32), "a load of 32 bytes"},
		{"negative width", at(0, 0, -4), "a load of -4 bytes"},
		{"misaligned", at(9, 6, 4), "lane 9 asks for address 6, which is not a multiple of the width 4"},
		{"misaligned by 8 of 16", at(31, 8, 16), "lane 31 asks for address 8"},
		{"far", at(5, MaxAddress+4, 4), "lane 5 asks for address 1125899906842628, which is beyond any memory"},
		{"farthest", at(5, 1<<63, 4), "beyond any memory"},
	} {
		for _, path := range Tariffs() {
			_, err := path.Bill(c.a)
			if err == nil || !strings.Contains(err.Error(), c.words) {
				t.Errorf("%s, %s: %v, not %q", path.Name(), c.name, err, c.words)
				continue
			}
			checkSentence(t, err)
		}
	}
}

func TestInactiveLanesMayHoldAnything(t *testing.T) {
	a := Access{Active: 1, Width: 4}
	a.Addr[1] = 3
	a.Addr[2] = 1 << 63
	for _, path := range Tariffs() {
		if b, err := path.Bill(a); err != nil || b.Units() != 1 {
			t.Errorf("%s: %d units, %v", path.Name(), b.Units(), err)
		}
	}
	if a.DistinctAddresses() != 1 {
		t.Errorf("%d distinct addresses", a.DistinctAddresses())
	}
}

func TestLargestAddress(t *testing.T) {
	a := Access{Active: AllLanes, Width: 1}
	for lane := range a.Addr {
		a.Addr[lane] = MaxAddress - uint64(lane)
	}
	compare(t, a)
}

func TestSharedMemoryEnds(t *testing.T) {
	a := Access{Active: 1 << 3, Width: 4}
	a.Addr[3] = SharedBytes - 4
	if _, err := (Shared{}).Bill(a); err != nil {
		t.Errorf("the last word is refused: %v", err)
	}
	a.Addr[3] = SharedBytes
	_, err := Shared{}.Bill(a)
	if err == nil || !strings.Contains(err.Error(), "lane 3 asks for byte 232448, but a block has at most 227 KiB") {
		t.Errorf("the first word beyond: %v", err)
	}
}

func TestElements(t *testing.T) {
	var x Indices
	x[7] = 5
	for _, width := range []int{1, 2, 4, 8, 16} {
		a, err := Elements(x, width)
		if err != nil || a.Addr[7] != uint64(5*width) || a.Index(7) != 5 || a.Active != AllLanes {
			t.Errorf("width %d: %+v, %v", width, a, err)
		}
	}
	x[7] = MaxAddress/16 + 1
	if _, err := Elements(x, 16); err == nil || !strings.Contains(err.Error(), "lane 7 asks for element 70368744177665") {
		t.Errorf("too far: %v", err)
	}
	if _, err := Elements(x, 8); err != nil {
		t.Errorf("not too far: %v", err)
	}
	if _, err := Elements(x, 5); err == nil {
		t.Error("a width of 5 is accepted")
	}
}

func TestFindTariff(t *testing.T) {
	for _, want := range Tariffs() {
		got, err := FindTariff(want.Name())
		if err != nil || got != want {
			t.Errorf("%s: %v, %v", want.Name(), got, err)
		}
	}
	_, err := FindTariff("paper")
	if err == nil || err.Error() != `there is no memory path "paper": use one of constant, global, shared, texture` {
		t.Errorf("texture: %v", err)
	}
}
