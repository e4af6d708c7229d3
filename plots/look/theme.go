// Package look is the visual language shared by window, chart and slide: the
// colour tokens of both themes, the ramp of address colours, and the fonts
// with their widths. Sizes are in device-independent pixels.
package look

import "image/color"

// Theme is the palette of one theme. Tokens are named for what they mean,
// never for how they look.
type Theme struct {
	Name string // "dark" or "light"

	Bg, Panel, Raise, Text, Muted, Dim, Line, Wait, Hair, Hi color.NRGBA

	Const, Glob      color.NRGBA // constant: always a circle; global: always a square
	Guess            color.NRGBA // a learner's guess: always dashed
	Paper, PaperEdge color.NRGBA // the tape of the bill
	Ink, InkMuted    color.NRGBA // text on paper
	SectorInk        color.NRGBA // sector chips on paper
	One              color.NRGBA // the address colour when there is one address

	Tray float64         // how much Glob is mixed into Bg in a moved sector
	Ramp [32]color.NRGBA // address colours, from dark to light
}

// Dark reports whether the theme is the dark one.
func (t *Theme) Dark() bool { return t.Name == "dark" }

// TrayFill is the colour of a sector that was moved.
func (t *Theme) TrayFill() color.NRGBA { return Mix(t.Bg, t.Glob, t.Tray) }

// Address is the colour of the address of the given rank among the distinct
// addresses of a pattern, both counted as the model counts them.
func (t *Theme) Address(rank, distinct int) color.NRGBA {
	if distinct <= 1 {
		return t.One
	}
	return t.Ramp[(rank*31*2+(distinct-1))/(2*(distinct-1))]
}

// ByName is the theme "dark" or "light"; any other name is the light one.
func ByName(name string) *Theme {
	if name == "dark" {
		return DarkTheme()
	}
	return LightTheme()
}

// DarkTheme is the palette for a dark room.
func DarkTheme() *Theme {
	return &Theme{
		Name: "dark",
		Bg:   hex("12151A"), Panel: hex("191D24"), Raise: hex("242A33"), Text: hex("E8EAED"), Muted: hex("A7B0BB"),
		Dim: hex("848E9A"), Line: hex("77818E"), Wait: hex("5B6470"), Hair: hex("343B45"), Hi: hex("FFFFFF"),
		Const: hex("E69F00"), Glob: hex("56B4E9"), Guess: hex("E39BC6"),
		Paper: hex("EFE8D6"), PaperEdge: hex("EFE8D6"), Ink: hex("1D1B16"), InkMuted: hex("5C5648"),
		SectorInk: hex("1F6FA3"), One: hex("4FD1B5"), Tray: .26,
		Ramp: ramp("8C5087 8B5692 895C9D 8663A8 836AB1 7E71BA 7A78C1 747FC8 6E87CD 678FD1 5F96D4 589ED6 50A5D7 49ACD7 44B3D5 41BAD3 " +
			"42C1CF 47C7CB 4FCCC6 5AD1C1 67D6BB 76DAB5 85DEAF 94E2A9 A4E4A3 B4E79E C4E99A D4EB97 E3EC95 F2ED95 FFEE9F FFF1CC"),
	}
}

// LightTheme is the palette for a bright room and for paper.
func LightTheme() *Theme {
	return &Theme{
		Name: "light",
		Bg:   hex("F5F5F2"), Panel: hex("FFFFFF"), Raise: hex("E7E8E4"), Text: hex("1B1F24"), Muted: hex("505862"),
		Dim: hex("666E78"), Line: hex("7E8791"), Wait: hex("828A94"), Hair: hex("D3D6D6"), Hi: hex("000000"),
		Const: hex("B34700"), Glob: hex("00558A"), Guess: hex("8A2F63"),
		Paper: hex("FFFDF6"), PaperEdge: hex("4A463C"), Ink: hex("1D1B16"), InkMuted: hex("5C5648"),
		SectorInk: hex("00558A"), One: hex("0B6F63"), Tray: .16,
		Ramp: ramp("4E1752 4E1E5D 4E2567 4C2D71 4A347A 473B82 42438A 3D4B90 365396 2D5B9A 22639E 0F6AA0 05729F 05799C 09809B 04879A " +
			"098D98 009497 039B95 09A291 26A78C 3EAC87 52B182 64B57C 76B877 87BC72 98BE6E A9C16B B9C369 C8C569 D7C76B E5C86E"),
	}
}
