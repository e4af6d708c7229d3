// Package ui is the window: the warp at both tills, the chart beside it and
// the controls below.
//
// The window's State is a value. Everything that a user or a run does is an
// Action; Reduce turns a State and an Action into the next State and does
// nothing else. Widgets show a State; the Window carries out what cannot be a
// value: runs, files, dialogs, the animation's clock. So every behaviour of
// the window is a table test of Reduce.
//
// The package never imports fyne.io/fyne/v2/app: it builds and tests without
// cgo and without a display.
package ui
