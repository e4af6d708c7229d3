// The 32-tap convolution as one writes it to be fast: each thread has four
// outputs beside each other, loads their 35 inputs into registers four at a
// time, and has its taps in the instructions. What remains is to move the bytes.
//
// Stores are of whole sectors and loads of whole lines; neighbours' loads
// overlap and are served by the first-level cache. in and out begin at a
// multiple of 16 bytes, and in has n + 32 elements: one more than n outputs
// need, which the last load takes along.
#include "device.h"

constexpr int window = (quad + taps - 1 + quad - 1) / quad; // loads that hold the inputs

extern "C" __global__ void conv1d_blocked(const float *__restrict__ in, float *__restrict__ out,
                                          Index n) {
    const Index first = outputOfThread() * quad;
    if (first + quad <= n) {
        const Quad *from = reinterpret_cast<const Quad *>(in + first);
        float x[window * quad];
#pragma unroll
        for (int q = 0; q < window; ++q) {
            const Quad v = from[q];
            x[quad * q] = v.x;
            x[quad * q + 1] = v.y;
            x[quad * q + 2] = v.z;
            x[quad * q + 3] = v.w;
        }
        Quad sum = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll
        for (int k = 0; k < taps; ++k) {
            sum.x += tapValue(k) * x[k];
            sum.y += tapValue(k) * x[k + 1];
            sum.z += tapValue(k) * x[k + 2];
            sum.w += tapValue(k) * x[k + 3];
        }
        *reinterpret_cast<Quad *>(out + first) = sum;
        return;
    }
#pragma unroll 1
    for (Index i = first; i < n; ++i) { // the last few, one by one
        float sum = 0.0f;
#pragma unroll
        for (int k = 0; k < taps; ++k) {
            sum += tapValue(k) * in[i + k];
        }
        out[i] = sum;
    }
}
