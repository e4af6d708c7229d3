package stage

import (
	"flag"
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbill/plots/look"
	"warpbill/sim"
)

var update = flag.Bool("update", false, "write the lists in testdata anew")

// dump writes a list as text, one visible shape a line.
func dump(shapes []Shape) string {
	hex := func(c color.NRGBA) string {
		if c.A == 0 {
			return "none"
		}
		return fmt.Sprintf("%02x%02x%02x%02x", c.R, c.G, c.B, c.A)
	}
	var b strings.Builder
	for _, s := range shapes {
		if s.Hidden {
			continue
		}
		switch s.Kind {
		case Rect, Triangle:
			fmt.Fprintf(&b, "%s %.1f,%.1f %.1fx%.1f r%.1f %s %s %.1f\n", [...]string{Rect: "rect", Triangle: "triangle"}[s.Kind], s.X, s.Y, s.W, s.H, s.Radius, hex(s.Fill), hex(s.Stroke), s.StrokeWidth)
		case Line:
			fmt.Fprintf(&b, "line %.1f,%.1f %.1f,%.1f %s %.1f\n", s.X, s.Y, s.X2, s.Y2, hex(s.Stroke), s.StrokeWidth)
		case Circle:
			fmt.Fprintf(&b, "circle %.1f,%.1f r%.1f %s\n", s.X, s.Y, s.Radius, hex(s.Fill))
		case Text:
			fmt.Fprintf(&b, "text %.1f,%.1f %d %.1f %v %s %q\n", s.X, s.Y, s.Align, s.Size, s.Bold, hex(s.Fill), s.Text)
		}
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	dark, light := look.DarkTheme(), look.LightTheme()
	main, present := MainGeometry(816, 672), PresentGeometry(1280, 800)
	priced := newScene(t, "per-lane", 0, End(32))
	priced.Price = "on an NVIDIA H200: 64 cycles against 2.5, the least a load takes"
	var x sim.Indices
	for lane := range x {
		x[lane] = uint64(lane)
	}
	a, err := sim.Elements(x, 16)
	if err != nil {
		t.Fatal(err)
	}
	a.Active = 0xffff0fff
	wide := sceneOf(t, a, Stop(40))
	wide.Cursor = 3
	tests := []struct {
		name string
		s    Scene
		g    Geometry
		th   *look.Theme
	}{
		{"second-dark-shared-column-pass-7", withSecond(t, "shared-column", "per-lane", Stop(7)), main, dark},
		{"second-light-shared-stride-2-pass-1", withSecond(t, "shared", "stride:2", Stop(1)), main, light},
		{"second-dark-literal-pass-1", withSecond(t, "literal", "broadcast:5", Stop(1)), main, dark},
		{"second-light-l2-window-end", withSecond(t, "l2-window", "per-lane", End(32)), main, light},
		{"second-present-blocked-pass-1", withSecond(t, "blocked", "per-lane", Stop(1)), present, dark},
		{"second-light-copy-end", withSecond(t, "copy", "per-lane", End(32)), main, light},
		{"main-dark-per-lane-pass-7", newScene(t, "per-lane", 0, Stop(7)), main, dark},
		{"main-light-broadcast-end", newScene(t, "broadcast:5", 0, End(1)), main, light},
		{"main-dark-offset-4-pass-20", newScene(t, "offset:4", 0, Stop(20)), main, dark},
		{"main-light-stride-33-pass-5", newScene(t, "stride:33", 0, Stop(5)), main, light},
		{"main-dark-distinct-8-within-pass-3", newScene(t, "distinct:8", 0, Moment{Pass: 3, Phase: .4}), main, dark},
		{"main-light-16-bytes-pass-40", wide, main, light},
		{"present-dark-distinct-8-pass-3", newScene(t, "distinct:8", 0, Stop(3)), present, dark},
		{"present-dark-per-lane-start", newScene(t, "per-lane", 0, Stop(0)), present, dark},
		{"present-dark-per-lane-end", priced, present, dark},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := dump(Draw(test.s, test.g, test.th))
			path := filepath.Join("testdata", test.name+".txt")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatalf("%v (run go test -update to write it)", err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("the list has changed; look at the picture, then run go test -update\n%s", diff)
			}
		})
	}
}

// The rows stand where the table of the look says.
func TestRows(t *testing.T) {
	tests := []struct {
		name string
		g    Geometry
		want [13]float64
	}{
		{"main 1280x800", MainGeometry(816, 672), [13]float64{100.5, 114.5, 195.3, 294.6, 327.6, 412.4, 509.8, 535.4, 556.6, 567.6, 600.6, 693.5}},
		{"main 1280x720", MainGeometry(816, 592), [13]float64{96.2, 110.2, 173.8, 260.2, 293.2, 360.8, 445.3, 469.1, 489.5, 500.5, 533.5, 617.8}},
		{"present 1280x800", PresentGeometry(1280, 800), [13]float64{55.0, 72.0, 167.9, 284.9, 326.9, 427.8, 538.8, 570.0, 599.3, 611.5, 658.5, 778.5}},
		{"present 1280x720", PresentGeometry(1280, 720), [13]float64{51.5, 68.5, 143.8, 250.5, 292.5, 372.8, 473.4, 503.8, 532.2, 543.6, 590.6, 703.7}},
	}
	for _, test := range tests {
		g := test.g
		top := 0.
		if strings.HasPrefix(test.name, "main") {
			top = 60 // the picker stands above the stage
		}
		rows := []float64{g.constantHead, g.constantTaps, g.constantLanes, g.globalHead, g.globalTaps, g.globalLanes, g.billHead, g.receipt1, g.receipt2, g.tape1, g.tape2, g.sentence}
		for i, y := range rows {
			if got := y + top; got < test.want[i]-.1 || got > test.want[i]+.1 {
				t.Errorf("%s: row %d stands at %.2f, want %.1f", test.name, i, got, test.want[i])
			}
		}
	}
	if g := MainGeometry(816, 672); g.pitch != 22 || g.columns != 88 || g.left != 20 {
		t.Errorf("the main window has the pitch %v, its columns at %v, its labels at %v", g.pitch, g.columns, g.left)
	}
}
