package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"warpbill/plots/words"
	"warpbill/sim"
)

// globalID is the path that stands at the lower till unless another is chosen.
const globalID = "global"

// secondPaths lists the paths for the lower till: the upper one is constant
// memory.
func secondPaths() []sim.Path { return sim.Paths()[1:] }

func reducePath(s State, a Action) State {
	switch a := a.(type) {
	case setPath:
		return withPath(s, a.ID)
	case nextPath:
		all := secondPaths()
		at := 0
		for i, p := range all {
			if p.ID == s.Path {
				at = i
			}
		}
		n := len(all)
		return withPath(s, all[((at+a.By)%n+n)%n].ID)
	}
	return s
}

// withPath puts a path at the lower till. The run stays where it is; what the
// path charges for, and when to choose it, is told until the user goes on.
func withPath(s State, id string) State {
	if _, err := sim.FindPath(id); err != nil || id == "constant" {
		return s
	}
	if s.Path = id; id == globalID {
		s.Path = ""
	}
	s.AllTaps = allTaps{}
	s.Notice = notice{Text: pathNote(id)}
	return billSecond(s)
}

// pathNote is the till's name and what is to be known of its path.
func pathNote(id string) string {
	n := words.NamesOf(id)
	return n.Till + ". " + n.Note
}

// billSecond charges what is on stage at the lower till.
func billSecond(s State) State {
	s.Second = words.Second{}
	p, err := sim.FindPath(s.Path)
	if err != nil {
		return s // global memory, whose bill is there
	}
	var x sim.Indices
	for lane := range x {
		x[lane] = s.Constant.Access.Index(lane)
	}
	s.Second = words.NewSecond(p, x)
	return s
}

// secondUnits is what the load on stage is charged at the lower till.
func (s State) secondUnits() int {
	if s.Path == "" {
		return s.Global.Units()
	}
	return s.Second.Bill.Units()
}

// otherPath is the next path, with Shift the one before.
func (w *Window) otherPath() Action {
	if d, ok := w.app.Driver().(desktop.Driver); ok && d.CurrentKeyModifiers()&fyne.KeyModifierShift != 0 {
		return nextPath{-1}
	}
	return nextPath{1}
}

// pathMenu offers the paths for the lower till.
func (w *Window) pathMenu(at fyne.Position) {
	menu := fyne.NewMenu("")
	for _, p := range secondPaths() {
		item := fyne.NewMenuItem(words.NamesOf(p.ID).Till, func() { w.do(setPath{p.ID}) })
		item.Checked = p.ID == w.state.Path || p.ID == globalID && w.state.Path == ""
		menu.Items = append(menu.Items, item)
	}
	widget.ShowPopUpMenuAtPosition(menu, w.window.Canvas(), at)
}
