// The 32-tap convolution with its filter in shared memory, where the block puts
// it first, a tap every `stride` words.
#pragma once
#include "device.h"

__device__ inline void waitForStaging() {
#ifdef __clang__
    __nvvm_bar_sync(0);
#else
    __syncthreads();
#endif
}

// The tap that is read in a turn of the loop, as tapAt in device.h. Here nvcc
// scales the turn to bytes first and masks then, where the stride is a power of
// two; clang is kept from the other order, which costs an instruction a tap.
template <int stride> __device__ inline float stagedTapAt(const float *tile, int turn) {
#ifdef __clang__
    constexpr unsigned bytes = stride * sizeof(float);
    unsigned offset = static_cast<unsigned>(turn) * bytes;
    if ((stride & (stride - 1)) == 0) {
        asm("" : "+r"(offset));
        offset &= lastTap * bytes;
    } else {
        offset = (static_cast<unsigned>(turn) & lastTap) * bytes;
    }
    return *reinterpret_cast<const float *>(reinterpret_cast<const char *>(tile) + offset);
#else
    return tile[(turn & lastTap) * stride];
#endif
}

// No thread may leave before the barrier: the last block's threads without an
// output wait there too.
template <int stride>
__device__ inline void convolveStaged(float *tile, const float *__restrict__ in,
                                      const float *__restrict__ filter, float *__restrict__ out,
                                      Index n, int rotMask) {
    const unsigned t = threadInBlock();
    if (t < taps) {
        tile[t * stride] = filter[t];
    }
    waitForStaging();
    const Index i = outputOfThread();
    if (i < n) {
        const int rot = static_cast<int>(t) & rotMask;
        float sum = 0.0f;
#pragma unroll
        for (int k = 0; k < taps; ++k) {
            const float x = in[i + k];
            sum += stagedTapAt<stride>(tile, rot + k) * x;
        }
        out[i] = sum;
    }
}
