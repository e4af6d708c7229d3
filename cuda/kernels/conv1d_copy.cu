// A copy of as many bytes as the convolution has to move: the limit that memory
// sets to every kernel that reads the inputs and writes the outputs. in and out
// begin at a multiple of 16 bytes.
#include "device.h"

extern "C" __global__ void conv1d_copy(const float *__restrict__ in, float *__restrict__ out,
                                       Index n) {
    const Index first = outputOfThread() * quad;
    if (first + quad <= n) {
        *reinterpret_cast<Quad *>(out + first) = *reinterpret_cast<const Quad *>(in + first);
        return;
    }
#pragma unroll 1
    for (Index i = first; i < n; ++i) { // the last few, one by one
        out[i] = in[i];
    }
}
