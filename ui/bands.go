package ui

import (
	"image"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// bands show many objects as a few pictures, one below the other. The
// toolkit's painter needs some 50 µs of processor time for every object where
// OpenGL runs in software, in every frame and whether it moves or not; a
// picture costs little more than one of them. Only the bands that something
// has changed in are drawn anew.
type bands struct {
	brush   brush
	at      fyne.Position // of the widget in the window
	size    fyne.Size
	objects []fyne.CanvasObject
	boxes   []image.Rectangle // where the objects were when they were last seen
	list    []*band
	rasters []fyne.CanvasObject // of the list
	made    []*band             // all that there ever were; the list is their beginning
	refresh func(fyne.CanvasObject)
}

// band is one picture. Its bounds are device pixels of the window.
type band struct {
	raster  *canvas.Raster
	bounds  image.Rectangle
	picture *image.RGBA // nil until it is asked for
	stale   bool
}

const bandHeight = 48 // in device pixels

// arrange makes the bands of a widget of the given place and size on a canvas
// with so many device pixels in a unit. It says whether anything is new.
func (b *bands) arrange(at fyne.Position, size fyne.Size, scale float32) bool {
	if b.at == at && b.size == size && b.brush.scale == scale {
		return false
	}
	b.at, b.size, b.brush.scale = at, size, scale
	b.rasters = b.rasters[:0]
	left, right := int(math.Floor(float64(at.X*scale))), int(math.Ceil(float64((at.X+size.Width)*scale)))
	top, bottom := int(math.Floor(float64(at.Y*scale))), int(math.Ceil(float64((at.Y+size.Height)*scale)))
	for y := top; y < bottom; y += bandHeight {
		box := image.Rect(left, y, right, min(y+bandHeight, bottom))
		n := b.band(len(b.rasters))
		n.bounds, n.stale = box, false // so that it is asked for anew
		n.raster.Move(fyne.NewPos(float32(box.Min.X)/scale, float32(box.Min.Y)/scale).Subtract(at))
		n.raster.Resize(fyne.NewSize(float32(box.Dx())/scale, float32(box.Dy())/scale))
		b.rasters = append(b.rasters, n.raster)
	}
	b.list = b.made[:len(b.rasters)]
	return true
}

// band is the i-th band from above. Bands are made once and used again at
// every size: the toolkit keeps what it has drawn of an object that is gone
// for a minute, and a user who drags the window's border passes hundreds of
// sizes in that time.
func (b *bands) band(i int) *band {
	if i == len(b.made) {
		n := &band{}
		n.raster = canvas.NewRaster(func(int, int) image.Image { return b.paint(n) })
		n.raster.ScaleMode = canvas.ImageScalePixels
		b.made = append(b.made, n)
	}
	return b.made[i]
}

// fit gives the picture the band's bounds, in the old memory where that is
// enough.
func (n *band) fit() {
	size := 4 * n.bounds.Dx() * n.bounds.Dy()
	if n.picture == nil || cap(n.picture.Pix) < size {
		n.picture = image.NewRGBA(n.bounds)
		return
	}
	n.picture = &image.RGBA{Pix: n.picture.Pix[:size], Stride: 4 * n.bounds.Dx(), Rect: n.bounds}
}

// show takes the objects as they are now. Without the list of those that have
// changed since the last time, all are taken as new.
func (b *bands) show(objects []fyne.CanvasObject, changed []int, all bool) {
	b.objects = objects
	if all || len(b.boxes) != len(objects) {
		b.boxes = b.boxes[:0]
		for _, o := range objects {
			b.boxes = append(b.boxes, b.brush.box(o, b.at))
		}
		for _, n := range b.list {
			b.spoil(n)
		}
		return
	}
	for _, i := range changed {
		now := b.brush.box(objects[i], b.at)
		for _, n := range b.list {
			if now.Overlaps(n.bounds) || b.boxes[i].Overlaps(n.bounds) {
				b.spoil(n)
			}
		}
		b.boxes[i] = now
	}
}

// spoil asks for a new picture of the band.
func (b *bands) spoil(n *band) {
	if !n.stale {
		n.stale = true
		b.refresh(n.raster)
	}
}

// paint draws a band if it is stale, and returns it.
func (b *bands) paint(n *band) image.Image {
	if n.stale || n.picture == nil {
		n.stale = false
		n.fit()
		clear(n.picture.Pix)
		for i, box := range b.boxes {
			if box.Overlaps(n.bounds) {
				b.brush.draw(n.picture, b.objects[i], b.at)
			}
		}
	}
	return &image.RGBA{Pix: n.picture.Pix, Stride: n.picture.Stride, Rect: n.picture.Rect.Sub(n.picture.Rect.Min)}
}
