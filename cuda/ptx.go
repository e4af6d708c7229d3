package cuda

import (
	"bytes"
	"embed"
	"fmt"
	"strings"
)

// The kernels as kernels/build made them from the sources beside them.
var (
	//go:embed kernels/conv1d_constant.ptx
	constantPTX string
	//go:embed kernels/conv1d_global.ptx
	globalPTX string
	//go:embed kernels/empty.ptx
	emptyPTX string
	//go:embed kernels/conv1d_*.ptx
	pathPTX embed.FS
	//go:embed kernels/probe_*.ptx
	probePTX embed.FS
)

// program is one compiled source and the name of its kernel.
type program struct{ name, ptx string }

// constantFilter is the variable that holds the filter in constant memory.
const constantFilter = "filterConstant"

func constantProgram() program { return program{"conv1d_constant", constantPTX} }
func globalProgram() program   { return program{"conv1d_global", globalPTX} }
func emptyProgram() program    { return program{"empty", emptyPTX} }

// windowID is the path that is conv1d_global in a stream with a window in L2.
const windowID = "l2-window"

// pathProgram is the kernel of a path.
func pathProgram(id string) (program, error) {
	if id == windowID {
		return globalProgram(), nil
	}
	name := "conv1d_" + strings.ReplaceAll(id, "-", "_")
	text, err := pathPTX.ReadFile("kernels/" + name + ".ptx")
	if err != nil {
		return program{}, fmt.Errorf("the program has no kernel for the path %s: install it again", id)
	}
	return program{name, string(text)}, nil
}

// probeProgram is the module of a path of the pattern probe. It has a kernel
// for each width.
func probeProgram(path string) (program, error) {
	text, err := probePTX.ReadFile("kernels/probe_" + path + ".ptx")
	if err != nil {
		return program{}, fmt.Errorf("the program has no probe for the path %s: install it again", path)
	}
	return program{"probe_" + path, string(text)}, nil
}

// image is the text as the driver takes it: ended by a zero byte.
func (p program) image() []byte { return append(bytes.Clone([]byte(p.ptx)), 0) }
