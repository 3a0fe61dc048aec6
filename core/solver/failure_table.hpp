// Positions from which an attack is known to fail, for the length of one question.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tengen {

class FailureTable {
  public:
    explicit FailureTable(int log_entries)
        : mask_((std::size_t{1} << log_entries) - 1), entries_(mask_ + 1) {}

    // Forgets everything, by no longer believing what was stored before.
    void forget() {
        if (++question_ != 0) return;
        std::ranges::fill(entries_, Entry{});
        question_ = 1;
    }

    // The depth to which the attack from this position fails, as it was stored; 0 if unknown.
    int depth(std::uint64_t key) const {
        const Entry& entry = entries_[key & mask_];
        return entry.question == question_ && entry.key == key ? entry.depth : 0;
    }

    void store(std::uint64_t key, int depth) { entries_[key & mask_] = {key, question_, depth}; }

  private:
    struct Entry {
        std::uint64_t key = 0;
        std::uint32_t question = 0;  // 0: nothing is stored here
        std::int32_t depth = 0;
    };

    std::size_t mask_;
    std::uint32_t question_ = 0;
    std::vector<Entry> entries_;
};

}  // namespace tengen
