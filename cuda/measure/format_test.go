package measure

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFormatNumbers(t *testing.T) {
	for ms, want := range map[float64]string{
		0.6912: "0.6912", 11.7892: "11.79", 0.0018734: "0.001873", 1: "1.000", 0.99999: "1.0000", 123456: "123456",
		1e-9: "0.000000001000", 0: "-", -1: "-", math.Inf(1): "-", math.NaN(): "-",
	} {
		if got := FormatMS(ms); got != want {
			t.Errorf("FormatMS(%v) = %q, want %q", ms, got, want)
		}
	}
	for ratio, want := range map[float64]string{
		0.684: "0.68", 15.0777: "15.08", 24: "24.00", 0.0123449: "0.01234", 0: "-", math.Inf(1): "-", math.NaN(): "-",
	} {
		if got := FormatRatio(ratio); got != want {
			t.Errorf("FormatRatio(%v) = %q, want %q", ratio, got, want)
		}
	}
}

func TestFormatSizes(t *testing.T) {
	tests := []struct {
		n           uint64
		size, bytes string
	}{
		{0, "0", "0 B"},
		{1, "1", "1 B"},
		{1000, "1000", "1000 B"},
		{1023, "1023", "1023 B"},
		{1024, "1 Ki", "1 KiB"},
		{4095, "4095", "4.0 KiB"},
		{4096, "4 Ki", "4 KiB"},
		{1536, "1536", "1.5 KiB"},
		{1024 * 1023, "1023 Ki", "1023 KiB"},
		{32768, "32 Ki", "32 KiB"},
		{262144, "256 Ki", "256 KiB"},
		{2097152, "2 Mi", "2 MiB"},
		{8388608, "8 Mi", "8 MiB"},
		{8388609, "8388609", "8.0 MiB"},
		{1 << 30, "1 Gi", "1 GiB"},
		{150754820096, "150754820096", "140.4 GiB"},
		{1 << 63, "8 Ei", "8 EiB"},
		{math.MaxUint64, "18446744073709551615", "16.0 EiB"},
	}
	for _, test := range tests {
		if got := FormatSize(test.n); got != test.size {
			t.Errorf("FormatSize(%d) = %q, want %q", test.n, got, test.size)
		}
		if got := FormatBytes(test.n); got != test.bytes {
			t.Errorf("FormatBytes(%d) = %q, want %q", test.n, got, test.bytes)
		}
	}
}

func TestCleanText(t *testing.T) {
	tests := []struct {
		name, text, want string
	}{
		{"plain", "NVIDIA H200", "NVIDIA H200"},
		{"other scripts", "显卡 Карта كارت", "显卡 Карта كارت"},
		{"set title", "a\x1b]0;title\x07b", "a]0;titleb"},
		{"clipboard", "\x1b]52;c;aGk=\x1b\\", "]52;c;aGk=\\"},
		{"C1", "a\u0085\u009bb", "ab"},
		{"DEL and NUL", "a\x7f\x00b", "ab"},
		{"lines", "a\nb\r\tc\u2028d", "a b  c d"},
		{"direction", "a\u202eb\u2066c\u200fd\u061ce", "abcde"},
		{"zero width", "a\u200bb\ufeffc\u2060d\u00ade", "abcde"},
		{"tags", "a\U000e0041b", "ab"},
		{"not UTF-8", "a\xffb", "a\uFFFDb"},
		{"spaces", "  a  ", "a"},
		{"long", strings.Repeat("é", 100), strings.Repeat("é", 19) + "…"},
	}
	for _, test := range tests {
		if got := CleanText(test.text, 20); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func FuzzCleanText(f *testing.F) {
	for _, text := range []string{"", "a\x1b[31m", "\xff\xfe", strings.Repeat("\u202e界", 50)} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := CleanText(text, 30)
		if !utf8.ValidString(got) || utf8.RuneCountInString(got) > 30 {
			t.Fatalf("%q: not valid or too long", got)
		}
		if strings.ContainsFunc(got, func(r rune) bool { return safeRune(r) != r }) {
			t.Fatalf("%q holds a character that must not be shown", got)
		}
		if again := CleanText(got, 30); again != got {
			t.Fatalf("cleaning %q again gives %q", got, again)
		}
	})
}
