package ui

import (
	"fmt"

	"warpbill/plots/words"
)

// panelView is what the chart panel shows of the state.
func (w *Window) panelView() PanelView {
	s := w.state
	results := s.selected(w.deps)
	v := PanelView{
		Theme: w.desk.theme, Mode: s.Mode, Results: results,
		Live:     s.Run.Active() && len(s.On) > 0 && s.On[0] == liveID,
		Emphasis: s.emphasis(),
		GPU:      s.GPUText, Compact: w.plan.Compact, Zoom: float32(w.desk.zoom),
		Run: RunView{
			Phase: s.Run.Phase, Done: s.Run.Done, Total: s.Run.Total, Text: s.Run.Text,
			LeftSeconds: s.Run.left().Seconds(), Device: s.Run.Device, CanRun: s.canRun(w.deps), Err: s.Run.Err,
		},
	}
	if g, missing := s.gap(results); missing {
		v.Note, v.Nearest = words.NoTimes(g.Pattern), g.Nearest.Lanes()
	}
	if v.Run.Device == "" {
		v.Run.Device = s.deviceName()
	}
	if s.Run.Phase == "starting" || s.Run.Phase == "running" {
		v.Run.Text = fmt.Sprintf("%s, %d of %d points", s.Run.Text, s.Run.Done, s.Run.Total)
	}
	if !v.Run.CanRun && v.Run.Text == "" {
		v.Run.Text = s.WhyNot
	}
	v.Sources = s.sources(w.deps)
	return v
}

// sources lists everything that can be on the chart.
func (s State) sources(d Deps) []SourceItem {
	var list []SourceItem
	add := func(id string) {
		r := s.source(d, id)
		if r == nil {
			return
		}
		item := SourceItem{ID: id, Label: short(r.SourceLabel())}
		for _, on := range s.On {
			item.On = item.On || on == id
		}
		list = append(list, item)
	}
	add(liveID)
	add(fileID)
	for _, r := range d.Recordings {
		add(r.ID)
	}
	return list
}
