// Package sim is the price list of a GPU's memories: what one load
// instruction, executed by a warp of 32 lanes, is charged on each path, and
// the steps in which its lanes are served.
//
// Constant memory charges for distinct addresses, global memory for distinct
// 32-byte sectors, shared memory for wavefronts over its 32 banks. The rules
// are those that the hardware counters of an NVIDIA H200 show, read with
// Nsight Compute; the tests hold copies of the counted figures.
//
// Prices turn a Bill into cycles and a launch into milliseconds on one card.
// Calibrate makes them of timed loads; none are built in.
//
// The package is pure: a Bill is computed from an Access and nothing else.
// Addresses and sizes are in bytes unless a name says otherwise. Everything
// that the program draws, says, exports or predicts comes from a Bill.
package sim
