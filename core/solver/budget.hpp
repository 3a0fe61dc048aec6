// How much a question to a solver may cost.
#pragma once

#include <algorithm>
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

// Counts nodes, and ends a question whose limit is met. Looking at the clock and asking to be
// stopped happens every few thousand nodes only: small questions do not pay for it.
class Budget {
  public:
    std::int64_t nodes() const { return nodes_; }  // since the beginning, of all questions

    // `limit` must live as long as the question.
    void begin(const SolverLimit& limit) {
        limit_ = &limit;
        until_ = moment_after(limit.seconds);
        const bool endless = limit.nodes > std::numeric_limits<std::int64_t>::max() - nodes_;
        last_node_ = endless ? std::numeric_limits<std::int64_t>::max() : nodes_ + limit.nodes;
        next_look_ = std::min(last_node_, nodes_ + nodes_between_looks);
    }

    // Whether the question may visit so many more nodes.
    bool spend_nodes(std::int64_t count) {
        nodes_ += count;
        return nodes_ <= next_look_ || may_go_on();
    }
    bool spend_node() { return spend_nodes(1); }
    void count_node() {
        if (!spend_node()) throw Interrupted{};
    }

    // The answer of `question`, or none if `limit` was met first.
    template <class Question>
    auto within(const SolverLimit& limit, Question question)
        -> std::optional<decltype(question())> {
        begin(limit);
        try {
            return question();
        } catch (const Interrupted&) {
            return std::nullopt;
        }
    }

  private:
    struct Interrupted {};
    static constexpr std::int64_t nodes_between_looks = 4096;

    bool may_go_on() {
        if (nodes_ > last_node_) {
            nodes_ = last_node_;  // the others are not visited
            return false;
        }
        next_look_ = std::min(last_node_, nodes_ + nodes_between_looks);
        return Clock::now() <= until_ && !limit_->stopped();
    }

    std::int64_t nodes_ = 0;
    std::int64_t last_node_ = 0;
    std::int64_t next_look_ = 0;
    Clock::time_point until_;
    const SolverLimit* limit_ = nullptr;
};

}  // namespace tengen
