// How a network's 3x3 convolutions are computed on its board.
#pragma once

#include <string>
#include <vector>

#include "nn/kernels/kernel_table.hpp"
#include "nn/weights.hpp"

namespace tengen::nn {

// Winograd with tiles of tile_height x tile_width outputs (2, 4 or 6 each, or 5x5), or direct (both
// 0).
struct Algorithm {
    int tile_height = 0;
    int tile_width = 0;

    bool is_direct() const { return tile_height == 0; }
    int frequencies() const { return (tile_height + 2) * (tile_width + 2); }
    int tiles_on(int height, int width) const;
    std::string text() const;  // "winograd 6x4" or "direct"
    bool operator==(const Algorithm&) const = default;
};

// Direct, then all tile sizes.
std::vector<Algorithm> all_algorithms();

// Throws std::invalid_argument unless it is one of them.
void check_algorithm(const Algorithm& algorithm);

// Of the whole network, never of a batch: a sample's bits must not depend on its company.
Algorithm choose_algorithm(const Weights& weights, const KernelTable& kernels);

// The best tiles for one layer alone.
Algorithm choose_tiles(const Layer& layer, const Description& board, const KernelTable& kernels);

// Boards that are worked on together: as many as keep a layer's tiles and activations in the
// second-level cache, but enough that each weight fetched from memory is used often.
int choose_chunk(const Weights& weights, const Algorithm& algorithm, const KernelTable& kernels);
int choose_chunk(int channels, const Description& board, const Algorithm& algorithm,
                 const KernelTable& kernels);

const WinogradKernels& winograd_kernels(const KernelTable& kernels, const Algorithm& algorithm);

inline int ceil_divide(int value, int divisor) { return (value + divisor - 1) / divisor; }
inline int round_up(int value, int step) { return ceil_divide(value, step) * step; }

}  // namespace tengen::nn
