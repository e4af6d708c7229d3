package ui

import (
	"os"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"warpbill/plots/stage"
	"warpbill/plots/words"
	"warpbill/ui/lesson"
	"warpbill/ui/settings"
)

// Window is the program's window: it shows a State and carries out what
// cannot be a value.
type Window struct {
	deps   Deps
	app    fyne.App
	window fyne.Window
	state  State
	queue  []Action // not yet carried out
	busy   bool

	desk       *desk
	picker     *picker
	stage      *stageView
	divider    *backdrop
	panel      *panel
	transport  *transport
	banner     *banner
	tips       *tips
	root       *fyne.Container
	keys       map[fyne.KeyName]key // without a modifier
	shortcuts  map[fyne.KeyName]key // with Ctrl
	plan       plan
	clock      *clock
	work       *work
	remembered settings.Settings
	palette    *palette
	forced     bool   // FYNE_THEME is set, so the stored theme waits
	dismiss    func() // takes away the dialog that is open; nil without one
	closing    bool
}

// patience is how long a closing window waits for a run to end.
const patience = 3 * time.Second

// NewWindow makes the window. It is shown by Show and ends the program when
// it is closed.
func NewWindow(a fyne.App, d Deps) *Window {
	if d.Now == nil {
		d.Now = time.Now
	}
	if d.Post == nil {
		d.Post = fyne.Do
	}
	w := &Window{deps: d, app: a, work: newWork(d.Post), forced: os.Getenv("FYNE_THEME") != ""}
	remembered, problem := d.Settings.Load()
	w.remembered = remembered
	if w.forced {
		remembered.Theme = ""
	}
	w.state = Start(d, remembered)
	w.palette = newPalette(w.state.Theme, w.state.Zoom)
	w.window = a.NewWindow(strings.TrimSpace("Warpbill " + d.Version))
	w.window.SetPadded(false)
	w.window.SetMaster()
	w.build()
	w.clock = &clock{
		now: d.Now, tick: func(real time.Duration) { w.do(tick{real}) },
		later: func(f func()) { go d.Post(f) }, // not from the UI goroutine, or it would run before the painting
	}
	w.restyle()
	a.Settings().SetTheme(w.palette) // once: see palette
	a.Settings().AddListener(func(fyne.Settings) { d.Post(w.restyle) })
	w.window.SetContent(w.root)
	w.listen()
	w.window.SetCloseIntercept(w.Close)
	w.window.SetOnDropped(w.dropped)
	w.window.Resize(fyne.NewSize(w.remembered.Width, w.remembered.Height))
	if problem != nil {
		w.do(tell{Text: sentence(problem), Error: true})
	}
	w.begin()
	return w
}

// Show shows the window. Call it when the application has started, so that a
// machine that cannot show a window ends the program at once.
func (w *Window) Show() { w.window.Show() }

func (w *Window) now() time.Time { return w.deps.Now() }

// build makes the parts of the window.
func (w *Window) build() {
	d := &desk{theme: w.palette.look(w.app.Settings().ThemeVariant()), zoom: 1}
	d.key = w.typed
	d.status = func(text string) { w.do(setStatus{text}) }
	d.unfocus = func() { w.window.Canvas().Unfocus() }
	d.canvas = w.window.Canvas
	w.desk = d
	w.picker = newPicker(d, w.do, w.orderMenu)
	w.stage = newStageView(d)
	w.stage.paint = func(lane int) { w.do(paintLane{lane}) }
	w.stage.seek = func(to float64) { w.do(scrubTo{to}) }
	w.divider = newBackdrop(d, func(f face) []stage.Shape { return []stage.Shape{rect(0, 0, f.W, f.H, 0, f.Hair)} })
	w.tips = newTips(d.theme, w.deps.Post)
	w.stage.explain, w.stage.choose = w.explain, w.pathMenu
	w.panel = newPanel(PanelActions{
		Mode:    func(mode string) { w.do(setMode{mode}) },
		Run:     func() { w.do(startRun{Now: w.now()}) },
		Cancel:  func() { w.do(cancelRun{}) },
		Open:    func() { w.do(showDialog{dialogOpen}) },
		Lessons: w.startLesson,
		Source:  func(id string, on bool) { w.do(setSource{id, on}) },
		Nearest: w.pickNearest,
		Term:    w.explainTerm,
		Tip:     w.explain,
		Keys:    w.typed,
		Copied:  func() { w.do(tell{Text: "The table is on the clipboard."}) },
	}, w.deps.Post)
	w.transport = newTransport(d, w.do, w.speedMenu)
	w.banner = newBanner(d, func() { w.do(tell{}) })
	w.root = container.New(&rootLayout{w}, w.picker.Container, w.stage, w.divider, w.panel, w.transport.Container, w.banner.Container, w.tips.layer)
}

// explain shows a sentence beside the pointer and in the status line.
func (w *Window) explain(text string, at fyne.Position) {
	w.tips.Tip(text, at)
	if w.state.Status != short(text) {
		w.do(setStatus{text})
	}
}

// explainTerm explains a word of the glossary; an empty one ends it.
func (w *Window) explainTerm(word string, at fyne.Position) {
	term, _ := words.FindTerm(word)
	w.explain(term.Text, at)
}

// pickNearest puts the pattern on stage that the chart has instead.
func (w *Window) pickNearest() {
	if g, missing := w.state.gap(w.state.selected(w.deps)); missing {
		w.do(g.pick())
	}
}

// begin starts what the window does by itself: the replay, looking for a
// GPU, and opening the file it was given or what the last window left.
func (w *Window) begin() {
	w.display(nil)
	w.clock.run(w.state.Playing)
	w.findDevices()
	if w.deps.Open != "" {
		w.open(w.deps.Open)
	} else {
		w.openKept()
	}
}

// do carries out an action. It runs on the UI goroutine; an action that comes
// while another is carried out waits for it.
func (w *Window) do(a Action) {
	w.queue = append(w.queue, a)
	if w.busy || w.closing {
		return
	}
	w.busy = true
	defer func() { w.busy = false }()
	for len(w.queue) > 0 {
		a, w.queue = w.queue[0], w.queue[1:]
		old := w.state
		w.state = Reduce(w.deps, old, a)
		w.carryOut(old)
		if w.closing {
			return
		}
		if _, moving := a.(tick); moving && old.Tap == w.state.Tap && old.Playing == w.state.Playing {
			w.move()
			continue
		}
		w.display(a)
	}
}

// carryOut does what a change of the state asks for.
func (w *Window) carryOut(old State) {
	s := w.state
	switch {
	case s.Theme != old.Theme:
		w.chooseColors()
		w.remember()
	case s.Zoom != old.Zoom:
		w.restyle()
		w.remember()
	}
	if s.Full != old.Full {
		w.window.SetFullScreen(s.Full)
	}
	if s.Run.ID != old.Run.ID {
		w.work.run(w.deps.Runner, s.Run.ID, w.deps.Now, w.do)
	}
	if s.Run.Phase == "cancelling" && old.Run.Phase != "cancelling" {
		w.work.cancelRun()
	}
	if s.Dialog != old.Dialog {
		w.changeDialog(s.Dialog)
	}
	if s.Quit {
		w.Close()
		return
	}
	w.clock.run(s.Playing && s.Dialog == "")
}

// startLesson puts the built-in lesson in the panel.
func (w *Window) startLesson() {
	lessons := lesson.All()
	if len(lessons) == 0 {
		return
	}
	w.panel.StartLesson(lessons[0], w.lessonActions())
}

// Close ends the window: it remembers what is to be remembered, ends a run
// and goes when nothing of it is left.
func (w *Window) Close() {
	if w.closing {
		return
	}
	w.remember()
	w.keepRun()
	w.closing = true
	w.clock.run(false)
	w.tips.Close()
	w.panel.Close()
	w.window.Hide()
	w.work.close(patience, func() { w.deps.Post(w.window.Close) })
}

// Stop is for a program that ends without its window having been closed, by a
// signal: a run must not outlive it. Call it once the application has run: the
// toolkit forgets its own notice of that when it is about to end.
func (w *Window) Stop() {
	if w.closing {
		return
	}
	w.remember()
	w.keepRun()
	w.closing = true
	w.panel.Close()
	ended := make(chan struct{})
	w.work.close(patience, func() { close(ended) })
	<-ended
}
