#include "nn/packed_network.hpp"

#include <algorithm>
#include <array>
#include <ranges>

namespace tengen::nn {
namespace {

// Floats of the trunk's packed 3x3 convolutions: they should lie in one piece of memory.
std::size_t trunk_size(const Weights& weights, const Algorithm& algorithm,
                       const KernelTable& kernels) {
    std::size_t matrices = algorithm.is_direct() ? 9 : algorithm.frequencies();
    std::size_t size = 0;
    for (const TrunkBlock& block : weights.trunk) {
        const std::size_t stride = round_up(block.first.outputs, kernels.panel_width);
        size += (matrices * block.first.inputs + 1) * stride * (block.second ? 2 : 1);
    }
    return size;
}

TrunkStep pack_step(const Layer& layer, const Algorithm& algorithm, const Packer& packer) {
    TrunkStep step;
    step.convolution =
        algorithm.is_direct() ? packer.direct(layer) : packer.winograd(layer, algorithm);
    step.inputs = layer.inputs;
    return step;
}

void pack_block(const TrunkBlock& block, const PackedNetwork& network, const Packer& packer,
                std::vector<TrunkStep>& steps) {
    steps.push_back(pack_step(block.first, network.algorithm, packer));
    if (!block.second) return;
    steps.back().opens_block = true;
    if (block.pooling) {
        const int channels = round_up(block.pooling->channels, network.kernels.lanes);
        steps.back().pooling = PackedPooling{packer.pooled(block.pooling->linear), channels};
    }
    steps.push_back(pack_step(*block.second, network.algorithm, packer));
    steps.back().closes_block = true;
}

void pack_policy(const PolicyHead& policy, const Packer& packer, PackedHeads& heads) {
    heads.policy_channels = policy.convolution.outputs;
    heads.policy_per_cell = policy.cell.has_value();
    heads.policy = packer.linear(heads.policy_per_cell ? *policy.cell : *policy.full);
    if (policy.pass) heads.pass = packer.pooled(*policy.pass);
}

void pack_value(const ValueHead& value, const Packer& packer, PackedHeads& heads) {
    heads.value_channels = value.convolution.outputs;
    heads.value_pooled = value.pooled;
    heads.hidden = value.pooled ? packer.pooled(value.hidden) : packer.linear(value.hidden);
    heads.outcomes = value.outcome.outputs;
    if (!value.moves_left) {
        heads.outputs = packer.linear(value.outcome);
        return;
    }
    heads.moves_left = value.moves_left->outputs;
    heads.outputs = packer.side_by_side(std::array{value.outcome, *value.moves_left},
                                        std::array{0, heads.outcomes});
}

PackedHeads pack_heads(const Weights& weights, const KernelTable& kernels, const Packer& packer) {
    PackedHeads heads;
    // Channels that are pooled by themselves begin at a whole vector.
    const int policy_channels = weights.policy.convolution.outputs;
    heads.value_offset =
        weights.value.pooled ? round_up(policy_channels, kernels.lanes) : policy_channels;
    heads.convolution =
        packer.side_by_side(std::array{weights.policy.convolution, weights.value.convolution},
                            std::array{0, heads.value_offset});
    pack_policy(weights.policy, packer, heads);
    pack_value(weights.value, packer, heads);
    return heads;
}

}  // namespace

PackedNetwork::PackedNetwork(const Weights& weights, InstructionSet set, const Algorithm& choice)
    : shape{weights.description.planes, weights.description.height, weights.description.width,
            weights.description.actions},
      instruction_set(set),
      algorithm(choice),
      kernels(kernels_for(set)),
      chunk(choose_chunk(weights, choice, kernels)),
      memory_(trunk_size(weights, choice, kernels)) {
    const Packer packer(kernels, memory_);
    for (const TrunkBlock& block : weights.trunk | std::views::drop(1))
        pack_block(block, *this, packer, steps);
    stem = packer.direct(weights.trunk.front().first);
    heads = pack_heads(weights, kernels, packer);
}

int PackedNetwork::widest_stride() const {
    int stride = stem.stride;
    for (const TrunkStep& step : steps) stride = std::max(stride, step.convolution.stride);
    return stride;
}

int PackedNetwork::widest_input() const {
    int inputs = shape.planes;
    if (!algorithm.is_direct()) return inputs;
    for (const TrunkStep& step : steps) inputs = std::max(inputs, step.inputs);
    return inputs;
}

}  // namespace tengen::nn
