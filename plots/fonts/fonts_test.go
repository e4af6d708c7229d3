package fonts

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/image/font/sfnt"
)

func TestFonts(t *testing.T) {
	for _, c := range []struct {
		data []byte
		want string
	}{{Regular, "Noto Sans Regular"}, {Bold, "Noto Sans Bold"}} {
		f, err := sfnt.Parse(c.data)
		if err != nil {
			t.Fatalf("%s: %v", c.want, err)
		}
		var buf sfnt.Buffer
		got, err := f.Name(&buf, sfnt.NameIDFull)
		if err != nil {
			t.Fatalf("%s: %v", c.want, err)
		}
		if got != c.want && got+" Regular" != c.want {
			t.Errorf("the font calls itself %q, want %q", got, c.want)
		}
		// The licence wants the copyright notice in every copy.
		for _, id := range []sfnt.NameID{sfnt.NameIDCopyright, sfnt.NameIDLicense} {
			if notice, err := f.Name(&buf, id); err != nil || notice == "" {
				t.Errorf("%s has no notice %d: %v", c.want, id, err)
			}
		}
	}
}

// The licence asks to be kept beside the fonts.
func TestLicence(t *testing.T) {
	text, err := os.ReadFile("OFL.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"SIL OPEN FONT LICENSE Version 1.1", "Copyright"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the licence does not say %q", want)
		}
	}
}
