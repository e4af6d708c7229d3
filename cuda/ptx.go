package cuda

import (
	"bytes"
	_ "embed"
)

// The kernels as kernels/build made them from the sources beside them.
var (
	//go:embed kernels/conv1d_constant.ptx
	constantPTX string
	//go:embed kernels/conv1d_global.ptx
	globalPTX string
	//go:embed kernels/empty.ptx
	emptyPTX string
)

// program is one compiled source and the name of its kernel.
type program struct{ name, ptx string }

// constantFilter is the variable that holds the filter in constant memory.
const constantFilter = "filterConstant"

func constantProgram() program { return program{"conv1d_constant", constantPTX} }
func globalProgram() program   { return program{"conv1d_global", globalPTX} }
func emptyProgram() program    { return program{"empty", emptyPTX} }

// image is the text as the driver takes it: ended by a zero byte.
func (p program) image() []byte { return append(bytes.Clone([]byte(p.ptx)), 0) }
