package measure

import (
	"math"
	"strconv"
	"strings"
)

// FormatMS writes a time in milliseconds with four significant digits and
// without the unit: "0.6912", "11.79", "0.001873". An unknown time is "-".
func FormatMS(ms float64) string {
	if !(ms > 0) || math.IsInf(ms, 0) {
		return "-"
	}
	decimals := 3 - int(math.Floor(math.Log10(ms)))
	return strconv.FormatFloat(ms, 'f', min(max(decimals, 0), 12), 64)
}

// FormatRatio writes a ratio with two decimals, as the course's table does,
// and with four significant digits below 0.1: "0.68", "15.08", "0.01234". An
// unknown ratio is "-".
func FormatRatio(ratio float64) string {
	if !(ratio > 0) || math.IsInf(ratio, 0) {
		return "-"
	}
	if ratio < 0.1 {
		return FormatMS(ratio)
	}
	return strconv.FormatFloat(ratio, 'f', 2, 64)
}

// FormatSize writes a number of outputs in powers of 1024 when that is exact:
// "4 Ki", "8 Mi"; any other number in full: "4095".
func FormatSize(n uint64) string {
	text, exact := binary(n)
	if !exact {
		return strconv.FormatUint(n, 10)
	}
	return text
}

// FormatBytes writes a number of bytes in powers of 1024, exactly where that
// is short and with one decimal otherwise: "128 B", "4 MiB", "139.8 GiB".
func FormatBytes(n uint64) string {
	if text, exact := binary(n); exact && strings.Contains(text, " ") {
		return text + "B"
	}
	prefixes := []string{"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"}
	step, value := 0, float64(n)
	for value >= 1024 && step < len(prefixes)-1 {
		value /= 1024
		step++
	}
	if step == 0 {
		return strconv.FormatUint(n, 10) + " B"
	}
	return strconv.FormatFloat(value, 'f', 1, 64) + " " + prefixes[step] + "B"
}

// binary writes n with the largest prefix that divides it. It is not exact
// when no prefix does, or when what is left is longer than four digits.
func binary(n uint64) (text string, exact bool) {
	if n == 0 || n%1024 != 0 {
		return strconv.FormatUint(n, 10), n < 1024
	}
	prefixes := []string{"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"}
	step := 0
	for n%1024 == 0 && step < len(prefixes)-1 {
		n /= 1024
		step++
	}
	return strconv.FormatUint(n, 10) + " " + prefixes[step], n < 10000
}
