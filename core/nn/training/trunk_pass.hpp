// What both directions through the trunk have in common; included by their two sources only.
#pragma once

#include "nn/training/trunk_trainer.hpp"

namespace tengen::nn {

class TrunkTrainer::Pass {
  protected:
    Pass(TrunkTrainer& trainer, const TrunkParameters& parameters, TrunkRecord& record)
        : trainer_(trainer),
          shape_(trainer.shape_),
          kernels_(trainer.kernels_),
          parameters_(parameters),
          record_(record),
          plan_({record.boards(), shape_.height, shape_.width}, shape_.channels, shape_.channels,
                kernels_) {}

    // Where a board begins in [boards][cells][channels].
    template <class Value>
    Value* board(Value* boards, int number) const {
        return boards + number * shape_.board_size();
    }

    // The boards from `first` on after a layer's norm, the residual and ReLU. residual: of all
    // boards, or null.
    void activate(int layer, int first, int count, const float* residual, float* output) {
        const NormState& norm = record_.norm(layer);
        kernels_.normalise({.input = board(record_.convolved(layer), first),
                            .scale = norm.scale.data(),
                            .shift = norm.shift.data(),
                            .residual = residual == nullptr ? nullptr : board(residual, first),
                            .output = output,
                            .cells = count * shape_.cells(),
                            .channels = shape_.channels});
    }

    // Of the number of boards in a piece.
    float* cells(KeptMemory& memory, int boards) const {
        return memory.take(boards * shape_.board_size());
    }

    // The parameters that belong to a block that pools.
    int pooling_number(int block) const {
        int number = 0;
        for (int i = 0; i < block; ++i) number += shape_.pooled[i] > 0;
        return number;
    }

    TrunkTrainer& trainer_;
    const TrunkShape& shape_;
    const KernelTable& kernels_;
    const TrunkParameters& parameters_;
    TrunkRecord& record_;
    const LayerPlan plan_;
};

}  // namespace tengen::nn
