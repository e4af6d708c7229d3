package ui

import (
	"errors"
	"regexp"
	"testing"

	"warpbill/cuda/measure"
)

// TestNumbersOfRows holds the words for none, one and many rows together.
func TestNumbersOfRows(t *testing.T) {
	wrong := regexp.MustCompile(`\b1 rows|\b0 rows|[2-9] row\b|\b1 row are|rows is`)
	for n := range 4 {
		rows := rowsOf(n)
		rows.Complete = n%2 == 0
		for _, text := range []string{
			rowCount(n), openedText(rows), runError(errors.New("the GPU is gone"), n), keptText(max(n, 1)),
			finished(State{}, ended{Result: measure.Result{Complete: true, Rows: rows.Rows}}).Run.Text,
		} {
			if wrong.MatchString(text) {
				t.Errorf("%d rows: %q", n, text)
			}
		}
	}
}
