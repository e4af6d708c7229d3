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
	var b strings.Builder
	fmt.Fprintf(&b, "The stage shows a load of %s", lanesOf(l.active))
	if l.known {
		fmt.Fprintf(&b, ", pattern %s", ChoiceTitle(choice))
	}
	b.WriteString(". ")
	if l.active == 0 {
		b.WriteString(Sentence(choice, tap, constant, global, pass, false))
		return b.String()
	}
	fmt.Fprintf(&b, "In lane order they ask for %s ", l.nounFor(l.active))
	for i, lane := range constant.Access.Active.Lanes() {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(l.element(lane))
	}
	charged := 0
	if pass > 0 {
		charged = l.sectors
	}
	number, rest := PassCounter(&constant, pass, false)
	fmt.Fprintf(&b, ". Constant memory: %s%s. Global memory: %d of %s moved. ", number, rest, charged, sectors(l.sectors))
	b.WriteString(Sentence(choice, tap, constant, global, pass, false))
	return b.String()
}
