// The sweep as one would write it plainly: the CUDA runtime, a single-threaded
// reference, three warm-ups and ten single launches a kernel. It times the same
// kernel sources as the program does, built by nvcc, and so is what the program
// is compared with, in kernel time and in the time for the whole sweep.
//
//   nvcc -std=c++17 -O3 -arch=native -o plain plain.cu
//   ./plain            the course's table, and the wall time after the context
//   ./plain --batched  medians of 21 batches of at least 0.2 ms, as CSV
#include "../../kernels/conv1d_constant.cu"
#include "../../kernels/conv1d_global.cu"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CUDA_CHECK(call)                                                                   \
    do {                                                                                   \
        const cudaError_t error = (call);                                                  \
        if (error != cudaSuccess) {                                                        \
            std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error));            \
            std::exit(EXIT_FAILURE);                                                       \
        }                                                                                  \
    } while (0)

namespace {

constexpr int threads = 256, warmUps = 3, runs = 10, samples = 21;
constexpr double batchMS = 0.2;
const std::vector<size_t> sizes = {4096, 32768, 262144, 2097152, 8388608};
const std::vector<int> masks = {0, 31};

struct Data {
    std::vector<float> in, filter;
    float *deviceIn = nullptr, *deviceFilter = nullptr, *deviceOut = nullptr;
    cudaEvent_t start, stop;
};

// The inputs and taps of the program: see cuda/reference.go.
float input(uint64_t i) {
    i = (i + 1) * 0x9e3779b97f4a7c15u;
    i ^= i >> 29;
    i *= 0xbf58476d1ce4e5b9u;
    return static_cast<float>(static_cast<int64_t>(i) >> 52);
}

Data prepare() {
    Data d;
    const size_t n = sizes.back();
    d.in.resize(n + taps);
    for (size_t i = 0; i < d.in.size(); ++i) d.in[i] = input(i);
    for (int k = 0; k < taps; ++k) d.filter.push_back(static_cast<float>(k * 37 % taps * 4 - 63));
    CUDA_CHECK(cudaMalloc(&d.deviceIn, d.in.size() * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&d.deviceFilter, taps * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&d.deviceOut, n * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(d.deviceIn, d.in.data(), d.in.size() * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d.deviceFilter, d.filter.data(), taps * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpyToSymbol(filterConstant, d.filter.data(), taps * sizeof(float)));
    CUDA_CHECK(cudaEventCreate(&d.start));
    CUDA_CHECK(cudaEventCreate(&d.stop));
    return d;
}

void launch(const Data &d, bool constant, size_t n, int mask) {
    const unsigned blocks = static_cast<unsigned>((n + threads - 1) / threads);
    if (constant)
        conv1d_constant<<<blocks, threads>>>(d.deviceIn, d.deviceOut, n, mask);
    else
        conv1d_global<<<blocks, threads>>>(d.deviceIn, d.deviceFilter, d.deviceOut, n, mask);
}

// The time of count launches between one pair of events, in milliseconds.
double timed(const Data &d, bool constant, size_t n, int mask, int count) {
    CUDA_CHECK(cudaEventRecord(d.start));
    for (int i = 0; i < count; ++i) launch(d, constant, n, mask);
    CUDA_CHECK(cudaEventRecord(d.stop));
    CUDA_CHECK(cudaEventSynchronize(d.stop));
    CUDA_CHECK(cudaGetLastError());
    float ms = 0;
    CUDA_CHECK(cudaEventElapsedTime(&ms, d.start, d.stop));
    return ms;
}

std::vector<float> reference(const Data &d, int mask) {
    std::vector<float> out(sizes.back());
    for (size_t i = 0; i < out.size(); ++i) {
        const int rot = static_cast<int>(i % threads) & mask;
        float sum = 0;
        for (int k = 0; k < taps; ++k) sum += d.filter[(rot + k) & lastTap] * d.in[i + k];
        out[i] = sum;
    }
    return out;
}

void check(const Data &d, bool constant, size_t n, int mask, const std::vector<float> &want) {
    CUDA_CHECK(cudaMemset(d.deviceOut, 0xff, n * sizeof(float)));
    launch(d, constant, n, mask);
    CUDA_CHECK(cudaGetLastError());
    std::vector<float> got(n);
    CUDA_CHECK(cudaMemcpy(got.data(), d.deviceOut, n * sizeof(float), cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < n; ++i) {
        if (got[i] != want[i]) {
            std::fprintf(stderr, "%s kernel, index %zu: got %g, wanted %g\n",
                         constant ? "constant" : "global", i, got[i], want[i]);
            std::exit(EXIT_FAILURE);
        }
    }
}

double courseTime(const Data &d, bool constant, size_t n, int mask) {
    for (int i = 0; i < warmUps; ++i) launch(d, constant, n, mask);
    CUDA_CHECK(cudaDeviceSynchronize());
    double sum = 0;
    for (int i = 0; i < runs; ++i) sum += timed(d, constant, n, mask, 1);
    return sum / runs;
}

void course(const Data &d) {
    std::vector<std::vector<float>> want;
    for (int mask : masks) want.push_back(reference(d, mask));
    size_t rows = 0;
    std::printf("        n  lanes      const ms  global ms   ratio  global GB/s\n");
    for (size_t n : sizes) {
        size_t shared = 0;
        for (size_t i = 0; i < n; ++i) shared += want[0][i] == want[1][i];
        if (shared > n / 2) {
            std::fprintf(stderr, "rotMask has stopped doing anything at n = %zu\n", n);
            std::exit(EXIT_FAILURE);
        }
        for (size_t m = 0; m < masks.size(); ++m) {
            check(d, true, n, masks[m], want[m]);
            check(d, false, n, masks[m], want[m]);
            const double constant = courseTime(d, true, n, masks[m]);
            const double global = courseTime(d, false, n, masks[m]);
            std::printf("%9zu  %-9s  %8.4f  %9.4f  %6.2f  %11.1f\n", n, masks[m] == 0 ? "broadcast" : "per-lane",
                        constant, global, constant / global, (2.0 * n + taps - 1) * 4 / (global * 1e6));
            ++rows;
        }
    }
    if (rows != sizes.size() * masks.size()) {
        std::fprintf(stderr, "%zu rows instead of %zu\n", rows, sizes.size() * masks.size());
        std::exit(EXIT_FAILURE);
    }
}

// How many launches last as long as a batch has to.
int batchSize(const Data &d, bool constant, size_t n, int mask) {
    int count = 1;
    for (double ms = 0; (ms = timed(d, constant, n, mask, count)) < batchMS;)
        count = std::max(count + 1, std::min(10 * count, static_cast<int>(std::ceil(1.1 * batchMS / ms * count))));
    return count;
}

double median(std::vector<double> v) {
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

void batched(const Data &d) {
    std::printf("n,rot_mask,constant_ms,global_ms,ratio\n");
    for (size_t n : sizes) {
        for (int mask : masks) {
            const int constants = batchSize(d, true, n, mask), globals = batchSize(d, false, n, mask);
            std::vector<double> constant, global, ratio;
            for (int i = 0; i < samples + 2; ++i) { // the first two warm up
                double c = 0, g = 0;
                if (i % 2 == 0) c = timed(d, true, n, mask, constants) / constants;
                g = timed(d, false, n, mask, globals) / globals;
                if (i % 2 != 0) c = timed(d, true, n, mask, constants) / constants;
                if (i < 2) continue;
                constant.push_back(c);
                global.push_back(g);
                ratio.push_back(c / g);
            }
            std::printf("%zu,%d,%.6f,%.6f,%.4f\n", n, mask, median(constant), median(global), median(ratio));
        }
    }
}

} // namespace

int main(int argc, char **argv) {
    using clock = std::chrono::steady_clock;
    const auto ms = [](clock::duration d) { return std::chrono::duration<double, std::milli>(d).count(); };
    const auto begin = clock::now();
    CUDA_CHECK(cudaFree(nullptr)); // creates the context
    const auto ready = clock::now();
    const Data d = prepare();
    if (argc > 1 && std::strcmp(argv[1], "--batched") == 0)
        batched(d);
    else
        course(d);
    CUDA_CHECK(cudaDeviceSynchronize());
    const auto end = clock::now();
    std::fprintf(stderr, "context %.0f ms, sweep %.0f ms\n", ms(ready - begin), ms(end - ready));
    return EXIT_SUCCESS;
}
