// A policy-value network that runs on the processor, in batches, with the weights it was given.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "base/evaluator.hpp"
#include "nn/algorithm.hpp"
#include "nn/instruction_set.hpp"
#include "nn/session_pool.hpp"
#include "nn/weights.hpp"

namespace tengen::nn {

struct PackedNetwork;

class Network final : public Evaluator {
  public:
    // Copies what it needs of the tensors. The algorithm is chosen for the board unless given.
    // Throws std::invalid_argument for weights that read_weights refuses, an instruction set that
    // is not available, or tiles that do not exist.
    Network(const Description& description, const Tensors& tensors,
            InstructionSet instruction_set = best_instruction_set(),
            std::optional<Algorithm> algorithm = std::nullopt);

    EvaluatorShape shape() const override;
    bool gives_wdl() const override;
    bool gives_moves_left() const override;
    // The session keeps the weights alive, not the network.
    std::unique_ptr<EvaluatorSession> open_session(int max_batch) const override;

    InstructionSet instruction_set() const;
    Algorithm algorithm() const;

    // As EvaluatorSession::evaluate, the batch shared out over `threads`; may be called from
    // several threads at once.
    void evaluate(std::span<const float> planes, int count, std::span<float> logits,
                  std::span<Evaluation> evaluations, int threads) const;

  private:
    void evaluate_on_pooled_session(std::span<const float> planes, int count,
                                    std::span<float> logits,
                                    std::span<Evaluation> evaluations) const;

    std::shared_ptr<const PackedNetwork> packed_;
    mutable SessionPool sessions_;
};

}  // namespace tengen::nn
