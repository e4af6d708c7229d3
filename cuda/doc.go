// Package cuda runs the sweep on the card: it loads the CUDA driver at run
// time, gives it the kernels as PTX, checks what they compute and times them.
// It is the only package with cgo. It needs no CUDA toolkit and no header,
// neither to build nor to run, and a program that contains it starts on a
// computer without a driver.
//
// Where there is no cgo, or no driver for the system, Open answers with an
// error that wraps measure.ErrNoGPU.
//
// A Runner lives in its own process (see measure.Child): after an illegal
// access or a launch that took too long the driver refuses everything until
// the process has ended.
package cuda

//go:generate kernels/build
