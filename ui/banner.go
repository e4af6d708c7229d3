package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"warpbill/plots/stage"
)

// wrapped breaks a text into at most most lines of the given width.
func wrapped(text string, size, width float64, most int) []string {
	return wrapText(text, float32(size), float32(width), false, most)
}

// banner is a plain sentence about something that happened. It stands over
// the head of the panel until it is closed or the user goes on.
type banner struct {
	*fyne.Container
	back  *backdrop
	close *control
	text  string
	error bool
}

const (
	bannerWidth = 428
	bannerSize  = 14
)

func newBanner(d *desk, dismiss func()) *banner {
	b := &banner{}
	b.back = newBackdrop(d, b.draw)
	b.close = newControl(d, "close this message", dismiss, func(f face) []stage.Shape {
		return append([]stage.Shape{wash(f, 6)}, iconClose(f, f.Text)...)
	})
	b.close.radius = 6
	b.Container = container.NewWithoutLayout(b.back, b.close)
	b.Hide()
	return b
}

func (b *banner) lines() []string { return wrapped(b.text, bannerSize, bannerWidth-62, 8) }

func (b *banner) draw(f face) []stage.Shape {
	box := rect(0, 0, f.W, f.H, 8, f.Panel)
	box.Stroke, box.StrokeWidth = f.Line, 1.4
	if b.error {
		box.Stroke, box.StrokeWidth = f.Text, 2
	}
	shapes := []stage.Shape{box}
	for i, line := range b.lines() {
		shapes = append(shapes, label(16, 26+float64(i)*20, line, bannerSize, false, stage.Leading, f.Text))
	}
	return shapes
}

// show places the banner at the right, under the picker.
func (b *banner) show(n notice, width float64) {
	b.text, b.error = n.Text, n.Error
	if n.Text == "" {
		b.Hide()
		return
	}
	x, y := width-bannerWidth-sideMargin, float64(pickerHeight+12)
	h := float64(len(b.lines()))*20 + 20
	b.back.place(x, y, bannerWidth, h)
	b.close.place(x+bannerWidth-34, y+6, 28, 28)
	b.Show()
}
