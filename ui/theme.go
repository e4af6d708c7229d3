package ui

import (
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"warpbill/plots/fonts"
	"warpbill/plots/look"
	"warpbill/plots/stage"
)

// palette is the toolkit's theme in this program's colours and letters, so
// that dialogs and lists look like everything else. A window has one of them
// and changes it: the toolkit reads all its fonts anew whenever it is given a
// theme, and its shaper keeps the last 32 that were read, some 200 MB.
type palette struct {
	fyne.Theme
	choice string // "", "light" or "dark"
	zoom   float32
	plain  fyne.Resource
	bold   fyne.Resource
	icons  *container.ThemeOverride
}

func newPalette(choice string, zoom float32) *palette {
	return &palette{
		Theme: theme.DefaultTheme(), choice: choice, zoom: zoom,
		plain: fyne.NewStaticResource("NotoSans-Regular.ttf", fonts.Regular),
		bold:  fyne.NewStaticResource("NotoSans-Bold.ttf", fonts.Bold),
	}
}

// choose is another theme. The toolkit's icons are drawn anew: it keeps their
// pictures, whose names say nothing of their colours, and forgets them only
// when a theme is given to the whole program or, as here, to one widget. That
// one shows nothing, so no font is read for it.
func (p *palette) choose(choice string) {
	p.choice = choice
	if p.icons != nil {
		p.icons.Refresh()
		return
	}
	p.icons = container.NewThemeOverride(newBackdrop(&desk{zoom: 1}, func(face) []stage.Shape { return nil }), p)
}

// look is the palette of colours that is shown.
func (p *palette) look(v fyne.ThemeVariant) *look.Theme {
	name := p.choice
	if name == "" {
		name = "light"
		if v == theme.VariantDark {
			name = "dark"
		}
	}
	return look.ByName(name)
}

// Color is the colour of the given name.
func (p *palette) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	t := p.look(v)
	switch name {
	case theme.ColorNameBackground:
		return cleared(t.Bg)
	case theme.ColorNameForeground, theme.ColorNamePrimary, theme.ColorNameHyperlink:
		return t.Text
	case theme.ColorNameForegroundOnPrimary:
		return t.Bg
	case theme.ColorNameMenuBackground, theme.ColorNameOverlayBackground, theme.ColorNameHeaderBackground, theme.ColorNameInputBackground:
		return t.Panel
	case theme.ColorNameButton:
		return t.Raise
	case theme.ColorNameDisabledButton:
		return t.Panel
	case theme.ColorNameDisabled, theme.ColorNamePlaceHolder:
		return t.Muted
	case theme.ColorNameInputBorder, theme.ColorNameScrollBar:
		return t.Line
	case theme.ColorNameSeparator:
		return t.Hair
	case theme.ColorNameFocus:
		return look.Fade(t.Hi, .35)
	case theme.ColorNameSelection, theme.ColorNameHover, theme.ColorNamePressed:
		return look.Fade(t.Text, .14)
	case theme.ColorNameShadow:
		return color.NRGBA{A: 70}
	}
	variant := theme.VariantLight
	if t.Dark() {
		variant = theme.VariantDark
	}
	return p.Theme.Color(name, variant)
}

// cleared is the colour to ask for so that an empty window gets c: Fyne's
// OpenGL painter divides the 16 bits of a channel by 255*255 when it clears
// the frame, and makes it lighter than what is drawn in the same colour.
func cleared(c color.NRGBA) color.NRGBA {
	channel := func(v uint8) uint8 { return uint8(math.Round(float64(v) * 255 / 257)) }
	return color.NRGBA{R: channel(c.R), G: channel(c.G), B: channel(c.B), A: c.A}
}

// Font is Noto Sans, whatever the toolkit's default is; code keeps the
// toolkit's monospaced letters.
func (p *palette) Font(style fyne.TextStyle) fyne.Resource {
	switch {
	case style.Monospace || style.Symbol:
		return p.Theme.Font(style)
	case style.Bold:
		return p.bold
	}
	return p.plain
}

// Size is the toolkit's size times the zoom.
func (p *palette) Size(name fyne.ThemeSizeName) float32 {
	size := p.Theme.Size(name)
	if name == theme.SizeNameSeparatorThickness {
		return size
	}
	return size * p.zoom
}

var _ fyne.Theme = (*palette)(nil)
