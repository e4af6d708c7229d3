// The pattern probe: what its kernels do but for the load itself.
//
// Each of the 32 warps of an SM repeats one load. The 32 offsets come as data,
// so that every pattern runs the same instructions: a parameter indexed by the
// lane would itself be a constant load of 32 passes.
#pragma once
#include "device.h"

#ifndef __NVCC__
#define PROBE_SHARED __attribute__((shared))
#define PROBE_KERNEL extern "C" __global__ __attribute__((launch_bounds(1024))) void
__device__ inline void waitForBlock() { __nvvm_bar_sync(0); }
#else
#define PROBE_SHARED __shared__
#define PROBE_KERNEL extern "C" __global__ __launch_bounds__(1024) void
__device__ inline void waitForBlock() { __syncthreads(); }
#endif

// What one block tells: cycles of its SM, the same in nanoseconds, and which
// SM it ran on.
struct Clocked {
    Index cycles, nanoseconds, sm;
};

// The same parameters for every kernel, whatever it uses of them: byte offsets
// of 32 lanes; the table, or the texture over it; what the blocks tell; what
// each thread has added up; how many loads; how many before them to warm up.
//
// step is 0. The compilers do not know, so they neither merge the loads nor
// take them out of the loop. Both counts are multiples of 16.
#define PROBE_PARAMETERS                                                                   \
    const unsigned *__restrict__ offsets, Index table, Clocked *__restrict__ clocked,      \
        unsigned *__restrict__ sums, int loads, int warmUp, unsigned step

__device__ inline Index cyclesNow() {
    Index now;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(now)::"memory");
    return now;
}

__device__ inline Index nanosecondsNow() {
    Index now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now)::"memory");
    return now;
}

__device__ inline Index smOfBlock() {
    unsigned sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    return sm;
}

__device__ inline unsigned offsetOfLane(const unsigned *offsets) {
    return offsets[threadInBlock() % 32];
}

// Repeats read at the thread's own place and has the block's first thread
// measure how long all warps take together. The warm-up runs the same
// instructions, so it fills their cache as well.
template <int unrolled, class At, class Read>
__device__ inline void repeat(At at, Read read, Clocked *clocked, unsigned *sums, int loads,
                              int warmUp, unsigned step) {
    unsigned sum = 0;
    Index cycles = 0, nanoseconds = 0;
#pragma unroll 1
    for (int round = 0; round < 2; ++round) {
        const int count = round == 0 ? warmUp : loads;
        waitForBlock();
        const Index begun = nanosecondsNow();
        const Index start = cyclesNow();
#pragma unroll 1
        for (int i = 0; i < count; i += unrolled) {
#pragma unroll
            for (int j = 0; j < unrolled; ++j) {
                sum += read(at);
                at += step;
            }
        }
        waitForBlock();
        cycles = cyclesNow() - start;
        nanoseconds = nanosecondsNow() - begun;
    }
    sums[outputOfThread()] = sum;
    if (threadInBlock() == 0) {
        clocked[blockInGrid()] = {cycles, nanoseconds, smOfBlock()};
    }
}
