// Shared memory, the taps in a column of a tile of 32 x 32: all lie in one bank,
// and lanes on different taps wait for each other.
#include "staged.h"

extern "C" __global__ void conv1d_shared_column(const float *__restrict__ in,
                                                const float *__restrict__ filter,
                                                float *__restrict__ out, Index n, int rotMask) {
    constexpr int stride = taps;
    __shared__ float tile[taps * stride];
    convolveStaged<stride>(tile, in, filter, out, n, rotMask);
}
