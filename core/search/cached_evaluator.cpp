#include "search/cached_evaluator.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/memory.hpp"
#include "base/random.hpp"

namespace tengen {

namespace {

class CachedSession final : public EvaluatorSession {
  public:
    CachedSession(EvaluatorShape shape, std::unique_ptr<EvaluatorSession> inner,
                  std::shared_ptr<EvaluationCache> cache, int max_batch)
        : sample_(static_cast<std::size_t>(shape.input_size())),
          actions_(static_cast<std::size_t>(shape.actions)),
          inner_(std::move(inner)),
          cache_(std::move(cache)),
          missing_planes_(static_cast<std::size_t>(max_batch) * sample_),
          missing_logits_(static_cast<std::size_t>(max_batch) * actions_),
          missing_evaluations_(static_cast<std::size_t>(max_batch)) {}

    void evaluate(std::span<const float> planes, int count, std::span<float> logits,
                  std::span<Evaluation> evaluations) override {
        cache_->expect_same_process();
        missing_rows_.clear();
        missing_keys_.clear();
        for (std::size_t row = 0; row < static_cast<std::size_t>(count); ++row)
            look_up(planes.subspan(row * sample_, sample_), row, logits, evaluations);
        if (missing_rows_.empty()) return;
        const std::size_t missing = missing_rows_.size();
        inner_->evaluate(std::span(missing_planes_).first(missing * sample_),
                         static_cast<int>(missing),
                         std::span(missing_logits_).first(missing * actions_),
                         std::span(missing_evaluations_).first(missing));
        for (std::size_t index = 0; index < missing_rows_.size(); ++index)
            take_in(index, logits, evaluations);
    }

  private:
    void look_up(std::span<const float> sample, std::size_t row, std::span<float> logits,
                 std::span<Evaluation> evaluations) {
        const auto key = EvaluationCache::key_of(sample);
        if (cache_->find(key, logits.subspan(row * actions_, actions_), evaluations[row])) return;
        std::ranges::copy(sample, missing_planes_.begin() +
                                      static_cast<std::ptrdiff_t>(missing_rows_.size() * sample_));
        missing_rows_.push_back(row);
        missing_keys_.push_back(key);
    }

    void take_in(std::size_t index, std::span<float> logits, std::span<Evaluation> evaluations) {
        const auto answer = std::span(missing_logits_).subspan(index * actions_, actions_);
        std::ranges::copy(
            answer, logits.begin() + static_cast<std::ptrdiff_t>(missing_rows_[index] * actions_));
        evaluations[missing_rows_[index]] = missing_evaluations_[index];
        cache_->store(missing_keys_[index], answer, missing_evaluations_[index]);
    }

    std::size_t sample_;
    std::size_t actions_;
    std::unique_ptr<EvaluatorSession> inner_;
    std::shared_ptr<EvaluationCache> cache_;
    std::vector<float> missing_planes_;
    std::vector<float> missing_logits_;
    std::vector<Evaluation> missing_evaluations_;
    std::vector<std::size_t> missing_rows_;
    std::vector<EvaluationCache::Key> missing_keys_;
};

}  // namespace

EvaluationCache::EvaluationCache(int actions, std::int64_t megabytes)
    : actions_(static_cast<std::size_t>(actions)) {
    const std::size_t entry_bytes = sizeof(Entry) + actions_ * sizeof(float) + 1;
    const auto bytes = static_cast<std::size_t>(expect_megabytes(megabytes)) * 1'000'000;
    sets_ = std::max<std::size_t>(1, bytes / (entry_bytes * ways));
    entries_.resize(sets_ * ways);
    logits_.resize(sets_ * ways * actions_);
    next_victim_.resize(sets_);
}

// Two independent running mixes of the raw bits: 128 bits make a false match unthinkable.
EvaluationCache::Key EvaluationCache::key_of(std::span<const float> planes) {
    std::uint64_t first = 0x9E3779B97F4A7C15ULL;
    std::uint64_t second = 0xC2B2AE3D27D4EB4FULL;
    for (const float cell : planes) {
        const std::uint64_t bits = std::bit_cast<std::uint32_t>(cell);
        first = std::rotl(first ^ bits, 23) * 0xFF51AFD7ED558CCDULL;
        second = std::rotl(second + bits, 41) * 0xC4CEB9FE1A85EC53ULL;
    }
    return {scramble(first), scramble(second)};
}

bool EvaluationCache::find(const Key& key, std::span<float> logits, Evaluation& evaluation) {
    const std::size_t set = set_of(key);
    const std::scoped_lock lock(mutexes_[set % locks]);
    for (std::size_t entry = set * ways; entry < (set + 1) * ways; ++entry) {
        if (!entries_[entry].used || entries_[entry].key != key) continue;
        std::ranges::copy(logits_of(entry), logits.begin());
        evaluation = entries_[entry].evaluation;
        hits_.fetch_add(1, std::memory_order_relaxed);
        return true;
    }
    misses_.fetch_add(1, std::memory_order_relaxed);
    return false;
}

void EvaluationCache::store(const Key& key, std::span<const float> logits,
                            const Evaluation& evaluation) {
    const std::size_t set = set_of(key);
    const std::scoped_lock lock(mutexes_[set % locks]);
    const std::size_t entry = set * ways + next_victim_[set];
    next_victim_[set] = static_cast<std::uint8_t>((next_victim_[set] + 1U) % ways);
    entries_[entry] = {key, evaluation, true};
    std::ranges::copy(logits, logits_of(entry).begin());
}

CachedEvaluator::CachedEvaluator(std::shared_ptr<const Evaluator> inner, std::int64_t megabytes)
    : inner_(std::move(inner)),
      cache_(std::make_shared<EvaluationCache>(inner_->shape().actions, megabytes)) {}

std::unique_ptr<EvaluatorSession> CachedEvaluator::open_session(int max_batch) const {
    return std::make_unique<CachedSession>(shape(), inner_->open_session(max_batch), cache_,
                                           max_batch);
}

}  // namespace tengen
