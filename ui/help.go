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
	helpKeyWidth  float32 = 150
	helpWidth float32 = 640
)

// newHelp lists the keys and explains the words of the trade.
func newHelp(th *look.Theme, keys []KeyLine) fyne.CanvasObject {
	list := container.NewVBox(newHelpHead(th, "Keys"))
	for _, k := range keys {
		list.Add(newHelpLine(th, k.Keys, k.Does, helpKeyWidth))
	}
	list.Add(newHelpHead(th, "Words"))
	for _, t := range words.Glossary() {
		list.Add(newHelpLine(th, t.Word, t.Text, 96))
	}
	scroll := container.NewVScroll(list)
	scroll.SetMinSize(fyne.NewSize(helpWidth, 460))
	return scroll
}

// showHelp opens the list over the window; Esc, F1 or Close closes it.
func showHelp(c fyne.Canvas, th *look.Theme, keys []KeyLine, closed func()) *widget.PopUp {
	var pop *widget.PopUp
	done := newPushButton(buttonRaised, "Close", sizeCaption, func() {
		pop.Hide()
		if closed != nil {
			closed()
		}
	})
	done.keys = func(e *fyne.KeyEvent) {
		if e.Name == fyne.KeyEscape || e.Name == fyne.KeyF1 {
			done.Tapped(nil)
		}
	}
	done.set(th, "Close", false, false)
	foot := container.New(&fixedLayout{fyne.NewSize(80, 44)}, done)
	pop = widget.NewModalPopUp(container.NewBorder(nil, foot, nil, nil, newHelp(th, keys)), c)
	size := c.Size()
	pop.Resize(fyne.NewSize(min(helpWidth+32, size.Width-40), min(620, size.Height-60)))
	pop.Show()
	c.Focus(done)
	return pop
}

// fixedLayout gives its one object a size in the middle of a row.
type fixedLayout struct{ size fyne.Size }

func (l *fixedLayout) MinSize([]fyne.CanvasObject) fyne.Size { return l.size }

func (l *fixedLayout) Layout(objects []fyne.CanvasObject, s fyne.Size) {
	for _, o := range objects {
		place(o, (s.Width-l.size.Width)/2, 8, l.size.Width, l.size.Height-14)
	}
}

// helpLine is a word and what it means, wrapped beside it.
type helpLine struct {
	widget.BaseWidget
	theme  *look.Theme
	text   string
	indent float32
	word   *canvas.Text
	lines  []*canvas.Text
}

func newHelpHead(th *look.Theme, s string) fyne.CanvasObject {
	l := newHelpLine(th, s, "", 0)
	l.word.TextSize = sizeTab
	return l
}

func newHelpLine(th *look.Theme, word, text string, indent float32) *helpLine {
	l := &helpLine{theme: th, text: text, indent: indent, word: newText(sizeCaption)}
	setText(l.word, word, th.Text, true)
	for range len(wrapText(text, sizeCaption, helpWidth-indent-40, false, 0)) {
		l.lines = append(l.lines, newText(sizeCaption))
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
		if l.text == "" {
			return fyne.NewSize(80, 34)
		}
		return fyne.NewSize(helpWidth-40, 20*float32(len(l.lines)))
	}
	d.layout = func(fyne.Size) {
		base := 15 + d.min().Height - 20*max(float32(len(l.lines)), 1)
		placeText(l.word, 12, base)
		for i, line := range wrapText(l.text, sizeCaption, helpWidth-l.indent-40, false, len(l.lines)) {
			setText(l.lines[i], line, l.theme.Muted, false)
			placeText(l.lines[i], 12+l.indent, 15+20*float32(i))
		}
	}
	d.refresh = func() { d.layout(l.Size()) }
	return d
}

var _ fyne.Widget = (*helpLine)(nil)
