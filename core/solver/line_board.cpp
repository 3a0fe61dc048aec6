#include "solver/line_board.hpp"

#include <stdexcept>

namespace tengen {

LineBoard::LineBoard(int width, int height, int length, LineRule rule)
    : length_(length), rule_(rule), steps_{1, width + 1, width + 2, width} {
    if ((width + 1) * height > 64)
        throw std::invalid_argument(
            "the solver supports boards with (width + 1) * height up to 64");
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column) {
            const int bit = row * (width + 1) + column;
            cells_[static_cast<std::size_t>(bit)] = cells();
            bits_.push_back(bit);
            full_ |= Stones{1} << bit;
        }
    for (const int step : steps_)
        for (Stones starts = line_starts(full_, step); starts != 0; starts &= starts - 1) {
            Stones line = 0;
            for (int index = 0; index < length; ++index)
                line |= Stones{1} << (std::countr_zero(starts) + index * step);
            lines_.push_back(line);
        }
}

// before[i]: cells with i own stones right before them along the line; after[i] likewise.
Stones LineBoard::completing(Stones own) const {
    Stones found = 0;
    for (const int step : steps_) {
        std::array<Stones, 66> before, after;
        before[0] = after[0] = full_;
        for (int run = 1; run <= length_; ++run) {
            const auto index = static_cast<std::size_t>(run);
            before[index] = before[index - 1] & shifted(own, run * step);
            after[index] = after[index - 1] & shifted(own, -run * step);
        }
        for (int run = 0; run < length_; ++run) {
            const auto low = static_cast<std::size_t>(run);
            const auto high = static_cast<std::size_t>(length_ - 1 - run);
            Stones here = before[low] & after[high];
            if (rule_ == LineRule::standard) here &= ~(before[low + 1] | after[high + 1]);
            found |= here;
        }
    }
    return found;
}

Stones LineBoard::line_starts(Stones free, int step) const {
    for (int known = 1; known < length_;) {
        const int more = known < length_ - known ? known : length_ - known;
        free &= shifted(free, -more * step);
        known += more;
    }
    return free;
}

Stones LineBoard::reach(Stones other) const {
    Stones reached = 0;
    for (const int step : steps_) {
        const Stones starts = line_starts(full_ & ~other, step);
        for (int index = 0; index < length_; ++index) reached |= shifted(starts, index * step);
        if (rule_ == LineRule::standard)
            reached |= shifted(starts, -step) | shifted(starts, length_ * step);
    }
    return reached & full_;
}

bool LineBoard::has_open_line(Stones other) const {
    for (const int step : steps_)
        if (line_starts(full_ & ~other, step) != 0) return true;
    return false;
}

}  // namespace tengen
