// A network ready to run: weights packed once for one instruction set, shared by all sessions.
#pragma once

#include <optional>
#include <vector>

#include "base/evaluator.hpp"
#include "nn/instruction_set.hpp"
#include "nn/packing.hpp"

namespace tengen::nn {

struct PackedPooling {
    PackedMatrix linear;
    int channels = 0;  // whole vectors
};

// One 3x3 convolution of the trunk after the stem. The board it reads is what the step before
// wrote.
struct TrunkStep {
    PackedMatrix convolution;
    int inputs = 0;
    bool opens_block = false;   // writes beside the activations, which the end of the block needs
    bool closes_block = false;  // adds the activations from before the block
    std::optional<PackedPooling> pooling;
};

struct PackedHeads {
    PackedMatrix convolution;  // both heads' 1x1: policy from column 0, value from value_offset
    int value_offset = 0;
    int policy_channels = 0;
    int value_channels = 0;
    bool policy_per_cell = false;
    bool value_pooled = false;
    PackedMatrix policy;  // over [channel][cell], or with policy_per_cell over channels
    std::optional<PackedMatrix> pass;  // over pooled channels
    PackedMatrix hidden;               // over [channel][cell], or pooled channels
    PackedMatrix outputs;              // outcome, then moves left
    int outcomes = 0;                  // 1: scalar, 3: win, draw, loss
    int moves_left = 0;                // classes
};

struct PackedNetwork {
    PackedNetwork(const Weights& weights, InstructionSet set, const Algorithm& algorithm);

    EvaluatorShape shape;
    InstructionSet instruction_set;
    Algorithm algorithm;
    const KernelTable& kernels;
    int chunk;  // boards that are worked on together
    PackedMatrix stem;
    std::vector<TrunkStep> steps;
    PackedHeads heads;

    int cells() const { return shape.height * shape.width; }
    int trunk_stride() const {
        return steps.empty() ? stem.stride : steps.back().convolution.stride;
    }
    int widest_stride() const;  // over all layers of the trunk
    int widest_input() const;   // channels, over everything that is convolved directly

  private:
    AlignedMemory memory_;
};

}  // namespace tengen::nn
