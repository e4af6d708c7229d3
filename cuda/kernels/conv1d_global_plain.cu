// The 32-tap convolution with its filter in global memory, where the compiler
// cannot rule out that a store to out changes the filter: neither pointer is
// __restrict__. It is conv1d_global but for that; the filter's loads are plain
// ones (ld.global).
#include "device.h"

extern "C" __global__ void conv1d_global_plain(const float *__restrict__ in, float *filter,
                                               float *out, Index n, int rotMask) {
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
