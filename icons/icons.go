// Package icons holds the program's own artwork. The PNG is drawn from the
// SVG beside it: a warp's lanes, the two tills (a circle for constant memory,
// a square for global memory), and the bill.
package icons

import _ "embed"

// App is the program's icon as a PNG of 256 by 256 pixels.
//
//go:embed warpbill.png
var App []byte
