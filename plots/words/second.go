package words

import (
	"fmt"
	"strings"

	"warpbill/sim"
)

// NewSecond is the path at the second till with the bill of the elements that
// the lanes ask for. A load that the path cannot serve has a Problem.
func NewSecond(p sim.Path, x sim.Indices) Second {
	b, err := p.Bill(x)
	if err != nil {
		return Second{Path: p, Bill: sim.Bill{Access: b.Access}, Problem: capital(err.Error()) + "."}
	}
	return Second{Path: p, Bill: b}
}

// Sentence says what the stage shows with this path at the second till, as
// the function Sentence does with global memory there.
func (s *Second) Sentence(choice sim.Choice, tap int, constant, global sim.Bill, pass int, settled bool) string {
	kind := s.Kind()
	if kind == Trays {
		return s.renamed(Sentence(choice, tap, constant, s.sectorsOf(global), pass, settled))
	}
	l := newLoad(choice, tap, &constant, &global)
	switch {
	case l.active == 0:
		return Sentence(choice, tap, constant, global, pass, settled)
	case settled:
		return fitting(s.end(&l))
	case pass <= 0:
		return fitting(l.asks()+" "+s.start(&l, tap), s.start(&l, tap), l.asks())
	}
	head := l.serves(constant.Step(pass)) + "."
	return fitting(head+" "+s.during(pass, l.active), head)
}

// sectorsOf is the bill whose sectors a sentence counts.
func (s *Second) sectorsOf(global sim.Bill) sim.Bill {
	if s.Path.ID == "" {
		return global
	}
	return s.Bill
}

// renamed is a sentence about global memory told of a texture, which charges
// as it does.
func (s *Second) renamed(sentence string) string {
	if s.Path.ID != "texture" {
		return sentence
	}
	return strings.NewReplacer("Global memory", "The texture", "global memory", "the texture", "global request", "request").Replace(sentence)
}

// asks is what the lanes want, whatever the path.
func (l *load) asks() string {
	if l.distinct == 1 {
		return fmt.Sprintf("%s%s%s.", capital(l.everyLane()), ask(l.active), l.first())
	}
	return fmt.Sprintf("%s ask for %d different %s.", capital(l.everyLane()), l.distinct, l.nouns())
}

// costs is what constant memory took.
func (l *load) costs() string { return passes(l.passes) + " in constant memory" }

func (s *Second) start(l *load, tap int) string {
	switch s.Kind() {
	case Banks:
		return s.where(l)
	case Operand:
		if l.distinct == 1 && l.constant.Access.Index(0) < sim.FilterTaps {
			return "The compiler knows which, so the tap stands in the instruction."
		}
		return fmt.Sprintf("A tap fixed when compiled is the same for all lanes: tap %d.", tap%sim.FilterTaps)
	case Blocked:
		return fmt.Sprintf("Register-blocked, a lane computes %d outputs from %d inputs; the taps stand in the code.", Outputs, Inputs)
	}
	return "A copy reads none: numbers go in and out."
}

// where says how the words lie in the banks.
func (s *Second) where(l *load) string {
	deep, found := s.Bill.StepCount(), l.distinct
	switch {
	case s.Problem != "":
		return "Shared memory is too small for them."
	case found == 1:
		return "One word of one bank."
	case deep == 1:
		return "Each word has a bank of its own."
	case deep == found:
		return fmt.Sprintf("All %d words lie in one bank.", deep)
	}
	return fmt.Sprintf("The fullest bank holds %d words.", deep)
}

func (s *Second) during(pass, active int) string {
	switch s.Kind() {
	case Banks:
		n := s.Bill.StepCount()
		switch {
		case s.Problem != "":
			return "Shared memory cannot serve this load."
		case pass > n:
			return fmt.Sprintf("Shared memory took %s and is done.", wavefronts(n))
		case n == 1:
			return fmt.Sprintf("One wavefront of shared memory serves all %d lanes.", active)
		}
		return fmt.Sprintf("Shared memory is at wavefront %d of %d.", pass, n)
	case Operand:
		return "The tap in the instruction costs the lanes no load."
	case Blocked:
		return fmt.Sprintf("Register-blocked, %d loaded inputs feed %d products.", Inputs, Outputs*sim.FilterTaps)
	}
	return fmt.Sprintf("The copy moved %s in and as many out.", sectors(s.Bill.Units()))
}

func (s *Second) end(l *load) string {
	switch s.Kind() {
	case Banks:
		if s.Problem != "" {
			return l.costs() + ". Shared memory could not serve this load."
		}
		return fmt.Sprintf("%s, %s in shared memory. %s", l.costs(), wavefronts(s.Bill.StepCount()), s.where(l))
	case Operand:
		return l.costs() + ". A tap in the code costs lanes no load, but they cannot choose."
	case Blocked:
		return fmt.Sprintf("%s. Register-blocked, an input is loaded once for up to %d outputs.", l.costs(), Outputs)
	}
	return fmt.Sprintf("%s. The copy moved %s in and %d out, the least its bytes cost.", l.costs(), sectors(s.Bill.Units()), s.Bill.Units())
}

// Total is a sum of what several loads were charged: "36 sectors in global
// memory".
func (s *Second) Total(units int) string {
	switch s.Kind() {
	case Banks:
		return wavefronts(units) + " in shared memory"
	case Operand, Blocked:
		return "no load of a tap"
	case Copy:
		return sectors(2*units) + " copied"
	}
	if s.Path.ID == "texture" {
		return sectors(units) + " of the texture"
	}
	return sectors(units) + " in global memory"
}

// AltText describes the stage with this path at the second till.
func (s *Second) AltText(choice sim.Choice, tap int, constant, global sim.Bill, pass int) string {
	if s.Path.ID == "" {
		return AltText(choice, tap, constant, global, pass)
	}
	l := newLoad(choice, tap, &constant, &global)
	number, rest := PassCounter(&constant, pass, false)
	second := strings.Join(s.Counter(pass, false), "")
	if s.Problem != "" {
		second = s.Problem
	}
	return fmt.Sprintf("%s. Constant memory: %s%s. %s: %s. %s", l.described(), number, rest,
		NamesOf(s.Path.ID).Till, strings.TrimSuffix(second, "."), s.Sentence(choice, tap, constant, global, pass, false))
}
