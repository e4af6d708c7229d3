// The pattern probe of shared memory. Each block copies the first half of the
// table to its shared memory before the clock starts.
//
// An element adds the sum of its words.
#include "probe.h"

constexpr unsigned sharedWords = (32 << 10) / sizeof(unsigned);

// Copies the table and says where it lies in the shared space.
__device__ inline unsigned tableInShared(Index from) {
    alignas(128) static PROBE_SHARED unsigned table[sharedWords];
    for (unsigned i = threadInBlock(); i < sharedWords; i += threadsOfBlock()) {
        table[i] = reinterpret_cast<const unsigned *>(from)[i];
    }
    Index at;
    asm volatile("cvta.to.shared.u64 %0, %1;" : "=l"(at) : "l"(table) : "memory");
    return static_cast<unsigned>(at);
}

struct ReadShared4 {
    __device__ unsigned operator()(unsigned at) const {
        unsigned x;
        asm("ld.shared.u32 %0, [%1];" : "=r"(x) : "r"(at));
        return x;
    }
};

struct ReadShared8 {
    __device__ unsigned operator()(unsigned at) const {
        unsigned a, b;
        asm("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(at));
        return a + b;
    }
};

struct ReadShared16 {
    __device__ unsigned operator()(unsigned at) const {
        unsigned a, b, c, d;
        asm("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
            : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
            : "r"(at));
        return a + b + c + d;
    }
};

#define PROBE_SHARED_KERNEL(width, unrolled)                                              \
    PROBE_KERNEL probe_shared_##width(PROBE_PARAMETERS) {                                 \
        repeat<unrolled>(tableInShared(table) + offsetOfLane(offsets), ReadShared##width(), \
                         clocked, sums, loads, warmUp, step);                             \
    }

PROBE_SHARED_KERNEL(4, 16)
PROBE_SHARED_KERNEL(8, 16)
PROBE_SHARED_KERNEL(16, 8)
