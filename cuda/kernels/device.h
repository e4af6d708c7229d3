// What the kernels need of CUDA, declared here so that clang builds them
// without a toolkit. The same sources build with nvcc, which brings its own
// declarations.
#pragma once

#ifndef __NVCC__
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __constant__ __attribute__((constant))
#define __shared__ __attribute__((shared))

__device__ inline unsigned threadInBlock() { return __nvvm_read_ptx_sreg_tid_x(); }
__device__ inline unsigned threadsOfBlock() { return __nvvm_read_ptx_sreg_ntid_x(); }
__device__ inline unsigned blockInGrid() { return __nvvm_read_ptx_sreg_ctaid_x(); }
#else
__device__ inline unsigned threadInBlock() { return threadIdx.x; }
__device__ inline unsigned threadsOfBlock() { return blockDim.x; }
__device__ inline unsigned blockInGrid() { return blockIdx.x; }
#endif

typedef unsigned long long Index; // large launches have more outputs than 32 bits count

// Four floats that are loaded and stored at once.
#ifdef __clang__
typedef float Quad __attribute__((ext_vector_type(4)));
#else
typedef float4 Quad;
#endif
constexpr int quad = 4;

// The output that belongs to this thread.
__device__ inline Index outputOfThread() {
    return static_cast<Index>(blockInGrid()) * threadsOfBlock() + threadInBlock();
}

constexpr int taps = 32;
constexpr int lastTap = taps - 1; // taps is a power of two, so this masks a tap index

// What the filter holds at tap k, for kernels that have it in their source.
__device__ constexpr float tapValue(int k) {
    return static_cast<float>(k * 37 % taps * 4 - 63);
}

// Where the tap lies that is read in a turn of the loop: element turn mod 32.
//
// nvcc widens the turn to 64 bits and masks then; clang masks first, which
// costs an instruction of another kind a tap and up to 4 % of the kernel. The
// empty asm keeps clang from it, so that both compilers' kernels take the same
// time.
__device__ inline const float *tapAddress(const float *filter, int turn) {
#ifdef __clang__
    Index offset = static_cast<unsigned>(turn) * sizeof(float);
    asm("" : "+l"(offset));
    return reinterpret_cast<const float *>(reinterpret_cast<const char *>(filter) +
                                           (offset & (lastTap * sizeof(float))));
#else
    return &filter[turn & lastTap];
#endif
}

__device__ inline float tapAt(const float *filter, int turn) { return *tapAddress(filter, turn); }
