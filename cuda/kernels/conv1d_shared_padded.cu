// Shared memory, the taps in a column of a tile whose rows are one element
// longer than 32: the padding moves each tap to a bank of its own.
#include "staged.h"

extern "C" __global__ void conv1d_shared_padded(const float *__restrict__ in,
                                                const float *__restrict__ filter,
                                                float *__restrict__ out, Index n, int rotMask) {
    constexpr int stride = taps + 1;
    __shared__ float tile[taps * stride];
    convolveStaged<stride>(tile, in, filter, out, n, rotMask);
}
