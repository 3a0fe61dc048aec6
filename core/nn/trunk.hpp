// The convolutions of a network, for a chunk of boards at a time; owns the memory they need.
#pragma once

#include "nn/packed_network.hpp"

namespace tengen::nn {

class Trunk {
  public:
    // The network must outlive the trunk. capacity: boards that can be worked on together.
    Trunk(const PackedNetwork& network, int capacity);

    int capacity() const { return capacity_; }

    // planes: [boards, planes, height, width] with at most `capacity` boards.
    void run(const float* planes, int boards);

    // What the last run left for a board: [cells][stride], padding channels zero.
    const float* activations(int board) const { return activations_ + board * board_size_; }

  private:
    // Where the tiles of a board begin in a slot.
    float* tiles(int slot, int board, int stride) const;
    BoardLayout layout(int channels, int stride) const;

    void run_stem(const float* planes, float* board);
    void run_step_directly(const TrunkStep& step, int stride, float* board);
    void convolve_padded(const PackedMatrix& convolution, int channels, const float* residual,
                         float* output);
    void scatter(const TrunkStep& next, int stride, const float* board, int index);
    void multiply_frequencies(const TrunkStep& step, int stride, int boards);
    const float* gather(const TrunkStep& step, int index);
    void add_pooled(const PackedPooling& pooling, int stride, float* board);

    void run_directly(int boards);
    void run_winograd(int boards);

    const PackedNetwork& network_;
    int capacity_;
    std::ptrdiff_t board_size_;     // floats
    std::ptrdiff_t slot_size_ = 0;  // floats
    int tiles_per_board_;
    AlignedMemory memory_;
    float* activations_;         // [capacity][cells][stride]
    float* inside_block_;        // [cells][stride]: between the two convolutions of a block
    float* padded_;              // [height + 2][width + 2][channels]
    float* patches_;             // [cells][3 * 3 * channels]
    float* pooled_;              // [2][channels]
    float* pooled_sum_;          // [stride]
    float* zero_row_ = nullptr;  // [width][stride]
    // Frequency f of a layer's input is in slot f + 1 and of its output in slot f, whose input has
    // been used by then: half the memory, so twice the boards in the cache.
    float* slots_ = nullptr;
};

}  // namespace tengen::nn
