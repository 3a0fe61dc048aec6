// 64-bit ARM; its baseline has NEON, but 32 registers deserve a larger block.
#include "nn/kernels/make_table.hpp"
#include "nn/kernels/tables.hpp"

namespace tengen::nn {
namespace {

// 24 sums, 4 weights and inputs fit the 32 registers.
struct Neon {
    using Vector [[gnu::vector_size(4 * sizeof(float))]] = float;
    static constexpr int lanes = 4;
    static constexpr int vectors_per_panel = 4;
    static constexpr int block_rows = 6;
};

}  // namespace

const KernelTable neon_kernels = make_table<Neon>();

}  // namespace tengen::nn
