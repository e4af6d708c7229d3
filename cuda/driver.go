//go:build cgo && (linux || windows)

package cuda

// #cgo linux LDFLAGS: -ldl
// #include <stdlib.h>
// #include "driver.h"
import "C"

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unsafe"

	"warpbill/cuda/measure"
)

// driver is an opened and started CUDA driver. All its methods are for the
// one thread that opened it.
type driver struct {
	c       C.struct_driver
	host    host
	devices int
}

// textSize is room for a path, a name or a compiler's complaint.
const textSize = 4096

// openDriver starts the first library of paths that is a working driver. It
// returns what it tried, too. A toolkit's stub is passed over.
func openDriver(paths []string, h host) (*driver, []string, error) {
	if err := prepareEnvironment(); err != nil {
		return nil, nil, err
	}
	var tried []string
	var failure error
	for _, path := range paths {
		d, err := startDriver(path, h)
		if err == nil {
			return d, append(tried, d.host.library), nil
		}
		var missing *notLoaded
		if errors.As(err, &missing) {
			tried = append(tried, path+": "+strings.TrimPrefix(missing.reason, path+": "))
		} else {
			tried = append(tried, path+": "+err.Error())
		}
		// A library that is there says more than the names that are not.
		if failure == nil || !errors.As(err, &missing) {
			failure = err
		}
		if !errors.As(err, &missing) && codeOf(err) != stubLibrary {
			break
		}
	}
	return nil, tried, fmt.Errorf("%w: %w", measure.ErrNoGPU, failure)
}

// notLoaded says that a library is not there or is none.
type notLoaded struct {
	reason string
	wsl    bool
}

// Error gives the loader's reason and what to do.
func (e *notLoaded) Error() string {
	if e.wsl {
		return "the CUDA driver cannot be loaded (" + e.reason + "): under WSL the driver is the one of Windows, install it there"
	}
	return "the CUDA driver cannot be loaded (" + e.reason + "): if this computer has an NVIDIA GPU, install its driver"
}

// startDriver loads one library, resolves every function and starts it.
func startDriver(path string, h host) (*driver, error) {
	d := &driver{host: h}
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	text := make([]byte, textSize)
	if C.driver_open(&d.c, name, charsOf(text), textSize) != 0 {
		return nil, &notLoaded{reason: textOf(text), wsl: h.wsl}
	}
	if err := d.start(path); err != nil {
		C.driver_close(&d.c)
		return nil, err
	}
	// From here the library stays loaded: the driver has threads of its own.
	return d, nil
}

func (d *driver) start(path string) error {
	missing := C.driver_resolve(&d.c)
	if missing != nil {
		return fmt.Errorf("the NVIDIA driver (%s) is too old: it has no %s, which came with CUDA %s or before; update the driver",
			filepath.Base(path), C.GoString(missing), versionText(neededCUDA))
	}
	text := make([]byte, textSize)
	C.driver_file(&d.c, charsOf(text), textSize)
	if d.host.library = textOf(text); d.host.library == "" {
		d.host.library = path
	}
	var version, devices C.int
	if err := d.check(C.driver_init(&d.c, &version, &devices)); err != nil {
		return err
	}
	d.host.cuda, d.devices = int(version), int(devices)
	if d.host.cuda < neededCUDA {
		return fmt.Errorf("the NVIDIA driver is too old: it supports CUDA %s, the kernels need %s; update the driver",
			versionText(d.host.cuda), versionText(neededCUDA))
	}
	if d.devices == 0 {
		return newFault("cuDeviceGetCount", noDevice, "", d.host)
	}
	return nil
}

// check turns an outcome into an error.
func (d *driver) check(o C.struct_outcome) error {
	if o.code == 0 {
		return nil
	}
	name := ""
	if text := C.driver_error_name(&d.c, o.code); text != nil {
		name = C.GoString(text)
	}
	return newFault(C.GoString(o.call), int(o.code), name, d.host)
}

// kernel is a kernel that the driver compiled for the card.
type kernel struct{ c C.struct_kernel }

// load compiles ptx, which has to end with a zero byte, and finds the kernel.
// On an error the kernel may still hold a module: unload it.
func (d *driver) load(k *kernel, ptx []byte, name string) error {
	entry := C.CString(name)
	defer C.free(unsafe.Pointer(entry))
	log := make([]byte, textSize)
	o := C.driver_load(&d.c, charsOf(ptx), entry, &k.c, charsOf(log), textSize)
	return withLog(d.check(o), textOf(log))
}

func (d *driver) unload(k *kernel) error { return d.check(C.driver_unload(&d.c, &k.c)) }

// symbol finds a variable of the kernel's module.
func (d *driver) symbol(k *kernel, name string) (address, uint64, error) {
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	var at C.driver_address
	var size C.size_t
	err := d.check(C.driver_symbol(&d.c, &k.c, text, &at, &size))
	return address(at), uint64(size), err
}

// address is a place in the GPU's memory.
type address uint64

func (d *driver) retain(device C.driver_device) error { return d.check(C.driver_retain(&d.c, device)) }

func (d *driver) release(device C.driver_device) error {
	return d.check(C.driver_release(&d.c, device))
}

func (d *driver) freeMemory() (uint64, error) {
	var bytes C.size_t
	err := d.check(C.driver_free_memory(&d.c, &bytes))
	return uint64(bytes), err
}

func (d *driver) alloc(bytes uint64) (address, error) {
	var at C.driver_address
	err := d.check(C.driver_alloc(&d.c, C.size_t(bytes), &at))
	return address(at), err
}

func (d *driver) free(at address) error {
	return d.check(C.driver_free(&d.c, C.driver_address(at)))
}

func (d *driver) toDevice(to address, from []float32) error {
	return d.check(C.driver_to_device(&d.c, C.driver_address(to), unsafe.Pointer(&from[0]), C.size_t(4*len(from))))
}

func (d *driver) toHost(to []float32, from address) error {
	return d.check(C.driver_to_host(&d.c, unsafe.Pointer(&to[0]), C.driver_address(from), C.size_t(4*len(to))))
}

func (d *driver) poison(to address, words uint64) error {
	return d.check(C.driver_poison(&d.c, C.driver_address(to), C.size_t(words)))
}

// stopwatch is a pair of events.
type stopwatch struct{ c C.struct_events }

func (d *driver) createEvents(s *stopwatch) error {
	return d.check(C.driver_create_events(&d.c, &s.c))
}

func (d *driver) destroyEvents(s *stopwatch) error {
	return d.check(C.driver_destroy_events(&d.c, &s.c))
}

// stream is a queue of launches; nil is the default one.
type stream C.driver_handle

// launch is one launch of a kernel in one dimension. The arguments are the
// kernel's, at most eight, each in the low bits of its value.
type launch struct {
	kernel              *kernel
	grid, block, shared uint32
	stream              stream
	args                []uint64
}

func (l launch) c() C.struct_launch {
	c := C.struct_launch{
		function: l.kernel.c.function,
		stream:   C.driver_handle(l.stream),
		grid:     C.unsigned(l.grid),
		block:    C.unsigned(l.block),
		shared:   C.unsigned(l.shared),
	}
	for i, arg := range l.args {
		c.argument[i] = C.uint64_t(arg)
	}
	return c
}

// run launches once and does not wait: the copy of the outputs does, and an
// error of the kernel is that copy's. Waiting for the context instead takes a
// millisecond on some systems.
func (d *driver) run(l launch) error {
	c := l.c()
	return d.check(C.driver_launch(&d.c, &c))
}

// time launches count times between the stopwatch's events and returns the
// milliseconds between them as the driver gave them, believable or not.
func (d *driver) time(l launch, count int, s *stopwatch) (float64, error) {
	c := l.c()
	var ms C.float
	err := d.check(C.driver_time(&d.c, &c, C.unsigned(count), &s.c, &ms))
	return float64(ms), err
}

func charsOf(b []byte) *C.char { return (*C.char)(unsafe.Pointer(&b[0])) }

// textOf is the text before the first zero byte.
func textOf(b []byte) string { return C.GoString(charsOf(b)) }
