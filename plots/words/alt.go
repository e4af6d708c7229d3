package words

import (
	"fmt"
	"strings"

	"warpbill/sim"
)

// AltText describes the stage to someone who cannot see it: the pattern, what
// each lane asks for, and the state of both tills.
func AltText(choice sim.Choice, tap int, constant, global sim.Bill, pass int) string {
	l := newLoad(choice, tap, &constant, &global)
	sentence := Sentence(choice, tap, constant, global, pass, false)
	if l.active == 0 {
		return l.described() + ". " + sentence
	}
	charged := 0
	if pass > 0 {
		charged = l.sectors
	}
	number, rest := PassCounter(&constant, pass, false)
	return fmt.Sprintf("%s. Constant memory: %s%s. Global memory: %d of %s moved. %s", l.described(), number, rest, charged, sectors(l.sectors), sentence)
}

// described is the load: its pattern, and what each lane asks for.
func (l *load) described() string {
	var b strings.Builder
	fmt.Fprintf(&b, "The stage shows a load of %s", lanesOf(l.active))
	if l.known {
		fmt.Fprintf(&b, ", pattern %s", ChoiceTitle(l.choice))
	}
	for i, lane := range l.constant.Access.Active.Lanes() {
		if i > 0 {
			b.WriteString(", ")
		} else {
			fmt.Fprintf(&b, ". In lane order they ask for %s ", l.nounFor(l.active))
		}
		b.WriteString(l.element(lane))
	}
	return b.String()
}
