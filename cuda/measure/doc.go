// Package measure is the vocabulary between whoever runs kernels and whoever
// shows what they took: plan, event, result, statistics, units, file formats,
// recordings and runners.
//
// Times are milliseconds for one whole kernel launch, sizes are outputs n of
// the convolution, memory is in bytes. Every Result names its source: the
// device, the driver, the method, and when it was measured.
//
// A quantity is the median of its samples with the 95 % interval that order
// statistics give; the ratio is constant time over global time, pair by pair.
// What can be said about a row is its Verdict. A row is launch-bound when its
// shorter time is under twice that of an empty kernel with the same grid, or,
// where no empty kernel was timed, when it reaches less than a quarter of the
// best GB/s of the result. Such a row gets no verdict.
//
// A result file is one JSON object with "format" "warpbill-result" and a
// version. Fields that the program does not know are kept when the file is
// saved again. Results come from CSV and from the table of the course's
// program too. Whatever comes from outside is checked at this border: sizes,
// ranges, depth, and texts without anything that a terminal would obey.
//
// A running sweep is a stream of lines, each one JSON object with v, run (a
// marker that the reader has chosen), seq, type (hello, device, sample, row,
// warning, heartbeat, done) and data. A stream without done is incomplete.
//
// The package knows neither the driver nor the window.
package measure
