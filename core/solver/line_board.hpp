// Lines on a small board as shifts of 64-bit words. Rows lie side by side with one empty column
// between them, so that no line ever runs round an edge.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "games/gomoku.hpp"

namespace tengen {

using Stones = std::uint64_t;

class LineBoard {
  public:
    // Throws std::invalid_argument unless (width + 1) * height <= 64.
    LineBoard(int width, int height, int length, LineRule rule);

    int cells() const { return static_cast<int>(bits_.size()); }
    Stones full() const { return full_; }
    Stones bit(int cell) const { return Stones{1} << bits_[static_cast<std::size_t>(cell)]; }
    // The cell whose bit is the lowest of `stones`, which must not be empty.
    int first_cell(Stones stones) const {
        return cells_[static_cast<std::size_t>(std::countr_zero(stones))];
    }
    // Cells where one more stone completes a winning line; stones themselves may be among them.
    Stones completing(Stones own) const;
    // Cells of all lines that `other` has not closed, and with exact lines also those beyond their
    // ends: no other empty cell can ever matter to the owner of the remaining stones.
    Stones reach(Stones other) const;
    bool has_open_line(Stones other) const;
    // Every line, for counting stones along it.
    const std::vector<Stones>& lines() const { return lines_; }

  private:
    static Stones shifted(Stones stones, int by) {
        if (by >= 64 || by <= -64) return 0;
        return by > 0 ? stones << by : stones >> -by;
    }
    // The first cell of each line of free cells along one direction.
    Stones line_starts(Stones free, int step) const;

    int length_;
    LineRule rule_;
    Stones full_ = 0;
    std::array<int, 4> steps_;  // from a cell to the next along a row, a column, a diagonal
    std::vector<int> bits_;     // [cells]
    std::array<int, 64> cells_{};
    std::vector<Stones> lines_;
};

}  // namespace tengen
