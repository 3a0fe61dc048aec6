// The planes that heads make of a trunk's cells by 1x1 convolutions, in training.
#pragma once

#include <vector>

#include "base/workers.hpp"
#include "nn/instruction_set.hpp"

namespace tengen::nn {

// One head's convolution: weights [planes][channels], and its planes [boards][planes][cells].
template <class Weight, class Plane>
struct HeadPlanes {
    Weight* weights;
    Plane* output;
    int planes;
};

// Boards of cells [boards][cells][channels]. The channels must be a multiple of the kernels' lanes.
struct HeadCells {
    const float* cells;
    int boards;
    int cells_per_board;
    int channels;
};

// The planes of all heads: each board is read once, and while it is in the cache. The bits do not
// depend on the number of threads.
void make_head_planes(Workers& workers, const HeadCells& from,
                      const std::vector<HeadPlanes<const float, float>>& heads,
                      InstructionSet set = best_instruction_set());

// From the gradients of the planes those of the cells, and of every head's weights. The bits of the
// latter depend on the number of threads, each of which sums its share of the boards.
void head_plane_gradients(Workers& workers, const HeadCells& from,
                          const std::vector<HeadPlanes<const float, const float>>& heads,
                          float* cells_gradient, const std::vector<float*>& weight_gradients,
                          InstructionSet set = best_instruction_set());

}  // namespace tengen::nn
