// The 32-tap convolution with its filter behind a texture object over linear
// memory, read element by element as tex1Dfetch does.
#include "device.h"

__device__ inline float fetch(Index texture, int element) {
    float x, y, z, w; // an element of one channel comes in x
    asm("tex.1d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5}];"
        : "=f"(x), "=f"(y), "=f"(z), "=f"(w)
        : "l"(texture), "r"(element));
    return x;
}

extern "C" __global__ void conv1d_texture(const float *__restrict__ in, Index filter,
                                          float *__restrict__ out, Index n, int rotMask) {
    const Index i = outputOfThread();
    if (i < n) {
        const int rot = static_cast<int>(threadInBlock()) & rotMask;
        float sum = 0.0f;
#pragma unroll
        for (int k = 0; k < taps; ++k) {
            const float x = in[i + k];
            sum += fetch(filter, (rot + k) & lastTap) * x;
        }
        out[i] = sum;
    }
}
