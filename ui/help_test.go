package ui

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"go.uber.org/goleak"

	"warpbill/plots/look"
	"warpbill/plots/words"
)

func TestHelpListsKeysAndWords(t *testing.T) {
	test.NewTempApp(t)
	w := test.NewTempWindow(t, canvas.NewRectangle(noColor))
	w.Resize(fyne.NewSize(1024, 640))
	closed := 0
	keys := []KeyLine{{"Space", "play or pause"}, {"Ctrl and + - 0", "zoom"}}
	pop := showHelp(w.Canvas(), look.DarkTheme(), 1, keys, func() { closed++ })
	list := visibleTexts(newHelp(look.DarkTheme(), 1, keys).Content, fyne.Position{})
	for _, k := range keys {
		if !hasText(list, k.Keys) || !hasText(list, k.Does) {
			t.Errorf("the help lacks %v", k)
		}
	}
	for _, term := range words.Glossary() {
		if !hasText(list, term.Word) || !hasText(list, strings.Fields(term.Text)[0]) {
			t.Errorf("the help lacks %q", term.Word)
		}
	}
	size := pop.Size()
	if size.Width > 1024 || size.Height > 640 {
		t.Errorf("the help takes %v of the window", size)
	}
	f := w.Canvas().Focused()
	if f == nil {
		t.Fatal("the help cannot be closed by the keyboard")
	}
	for _, k := range []fyne.KeyName{fyne.KeyEnd, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyA, fyne.KeyEscape} {
		f.TypedKey(&fyne.KeyEvent{Name: k})
	}
	if closed != 1 || pop.Visible() {
		t.Error("Esc does not close the help")
	}
}

func TestHelpTextsDoNotMeet(t *testing.T) {
	test.NewTempApp(t)
	for _, zoom := range []float32{1, 1.5} {
		help := newHelp(look.LightTheme(), zoom, []KeyLine{{"L, S, O", "per-lane, stride, offset"}})
		w := test.NewTempWindow(t, help)
		w.SetPadded(false)
		w.Resize(fyne.NewSize(helpWidth*zoom, 3200))
		list := visibleTexts(help.Content, fyne.Position{})
		if len(list) < 20 {
			t.Fatalf("the help shows %d texts", len(list))
		}
		checkTexts(t, list, helpWidth*zoom, 3200)
	}
}

// shownTips is a layer of tips in a window, whose timer posts to the test.
func shownTips(t *testing.T, delay time.Duration) (*tips, *posts) {
	t.Helper()
	before := goleak.IgnoreCurrent()
	test.NewTempApp(t)
	q := newPosts()
	tip := newTips(look.DarkTheme(), q.post)
	tip.delay = delay
	w := test.NewTempWindow(t, tip.layer)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(428, 300))
	t.Cleanup(func() {
		tip.Close()
		goleak.VerifyNone(t, before)
	})
	return tip, q
}

func TestTipAppearsAfterAMoment(t *testing.T) {
	tip, q := shownTips(t, time.Millisecond)
	frames := 0
	tip.painted = func() { frames++ }
	pass, _ := words.FindTerm("passes")
	tip.Tip(pass.Text, fyne.NewPos(10, 10))
	if tip.box.Visible() {
		t.Error("the tip does not wait")
	}
	q.until(t, "the tip", tip.box.Visible)
	if frames != 1 {
		t.Errorf("the tip asks for %d frames to be seen in, want 1", frames)
	}
	if list := visibleTexts(tip.layer, fyne.Position{}); !hasText(list, "A pass is") {
		t.Errorf("the tip says %v", list)
	}
	tip.Tip("", fyne.Position{})
	if tip.box.Visible() || frames != 2 {
		t.Errorf("the tip stays when the pointer leaves, or is taken away without a frame: %d frames", frames)
	}
	tip.Tip("", fyne.Position{})
	if q.run(); frames != 2 {
		t.Error("a tip that is not there asks for a frame")
	}
}

func TestTipThatComesTooLate(t *testing.T) {
	tip, q := shownTips(t, time.Millisecond)
	tip.Tip("gone before it is shown", fyne.NewPos(10, 10))
	<-q.came
	tip.Tip("", fyne.Position{})
	q.run()
	if tip.box.Visible() {
		t.Error("a tip appears after the pointer left")
	}
	tip.delay = time.Hour
	tip.Tip("never", fyne.Position{})
	tip.Tip("never", fyne.NewPos(3, 3))
	if tip.at != fyne.NewPos(3, 3) {
		t.Error("the tip does not follow the pointer")
	}
}

func TestTipStaysInTheWindow(t *testing.T) {
	tip, _ := shownTips(t, time.Hour)
	long := strings.Repeat("many words that explain ", 40)
	for _, zoom := range []float32{1, 1.25} {
		tip.ruler = ruler{zoom}
		for _, at := range []fyne.Position{{X: 0, Y: 0}, {X: 427, Y: 0}, {X: 0, Y: 299}, {X: 427, Y: 299}, {X: 200, Y: 150}} {
			for _, text := range []string{"short", long} {
				tip.Now(text, at)
				p, s := tip.box.Position(), tip.box.Size()
				if p.X < 0 || p.Y < 0 || p.X+s.Width > 428 || p.Y+s.Height > 300 {
					t.Errorf("at %v the tip stands at %v, %v", at, p, s)
				}
				checkTexts(t, visibleTexts(tip.layer, fyne.Position{}), 428, 300)
			}
		}
	}
	if tip.Now("", fyne.Position{}); tip.box.Visible() {
		t.Error("an empty tip is shown")
	}
}
