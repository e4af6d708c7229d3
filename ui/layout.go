package ui

import "warpbill/ui/settings"

// box is a region of the window, in dp without zoom.
type box struct{ X, Y, W, H float64 }

// plan says where the parts of the window stand, in dp without zoom.
type plan struct {
	W, H      float64
	Compact   bool // stage and chart take turns in one place
	Picker    box
	Stage     box
	Divider   box
	Panel     box
	Transport box
}

// The heights of the bars and the limits of a small window.
const (
	pickerHeight    = 60
	transportHeight = 68
	compactWidth    = 1180
	compactHeight   = 700
	sideMargin      = 20
	stageMargin     = 24  // right of the stage's last column, within its area
	panelLeast      = 428 // the narrowest chart panel beside the stage
	panelGap        = 40  // between the stage and the panel
)

// newPlan is the layout of a window of the given size without zoom. The stage
// gets 60 % of the width and the panel the rest, at least 428.
func newPlan(w, h float64) plan {
	p := plan{
		W: w, H: h,
		Compact:   w < compactWidth || h < compactHeight,
		Picker:    box{0, 0, w, pickerHeight},
		Transport: box{0, h - transportHeight, w, transportHeight},
	}
	body := h - pickerHeight - transportHeight
	right := w - sideMargin
	if p.Compact {
		p.Stage = box{0, pickerHeight, w, body}
		p.Panel = box{sideMargin, pickerHeight + 12, right - sideMargin, body - 24}
		return p
	}
	stageRight := min(max(792, .6*w+24), right-panelLeast-panelGap)
	p.Stage = box{0, pickerHeight, stageRight + stageMargin, body}
	p.Panel = box{stageRight + panelGap, pickerHeight + 12, right - stageRight - panelGap, body - 24}
	p.Divider = box{stageRight + panelGap - 16, pickerHeight + 24, 1, body - 48}
	return p
}

// zoomFor is the zoom that a window can bear: never so large that less than
// the smallest window is left to lay out.
func zoomFor(want, w, h float64) float64 {
	return max(min(want, w/settings.MinWidth, h/settings.MinHeight), .5)
}
