#include "nn/algorithm.hpp"

#include <algorithm>
#include <stdexcept>

namespace tengen::nn {
namespace {

// The convolutions after the stem, which is always direct.
std::vector<Layer> inner_convolutions(const Weights& weights) {
    std::vector<Layer> layers;
    for (const TrunkBlock& block : weights.trunk) {
        layers.push_back(block.first);
        if (block.second) layers.push_back(*block.second);
    }
    layers.erase(layers.begin());
    return layers;
}

// Estimated processor cycles for one board; the constants are measured on Zen 3 with AVX2 and only
// their proportions matter.
double convolution_cost(const Layer& layer, const Description& board, const Algorithm& algorithm,
                        const KernelTable& kernels) {
    const double cycles_per_product = 0.6;
    const double columns = double(round_up(layer.outputs, kernels.panel_width)) / kernels.lanes;
    const double inputs = double(round_up(layer.inputs, kernels.lanes)) / kernels.lanes;
    if (algorithm.is_direct()) {
        const double taps = 9.0 * board.cells();
        return taps * (layer.inputs * columns * cycles_per_product + inputs * 1.0);
    }
    const double products =
        double(algorithm.frequencies()) * algorithm.tiles_on(board.height, board.width);
    return products * (layer.inputs * columns * cycles_per_product + inputs * 4.0 + columns * 3.0);
}

double network_cost(const Weights& weights, const Algorithm& algorithm,
                    const KernelTable& kernels) {
    double cost = 0.0;
    for (const Layer& layer : inner_convolutions(weights)) {
        cost += convolution_cost(layer, weights.description, algorithm, kernels);
    }
    return cost;
}

int widest_layer(const Weights& weights) {
    int channels = 0;
    for (const TrunkBlock& block : weights.trunk)
        channels = std::max(channels, block.first.outputs);
    return channels;
}

}  // namespace

int Algorithm::tiles_on(int height, int width) const {
    return is_direct() ? 0 : ceil_divide(height, tile_height) * ceil_divide(width, tile_width);
}

std::string Algorithm::text() const {
    if (is_direct()) return "direct";
    return "winograd " + std::to_string(tile_height) + "x" + std::to_string(tile_width);
}

std::vector<Algorithm> all_algorithms() {
    std::vector<Algorithm> algorithms = {Algorithm{}};
    for (const int height : tile_sizes) {
        for (const int width : tile_sizes) algorithms.push_back({height, width});
    }
    algorithms.push_back({5, 5});
    return algorithms;
}

Algorithm choose_algorithm(const Weights& weights, const KernelTable& kernels) {
    const std::vector<Algorithm> algorithms = all_algorithms();
    return *std::ranges::min_element(algorithms, {}, [&](const Algorithm& algorithm) {
        return network_cost(weights, algorithm, kernels);
    });
}

Algorithm choose_tiles(const Layer& layer, const Description& board, const KernelTable& kernels) {
    const std::vector<Algorithm> algorithms = all_algorithms();
    return *std::min_element(algorithms.begin() + 1, algorithms.end(),
                             [&](auto& left, auto& right) {
                                 return convolution_cost(layer, board, left, kernels) <
                                        convolution_cost(layer, board, right, kernels);
                             });
}

int choose_chunk(const Weights& weights, const Algorithm& algorithm, const KernelTable& kernels) {
    return choose_chunk(widest_layer(weights), weights.description, algorithm, kernels);
}

int choose_chunk(int channels, const Description& board, const Algorithm& algorithm,
                 const KernelTable& kernels) {
    const int tiles = algorithm.tiles_on(board.height, board.width);
    if (algorithm.is_direct()) return 1;
    constexpr double cache_floats = 440.0 * 1024 / sizeof(float);
    const double floats_per_board = round_up(channels, kernels.panel_width) *
                                    (double(algorithm.frequencies()) * tiles + board.cells());
    const int fitting = static_cast<int>(cache_floats / floats_per_board);
    const int fewest_rows = 4 * kernels.block_rows;
    return std::clamp(fitting, ceil_divide(fewest_rows, tiles), 64);
}

void check_algorithm(const Algorithm& algorithm) {
    const std::vector<Algorithm> algorithms = all_algorithms();
    if (std::ranges::find(algorithms, algorithm) != algorithms.end()) return;
    throw std::invalid_argument("algorithm: expected direct or tiles of 2, 4, 5 or 6, got " +
                                algorithm.text());
}

const WinogradKernels& winograd_kernels(const KernelTable& kernels, const Algorithm& algorithm) {
    if (algorithm.tile_height == 5) return kernels.winograd_5x5;
    return kernels.winograd[algorithm.tile_height / 2 - 1][algorithm.tile_width / 2 - 1];
}

}  // namespace tengen::nn
