// The end of a slice of work.
#pragma once

#include <algorithm>
#include <chrono>

#include "base/ranges.hpp"

namespace tengen {

using Clock = std::chrono::steady_clock;

// A moment `seconds` from now; the end of all time for more than the clock can count. Throws
// std::invalid_argument for less than none, and for what is not a number.
inline Clock::time_point moment_after(double seconds) {
    constexpr double longest = 1e9;
    expect_range("seconds", seconds, 0.0, std::numeric_limits<double>::infinity());
    if (seconds >= longest) return Clock::time_point::max();
    return Clock::now() +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

// Asked once per batch, it looks at the clock only as often as batches are long: a look costs as
// much as a quick batch, and a slow one must not be followed by another when the time is over.
class PacedDeadline {
  public:
    explicit PacedDeadline(Clock::time_point until) : until_(until), last_look_(Clock::now()) {}

    bool passed() {
        if (++batches_ < batches_between_looks_) return false;
        const Clock::time_point now = Clock::now();
        const bool is_quick = now - last_look_ < quick;
        batches_between_looks_ =
            is_quick ? std::min(2 * batches_between_looks_, most_batches_between_looks) : 1;
        batches_ = 0;
        last_look_ = now;
        return now >= until_;
    }

  private:
    static constexpr std::chrono::microseconds quick{500};
    static constexpr int most_batches_between_looks = 16;

    Clock::time_point until_;
    Clock::time_point last_look_;
    int batches_ = 0;
    int batches_between_looks_ = 1;
};

}  // namespace tengen
