// Package stage draws what is on the stage: both tills and the bill, as a
// flat list of shapes with colours and sizes settled. The window keeps its
// objects for that list and the exporters paint it, so what the window shows
// and what a slide shows cannot differ.
//
// Coordinates are device-independent pixels from the top left.
package stage

import "image/color"

// Kind says which fields of a Shape count.
type Kind uint8

const (
	// Rect is a rounded rectangle at X, Y of size W, H.
	Rect Kind = iota
	// Line runs from X, Y to X2, Y2 with round ends.
	Line
	// Circle has its centre at X, Y and the radius Radius.
	Circle
	// Text is one line of Noto Sans; X is the point of its Align, Y its
	// baseline.
	Text
	// Triangle is an isosceles triangle in the box X, Y, W, H whose tip
	// points in the direction of Tip.
	Triangle
)

// Align says which part of a text stands at its X.
type Align uint8

const (
	// Leading, Center and Trailing are the start, the middle and the end.
	Leading Align = iota
	Center
	Trailing
)

// Tip is the direction in which a Triangle points.
type Tip uint8

const (
	// TipUp and the others name the side that the tip is on.
	TipUp Tip = iota
	TipDown
	TipLeft
	TipRight
)

// Shape is one thing to draw. The list is drawn in order, later over earlier.
// Two lists of the same scene and size have the same kinds at the same
// places as long as the pattern stays, so that a painter can keep its
// objects; what is not to be seen is Hidden.
type Shape struct {
	Kind        Kind
	X, Y        float64
	W, H        float64     // Rect, Triangle
	X2, Y2      float64     // Line
	Radius      float64     // Rect: corners; Circle
	Fill        color.NRGBA // alpha 0: none; the colour of a Text
	Stroke      color.NRGBA // Rect, Circle: outline; the colour of a Line
	StrokeWidth float64     // centred on the edge
	Text        string
	Size        float64
	Bold        bool
	Align       Align
	Tip         Tip
	Hidden      bool
}
