// The pattern probe of constant memory, index known at run time only. The
// table fills the 64 KB that a kernel can index, so it has a module of its own.
//
// An element adds the sum of its words. A 16-byte load does not exist here: it
// is two 8-byte ones.
#include "probe.h"

extern "C" {
alignas(16) __constant__ unsigned probeTable[(64 << 10) / sizeof(unsigned)];
}

// Where the table lies in the constant space.
__device__ inline Index tableInConstant() {
    Index at;
    asm("cvta.to.const.u64 %0, %1;" : "=l"(at) : "l"(probeTable));
    return at;
}

struct ReadConstant1 {
    __device__ unsigned operator()(Index at) const {
        unsigned x;
        asm("ld.const.u8 %0, [%1];" : "=r"(x) : "l"(at));
        return x;
    }
};

struct ReadConstant2 {
    __device__ unsigned operator()(Index at) const {
        unsigned short x;
        asm("ld.const.u16 %0, [%1];" : "=h"(x) : "l"(at));
        return x;
    }
};

struct ReadConstant4 {
    __device__ unsigned operator()(Index at) const {
        unsigned x;
        asm("ld.const.u32 %0, [%1];" : "=r"(x) : "l"(at));
        return x;
    }
};

struct ReadConstant8 {
    __device__ unsigned operator()(Index at) const {
        unsigned a, b;
        asm("ld.const.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(at));
        return a + b;
    }
};

struct ReadConstant16 {
    __device__ unsigned operator()(Index at) const {
        unsigned a, b, c, d;
        asm("ld.const.v4.u32 {%0, %1, %2, %3}, [%4];"
            : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
            : "l"(at));
        return a + b + c + d;
    }
};

#define PROBE_CONSTANT(width, unrolled)                                                    \
    PROBE_KERNEL probe_constant_##width(PROBE_PARAMETERS) {                                \
        repeat<unrolled>(tableInConstant() + offsetOfLane(offsets), ReadConstant##width(), \
                         clocked, sums, loads, warmUp, step);                              \
    }

PROBE_CONSTANT(1, 16)
PROBE_CONSTANT(2, 16)
PROBE_CONSTANT(4, 16)
PROBE_CONSTANT(8, 16)
PROBE_CONSTANT(16, 8)
