package plots

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"warpbill/cuda/measure"
)

// cardName is the name of the card of a result, or of what stands for it.
func cardName(r measure.Result) string {
	for _, name := range []string{r.Device.Name, r.Title, r.ID} {
		if name = clean(name); name != "" {
			return name
		}
	}
	return "unnamed card"
}

// cardNames are names that tell the sources apart: the cards, or the titles
// of the results where two have the same card, or numbers at last.
func cardNames(sources []measure.Result) []string {
	names := make([]string, len(sources))
	for i, r := range sources {
		names[i] = cardName(r)
	}
	for i, r := range sources {
		for j, other := range sources {
			if title := clean(r.Title); i != j && cardName(r) == cardName(other) && title != "" {
				names[i] = title
			}
		}
	}
	for i, name := range names {
		same := 1
		for _, earlier := range names[:i] {
			if earlier == name {
				same++
			}
		}
		if same > 1 {
			names[i] = fmt.Sprintf("%s (%d)", name, same)
		}
	}
	return names
}

// shortNames are such names without the maker, for the ends of lines.
func shortNames(sources []measure.Result) []string {
	names := cardNames(sources)
	for i := range names {
		for _, maker := range []string{"NVIDIA ", "Tesla ", "GeForce "} {
			names[i] = strings.TrimPrefix(names[i], maker)
		}
	}
	return names
}

// capital makes a text begin with a capital letter.
func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// list joins with commas and a last "and".
func list(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}

// withArticle puts "a" or "an" before the name of a card. Names that are
// spelled letter by letter go by the sound of the first letter.
func withArticle(name string) string {
	word, _, _ := strings.Cut(name, " ")
	vowels := "AEIOUaeiou"
	if word == strings.ToUpper(word) && strings.IndexFunc(word, unicode.IsLetter) == 0 {
		vowels = "AEFHILMNORSX"
	}
	if word != "" && strings.ContainsAny(word[:1], vowels) {
		return "an " + name
	}
	return "a " + name
}
