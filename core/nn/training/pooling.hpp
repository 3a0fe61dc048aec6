// Global pooling in training: a row that is added to every cell of a board, made from the mean and
// the maximum of its first channels.
#pragma once

#include "nn/training/trunk_views.hpp"

namespace tengen::nn {

// What one thread works in.
struct PoolingWorkspace {
    KeptMemory pooled;
    KeptMemory row;
    KeptMemory gradient;
};

class Pooling {
  public:
    Pooling(const TrunkShape& shape, int pooled, const KernelTable& kernels);

    // Floats of the gradients of weight and bias.
    std::size_t gradient_size() const { return std::size_t(shape_.channels) * (2 * pooled_ + 1); }

    // board [cells][channels] += the row of its pooled channels.
    void add(const PoolingParameters& parameters, float* board, PoolingWorkspace& workspace) const;
    // From the gradient of the board after `add` to that of the board before it; board: before
    // `add`. sums [gradient_size] += what the board says about weight and bias. The gradient of a
    // maximum is shared by all cells that have it.
    void add_gradient(const PoolingParameters& parameters, const float* board, float* gradient,
                      float* sums, PoolingWorkspace& workspace) const;
    void unpack(const float* sums, const PoolingGradients& gradients) const;

  private:
    // Means and, from `half_` on, maxima.
    const float* pool(const float* board, PoolingWorkspace& workspace) const;
    // row [channels] of the gradient -> that of the pooled channels; adds to sums.
    void add_row_gradient(const PoolingParameters& parameters, const float* pooled,
                          const float* row, float* sums, float* pooled_gradient) const;
    // Gives every cell its part of the pooled channels' gradient.
    void share_out(const float* board, const float* maxima, const float* pooled_gradient,
                   float* gradient) const;
    BoardLayout layout(int channels) const {
        return {shape_.height, shape_.width, channels, shape_.channels};
    }

    TrunkShape shape_;
    int pooled_;
    int half_;  // pooled channels in whole vectors
    const KernelTable& kernels_;
};

}  // namespace tengen::nn
