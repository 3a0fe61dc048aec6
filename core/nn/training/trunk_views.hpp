// The trunk of a residual network in training: its shape, and where its parameters lie.
#pragma once

#include <vector>

#include "nn/training/layer.hpp"

namespace tengen::nn {

// A stem and residual blocks of two layers each. A layer is a 3x3 convolution and a batch norm.
struct TrunkShape {
    int planes;
    int channels;
    int height;
    int width;
    // For each block, how many channels are pooled over the board between its two layers; 0: none.
    std::vector<int> pooled;

    int blocks() const { return static_cast<int>(pooled.size()); }
    int layers() const { return 1 + 2 * blocks(); }
    int cells() const { return height * width; }
    std::ptrdiff_t board_size() const { return std::ptrdiff_t(cells()) * channels; }
    bool operator==(const TrunkShape&) const = default;
};

// Rows are [channels].
struct LayerParameters {
    FilterView<const float> filters;
    const float* scale;
    const float* shift;
    float* running_mean;
    float* running_variance;
};

struct LayerGradients {
    FilterView<float> filters;
    float* scale;
    float* shift;
};

// Of blocks that pool: weight [channels][2 * pooled], of means and then of maxima; bias [channels].
struct PoolingParameters {
    const float* weight;
    const float* bias;
};

struct PoolingGradients {
    float* weight;
    float* bias;
};

// The poolings are those of the blocks that pool, in order.
struct TrunkParameters {
    std::vector<LayerParameters> layers;
    std::vector<PoolingParameters> poolings;
};

struct TrunkGradients {
    std::vector<LayerGradients> layers;
    std::vector<PoolingGradients> poolings;
};

// What batch norms need to know besides their parameters.
struct NormSettings {
    float epsilon;   // added to the variance
    float momentum;  // share of the batch in the running statistics
};

}  // namespace tengen::nn
