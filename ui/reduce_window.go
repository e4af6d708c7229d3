package ui

import (
	"warpbill/cuda/measure"
	"warpbill/ui/settings"
)

// zoomStep is how much one step of the zoom changes.
const zoomStep = .125

func reduceWindow(s State, a Action) State {
	switch a := a.(type) {
	case nextTheme:
		switch {
		case a.Dark != a.SystemDark:
			s.Theme = ""
		case a.Dark:
			s.Theme = "light"
		default:
			s.Theme = "dark"
		}
	case fullScreen:
		s.Full = !s.Full
	case zoomBy:
		if a.By == 0 {
			s.Zoom = 1
		} else {
			s.Zoom = min(max(s.Zoom+float32(a.By)*zoomStep, settings.MinZoom), settings.MaxZoom)
		}
	case showDialog:
		return shown(s, a.Dialog)
	case closed:
		if s.Dialog == a.Dialog {
			s.Dialog = ""
		}
	case escape:
		return escaped(s)
	case setStatus:
		s.Status = short(a.Text)
	case tell:
		s.Notice = notice{Text: short(a.Text), Error: a.Error}
	case quit:
		s.Quit = true
	}
	return s
}

// shown opens a dialog unless one is open. There is nothing to save before
// something was measured or opened.
func shown(s State, dialog string) State {
	if s.Dialog != "" {
		return s
	}
	if dialog == dialogSave && s.own() == nil {
		s.Notice = notice{Text: "There is nothing to save yet: measure on this GPU or open a result first."}
		return s
	}
	s.Dialog = dialog
	return s
}

// escaped leaves the innermost thing: the dialog, else full screen.
func escaped(s State) State {
	switch {
	case s.Dialog != "":
		s.Dialog = ""
	case s.Full:
		s.Full = false
	}
	return s
}

// maxText is the longest text from outside that the window shows.
const maxText = 300

// short makes a text from outside fit to be shown: one line, without
// characters that obey, and cut where it is longer than anyone reads. Long
// texts freeze a toolkit that lays them out.
func short(text string) string { return measure.CleanText(text, maxText) }
