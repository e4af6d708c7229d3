package plots

import "fmt"

// Size is how large a chart is written.
type Size struct {
	Width, Height int     // in pixels at scale 1; both 0: the format's own size
	Scale         float64 // pixels for each of those, 0 for 1
}

// Limits of a picture. A larger one would only exhaust the memory.
const (
	minSide, maxSide = 64, 16384
	maxPixels        = 64 << 20
)

// pixels is the size of the picture in pixels, or what is wrong with it.
func (z Size) pixels(f Format) (w, h int, scale float64, err error) {
	if z.Scale == 0 {
		z.Scale = 1
	}
	if z.Width == 0 && z.Height == 0 {
		z.Width, z.Height = 1920, 1080
		if f == Panel {
			z.Width, z.Height = 600, 420
		}
	}
	if !(z.Scale >= .1 && z.Scale <= 16) {
		return 0, 0, 0, fmt.Errorf("the scale %g is not between 0.1 and 16; choose 1, 2 or 4", z.Scale)
	}
	// The sides are checked before they are multiplied, so that nothing can
	// overflow.
	for _, side := range []int{z.Width, z.Height} {
		if side < 1 || side > maxSide {
			return 0, 0, 0, sizeError(z)
		}
	}
	w, h = int(float64(z.Width)*z.Scale+.5), int(float64(z.Height)*z.Scale+.5)
	if w < minSide || h < minSide || w > maxSide || h > maxSide {
		return 0, 0, 0, sizeError(z)
	}
	if w*h > maxPixels {
		return 0, 0, 0, fmt.Errorf("a picture of %d x %d pixels is too large: at most %d million pixels; choose a smaller size or scale", w, h, maxPixels>>20)
	}
	return w, h, z.Scale, nil
}

func sizeError(z Size) error {
	return fmt.Errorf("a picture of %d x %d at scale %g cannot be drawn; choose each side between %d and %d pixels",
		z.Width, z.Height, z.Scale, minSide, maxSide)
}
