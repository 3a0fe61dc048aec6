#include "search/threaded_evaluator.hpp"

#include <vector>

namespace tengen {

namespace {

class ThreadedSession final : public EvaluatorSession {
  public:
    ThreadedSession(const Evaluator& inner, int max_batch, int threads)
        : sample_(static_cast<std::size_t>(inner.shape().input_size())),
          actions_(static_cast<std::size_t>(inner.shape().actions)),
          workers_(threads) {
        const int most = (max_batch + threads - 1) / threads;
        for (int thread = 0; thread < threads; ++thread)
            sessions_.push_back(inner.open_session(most));
    }

    void evaluate(std::span<const float> planes, int count, std::span<float> logits,
                  std::span<Evaluation> evaluations) override {
        workers_.share(count, [&](int thread, int first, int last) {
            const auto begin = static_cast<std::size_t>(first);
            const auto size = static_cast<std::size_t>(last - first);
            sessions_[static_cast<std::size_t>(thread)]->evaluate(
                planes.subspan(begin * sample_, size * sample_), last - first,
                logits.subspan(begin * actions_, size * actions_),
                evaluations.subspan(begin, size));
        });
    }

  private:
    std::size_t sample_;
    std::size_t actions_;
    std::vector<std::unique_ptr<EvaluatorSession>> sessions_;
    Workers workers_;  // last: its threads use the sessions
};

}  // namespace

std::unique_ptr<EvaluatorSession> ThreadedEvaluator::open_session(int max_batch) const {
    if (threads_ <= 1) return inner_->open_session(max_batch);
    return std::make_unique<ThreadedSession>(*inner_, max_batch, threads_);
}

}  // namespace tengen
