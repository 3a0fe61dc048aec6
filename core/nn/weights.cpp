#include "nn/weights.hpp"

#include <algorithm>
#include <stdexcept>

#include "nn/tensor_reader.hpp"

namespace tengen::nn {
namespace {

void expect_range(const std::string& name, std::int64_t value, std::int64_t low,
                  std::int64_t high) {
    if (value >= low && value <= high) return;
    throw std::invalid_argument("description " + name + ": expected " + std::to_string(low) +
                                " to " + std::to_string(high) + ", got " + std::to_string(value));
}

void expect_word(const std::string& name, const std::string& value,
                 const std::vector<std::string>& words) {
    if (std::ranges::find(words, value) != words.end()) return;
    std::string list;
    for (const std::string& word : words) list += (list.empty() ? "'" : " or '") + word + "'";
    throw std::invalid_argument("description " + name + ": expected " + list + ", got '" + value +
                                "'");
}

void check_trunk(const std::vector<std::string>& kinds) {
    expect_range("trunk length", static_cast<std::int64_t>(kinds.size()), 1, 256);
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        expect_word("trunk[" + std::to_string(i) + "]", kinds[i], {"conv", "residual", "pooling"});
    }
    expect_word("trunk[0]", kinds[0], {"conv"});
}

void check_description(const Description& description) {
    expect_range("planes", description.planes, 1, 1024);
    expect_range("height", description.height, 1, 20);
    expect_range("width", description.width, 1, 20);
    expect_range("actions", description.actions, 1, largest_layer);
    expect_range("moves_left", description.moves_left, 0, 4096);
    check_trunk(description.trunk);
    expect_word("policy_head", description.policy_head, {"linear", "convolutional"});
    expect_word("value_head", description.value_head, {"linear", "pooled"});
    expect_word("value_kind", description.value_kind, {"scalar", "wdl"});
    if (description.policy_head == "convolutional") {
        expect_range("actions of a convolutional policy head", description.actions,
                     description.cells(), description.cells() + 1);
    }
}

constexpr int most_trunk_channels = 2048;
constexpr int most_head_channels = 512;

// Workspaces grow with boards times channels, so channels have a tighter limit than other layers.
Layer with_at_most(const Layer& layer, int limit, const std::string& name) {
    if (layer.outputs <= limit) return layer;
    throw std::invalid_argument("tensor " + name + ": expected at most " + std::to_string(limit) +
                                " outputs, got " + std::to_string(layer.outputs));
}

PoolingLayer read_pooling(TensorReader& reader, const std::string& prefix, int channels) {
    const std::string name = prefix + "pool_weight";
    const Layer linear = reader.linear(name, prefix + "pool_bias", channels, any_size);
    if (linear.inputs % 2 != 0 || linear.inputs > 2 * channels) {
        throw std::invalid_argument(
            "tensor " + name + ": expected an even number of columns up to " +
            std::to_string(2 * channels) + ", got " + std::to_string(linear.inputs));
    }
    return {linear, linear.inputs / 2};
}

TrunkBlock read_block(TensorReader& reader, const std::string& prefix, const std::string& kind,
                      int inputs) {
    if (kind == "conv") {
        const Layer layer =
            reader.convolution(prefix + "weight", prefix + "bias", any_size, inputs);
        return {with_at_most(layer, most_trunk_channels, prefix + "weight"), {}, {}};
    }
    TrunkBlock block;
    block.first = reader.convolution(prefix + "weight1", prefix + "bias1", inputs, inputs);
    if (kind == "pooling") block.pooling = read_pooling(reader, prefix, inputs);
    block.second = reader.convolution(prefix + "weight2", prefix + "bias2", inputs, inputs);
    return block;
}

Layer read_head_convolution(TensorReader& reader, const std::string& head, int features) {
    const std::string name = head + ".conv_weight";
    const Layer layer = reader.linear(name, head + ".conv_bias", any_size, features);
    return with_at_most(layer, most_head_channels, name);
}

PolicyHead read_policy(TensorReader& reader, const Description& description, int features) {
    PolicyHead head;
    head.convolution = read_head_convolution(reader, "policy", features);
    const int channels = head.convolution.outputs;
    if (description.policy_head == "linear") {
        head.full = reader.linear("policy.weight", "policy.bias", description.actions,
                                  std::int64_t{channels} * description.cells());
        return head;
    }
    head.cell = {1, channels, reader.take("policy.cell_weight", {channels}).values,
                 reader.take("policy.cell_bias", {1}).values};
    if (description.actions == description.cells() + 1) {
        head.pass = {1, 2 * channels, reader.take("policy.pass_weight", {2 * channels}).values,
                     reader.take("policy.pass_bias", {1}).values};
    }
    return head;
}

ValueHead read_value(TensorReader& reader, const Description& description, int features) {
    ValueHead head;
    head.convolution = read_head_convolution(reader, "value", features);
    head.pooled = description.value_head == "pooled";
    const std::int64_t per_channel = head.pooled ? 2 : description.cells();
    head.hidden = reader.linear("value.hidden_weight", "value.hidden_bias", any_size,
                                head.convolution.outputs * per_channel);
    const int outcomes = description.value_kind == "wdl" ? 3 : 1;
    head.outcome = reader.linear("value.weight", "value.bias", outcomes, head.hidden.outputs);
    if (description.moves_left > 0) {
        head.moves_left = reader.linear("moves_left.weight", "moves_left.bias",
                                        description.moves_left, head.hidden.outputs);
    }
    return head;
}

}  // namespace

int Weights::trunk_channels() const { return trunk.back().first.outputs; }

Weights read_weights(const Description& description, const Tensors& tensors) {
    check_description(description);
    TensorReader reader(tensors);
    Weights weights{description, {}, {}, {}};
    int channels = description.planes;
    for (std::size_t i = 0; i < description.trunk.size(); ++i) {
        const std::string prefix = "trunk." + std::to_string(i) + ".";
        weights.trunk.push_back(read_block(reader, prefix, description.trunk[i], channels));
        channels = weights.trunk.back().first.outputs;
    }
    weights.policy = read_policy(reader, description, channels);
    weights.value = read_value(reader, description, channels);
    reader.expect_all_taken();
    return weights;
}

}  // namespace tengen::nn
