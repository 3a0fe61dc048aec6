// Policy and value heads: 1x1 convolutions board by board, linear layers for the whole batch at
// once, so that their weights are read once per batch.
#pragma once

#include "nn/packed_network.hpp"

namespace tengen::nn {

class Heads {
  public:
    // The network must outlive the heads. capacity: positions that can be collected before finish.
    Heads(const PackedNetwork& network, int capacity);

    // board: the trunk's activations for position `index`.
    void collect(const float* board, int index);

    // logits: [count, actions]; evaluations: [count]; for positions 0 to count - 1.
    void finish(int count, float* logits, Evaluation* evaluations);

  private:
    void collect_policy(std::ptrdiff_t index);
    void collect_value(std::ptrdiff_t index);
    void score_cells(float* scores);
    void pool(int first_channel, int channels, float* pooled);
    void flatten(int first_channel, int channels, float* features) const;
    void apply(const PackedMatrix& matrix, const float* input, std::ptrdiff_t input_stride,
               int rows, bool rectify, float* output);
    void finish_policy(int count, float* logits);
    Evaluation read_outputs(const float* outputs) const;

    const PackedNetwork& network_;
    AlignedMemory memory_;
    int score_stride_;
    float* cells_ = nullptr;            // [cells][channels of both heads]
    float* cell_scores_ = nullptr;      // [cells][stride]
    float* policy_features_ = nullptr;  // [capacity][depth]
    float* pass_features_ = nullptr;    // [capacity][depth]
    float* scores_ = nullptr;           // [capacity][score_stride]
    float* pass_scores_ = nullptr;      // [capacity][stride]
    float* value_features_ = nullptr;   // [capacity][depth]
    float* hidden_ = nullptr;           // [capacity][stride]
    float* outputs_ = nullptr;          // [capacity][stride]
};

}  // namespace tengen::nn
