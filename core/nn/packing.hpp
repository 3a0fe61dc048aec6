// Weights in the order in which the kernels read them.
#pragma once

#include <span>

#include "nn/algorithm.hpp"
#include "nn/aligned_memory.hpp"

namespace tengen::nn {

// One matrix (or, for Winograd, one per frequency) as panels [panels][depth][panel width]; columns
// beyond the layer's outputs are zero.
struct PackedMatrix {
    const float* weights = nullptr;
    const float* bias = nullptr;  // [stride]
    int depth = 0;
    int panels = 0;
    int stride = 0;        // columns of all panels: floats from one output row to the next
    std::size_t size = 0;  // floats of one matrix
    bool narrow = false;   // the last panel's outputs fit its first vector
};

class Packer {
  public:
    Packer(const KernelTable& kernels, AlignedMemory& memory)
        : kernels_(kernels), memory_(memory) {}

    PackedMatrix linear(const Layer& layer) const;
    // Several layers on the same input: the outputs of layers[i] begin at column offsets[i].
    PackedMatrix side_by_side(std::span<const Layer> layers, std::span<const int> offsets) const;
    // The inputs are [mean | maximum] over channels; each half is rounded up to whole vectors.
    PackedMatrix pooled(const Layer& layer) const;
    // A 3x3 filter as a matrix over patches in the order row, column, channel.
    PackedMatrix direct(const Layer& layer) const;
    PackedMatrix winograd(const Layer& layer, const Algorithm& algorithm) const;

  private:
    class Target;

    const KernelTable& kernels_;
    AlignedMemory& memory_;
};

}  // namespace tengen::nn
