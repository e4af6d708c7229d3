package ui

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"warpbill/plots/look"
	"warpbill/sim"
	"warpbill/ui/lesson"
)

// TestLessonLeadsThroughItsSteps follows the built-in lesson with the card's
// buttons and holds what it asks of the window against its steps.
func TestLessonLeadsThroughItsSteps(t *testing.T) {
	test.NewTempApp(t)
	l := lesson.All()[0]
	var asked []string
	ask := func(format string, a ...any) { asked = append(asked, fmt.Sprintf(format, a...)) }
	c := newLessonCard()
	changes := 0
	c.changed = func() { changes++ }
	c.start(l, LessonActions{
		Pattern: func(choice sim.Choice, tap int) { ask("%s@%d", choice, tap) },
		Figure:  func(mode string) { ask("%s", mode) },
		Source:  func(id string) { ask("source %s", id) },
		Play:    func() { ask("play") },
		Closed:  func() { ask("closed") },
	})
	for i, s := range l.Steps {
		var want []string
		if s.Source != "" {
			want = append(want, "source "+s.Source)
		}
		choice, _, err := s.Pattern()
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, fmt.Sprintf("%s@%d", choice, s.Tap), s.Figure)
		if s.Play {
			want = append(want, "play")
		}
		if got := strings.Join(asked, ", "); got != strings.Join(want, ", ") {
			t.Errorf("step %d asks for %s, want %v", i+1, got, want)
		}
		asked = nil
		if i < len(l.Steps)-1 {
			test.Tap(c.next)
		}
	}
	test.Tap(c.back)
	if c.at != len(l.Steps)-2 {
		t.Errorf("Back leads to step %d", c.at+1)
	}
	test.Tap(c.next)
	asked = nil
	test.Tap(c.next)
	if got := strings.Join(asked, ", "); got != "closed" || c.Visible() {
		t.Errorf("behind the last step: %s, visible %v", got, c.Visible())
	}
	if changes == 0 {
		t.Error("the panel is not told")
	}
}

func TestLessonAtItsEnds(t *testing.T) {
	test.NewTempApp(t)
	c := newLessonCard()
	c.Hide()
	c.start(lesson.Lesson{}, LessonActions{})
	if c.Visible() {
		t.Error("a lesson without steps is shown")
	}
	c.step(1)
	c.start(lesson.All()[0], LessonActions{})
	c.step(-1)
	if c.at != 0 {
		t.Errorf("before the first step: %d", c.at)
	}
	test.Tap(c.close)
	if c.Visible() {
		t.Error("Close does not close")
	}
}

func TestLessonCardHasRoomForEveryStep(t *testing.T) {
	test.NewTempApp(t)
	for _, width := range []float32{392, 428, 700} {
		for _, th := range []*look.Theme{look.DarkTheme(), look.LightTheme()} {
			c := newLessonCard()
			c.set(th)
			c.start(lesson.All()[0], LessonActions{})
			h := c.height(width)
			w := test.NewTempWindow(t, c)
			w.SetPadded(false)
			w.Resize(fyne.NewSize(width, h))
			for i, s := range c.lesson.Steps {
				c.at = i
				c.Refresh()
				list := visibleTexts(c, fyne.Position{})
				checkTexts(t, list, width, h)
				last := strings.Fields(s.Text)
				if !hasText(list, last[len(last)-1]) || hasText(list, "…") {
					t.Errorf("width %v, step %d is cut: %v", width, i+1, list)
				}
			}
		}
	}
}
