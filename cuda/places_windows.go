//go:build cgo

package cuda

// places are where the driver library may be. Windows looks for a bare name
// in System32 alone, as driver.c asks it to.
func places() []string { return []string{"nvcuda.dll"} }
