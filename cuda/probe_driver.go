//go:build cgo && (linux || windows)

package cuda

// #include <stdlib.h>
// #include "driver.h"
import "C"

import "unsafe"

// integer is what the probe copies.
type integer interface{ uint32 | uint64 }

func integersToDevice[T integer](d *driver, to address, from []T) error {
	bytes := uintptr(len(from)) * unsafe.Sizeof(from[0])
	return d.check(C.driver_to_device(&d.c, C.driver_address(to), unsafe.Pointer(&from[0]), C.size_t(bytes)))
}

func integersToHost[T integer](d *driver, to []T, from address) error {
	bytes := uintptr(len(to)) * unsafe.Sizeof(to[0])
	return d.check(C.driver_to_host(&d.c, unsafe.Pointer(&to[0]), C.driver_address(from), C.size_t(bytes)))
}

// entry finds another kernel of the module that k came with. What it returns
// is not unloaded: k is.
func (d *driver) entry(k *kernel, name string) (kernel, error) {
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	var found kernel
	err := d.check(C.driver_entry(&d.c, &k.c, text, &found.c))
	return found, err
}
