// A trained network as plain data: what it looks like and its folded weights, checked and named.
//
// The tensors are borrowed: whoever holds these structs keeps the memory behind them alive.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tengen::nn {

// What the caller says the network is; the words are those of the checkpoint format.
struct Description {
    int planes = 0;
    int height = 0;
    int width = 0;
    int actions = 0;
    std::vector<std::string> trunk;  // "conv", "residual" or "pooling"; the first is a "conv"
    std::string policy_head;         // "linear" or "convolutional"
    std::string value_head;          // "linear" or "pooled"
    std::string value_kind;          // "scalar" or "wdl"
    int moves_left = 0;              // number of classes; 0: the network has no such head

    int cells() const { return height * width; }
};

struct Tensor {
    std::vector<std::int64_t> shape;
    std::span<const float> values;  // row-major
};

using Tensors = std::map<std::string, Tensor>;

// y = weight x + bias; for a 3x3 convolution the weight is [outputs, inputs, 3, 3].
struct Layer {
    int outputs = 0;
    int inputs = 0;
    std::span<const float> weight;
    std::span<const float> bias;
};

struct PoolingLayer {
    Layer linear;      // [channels, 2 * pooled]
    int channels = 0;  // that are pooled: the first ones
};

struct TrunkBlock {
    Layer first;
    std::optional<Layer> second;          // residual and pooling blocks
    std::optional<PoolingLayer> pooling;  // between the two
};

struct PolicyHead {
    Layer convolution;          // 1x1
    std::optional<Layer> full;  // "linear": [actions, channels * cells]
    std::optional<Layer> cell;  // "convolutional": [1, channels]
    std::optional<Layer> pass;  // and, with a pass action, [1, 2 * channels]
};

struct ValueHead {
    Layer convolution;  // 1x1
    bool pooled = false;
    Layer hidden;   // [hidden, channels * cells], pooled: [hidden, 2 * channels]
    Layer outcome;  // 1 output (scalar) or 3 (win, draw, loss)
    std::optional<Layer> moves_left;
};

struct Weights {
    Description description;
    std::vector<TrunkBlock> trunk;
    PolicyHead policy;
    ValueHead value;

    int trunk_channels() const;
};

// Throws std::invalid_argument when the description is out of range, a tensor is missing, unknown,
// of a wrong shape or not finite. Allocates nothing that depends on unchecked numbers.
Weights read_weights(const Description& description, const Tensors& tensors);

}  // namespace tengen::nn
