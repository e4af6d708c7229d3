// Package lesson holds the lessons: short tours of a few steps, each with a
// pattern on stage, a chart beside it and a few sentences to read. It knows
// no window.
package lesson

import (
	"fmt"

	"warpbill/sim"
)

// Lesson is a tour.
type Lesson struct {
	ID      string
	Title   string
	Steps   []Step
	Sources []Source
}

// Step is one stop of a tour.
type Step struct {
	Title  string
	Text   string
	Choice string // the pattern, as the command line writes it; empty: leave it
	Tap    int    // the convolution's tap k
	Figure string // "ratio" or "time"; empty: leave it
	Source string // ID of a recording to show; empty: leave it
	Play   bool   // let the warp run
}

// Source is where a lesson's facts come from.
type Source struct {
	Text, URL string
}

// Pattern is the step's choice; ok is false when the step leaves the pattern
// as it is.
func (s Step) Pattern() (choice sim.Choice, ok bool, err error) {
	if s.Choice == "" {
		return sim.Choice{}, false, nil
	}
	choice, err = sim.ParseChoice(s.Choice)
	return choice, err == nil, err
}

// Check says what is wrong with a lesson, if anything.
func (l Lesson) Check() error {
	if l.ID == "" || l.Title == "" || len(l.Steps) == 0 {
		return fmt.Errorf("a lesson needs an ID, a title and at least one step")
	}
	for i, s := range l.Steps {
		fail := func(what string) error { return fmt.Errorf("lesson %q, step %d: %s", l.ID, i+1, what) }
		if s.Title == "" || s.Text == "" {
			return fail("a step needs a title and a text")
		}
		if s.Tap < 0 || s.Tap >= sim.FilterTaps {
			return fail(fmt.Sprintf("tap %d is not one of 0 to %d", s.Tap, sim.FilterTaps-1))
		}
		if s.Figure != "" && s.Figure != "ratio" && s.Figure != "time" {
			return fail(fmt.Sprintf("the figure is %q: use ratio or time", s.Figure))
		}
		if _, _, err := s.Pattern(); err != nil {
			return fail(err.Error())
		}
	}
	return nil
}

// All lists the built-in lessons in the order in which they are offered.
func All() []Lesson {
	return []Lesson{oneOrThirtyTwo()}
}
