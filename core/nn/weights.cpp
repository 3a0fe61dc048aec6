#include "nn/weights.hpp"

#include <algorithm>
#include <stdexcept>

#include "nn/tensor_reader.hpp"

namespace tengen::nn {
namespace {

void expect_range(const std::string& name, std::int64_t value, std::int64_t low, std::int64_t high) {
    if (value >= low && value <= high) return;
    throw std::invalid_argument("description " + name + ": expected " + std::to_string(low) + " to " +
                                std::to_string(high) + ", got " + std::to_string(value));
}

void expect_word(const std::string& name, const std::string& value, const std::vector<std::string>& words) {
    if (std::ranges::find(words, value) != words.end()) return;
    std::string list;
    for (const std::string& word : words) list += (list.empty() ? "'" : " or '") + word + "'";
    throw std::invalid_argument("description " + name + ": expected " + list + ", got '" + value + "'");
}

void check_trunk(const std::vector<std::string>& kinds) {
    expect_range("trunk length", static_cast<std::int64_t>(kinds.size()), 1, 256);
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        expect_word("trunk[" + std::to_string(i) + "]", kinds[i], {"conv", "residual", "pooling"});
    }
    expect_word("trunk[0]", kinds[0], {"conv"});
}

void check_description(const Description& description) {
    expect_range("planes", description.planes, 1, 64);
    expect_range("height", description.height, 3, 20);
    expect_range("width", description.width, 3, 20);
    expect_range("actions", description.actions, 1, largest_layer);
    expect_range("moves_left", description.moves_left, 0, 4096);
    check_trunk(description.trunk);
    expect_word("policy_head", description.policy_head, {"linear", "convolutional"});
    expect_word("value_head", description.value_head, {"linear", "pooled"});
    expect_word("value_kind", description.value_kind, {"scalar", "wdl"});
    if (description.policy_head == "convolutional") {
        expect_range("actions of a convolutional policy head", description.actions, description.cells(),
                     description.cells() + 1);
    }
}

PoolingLayer read_pooling(TensorReader& reader, const std::string& prefix, int channels) {
    const std::string name = prefix + "pool_weight";
    const Layer linear = reader.linear(name, prefix + "pool_bias", channels, any_size);
    if (linear.inputs % 2 != 0 || linear.inputs > 2 * channels) {
        throw std::invalid_argument("tensor " + name + ": expected an even number of columns up to " +
                                    std::to_string(2 * channels) + ", got " + std::to_string(linear.inputs));
    }
    return {linear, linear.inputs / 2};
}

TrunkBlock read_block(TensorReader& reader, const std::string& prefix, const std::string& kind, int inputs) {
    if (kind == "conv") {
        return {reader.convolution(prefix + "weight", prefix + "bias", any_size, inputs), {}, {}};
    }
    TrunkBlock block;
    block.first = reader.convolution(prefix + "weight1", prefix + "bias1", inputs, inputs);
    if (kind == "pooling") block.pooling = read_pooling(reader, prefix, inputs);
    block.second = reader.convolution(prefix + "weight2", prefix + "bias2", inputs, inputs);
    return block;
}

PolicyHead read_policy(TensorReader& reader, const Description& description, int features) {
    PolicyHead head;
    head.convolution = reader.linear("policy.conv_weight", "policy.conv_bias", any_size, features);
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
    head.convolution = reader.linear("value.conv_weight", "value.conv_bias", any_size, features);
    head.pooled = description.value_head == "pooled";
    const std::int64_t per_channel = head.pooled ? 2 : description.cells();
    head.hidden = reader.linear("value.hidden_weight", "value.hidden_bias", any_size,
                                head.convolution.outputs * per_channel);
    const int outcomes = description.value_kind == "wdl" ? 3 : 1;
    head.outcome = reader.linear("value.weight", "value.bias", outcomes, head.hidden.outputs);
    if (description.moves_left > 0) {
        head.moves_left = reader.linear("moves_left.weight", "moves_left.bias", description.moves_left,
                                        head.hidden.outputs);
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
