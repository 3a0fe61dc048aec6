// Processors with AVX-512F; compiled with -mavx512f.
#include "nn/kernels/make_table.hpp"
#include "nn/kernels/tables.hpp"

namespace tengen::nn {
namespace {

// 28 sums and 2 weights of 32 registers; inputs are broadcast by the multiplication itself.
struct Avx512 {
    using Vector [[gnu::vector_size(16 * sizeof(float))]] = float;
    static constexpr int lanes = 16;
    static constexpr int vectors_per_panel = 2;
    static constexpr int block_rows = 14;
};

}  // namespace

const KernelTable avx512_kernels = make_table<Avx512>();

}  // namespace tengen::nn
