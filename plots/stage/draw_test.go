package stage

import (
	"fmt"
	"image/color"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"warpbill/plots/look"
	"warpbill/sim"
)

// over is a colour laid over an opaque one.
func over(c, under color.NRGBA) color.NRGBA {
	m := look.Mix(under, c, float64(c.A)/255)
	m.A = 255
	return m
}

// under is the colour on which a shape of the list stands at a point.
func under(shapes []Shape, x, y float64, bg color.NRGBA) color.NRGBA {
	for _, s := range shapes {
		if s.Hidden || s.Fill.A == 0 {
			continue
		}
		if s.Kind == Rect && x >= s.X && x <= s.X+s.W && y >= s.Y && y <= s.Y+s.H {
			bg = over(s.Fill, bg)
		}
	}
	return bg
}

type boxed struct {
	left, top, right, bottom float64
	s                        *Shape
}

// lint finds what no picture may have: text outside, over other text, too
// small or too pale.
func lint(shapes []Shape, z size, th *look.Theme) []string {
	var issues []string
	var texts []boxed
	for i := range shapes {
		s := &shapes[i]
		if s.Kind != Text || s.Hidden || strings.TrimSpace(s.Text) == "" {
			continue
		}
		left, _, right, _ := textBox(s)
		b := boxed{left, s.Y - .72*s.Size, right, s.Y + .22*s.Size, s}
		issues = append(issues, lintText(b, z)...)
		ground := under(shapes[:i], (left+right)/2, s.Y-.3*s.Size, th.Bg)
		need := 4.5
		if s.Size >= 24 {
			need = 3
		}
		if c := look.Contrast(s.Fill, ground); c < need {
			issues = append(issues, fmt.Sprintf("contrast %.2f of %v on %v: %q", c, s.Fill, ground, s.Text))
		}
		for _, other := range texts {
			if min(b.right, other.right)-max(b.left, other.left) > 1 && min(b.bottom, other.bottom)-max(b.top, other.top) > 1 {
				issues = append(issues, fmt.Sprintf("overlap: %q and %q", s.Text, other.s.Text))
			}
		}
		texts = append(texts, b)
	}
	return issues
}

// lintText finds what is wrong with a text by itself.
func lintText(b boxed, z size) (issues []string) {
	s := b.s
	if missing := look.Missing(s.Text); len(missing) > 0 {
		issues = append(issues, fmt.Sprintf("no glyph for %q in %q", missing, s.Text))
	}
	if b.left < -.5 || b.top < -.5 || b.right > z.g.Width+.5 || b.bottom > z.g.Height+.5 {
		issues = append(issues, fmt.Sprintf("outside: %q at %.0f..%.0f, %.0f..%.0f", s.Text, b.left, b.right, b.top, b.bottom))
	}
	least := z.minimum
	if isNumber(s.Text) && s.Align == Center {
		least *= .8 // numbers of three digits are set to fit their cell
	}
	if s.Size < least-.01 {
		issues = append(issues, fmt.Sprintf("too small, %.1f: %q", s.Size, s.Text))
	}
	return issues
}

func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

func TestLint(t *testing.T) {
	for _, pattern := range patterns() {
		for i, z := range sizes() {
			for k, th := range themes() {
				if i%5 != 1 && k != i%2 {
					continue // two sizes in both themes, the others in one
				}
				s := newScene(t, pattern, 0, Moment{})
				for _, m := range stops(s.Constant.StepCount()) {
					s.Moment = m
					for _, issue := range lint(Draw(s, z.g, th), z, th) {
						t.Errorf("%s, %s, %s, pass %d: %s", pattern, z.name, th.Name, m.Pass, issue)
					}
				}
				if t.Failed() {
					return
				}
			}
		}
	}
}

func TestLintAnyAccess(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	all := sizes()
	for i := range 150 {
		s := sceneOf(t, randomAccess(r), Moment{})
		z, th := all[i%len(all)], themes()[i%2]
		s.Paint = i%3 == 0
		for _, m := range stops(s.Constant.StepCount()) {
			s.Moment = m
			for _, issue := range lint(Draw(s, z.g, th), z, th) {
				t.Errorf("width %d, %b, %s, %s, pass %d: %s", s.Constant.Access.Width, s.Constant.Access.Active, z.name, th.Name, m.Pass, issue)
			}
		}
		if t.Failed() {
			return
		}
	}
}

// check says what is wrong with a list whatever it shows.
func check(shapes []Shape, g Geometry) error {
	for i, s := range shapes {
		for _, v := range []float64{s.X, s.Y, s.W, s.H, s.X2, s.Y2, s.Radius, s.StrokeWidth, s.Size} {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("shape %d is not finite: %+v", i, s)
			}
		}
		if min(s.W, s.H, s.Radius, s.StrokeWidth) < 0 {
			return fmt.Errorf("shape %d is smaller than nothing: %+v", i, s)
		}
		right, bottom := s.X+s.W, s.Y+s.H
		if s.Kind == Line {
			right, bottom = s.X2, s.Y2
		}
		const edge = 1
		inside := min(s.X, right, s.Y, bottom) >= -edge && max(s.X, right) <= g.Width+edge && max(s.Y, bottom) <= g.Height+edge
		if !s.Hidden && s.Kind != Text && !inside {
			return fmt.Errorf("shape %d is outside %.0f by %.0f: %+v", i, g.Width, g.Height, s)
		}
	}
	return nil
}

// kinds is what a painter keeps its objects by.
func kinds(shapes []Shape) string {
	b := make([]byte, len(shapes))
	for i, s := range shapes {
		b[i] = '0' + byte(s.Kind)
	}
	return string(b)
}

func TestStableKinds(t *testing.T) {
	th := look.DarkTheme()
	for _, pattern := range patterns() {
		for _, g := range []Geometry{MainGeometry(816, 672), PresentGeometry(1280, 720)} {
			s := newScene(t, pattern, 0, Moment{})
			passes := s.Constant.StepCount()
			want := kinds(Draw(s, g, th))
			if n := len(want); n > 900 {
				t.Errorf("%s has %d shapes, more than a window should keep", pattern, n)
			}
			for pass := 0; pass <= passes; pass++ {
				for _, phase := range []float64{0, .2, 1} {
					for _, settled := range []bool{false, true} {
						if settled && pass < passes {
							continue
						}
						s.Moment = Moment{Pass: pass, Phase: phase, Settled: settled}
						s.Cursor = pass - 1
						list := Draw(s, g, th)
						if kinds(list) != want {
							t.Fatalf("%s: the kinds change at %+v", pattern, s.Moment)
						}
						if err := check(list, g); err != nil {
							t.Fatalf("%s at %+v: %v", pattern, s.Moment, err)
						}
					}
				}
			}
		}
	}
}

// Text is dear to change, so it must stay while the tape moves.
func TestTextsKeepStill(t *testing.T) {
	th, g := look.DarkTheme(), MainGeometry(816, 672)
	for _, pattern := range patterns() {
		s := newScene(t, pattern, 0, Moment{Pass: 1})
		before := Draw(s, g, th)
		changed := make([]int, len(before))
		for step := 1; step <= 64; step++ {
			s.Moment.Phase = float64(step) / 64
			now := Draw(s, g, th)
			for i := range now {
				if a, b := before[i], now[i]; a.Kind == Text && !b.Hidden && (a.Text != b.Text || a.Fill != b.Fill || a.Bold != b.Bold || a.Size != b.Size) {
					if changed[i]++; changed[i] > 2 {
						t.Fatalf("%s: text %q changes more than twice within a pass", pattern, b.Text)
					}
				}
			}
			before = now
		}
	}
}

// A pass begins as the pass before ended: nothing jumps but text.
func TestNothingJumps(t *testing.T) {
	th, g := look.LightTheme(), MainGeometry(816, 672)
	for _, pattern := range []string{"per-lane", "distinct:8", "offset:4", "random:7", "broadcast:5"} {
		s := newScene(t, pattern, 0, Moment{})
		for pass := 1; pass < s.Constant.StepCount(); pass++ {
			s.Moment = Moment{Pass: pass, Phase: 1}
			end := Draw(s, g, th)
			s.Moment = Moment{Pass: pass + 1}
			for i, b := range Draw(s, g, th) {
				a := end[i]
				if a.Kind != Rect || a.Hidden || b.Hidden {
					continue
				}
				if far := math.Abs(a.Y-b.Y) + math.Abs(a.H-b.H); far > 2.6 {
					t.Fatalf("%s: shape %d jumps by %.1f from pass %d to the next: %+v, %+v", pattern, i, far, pass, a, b)
				}
			}
		}
	}
}

func TestFinishedWhateverThePhase(t *testing.T) {
	s := newScene(t, "distinct:8", 0, End(8))
	g, th := MainGeometry(816, 672), look.DarkTheme()
	want := Draw(s, g, th)
	s.Moment.Phase = 0
	for i, b := range Draw(s, g, th) {
		if b != want[i] {
			t.Fatalf("settled at phase 0 and at phase 1 differ in %+v and %+v", b, want[i])
		}
	}
}

func TestPaintKeepsColours(t *testing.T) {
	g, th := MainGeometry(816, 672), look.DarkTheme()
	var x sim.Indices
	x[3] = 9
	a, err := sim.Elements(x, 4)
	if err != nil {
		t.Fatal(err)
	}
	s := sceneOf(t, a, End(2))
	s.Choice, s.Paint = sim.Choice{ID: sim.PaintID, Painted: x}, true
	l := newLayout(&s, &g, th)
	if l.addresses[0].fill != th.Ramp[0] || l.addresses[1].fill != th.Ramp[9] {
		t.Errorf("painted taps 0 and 9 have the colours %v and %v", l.addresses[0].fill, l.addresses[1].fill)
	}
	s.Paint = false
	if l = newLayout(&s, &g, th); l.addresses[1].fill != th.Ramp[31] {
		t.Errorf("of two addresses the second has the colour %v, want the end of the ramp", l.addresses[1].fill)
	}
}

func TestAnySize(t *testing.T) {
	s := newScene(t, "stride:2", 0, Stop(3))
	for _, g := range []Geometry{MainGeometry(0, 0), MainGeometry(-4, math.NaN()), MainGeometry(math.Inf(1), 3), MainGeometry(1, 1), PresentGeometry(0, 0), PresentGeometry(3, 9000), PresentGeometry(9000, 3)} {
		for i, shape := range Draw(s, g, look.DarkTheme()) {
			for _, v := range []float64{shape.X, shape.Y, shape.W, shape.H, shape.Size} {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Fatalf("%.0f by %.0f: shape %d is not finite: %+v", g.Width, g.Height, i, shape)
				}
			}
		}
	}
}

func FuzzDraw(f *testing.F) {
	f.Add(uint64(1), 3, .5, false)
	f.Add(uint64(7), 0, 0., true)
	f.Fuzz(func(t *testing.T, seed uint64, pass int, phase float64, settled bool) {
		s := sceneOf(t, randomAccess(rand.New(rand.NewPCG(seed, 0))), Moment{Pass: pass, Phase: phase, Settled: settled})
		for _, z := range sizes() {
			list := Draw(s, z.g, look.DarkTheme())
			if math.IsNaN(phase) {
				continue
			}
			if err := check(list, z.g); err != nil {
				t.Fatalf("%s: %v", z.name, err)
			}
		}
	})
}

func BenchmarkDraw(b *testing.B) {
	for _, pattern := range []string{"per-lane", "distinct:8", "offset:4", "stride:33"} {
		b.Run(pattern, func(b *testing.B) {
			s := newScene(b, pattern, 0, Moment{Pass: 2, Phase: .3})
			g, th := MainGeometry(816, 672), look.DarkTheme()
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				n = len(Draw(s, g, th))
			}
			b.ReportMetric(float64(n), "shapes")
		})
	}
}
