// Batch norms from sums over pieces of a batch, which are added in a fixed order.
#pragma once

#include <vector>

#include "nn/training/trunk_views.hpp"

namespace tengen::nn {

// What a norm does to cells, and to their gradient on the way back; rows are [channels].
struct NormState {
    explicit NormState(int channels)
        : mean(channels),
          deviation(channels),
          scale(channels),
          shift(channels),
          factor(channels),
          slope(channels),
          constant(channels) {}

    std::vector<float> mean;
    std::vector<float> deviation;  // 1 / sqrt(variance + epsilon)
    std::vector<float> scale;      // output = scale * input + shift
    std::vector<float> shift;
    std::vector<float> factor;  // as in NormGradient
    std::vector<float> slope;
    std::vector<float> constant;
};

// Two rows of sums for every piece of a batch.
class PieceSums {
  public:
    // All zero; `piece` boards or fewer in each.
    void clear(int boards, int piece, int channels);

    int pieces() const { return pieces_; }
    int boards_in(int number) const;
    float* first(int number) { return rows_.data() + std::size_t(2) * number * channels_; }
    float* second(int number) { return first(number) + channels_; }

  private:
    int boards_ = 0;
    int piece_ = 1;
    int pieces_ = 0;
    int channels_ = 0;
    std::vector<float> rows_;
};

// The norm of cells whose sums and squares, less a pivot for each piece, have been taken. Updates
// the running statistics as torch does. pivots: where the pivot row of the first piece is, and the
// floats from one to the next.
void fit_norm(PieceSums& sums, const float* pivots, std::ptrdiff_t pivot_step, int cells,
              const LayerParameters& parameters, const NormSettings& settings, NormState& norm);

// The norm that running statistics make: the one in play.
void use_running_statistics(const LayerParameters& parameters, const NormSettings& settings,
                            NormState& norm);

// Gradients of a norm's parameters, and how those of its inputs follow, from the sums of a
// RectifiedGradient. cells: of the whole batch.
void fit_gradient(PieceSums& sums, double cells, const LayerParameters& parameters,
                  const LayerGradients& gradients, NormState& norm);

}  // namespace tengen::nn
