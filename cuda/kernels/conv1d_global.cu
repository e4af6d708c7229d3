// The 32-tap convolution with its filter in global memory. Except for where
// the filter lives it is conv1d_constant; const and __restrict__ make the
// loads read-only ones (ld.global.nc).
#include "device.h"

extern "C" __global__ void conv1d_global(const float *__restrict__ in,
                                         const float *__restrict__ filter,
                                         float *__restrict__ out, Index n, int rotMask) {
    const Index i = outputOfThread();
    if (i < n) {
        const int rot = static_cast<int>(threadInBlock()) & rotMask;
        float sum = 0.0f;
#pragma unroll
        for (int k = 0; k < taps; ++k) {
            const float x = in[i + k];
            sum += tapAt(filter, rot + k) * x;
        }
        out[i] = sum;
    }
}
