package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"warpbill/plots/look"
	"warpbill/plots/words"
)

// KeyLine is one line of the list of keys.
type KeyLine struct{ Keys, Does string }

// helpKeyWidth is how wide the column of keys is, helpWidth the whole list.
const (
	helpKeyWidth float32 = 150
	helpWidth    float32 = 640
)

// newHelp lists the keys and explains the words of the trade.
func newHelp(th *look.Theme, zoom float32, keys []KeyLine) *container.Scroll {
	r := ruler{zoom}
	list := container.NewVBox(newHelpHead(th, r, "Keys"))
	for _, k := range keys {
		list.Add(newHelpLine(th, r, k.Keys, k.Does, helpKeyWidth))
	}
	list.Add(newHelpHead(th, r, "Words"))
	for _, t := range words.Glossary() {
		list.Add(newHelpLine(th, r, t.Word, t.Text, 116))
	}
	list.Add(newHelpHead(th, r, "Memory paths"))
	for _, p := range words.Paths() {
		list.Add(newHelpLine(th, r, p.Till, p.Note, helpKeyWidth))
	}
	scroll := container.NewVScroll(list)
	scroll.SetMinSize(r.pixels(helpWidth, 300))
	return scroll
}

// showHelp opens the list over the window. The arrow and page keys scroll it;
// Esc, F1 or Close closes it.
func showHelp(c fyne.Canvas, th *look.Theme, zoom float32, keys []KeyLine, closed func()) *widget.PopUp {
	var pop *widget.PopUp
	done := newPushButton(buttonRaised, "Close", sizeCaption, func() {
		pop.Hide()
		if closed != nil {
			closed()
		}
	})
	list := newHelp(th, zoom, keys)
	done.keys = func(e *fyne.KeyEvent) {
		page := list.Size().Height * .8
		switch by := map[fyne.KeyName]float32{fyne.KeyDown: 40, fyne.KeyUp: -40, fyne.KeyPageDown: page, fyne.KeyPageUp: -page, fyne.KeyHome: -1e6, fyne.KeyEnd: 1e6}[e.Name]; {
		case e.Name == fyne.KeyEscape || e.Name == fyne.KeyF1:
			done.Tapped(nil)
		case by != 0:
			most := max(list.Content.MinSize().Height-list.Size().Height, 0)
			list.ScrollToOffset(fyne.NewPos(0, min(max(list.Offset.Y+by, 0), most)))
		}
	}
	done.set(th, "Close", false, false)
	done.ruler = ruler{zoom}
	foot := container.New(&fixedLayout{done.pixels(80, 44)}, done)
	pop = widget.NewModalPopUp(container.NewBorder(nil, foot, nil, nil, list), c)
	size, want := c.Size(), ruler{zoom}.pixels(helpWidth+32, 620)
	pop.Resize(fyne.NewSize(min(want.Width, size.Width-40), min(want.Height, size.Height-60)))
	pop.Show()
	c.Focus(done)
	return pop
}

// fixedLayout gives its one object a size in the middle of a row.
type fixedLayout struct{ size fyne.Size }

func (l *fixedLayout) MinSize([]fyne.CanvasObject) fyne.Size { return l.size }

func (l *fixedLayout) Layout(objects []fyne.CanvasObject, s fyne.Size) {
	for _, o := range objects {
		ruler{}.place(o, (s.Width-l.size.Width)/2, 8, l.size.Width, l.size.Height-14)
	}
}

// helpLine is a word and what it means, wrapped beside it.
type helpLine struct {
	widget.BaseWidget
	ruler
	theme  *look.Theme
	does   string
	indent float32
	size   float32
	word   *canvas.Text
	lines  []*canvas.Text
}

func newHelpHead(th *look.Theme, r ruler, s string) fyne.CanvasObject {
	l := newHelpLine(th, r, s, "", 0)
	l.size = sizeTab
	return l
}

func newHelpLine(th *look.Theme, r ruler, word, text string, indent float32) *helpLine {
	l := &helpLine{ruler: r, theme: th, does: text, indent: indent, size: sizeCaption, word: newText()}
	setText(l.word, word, th.Text, true)
	for range len(wrapText(text, sizeCaption, helpWidth-indent-40, false, 0)) {
		l.lines = append(l.lines, newText())
	}
	l.ExtendBaseWidget(l)
	return l
}

func (l *helpLine) CreateRenderer() fyne.WidgetRenderer {
	d := &drawing{objects: []fyne.CanvasObject{l.word}}
	for _, t := range l.lines {
		d.objects = append(d.objects, t)
	}
	d.min = func() fyne.Size {
		if l.does == "" {
			return l.pixels(80, 34)
		}
		return l.pixels(helpWidth-40, 20*float32(len(l.lines)))
	}
	d.layout = func(fyne.Size) {
		base := float32(15)
		if l.does == "" {
			base = 26
		}
		l.text(l.word, l.size, 12, base)
		for i, line := range wrapText(l.does, sizeCaption, helpWidth-l.indent-40, false, len(l.lines)) {
			setText(l.lines[i], line, l.theme.Muted, false)
			l.text(l.lines[i], sizeCaption, 12+l.indent, 15+20*float32(i))
		}
	}
	d.refresh = func() { d.layout(l.Size()) }
	return d
}

var _ fyne.Widget = (*helpLine)(nil)
