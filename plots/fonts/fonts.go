// Package fonts embeds Noto Sans, so that window, chart and slide set their
// text in the same letters on every machine. The fonts are the work of the
// Noto project under the SIL Open Font License, kept beside them.
package fonts

import _ "embed"

// Regular is Noto Sans Regular, a TrueType font.
//
//go:embed NotoSans-Regular.ttf
var Regular []byte

// Bold is Noto Sans Bold, a TrueType font.
//
//go:embed NotoSans-Bold.ttf
var Bold []byte
