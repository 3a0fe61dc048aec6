// How much a question to a solver may cost.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

#include "base/deadline.hpp"

namespace tengen {

struct SolverLimit {
    std::int64_t nodes = std::numeric_limits<std::int64_t>::max();
    double seconds = std::numeric_limits<double>::infinity();
    // Asked now and then; true ends the search.
    std::function<bool()> stopped = [] { return false; };
};

// Counts nodes, and ends a question whose limit is met.
class Budget {
  public:
    std::int64_t nodes() const { return nodes_; }  // since the beginning, of all questions

    void count_node() {
        if (++nodes_ % nodes_between_looks == 0) look();
    }

    // The answer of `question`, or none if `limit` was met first.
    template <class Question>
    auto within(const SolverLimit& limit, Question question)
        -> std::optional<decltype(question())> {
        limit_ = &limit;
        until_ = moment_after(limit.seconds);
        const bool endless = limit.nodes > std::numeric_limits<std::int64_t>::max() - nodes_;
        last_node_ = endless ? std::numeric_limits<std::int64_t>::max() : nodes_ + limit.nodes;
        try {
            return question();
        } catch (const Interrupted&) {
            return std::nullopt;
        }
    }

  private:
    struct Interrupted {};
    static constexpr std::int64_t nodes_between_looks = 4096;

    void look() const {
        if (nodes_ > last_node_ || Clock::now() > until_ || limit_->stopped()) throw Interrupted{};
    }

    std::int64_t nodes_ = 0;
    std::int64_t last_node_ = 0;
    Clock::time_point until_;
    const SolverLimit* limit_ = nullptr;
};

}  // namespace tengen
