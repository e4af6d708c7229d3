// Shared memory, the taps side by side: 32 lanes on 32 taps are on 32 banks.
#include "staged.h"

extern "C" __global__ void conv1d_shared(const float *__restrict__ in,
                                         const float *__restrict__ filter,
                                         float *__restrict__ out, Index n, int rotMask) {
    constexpr int stride = 1;
    __shared__ float tile[taps * stride];
    convolveStaged<stride>(tile, in, filter, out, n, rotMask);
}
