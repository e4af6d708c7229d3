// The pattern probe of a texture object over the table: one-dimensional,
// elements of one 32-bit number, fetched by their whole-numbered index. table
// is the object's handle.
#include "probe.h"

struct ReadTexture4 {
    Index texture;

    __device__ unsigned operator()(int element) const {
        unsigned x, y, z, w;
        asm("tex.1d.v4.u32.s32 {%0, %1, %2, %3}, [%4, {%5}];"
            : "=r"(x), "=r"(y), "=r"(z), "=r"(w)
            : "l"(texture), "r"(element));
        return x;
    }
};

PROBE_KERNEL probe_texture_4(PROBE_PARAMETERS) {
    const int element = static_cast<int>(offsetOfLane(offsets) / sizeof(unsigned));
    repeat<16>(element, ReadTexture4{table}, clocked, sums, loads, warmUp, step);
}
