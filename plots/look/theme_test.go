package look

import (
	"image/color"
	"math"
	"testing"
)

func themes() []*Theme { return []*Theme{DarkTheme(), LightTheme()} }

// The contrasts that the visual language promises, against the background.
func TestContrastOnBackground(t *testing.T) {
	tokens := []struct {
		name        string
		pick        func(*Theme) color.NRGBA
		dark, light float64
	}{
		{"panel", func(t *Theme) color.NRGBA { return t.Panel }, 1.08, 1.09},
		{"raise", func(t *Theme) color.NRGBA { return t.Raise }, 1.27, 1.13},
		{"text", func(t *Theme) color.NRGBA { return t.Text }, 15.18, 15.16},
		{"muted", func(t *Theme) color.NRGBA { return t.Muted }, 8.34, 6.60},
		{"dim", func(t *Theme) color.NRGBA { return t.Dim }, 5.50, 4.73},
		{"line", func(t *Theme) color.NRGBA { return t.Line }, 4.63, 3.34},
		{"wait", func(t *Theme) color.NRGBA { return t.Wait }, 3.05, 3.20},
		{"hair", func(t *Theme) color.NRGBA { return t.Hair }, 1.62, 1.34},
		{"hi", func(t *Theme) color.NRGBA { return t.Hi }, 18.29, 19.23},
		{"const", func(t *Theme) color.NRGBA { return t.Const }, 8.12, 5.04},
		{"glob", func(t *Theme) color.NRGBA { return t.Glob }, 7.93, 7.21},
		{"guess", func(t *Theme) color.NRGBA { return t.Guess }, 8.51, 7.21},
		{"one", func(t *Theme) color.NRGBA { return t.One }, 9.69, 5.54},
	}
	for _, token := range tokens {
		for _, theme := range themes() {
			want := token.light
			if theme.Dark() {
				want = token.dark
			}
			if got := Contrast(token.pick(theme), theme.Bg); math.Abs(got-want) > .006 {
				t.Errorf("%s on the %s background has contrast %.2f, want %.2f", token.name, theme.Name, got, want)
			}
		}
	}
}

// Pairs that must be readable: 4.5 for text, 3 for shapes that mean something.
func TestReadable(t *testing.T) {
	for _, theme := range themes() {
		paperOrEdge := theme.Paper
		if !theme.Dark() {
			paperOrEdge = theme.PaperEdge
		}
		pairs := []struct {
			what string
			a, b color.NRGBA
			need float64
		}{
			{"text on a button", theme.Text, theme.Raise, 4.5},
			{"text on a panel", theme.Text, theme.Panel, 4.5},
			{"muted text on a panel", theme.Muted, theme.Panel, 4.5},
			{"muted text on a button", theme.Muted, theme.Raise, 4.5},
			{"constant on a panel", theme.Const, theme.Panel, 4.5},
			{"global on a panel", theme.Glob, theme.Panel, 4.5},
			{"guess on a panel", theme.Guess, theme.Panel, 4.5},
			{"guess on a tray", theme.Guess, theme.TrayFill(), 4.5},
			{"text on a tray", theme.Text, theme.TrayFill(), 4.5},
			{"outline of a moved sector", theme.Glob, theme.TrayFill(), 3},
			{"ink on paper", theme.Ink, theme.Paper, 4.5},
			{"quiet ink on paper", theme.InkMuted, theme.Paper, 4.5},
			{"sector chips on paper", theme.SectorInk, theme.Paper, 3},
			{"paper against the window", paperOrEdge, theme.Bg, 3},
			{"badge outline", theme.Line, theme.Bg, 3},
			{"a quiet series", Mix(theme.Bg, theme.Const, .7), theme.Bg, 3},
			{"another quiet series", Mix(theme.Bg, theme.Glob, .7), theme.Bg, 3},
		}
		for _, p := range pairs {
			if got := Contrast(p.a, p.b); got < p.need {
				t.Errorf("%s, %s theme: contrast %.2f, want at least %.1f", p.what, theme.Name, got, p.need)
			}
		}
	}
}

func TestTrayFill(t *testing.T) {
	for _, c := range []struct {
		theme *Theme
		want  string
	}{{DarkTheme(), "243E50"}, {LightTheme(), "CEDBE1"}} {
		if got := c.theme.TrayFill(); got != hex(c.want) {
			t.Errorf("%s tray is %v, want %s", c.theme.Name, got, c.want)
		}
	}
}

// Lightness rises at every step, so that the ramp survives greyscale.
func TestRampRises(t *testing.T) {
	for _, theme := range themes() {
		for i := 1; i < len(theme.Ramp); i++ {
			if Luminance(theme.Ramp[i]) <= Luminance(theme.Ramp[i-1]) {
				t.Errorf("%s ramp does not rise at step %d", theme.Name, i)
			}
			if theme.Ramp[i].A != 255 {
				t.Errorf("%s ramp is not opaque at step %d", theme.Name, i)
			}
		}
	}
}

// The number on a solid cell is readable on every address colour, and it
// turns from white to black at one place.
func TestNumbersOnRamp(t *testing.T) {
	first := map[string]int{"dark": 4, "light": 15}
	for _, theme := range themes() {
		for i, fill := range theme.Ramp {
			ink := On(fill)
			if got := Contrast(ink, fill); got < 4.5 {
				t.Errorf("%s ramp %d: the number has contrast %.2f", theme.Name, i, got)
			}
			if black := ink.R == 0; black != (i >= first[theme.Name]) {
				t.Errorf("%s ramp %d: number black is %v", theme.Name, i, black)
			}
			edge := fill
			if !theme.Dark() {
				edge = Mix(fill, color.NRGBA{A: 255}, .30)
			}
			if got := Contrast(edge, theme.Bg); got < 3 {
				t.Errorf("%s ramp %d: the cell has contrast %.2f against the window", theme.Name, i, got)
			}
		}
		// A tap that was read: a light fill under normal text.
		for i, c := range theme.Ramp {
			if got := Contrast(theme.Text, Mix(theme.Bg, c, .28)); got < 6.4 {
				t.Errorf("%s ramp %d: text on a read tap has contrast %.2f", theme.Name, i, got)
			}
		}
	}
}

func TestAddress(t *testing.T) {
	theme := DarkTheme()
	for _, c := range []struct{ rank, distinct, want int }{
		{0, 2, 0}, {1, 2, 31}, {0, 32, 0}, {17, 32, 17}, {31, 32, 31}, {1, 3, 16}, {3, 8, 13}, {7, 8, 31},
	} {
		if got := theme.Address(c.rank, c.distinct); got != theme.Ramp[c.want] {
			t.Errorf("address %d of %d is %v, want step %d", c.rank, c.distinct, got, c.want)
		}
	}
	for _, distinct := range []int{0, 1} {
		if theme.Address(0, distinct) != theme.One {
			t.Errorf("the colour of one address is used for %d", distinct)
		}
	}
	// Different addresses never share a colour.
	for distinct := 2; distinct <= 32; distinct++ {
		seen := map[color.NRGBA]int{}
		for rank := range distinct {
			c := theme.Address(rank, distinct)
			if before, taken := seen[c]; taken {
				t.Errorf("addresses %d and %d of %d have one colour", before, rank, distinct)
			}
			seen[c] = rank
		}
	}
}

func TestByName(t *testing.T) {
	for name, dark := range map[string]bool{"dark": true, "light": false, "": false, "Dark": false} {
		if got := ByName(name).Dark(); got != dark {
			t.Errorf("theme %q dark is %v", name, got)
		}
	}
}
