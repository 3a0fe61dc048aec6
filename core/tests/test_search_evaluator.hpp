// An evaluator for tests of the search: opinions that look random and hang on the planes alone.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <stdexcept>

#include "base/evaluator.hpp"
#include "base/random.hpp"
#include "search/cached_evaluator.hpp"

namespace tengen {

class HashEvaluator final : public Evaluator {
  public:
    // Every `breaks_every`-th call fails, from whichever thread it comes; 0: none.
    explicit HashEvaluator(EvaluatorShape shape, int breaks_every = 0)
        : shape_(shape), breaks_every_(breaks_every) {}

    EvaluatorShape shape() const override { return shape_; }
    bool gives_wdl() const override { return true; }
    bool gives_moves_left() const override { return true; }
    std::unique_ptr<EvaluatorSession> open_session(int) const override {
        return std::make_unique<Session>(*this);
    }
    std::int64_t asked() const { return asked_.load(); }

  private:
    class Session final : public EvaluatorSession {
      public:
        explicit Session(const HashEvaluator& owner) : owner_(owner) {}

        void evaluate(std::span<const float> planes, int count, std::span<float> logits,
                      std::span<Evaluation> evaluations) override {
            if (owner_.breaks_every_ > 0 && ++owner_.calls_ % owner_.breaks_every_ == 0)
                throw std::runtime_error("out of order");
            owner_.asked_ += count;
            const auto size = static_cast<std::size_t>(owner_.shape_.input_size());
            const auto actions = static_cast<std::size_t>(owner_.shape_.actions);
            for (std::size_t row = 0; row < static_cast<std::size_t>(count); ++row) {
                Random random(EvaluationCache::key_of(planes.subspan(row * size, size))[0]);
                for (float& logit : logits.subspan(row * actions, actions))
                    logit = static_cast<float>(random.below(1000)) / 250.0F;
                evaluations[row] = {static_cast<float>(random.below(2001)) / 1000.0F - 1.0F,
                                    static_cast<float>(random.below(100)) / 100.0F,
                                    static_cast<float>(random.below(40))};
            }
        }

      private:
        const HashEvaluator& owner_;
    };

    EvaluatorShape shape_;
    int breaks_every_;
    mutable std::atomic<int> calls_{0};
    mutable std::atomic<std::int64_t> asked_{0};
};

}  // namespace tengen
