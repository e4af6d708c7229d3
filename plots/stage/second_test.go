package stage

import (
	"strings"
	"testing"

	"warpbill/plots/look"
	"warpbill/plots/words"
	"warpbill/sim"
)

// withSecond is the scene of a pattern with another path at the second till.
func withSecond(t testing.TB, path, pattern string, m Moment) Scene {
	t.Helper()
	s := newScene(t, pattern, 0, m)
	p, err := sim.FindPath(path)
	if err != nil {
		t.Fatal(err)
	}
	var x sim.Indices
	for lane := range x {
		x[lane] = s.Constant.Access.Index(lane)
	}
	s.Second = words.NewSecond(p, x)
	return s
}

// seconds are the paths that stand at the lower till.
func seconds() []string {
	var ids []string
	for _, p := range sim.Paths()[1:] {
		ids = append(ids, p.ID)
	}
	return ids
}

func texts(shapes []Shape) string {
	var all []string
	for _, s := range shapes {
		if s.Kind == Text && !s.Hidden {
			all = append(all, s.Text)
		}
	}
	return strings.Join(all, "\n")
}

// Nothing overlaps, leaves the picture or is too small or too pale, on any
// path, with any pattern, at any size.
func TestLintSeconds(t *testing.T) {
	all := sizes()
	for n, path := range seconds() {
		for i, pattern := range patterns() {
			z, th := all[(i+n)%len(all)], themes()[(i+n/2)%2]
			s := withSecond(t, path, pattern, Moment{})
			s.Choosing = !strings.HasPrefix(z.name, "present")
			for _, m := range stops(s.Constant.StepCount()) {
				s.Moment = m
				for _, issue := range lint(Draw(s, z.g, th), z, th) {
					t.Errorf("%s, %s, %s, %s, pass %d: %s", path, pattern, z.name, th.Name, m.Pass, issue)
				}
			}
		}
	}
}

// The header fits the narrowest stage, with the longest rule and counter.
func TestHeadersFit(t *testing.T) {
	z := size{"1280x720", MainGeometry(816, 592), 12}
	for _, path := range seconds() {
		for _, pattern := range []string{"per-lane", "stride:1048576", "stride:33"} {
			s := withSecond(t, path, pattern, Stop(32))
			s.Choosing = true
			for _, issue := range lint(Draw(s, z.g, look.DarkTheme()), z, look.DarkTheme()) {
				t.Errorf("%s, %s: %s", path, pattern, issue)
			}
		}
	}
}

// A painter keeps its objects through a run, none of them outside.
func TestSecondsKeepTheirShapes(t *testing.T) {
	th := look.DarkTheme()
	for _, path := range seconds() {
		for _, pattern := range []string{"broadcast:5", "per-lane", "stride:2", "stride:33", "stride:1000"} {
			for _, g := range []Geometry{MainGeometry(816, 672), MainGeometry(1024, 476), PresentGeometry(1280, 720)} {
				s := withSecond(t, path, pattern, Moment{})
				want := kinds(Draw(s, g, th))
				if len(want) > 950 {
					t.Errorf("%s, %s has %d shapes, more than a window should keep", path, pattern, len(want))
				}
				for pass := range s.Constant.StepCount() + 1 {
					for _, phase := range []float64{0, .2, 1} {
						s.Moment = Moment{Pass: pass, Phase: phase, Settled: pass == s.Constant.StepCount() && phase > 0}
						list := Draw(s, g, th)
						if kinds(list) != want {
							t.Fatalf("%s, %s: the kinds change at %+v", path, pattern, s.Moment)
						}
						if err := check(list, g); err != nil {
							t.Fatalf("%s, %s at %+v: %v", path, pattern, s.Moment, err)
						}
					}
				}
			}
		}
	}
}

// With global memory chosen by name the stage is that with nothing chosen.
func TestGlobalIsTheDefault(t *testing.T) {
	g, th := MainGeometry(816, 672), look.DarkTheme()
	for _, m := range []Moment{Stop(0), Stop(7), {Pass: 1, Phase: .3}} {
		plain, named := Draw(newScene(t, "per-lane", 0, m), g, th), Draw(withSecond(t, "global", "per-lane", m), g, th)
		if dump(plain) != dump(named) {
			t.Errorf("the stage changes at %+v when global memory is named", m)
		}
	}
}

func TestTheMarkOfTheMenu(t *testing.T) {
	g, th := MainGeometry(816, 672), look.DarkTheme()
	s := newScene(t, "per-lane", 0, Stop(0))
	without := len(Draw(s, g, th))
	s.Choosing = true
	marks := 0
	for _, shape := range Draw(s, g, th) {
		if shape.Kind == Triangle && shape.Tip == TipDown && !shape.Hidden {
			marks++
			if x, y := shape.X+shape.W/2, shape.Y+shape.H/2; !PathAt(g, s, x, y) {
				t.Errorf("the mark at %v, %v does not open the menu", x, y)
			}
		}
	}
	if marks != 1 || len(Draw(s, g, th)) != without+1 {
		t.Errorf("%d marks in the header", marks)
	}
	box := PathBox(g, s)
	for _, p := range [][2]float64{{box.X - 3, g.globalHead}, {box.X + box.W + 30, g.globalHead}, {box.X + 5, g.constantHead}, {g.columns, g.globalLanes}} {
		if PathAt(g, s, p[0], p[1]) {
			t.Errorf("the menu opens at %v", p)
		}
	}
	if PathAt(g, newScene(t, "per-lane", 0, Stop(0)), box.X+5, g.globalHead-4) {
		t.Error("a stage without the mark opens the menu")
	}
}

// The time of a settled bill stands in its header on every path.
func TestPriceOfAPath(t *testing.T) {
	g, th := MainGeometry(816, 672), look.DarkTheme()
	for _, path := range []string{"global", "shared-column", "literal"} {
		s := withSecond(t, path, "per-lane", End(32))
		s.Price = "on an NVIDIA H200: 64 cycles against 32"
		if !strings.Contains(texts(Draw(s, g, th)), s.Price) {
			t.Errorf("%s: the settled bill has no time", path)
		}
		s.Moment = Stop(7)
		if strings.Contains(texts(Draw(s, g, th)), s.Price) {
			t.Errorf("%s: the time stands there before the bill is settled", path)
		}
	}
}

// A path that cannot serve the load says why, and its lanes get nothing.
func TestClosedTill(t *testing.T) {
	s := withSecond(t, "shared-column", "stride:1000", End(32))
	list := Draw(s, MainGeometry(816, 672), look.DarkTheme())
	if got := texts(list); !strings.Contains(got, "227 KiB") || !strings.Contains(got, "0 wavefronts") {
		t.Errorf("the till does not say why it is closed:\n%s", got)
	}
}

// Where the tap stands in the code nothing is printed on the second tape.
func TestNoLoadNoTape(t *testing.T) {
	g, th := MainGeometry(816, 672), look.DarkTheme()
	for path, want := range map[string]bool{"literal": false, "constant-fixed": false, "blocked": false, "copy": true, "texture": true, "shared": true} {
		paper := false
		for _, s := range Draw(withSecond(t, path, "per-lane", End(32)), g, th) {
			paper = paper || s.Kind == Rect && !s.Hidden && s.Fill == th.Paper && s.Y >= g.tape2 && s.W > 0
		}
		if paper != want {
			t.Errorf("%s: the second tape is printed: %v", path, paper)
		}
	}
}
