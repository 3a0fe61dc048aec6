// One thread's way through a network: the workspace of trunk and heads.
#pragma once

#include <memory>

#include "nn/heads.hpp"
#include "nn/trunk.hpp"

namespace tengen::nn {

class Session final : public EvaluatorSession {
  public:
    // max_batch: what evaluate will usually be given; larger batches are worked off in pieces.
    Session(std::shared_ptr<const PackedNetwork> network, int max_batch);

    // Throws std::invalid_argument when the spans do not fit `count`.
    void evaluate(std::span<const float> planes, int count, std::span<float> logits,
                  std::span<Evaluation> evaluations) override;

  private:
    void evaluate_piece(const float* planes, int count, float* logits, Evaluation* evaluations);

    std::shared_ptr<const PackedNetwork> network_;
    int capacity_;
    Trunk trunk_;
    Heads heads_;
};

// Throws std::invalid_argument unless the spans hold exactly `count` positions of `shape`.
void check_batch(const EvaluatorShape& shape, std::span<const float> planes, int count,
                 std::span<const float> logits, std::span<const Evaluation> evaluations);

}  // namespace tengen::nn
