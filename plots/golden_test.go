package plots

import (
	"bytes"
	"flag"
	"image"
	"image/draw"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"warpbill/cuda/measure"
	"warpbill/plots/look"
)

var update = flag.Bool("update", false, "draw the pictures in testdata anew")

// TestPictures compares charts with the pictures in testdata. Look at them
// after -update: they are what a reader sees.
func TestPictures(t *testing.T) {
	t4, run2 := recording(t, "t4"), recording(t, "t4-cuda13")
	full := made("NVIDIA L4", sixMasks, 14)
	full.Live = true
	dark, light := look.DarkTheme(), look.LightTheme()
	for _, c := range []struct {
		name, figure string
		d            Data
		s            Style
		w, h         int
	}{
		{"ratio-panel-dark", "ratio", Data{Sources: []measure.Result{t4}, Emphasis: PerLane}, Style{Theme: dark}, 428, 268},
		{"time-panel-light", "time", Data{Sources: []measure.Result{t4}, Emphasis: Broadcast}, Style{Theme: light}, 428, 268},
		{"time-panel-two", "time", Data{Sources: []measure.Result{full, t4}}, Style{Theme: light}, 428, 268},
		{"time-panel-counts", "time", Data{Sources: []measure.Result{full}}, Style{Theme: dark}, 428, 268},
		{"bandwidth-panel-dark", "bandwidth", Data{Sources: []measure.Result{t4}}, Style{Theme: dark}, 428, 268},
		{"distinct-panel-light", "distinct", Data{Sources: []measure.Result{full}}, Style{Theme: light}, 428, 268},
		{"placeholder-dark", "distinct", Data{Sources: []measure.Result{t4}}, Style{Theme: dark}, 428, 268},
		{"ratio-slide-light", "ratio", Data{Sources: []measure.Result{t4}}, Style{Theme: light, Format: Slide}, 640, 360},
		{"ratio-slide-runs", "ratio", Data{Sources: []measure.Result{t4, run2}}, Style{Theme: dark, Format: Slide}, 640, 360},
		{"time-slide-clear", "time", Data{Sources: []measure.Result{full}}, Style{Theme: dark, Format: Slide, Transparent: true}, 640, 360},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Image(figureNamed(t, c.figure), c.d, c.s, c.w, c.h, 1)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, c.name, got)
		})
	}
}

func compare(t *testing.T, name string, got *image.RGBA) {
	t.Helper()
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, got); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", name+".png")
	if *update {
		if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if d := difference(got, want); d > 2 {
		failed := filepath.Join("testdata", "failed", name+".png")
		if err := os.MkdirAll(filepath.Dir(failed), 0o755); err == nil {
			err = os.WriteFile(failed, out.Bytes(), 0o644)
			if err != nil {
				t.Log(err)
			}
		}
		t.Errorf("the picture differs by %.2f from %s; compare it with %s, or draw it anew with -update", d, path, failed)
	}
}

// difference is the root of the mean square difference of two pictures, in
// steps of 0 to 255.
func difference(a *image.RGBA, b image.Image) float64 {
	if a.Bounds() != b.Bounds() {
		return math.Inf(1)
	}
	other := image.NewRGBA(b.Bounds())
	draw.Draw(other, other.Bounds(), b, b.Bounds().Min, draw.Src)
	sum := 0.0
	for i, v := range a.Pix {
		d := float64(v) - float64(other.Pix[i])
		sum += d * d
	}
	return math.Sqrt(sum / float64(len(a.Pix)))
}

// A comparison that lets anything pass would be worth nothing.
func TestDifference(t *testing.T) {
	f := figureNamed(t, "ratio")
	d := Data{Sources: []measure.Result{recording(t, "t4")}}
	one, err := Image(f, d, Style{}, 428, 268, 1)
	if err != nil {
		t.Fatal(err)
	}
	d.Emphasis = PerLane
	two, err := Image(f, d, Style{}, 428, 268, 1)
	if err != nil {
		t.Fatal(err)
	}
	if difference(one, one) != 0 {
		t.Error("a picture differs from itself")
	}
	if got := difference(one, two); got < 2 {
		t.Errorf("another emphasis makes a difference of %.2f only", got)
	}
	if !math.IsInf(difference(one, image.NewRGBA(image.Rect(0, 0, 1, 1))), 1) {
		t.Error("pictures of different sizes are alike")
	}
}
