//go:build cgo && (linux || windows)

package cuda

// #include "driver.h"
import "C"

import "fmt"

// kernelFacts is what the driver's compiler made of a kernel; -1 stands for
// what the driver does not tell.
type kernelFacts struct{ registers, localBytes, sharedBytes int }

func (d *driver) facts(k *kernel) kernelFacts {
	var f C.struct_function_facts
	C.driver_function_facts(&d.c, &k.c, &f)
	return kernelFacts{int(f.registers), int(f.local_bytes), int(f.shared_bytes)}
}

// tooOld says that the driver lacks a function that is not needed otherwise.
func tooOld(function string) error {
	return fmt.Errorf("the NVIDIA driver is too old for it, having no %s: update the driver", function)
}

// texture is the handle of a texture object, 0 when there is none.
type texture uint64

// format is a CUarray_format: what the elements of a texture are.
type format int

const (
	wholeNumbers format = 0x03 // of 32 bits, without a sign
	floats       format = 0x20
)

// createTexture makes an object that reads from linear memory.
func (d *driver) createTexture(at address, bytes uint64, f format) (texture, error) {
	if d.c.cuTexObjectCreate == nil || d.c.cuTexObjectDestroy == nil {
		return 0, tooOld("cuTexObjectCreate")
	}
	var handle C.uint64_t
	err := d.check(C.driver_texture(&d.c, C.driver_address(at), C.size_t(bytes), C.int(f), &handle))
	return texture(handle), err
}

func (d *driver) destroyTexture(t texture) error {
	return d.check(C.driver_destroy_texture(&d.c, C.uint64_t(t)))
}

// canReserve says whether the driver has what windows in L2 need.
func (d *driver) canReserve() bool {
	return d.c.cuStreamCreate != nil && d.c.cuStreamDestroy_v2 != nil && d.c.cuStreamSetAttribute != nil &&
		d.c.cuCtxGetLimit != nil && d.c.cuCtxSetLimit != nil && d.c.cuCtxResetPersistingL2Cache != nil
}

// createStream makes a stream that takes turns with the default one.
func (d *driver) createStream() (stream, error) {
	var handle C.driver_handle
	err := d.check(C.driver_create_stream(&d.c, &handle))
	return stream(handle), err
}

func (d *driver) destroyStream(s stream) error {
	return d.check(C.driver_destroy_stream(&d.c, C.driver_handle(s)))
}

// reserved is how many bytes of L2 the context keeps for windows.
func (d *driver) reserved() (uint64, error) {
	var bytes C.size_t
	err := d.check(C.driver_reserved(&d.c, &bytes))
	return uint64(bytes), err
}

func (d *driver) reserve(bytes uint64) error {
	return d.check(C.driver_reserve(&d.c, C.size_t(bytes)))
}

// setWindow has launches of the stream keep a share of these bytes in the
// reserved part of L2.
func (d *driver) setWindow(s stream, at address, bytes uint64, share float32) error {
	return d.check(C.driver_window(&d.c, C.driver_handle(s), C.driver_address(at), C.size_t(bytes), C.float(share)))
}

// resetWindow makes what windows kept in L2 ordinary again.
func (d *driver) resetWindow() error { return d.check(C.driver_reset_window(&d.c)) }
