// The pattern probe of global memory, read as const __restrict__ is. The table
// starts at a multiple of its 64 KB, so that an offset says which tag bank of
// the first-level cache it falls into.
//
// An element adds the sum of its words.
#include "probe.h"

struct ReadGlobal4 {
    __device__ unsigned operator()(Index at) const {
        unsigned x;
        asm("ld.global.nc.u32 %0, [%1];" : "=r"(x) : "l"(at));
        return x;
    }
};

struct ReadGlobal8 {
    __device__ unsigned operator()(Index at) const {
        unsigned a, b;
        asm("ld.global.nc.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(at));
        return a + b;
    }
};

struct ReadGlobal16 {
    __device__ unsigned operator()(Index at) const {
        unsigned a, b, c, d;
        asm("ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%4];"
            : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
            : "l"(at));
        return a + b + c + d;
    }
};

#define PROBE_GLOBAL(width, unrolled)                                                     \
    PROBE_KERNEL probe_global_##width(PROBE_PARAMETERS) {                                 \
        repeat<unrolled>(table + offsetOfLane(offsets), ReadGlobal##width(), clocked, sums, \
                         loads, warmUp, step);                                            \
    }

PROBE_GLOBAL(4, 16)
PROBE_GLOBAL(8, 16)
PROBE_GLOBAL(16, 8)
