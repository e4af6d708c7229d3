package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"warpbill/plots/words"
	"warpbill/sim"
)

// orderMenu offers the patterns that sit in Reverse's place.
func (w *Window) orderMenu(at fyne.Position) {
	menu := fyne.NewMenu("")
	for _, id := range order() {
		item := fyne.NewMenuItem(words.PickerTitle(sim.Choice{ID: id}), func() { w.do(pick{ID: id}) })
		item.Checked = id == w.state.Choice.ID
		menu.Items = append(menu.Items, item)
	}
	widget.ShowPopUpMenuAtPosition(menu, w.window.Canvas(), at)
}

// speedMenu offers the speeds, above the bar.
func (w *Window) speedMenu(at fyne.Position) {
	menu := fyne.NewMenu("")
	for i := range speeds() {
		item := fyne.NewMenuItem(speedLabel(i), func() { w.do(setSpeed{i}) })
		item.Checked = i == w.state.Speed
		menu.Items = append(menu.Items, item)
	}
	pop := widget.NewPopUpMenu(menu, w.window.Canvas())
	pop.ShowAtPosition(at.SubtractXY(0, pop.MinSize().Height+6))
}

// lessonActions is what a lesson may do with the window.
func (w *Window) lessonActions() LessonActions {
	return LessonActions{
		Pattern: func(c sim.Choice, tap int) { w.do(put{c, tap}) },
		Figure:  func(mode string) { w.do(setMode{mode}) },
		Source:  func(id string) { w.do(onlySource{id}) },
		Play:    func() { w.do(playNow{}) },
	}
}
