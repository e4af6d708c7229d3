// The 32-tap convolution with its filter in global memory, read by __ldg: the
// read-only loads of conv1d_global (ld.global.nc) through pointers that are no
// more __restrict__ than those of conv1d_global_plain. The promise that nobody
// writes there is the programmer's.
#include "device.h"

#ifdef __clang__
__device__ inline float readOnly(const float *at) { return __nvvm_ldg_f(at); }
#else
__device__ inline float readOnly(const float *at) { return __ldg(at); }
#endif

extern "C" __global__ void conv1d_global_ldg(const float *__restrict__ in, float *filter, float *out,
                                             Index n, int rotMask) {
    const Index i = outputOfThread();
    if (i < n) {
        const int rot = static_cast<int>(threadInBlock()) & rotMask;
        float sum = 0.0f;
#pragma unroll
        for (int k = 0; k < taps; ++k) {
            const float x = in[i + k];
            sum += readOnly(tapAddress(filter, rot + k)) * x;
        }
        out[i] = sum;
    }
}
