// Processors with AVX2 and FMA; compiled with -mavx2 -mfma.
#include "nn/kernels/make_table.hpp"
#include "nn/kernels/tables.hpp"

namespace tengen::nn {
namespace {

// 12 sums, 2 weights and an input fit the 16 registers.
struct Avx2 {
    using Vector [[gnu::vector_size(8 * sizeof(float))]] = float;
    static constexpr int lanes = 8;
    static constexpr int vectors_per_panel = 2;
    static constexpr int block_rows = 6;
};

}  // namespace

const KernelTable avx2_kernels = make_table<Avx2>();

}  // namespace tengen::nn
