// An evaluator that shares out each batch over threads: for one strong game on all cores (SPEC
// M12).
#pragma once

#include <memory>

#include "base/evaluator.hpp"
#include "base/workers.hpp"

namespace tengen {

// Answers are those of the wrapped evaluator, bit for bit: samples do not know their batch.
class ThreadedEvaluator final : public Evaluator {
  public:
    // Throws std::invalid_argument for a number of threads that expect_threads refuses.
    ThreadedEvaluator(std::shared_ptr<const Evaluator> inner, int threads)
        : inner_(std::move(inner)), threads_(expect_threads(threads)) {}

    EvaluatorShape shape() const override { return inner_->shape(); }
    bool gives_wdl() const override { return inner_->gives_wdl(); }
    bool gives_moves_left() const override { return inner_->gives_moves_left(); }
    std::unique_ptr<EvaluatorSession> open_session(int max_batch) const override;

  private:
    std::shared_ptr<const Evaluator> inner_;
    int threads_;
};

}  // namespace tengen
