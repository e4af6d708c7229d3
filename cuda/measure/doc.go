// Package measure is the vocabulary between whoever runs kernels and whoever
// shows what they took: plan, event, result, statistics, units, file formats,
// recordings and runners.
//
// Times are milliseconds for one whole kernel launch, sizes are outputs n of
// the convolution, memory is in bytes. Every Result names its source: the
// device, the driver, the method, and when it was measured.
//
// The package knows neither the driver nor the window.
package measure
