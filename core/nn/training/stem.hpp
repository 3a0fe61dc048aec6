// The first convolution in training: few planes, so it is computed directly, and nobody asks for
// the gradient of its input.
#pragma once

#include "nn/training/trunk_views.hpp"

namespace tengen::nn {

// What one thread works in.
struct StemWorkspace {
    KeptMemory padded;
    KeptMemory patches;
    KeptMemory cells;
};

class Stem {
  public:
    Stem(const TrunkShape& shape, const KernelTable& kernels);

    std::size_t packed_size() const { return std::size_t(depth_) * columns_; }
    std::ptrdiff_t input_size() const { return std::ptrdiff_t(shape_.cells()) * shape_.planes; }

    void pack(const FilterView<const float>& filters, float* packed) const;
    // planes [cells][planes] -> output [cells][channels], one board.
    void convolve(const float* packed, const float* planes, float* output,
                  StemWorkspace& workspace) const;
    // sums [packed_size] += what one board says about the filters.
    void add_gradient(const float* planes, const float* output_gradient, float* sums,
                      StemWorkspace& workspace) const;
    void unpack(const float* sums, const FilterView<float>& gradient) const;

  private:
    // [cells][9 * planes]: what each cell's output depends on.
    const float* patches(const float* planes, StemWorkspace& workspace) const;
    std::size_t cells_size() const { return std::size_t(shape_.cells()) * columns_; }

    TrunkShape shape_;
    const KernelTable& kernels_;
    int depth_;
    int columns_;  // channels in whole panels
};

}  // namespace tengen::nn
