package measure

import (
	"strings"
	"unicode/utf8"
)

// The longest texts that are kept from outside.
const (
	maxName     = 200
	maxSentence = 500
	maxTexts    = 100 // warnings or notes of a result
)

// CleanText makes a text from outside (a file, a child process, a driver)
// safe to show anywhere: valid UTF-8 on one line, without control, direction
// and zero-width characters, and of at most limit characters.
func CleanText(text string, limit int) string {
	if len(text) > 4*limit {
		text = text[:4*limit] // no more than that can be kept: bounds the work
	}
	text = strings.ToValidUTF8(text, "\uFFFD")
	text = strings.TrimSpace(strings.Map(safeRune, text))
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit-1]) + "…"
}

// safeRune maps what would break a line to a space and drops what a terminal
// or a text layout would obey.
func safeRune(r rune) rune {
	switch {
	case r == '\n', r == '\r', r == '\t', r == '\u2028', r == '\u2029':
		return ' '
	case r < 0x20, r >= 0x7f && r <= 0x9f: // C0, DEL, C1
		return -1
	case r == '\u061c', r == '\ufeff', r == '\u00ad': // Arabic letter mark, byte order mark, soft hyphen
		return -1
	case r >= '\u200b' && r <= '\u200f', r >= '\u202a' && r <= '\u202e', r >= '\u2060' && r <= '\u206f':
		return -1
	case r >= 0xe0000 && r <= 0xe007f, r >= 0xfff9 && r <= 0xfffb: // tags, annotations
		return -1
	}
	return r
}

// cleanTexts cleans a list of sentences, leaves out empty ones and keeps at
// most maxTexts.
func cleanTexts(texts []string) []string {
	var kept []string
	for _, text := range texts {
		if text = CleanText(text, maxSentence); text != "" && len(kept) < maxTexts {
			kept = append(kept, text)
		}
	}
	return kept
}
