#include "nn/heads.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace tengen::nn {
namespace {

std::array<float, 3> softmax(const float* logits) {
    const float largest = std::max({logits[0], logits[1], logits[2]});
    const float win = std::exp(logits[0] - largest);
    const float draw = std::exp(logits[1] - largest);
    const float loss = std::exp(logits[2] - largest);
    const float total = win + draw + loss;
    return {win / total, draw / total, loss / total};
}

// sum of i * softmax(logits)[i]
float expected_class(std::span<const float> logits) {
    const float largest = *std::ranges::max_element(logits);
    float total = 0.0F;
    float weighted = 0.0F;
    for (std::size_t i = 0; i < logits.size(); ++i) {
        const float weight = std::exp(logits[i] - largest);
        total += weight;
        weighted += static_cast<float>(i) * weight;
    }
    return weighted / total;
}

}  // namespace

Heads::Heads(const PackedNetwork& network, int capacity)
    : network_(network),
      memory_(0),
      score_stride_(round_up(network.shape.actions, network.kernels.panel_width)) {
    const PackedHeads& heads = network.heads;
    const std::size_t positions = capacity;
    cells_ = memory_.take(static_cast<std::size_t>(network.cells()) * heads.convolution.stride);
    scores_ = memory_.take(positions * score_stride_);
    if (heads.policy_per_cell) {
        cell_scores_ =
            memory_.take(static_cast<std::size_t>(network.cells()) * heads.policy.stride);
    } else {
        policy_features_ = memory_.take(positions * heads.policy.depth);
    }
    if (heads.pass) {
        pass_features_ = memory_.take(positions * heads.pass->depth);
        pass_scores_ = memory_.take(positions * heads.pass->stride);
    }
    value_features_ = memory_.take(positions * heads.hidden.depth);
    hidden_ = memory_.take(positions * heads.hidden.stride);
    outputs_ = memory_.take(positions * heads.outputs.stride);
}

void Heads::apply(const PackedMatrix& matrix, const float* input, std::ptrdiff_t input_stride,
                  int rows, bool rectify, float* output) {
    network_.kernels.multiply({.input = input,
                               .input_stride = input_stride,
                               .weights = matrix.weights,
                               .output = output,
                               .output_stride = matrix.stride,
                               .bias = matrix.bias,
                               .rows = rows,
                               .depth = matrix.depth,
                               .panels = matrix.panels,
                               .rectify = rectify,
                               .narrow = matrix.narrow});
}

void Heads::collect(const float* board, int index) {
    const PackedMatrix& convolution = network_.heads.convolution;
    apply(convolution, board, network_.trunk_stride(), network_.cells(), true, cells_);
    collect_policy(index);
    collect_value(index);
}

void Heads::collect_policy(std::ptrdiff_t index) {
    const PackedHeads& heads = network_.heads;
    if (heads.policy_per_cell) {
        score_cells(scores_ + index * score_stride_);
    } else {
        flatten(0, heads.policy_channels, policy_features_ + index * heads.policy.depth);
    }
    if (heads.pass) pool(0, heads.policy_channels, pass_features_ + index * heads.pass->depth);
}

void Heads::collect_value(std::ptrdiff_t index) {
    const PackedHeads& heads = network_.heads;
    float* features = value_features_ + index * heads.hidden.depth;
    if (heads.value_pooled) {
        pool(heads.value_offset, heads.value_channels, features);
    } else {
        flatten(heads.value_offset, heads.value_channels, features);
    }
}

void Heads::score_cells(float* scores) {
    const PackedHeads& heads = network_.heads;
    apply(heads.policy, cells_, heads.convolution.stride, network_.cells(), false, cell_scores_);
    for (int cell = 0; cell < network_.cells(); ++cell)
        scores[cell] = cell_scores_[cell * heads.policy.stride];
}

void Heads::pool(int first_channel, int channels, float* pooled) {
    const BoardLayout layout{network_.shape.height, network_.shape.width,
                             round_up(channels, network_.kernels.lanes),
                             network_.heads.convolution.stride};
    network_.kernels.pool(cells_ + first_channel, layout, pooled);
}

void Heads::flatten(int first_channel, int channels, float* features) const {
    const int stride = network_.heads.convolution.stride;
    for (int channel = 0; channel < channels; ++channel) {
        const float* source = cells_ + first_channel + channel;
        for (int cell = 0; cell < network_.cells(); ++cell) *features++ = source[cell * stride];
    }
}

void Heads::finish(int count, float* logits, Evaluation* evaluations) {
    const PackedHeads& heads = network_.heads;
    finish_policy(count, logits);
    apply(heads.hidden, value_features_, heads.hidden.depth, count, true, hidden_);
    apply(heads.outputs, hidden_, heads.hidden.stride, count, false, outputs_);
    for (int i = 0; i < count; ++i)
        evaluations[i] = read_outputs(outputs_ + std::ptrdiff_t{i} * heads.outputs.stride);
}

void Heads::finish_policy(int count, float* logits) {
    const PackedHeads& heads = network_.heads;
    if (!heads.policy_per_cell) {
        apply(heads.policy, policy_features_, heads.policy.depth, count, false, scores_);
    }
    if (heads.pass)
        apply(*heads.pass, pass_features_, heads.pass->depth, count, false, pass_scores_);
    for (std::ptrdiff_t i = 0; i < count; ++i, logits += network_.shape.actions) {
        std::copy_n(scores_ + i * score_stride_, network_.shape.actions, logits);
        if (heads.pass) logits[network_.cells()] = pass_scores_[i * heads.pass->stride];
    }
}

Evaluation Heads::read_outputs(const float* outputs) const {
    const PackedHeads& heads = network_.heads;
    Evaluation evaluation;
    if (heads.outcomes == 1) {
        evaluation.value = std::tanh(outputs[0]);
    } else {
        const std::array<float, 3> chances = softmax(outputs);
        evaluation.value = chances[0] - chances[2];
        evaluation.draw = chances[1];
    }
    if (heads.moves_left > 0) {
        evaluation.moves_left =
            expected_class({outputs + heads.outcomes, std::size_t(heads.moves_left)});
    }
    return evaluation;
}

}  // namespace tengen::nn
