// Positions from which an attack is known to fail, for the length of one question. A position is
// named by the stones that were added since the question began.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/random.hpp"

namespace tengen {

// A number for each stone; that of several is their exclusive or.
class StoneKeys {
  public:
    explicit StoneKeys(int cells) {
        Random random(0);  // any numbers do, if they are the same in every search
        for (auto& keys : keys_)
            for (int cell = 0; cell < cells; ++cell) keys.push_back(random.next());
    }

    std::uint64_t attacker(int cell) const { return keys_[0][static_cast<std::size_t>(cell)]; }
    std::uint64_t defender(int cell) const { return keys_[1][static_cast<std::size_t>(cell)]; }

  private:
    std::array<std::vector<std::uint64_t>, 2> keys_;  // [attacker or defender][cell]
};

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
