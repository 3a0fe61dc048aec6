#include "search/threaded_evaluator.hpp"

#include <exception>
#include <semaphore>
#include <thread>
#include <utility>
#include <vector>

namespace tengen {

namespace {

// What one thread does of a batch.
struct Share {
    std::span<const float> planes;
    int count = 0;
    std::span<float> logits;
    std::span<Judgement> judgements;
};

// A thread with a session of its own that waits for shares.
class Helper {
  public:
    explicit Helper(std::unique_ptr<EvaluatorSession> session)
        : session_(std::move(session)), thread_([this] { serve(); }) {}

    ~Helper() {
        leaving_ = true;
        begin_.release();
    }

    Helper(const Helper&) = delete;
    Helper& operator=(const Helper&) = delete;

    void begin(const Share& share) {
        share_ = share;
        begin_.release();
    }

    // Waits for the share to be done; throws what the session threw.
    void finish() {
        done_.acquire();
        if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
    }

  private:
    void serve() {
        for (begin_.acquire(); !leaving_; begin_.acquire()) {
            try {
                session_->evaluate(share_.planes, share_.count, share_.logits, share_.judgements);
            } catch (...) {
                error_ = std::current_exception();
            }
            done_.release();
        }
    }

    std::unique_ptr<EvaluatorSession> session_;
    Share share_;
    bool leaving_ = false;
    std::exception_ptr error_;
    std::binary_semaphore begin_{0};
    std::binary_semaphore done_{0};
    std::jthread thread_;  // last: it uses everything above
};

class ThreadedSession final : public EvaluatorSession {
  public:
    ThreadedSession(const Evaluator& inner, int max_batch, int threads)
        : sample_(static_cast<std::size_t>(inner.shape().input_size())),
          actions_(static_cast<std::size_t>(inner.shape().actions)) {
        const int most = (max_batch + threads - 1) / threads;
        own_ = inner.open_session(most);
        for (int helper = 1; helper < threads; ++helper)
            helpers_.push_back(std::make_unique<Helper>(inner.open_session(most)));
    }

    void evaluate(std::span<const float> planes, int count, std::span<float> logits,
                  std::span<Judgement> judgements) override {
        const auto threads = static_cast<int>(helpers_.size()) + 1;
        const auto share_of = [&](int number) {
            const auto begin = static_cast<std::size_t>(count * number / threads);
            const auto end = static_cast<std::size_t>(count * (number + 1) / threads);
            return Share{planes.subspan(begin * sample_, (end - begin) * sample_),
                         static_cast<int>(end - begin),
                         logits.subspan(begin * actions_, (end - begin) * actions_),
                         judgements.subspan(begin, end - begin)};
        };
        for (int number = 1; number < threads; ++number)
            helpers_[static_cast<std::size_t>(number - 1)]->begin(share_of(number));
        const Share own = share_of(0);
        std::exception_ptr error;
        try {
            own_->evaluate(own.planes, own.count, own.logits, own.judgements);
        } catch (...) {
            error = std::current_exception();
        }
        // Every helper is waited for, whatever went wrong: they write into the caller's arrays.
        for (const auto& helper : helpers_) {
            try {
                helper->finish();
            } catch (...) {
                error = std::current_exception();
            }
        }
        if (error) std::rethrow_exception(error);
    }

  private:
    std::size_t sample_;
    std::size_t actions_;
    std::unique_ptr<EvaluatorSession> own_;
    std::vector<std::unique_ptr<Helper>> helpers_;
};

}  // namespace

std::unique_ptr<EvaluatorSession> ThreadedEvaluator::open_session(int max_batch) const {
    if (threads_ <= 1) return inner_->open_session(max_batch);
    return std::make_unique<ThreadedSession>(*inner_, max_batch, threads_);
}

}  // namespace tengen
