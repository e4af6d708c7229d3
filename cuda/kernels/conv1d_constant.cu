// The 32-tap convolution with its filter in constant memory.
//
// rotMask says which tap a lane reads in the same turn of the loop: 0 lets
// every lane read the same one, 31 gives each lane another. It is an argument
// so that every launch runs the same instructions whatever the lanes read.
#include "device.h"

extern "C" {

__constant__ float filterConstant[taps];

__global__ void conv1d_constant(const float *__restrict__ in, float *__restrict__ out, Index n,
                                int rotMask) {
    const Index i = outputOfThread();
    if (i < n) {
        const int rot = static_cast<int>(threadInBlock()) & rotMask;
        float sum = 0.0f;
        // Unrolled whole: by four, as clang does unasked, the loop's own
        // instructions show up in the time.
#pragma unroll
        for (int k = 0; k < taps; ++k) {
            const float x = in[i + k];
            sum += tapAt(filterConstant, rot + k) * x;
        }
        out[i] = sum;
    }
}
}
