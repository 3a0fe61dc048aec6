// What every processor of the architecture can run (SSE2 on x86-64).
#include "nn/kernels/make_table.hpp"
#include "nn/kernels/tables.hpp"

namespace tengen::nn {
namespace {

// 12 sums, 2 weights and an input fit the 16 registers of SSE2.
struct Baseline {
    using Vector [[gnu::vector_size(4 * sizeof(float))]] = float;
    static constexpr int lanes = 4;
    static constexpr int vectors_per_panel = 2;
    static constexpr int block_rows = 6;
};

}  // namespace

const KernelTable baseline_kernels = make_table<Baseline>();

}  // namespace tengen::nn
