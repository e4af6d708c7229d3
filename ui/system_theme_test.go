package ui

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"warpbill/ui/settings"
)

// darkening is an application on a desktop that can turn dark.
type darkening struct {
	fyne.App
	settings *desktopSettings
}

func (d darkening) Settings() fyne.Settings { return d.settings }

type desktopSettings struct {
	fyne.Settings
	dark      bool
	listeners []func(fyne.Settings)
}

func (s *desktopSettings) ThemeVariant() fyne.ThemeVariant {
	if s.dark {
		return theme.VariantDark
	}
	return theme.VariantLight
}

func (s *desktopSettings) AddListener(f func(fyne.Settings)) { s.listeners = append(s.listeners, f) }

// TestTheWindowFollowsTheSystem: the desktop turns dark and light again while
// the window is open; a theme that the user has chosen stays.
func TestTheWindowFollowsTheSystem(t *testing.T) {
	for _, c := range []struct {
		chosen string
		want   [3]bool // dark, after light, dark and light
	}{{"", [3]bool{false, true, false}}, {"dark", [3]bool{true, true, true}}, {"light", [3]bool{}}} {
		t.Run("chosen "+c.chosen, func(t *testing.T) {
			t.Setenv("FYNE_THEME", "")
			a := test.NewTempApp(t)
			d := darkening{a, &desktopSettings{Settings: a.Settings()}}
			store := settings.Store{Path: t.TempDir() + "/settings.json"}
			if err := store.Save(settings.Settings{Theme: c.chosen}); err != nil {
				t.Fatal(err)
			}
			l := &loop{}
			w := NewWindow(d, Deps{Settings: store, Recordings: recordings(), Post: l.post})
			defer w.work.group.Wait()
			defer w.Close()
			w.arrange(fyne.NewSize(1280, 800))
			for i, want := range c.want {
				d.settings.dark = i == 1
				for _, changed := range d.settings.listeners {
					changed(d.settings)
				}
				l.turn()
				if got := w.desk.theme.Dark(); got != want {
					t.Errorf("step %d: dark is %v, want %v", i, got, want)
				}
				if got := w.panel.view.Theme.Dark(); got != want {
					t.Errorf("step %d: the panel's dark is %v, want %v", i, got, want)
				}
			}
		})
	}
}
