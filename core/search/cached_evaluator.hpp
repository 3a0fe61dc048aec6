// An evaluator that remembers: wraps another and asks it only about planes it has not seen lately.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "base/evaluator.hpp"
#include "base/forks.hpp"

namespace tengen {

// Bounded memory shared by all threads. A set holds four entries; the oldest makes room.
// Answers are stored whole, so a hit gives the same bits as asking again.
class EvaluationCache {
  public:
    using Key = std::array<std::uint64_t, 2>;

    EvaluationCache(int actions, std::int64_t megabytes);

    // Throws ThreadsLost in a child of the process that made it: a thread that stayed in the parent
    // may have been writing.
    void expect_same_process() const {
        if (generation_ != fork_generation()) throw ThreadsLost();
    }

    static Key key_of(std::span<const float> planes);
    bool find(const Key& key, std::span<float> logits, Evaluation& evaluation);
    void store(const Key& key, std::span<const float> logits, const Evaluation& evaluation);

    std::int64_t hits() const { return hits_.load(std::memory_order_relaxed); }
    std::int64_t misses() const { return misses_.load(std::memory_order_relaxed); }
    std::int64_t capacity() const { return static_cast<std::int64_t>(entries_.size()); }

  private:
    static constexpr std::size_t ways = 4;
    static constexpr std::size_t locks = 256;
    struct Entry {
        Key key{};
        Evaluation evaluation;
        bool used = false;
    };

    std::size_t set_of(const Key& key) const { return key[0] % sets_; }
    std::span<float> logits_of(std::size_t entry) {
        return std::span(logits_).subspan(entry * actions_, actions_);
    }

    std::uint64_t generation_ = fork_generation();
    std::size_t actions_;
    std::size_t sets_;
    std::vector<Entry> entries_;  // [sets * ways]
    std::vector<float> logits_;   // [sets * ways, actions]
    std::vector<std::uint8_t> next_victim_;
    std::array<std::mutex, locks> mutexes_;
    std::atomic<std::int64_t> hits_{0};
    std::atomic<std::int64_t> misses_{0};
};

class CachedEvaluator final : public Evaluator {
  public:
    CachedEvaluator(std::shared_ptr<const Evaluator> inner, std::int64_t megabytes);

    EvaluatorShape shape() const override { return inner_->shape(); }
    bool gives_wdl() const override { return inner_->gives_wdl(); }
    bool gives_moves_left() const override { return inner_->gives_moves_left(); }
    std::unique_ptr<EvaluatorSession> open_session(int max_batch) const override;
    const EvaluationCache& cache() const { return *cache_; }

  private:
    std::shared_ptr<const Evaluator> inner_;
    std::shared_ptr<EvaluationCache> cache_;
};

}  // namespace tengen
