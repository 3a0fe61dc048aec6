// Windows on the lines of a board: stretches of as many cells as a winning line has, without a
// stone of the other side. A window that lacks one stone is a four, whatever the length of lines,
// and one that lacks two becomes a four by either of its empty cells.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "games/gomoku.hpp"

namespace tengen {

using LineBits = std::uint32_t;  // cells along one line

// Where windows begin, by how many of their cells are empty; the others hold own stones.
template <class Bits>
struct Windows {
    Bits lacking_one;
    Bits lacking_two;
};

template <int MaxSide>
class ForcingLines {
  public:
    using Line = typename StoneLines<MaxSide>::Line;
    static constexpr int directions = 4;
    static constexpr int line_count = 2 * MaxSide + 2 * StoneLines<MaxSide>::diagonals;
    // Every line of the board, and a few that are always empty to fill the last vector register.
    static constexpr std::size_t padded_count = (line_count + 15) / 16 * 16;
    using AllLines = std::array<Line, padded_count>;

    struct Place {
        std::uint8_t line;
        std::uint8_t bit;
    };
    using Places = std::array<Place, directions>;

    explicit ForcingLines(const Gomoku<MaxSide>& game);

    int cells() const { return static_cast<int>(places_.size()); }
    int length() const { return length_; }
    const Places& places(int cell) const { return places_[static_cast<std::size_t>(cell)]; }
    int cell_at(std::size_t line, int bit) const {
        return cells_[line][static_cast<std::size_t>(bit)];
    }
    // The cells of a line; none where it is too short to win on.
    const AllLines& room() const { return room_; }

    static AllLines all_lines(const StoneLines<MaxSide>& stones);

    // Of one line, or of several side by side in a vector register.
    template <class Bits>
    Windows<Bits> windows(Bits own, Bits empty) const {
        const Bits before = own << 1;
        Bits full = own | ~own, lacking_one{}, lacking_two{};
        for (int step = 0; step < length_; ++step, own >>= 1, empty >>= 1) {
            lacking_two = (lacking_two & own) | (lacking_one & empty);
            lacking_one = (lacking_one & own) | (full & empty);
            full &= own;
        }
        if (!exact_) return {lacking_one, lacking_two};
        // An own stone right before or behind a window would make its line too long.
        const Bits allowed = ~(before | own);
        return {lacking_one & allowed, lacking_two & allowed};
    }
    // Empty cells that complete a line, and those that make a four.
    LineBits completing(LineBits own, LineBits empty) const {
        if (!has_at_least(own, length_ - 1)) return 0;
        return covered(windows(own, empty).lacking_one) & empty;
    }
    LineBits four_making(LineBits own, LineBits empty) const {
        if (!has_at_least(own, length_ - 2)) return 0;
        return covered(windows(own, empty).lacking_two) & empty;
    }

    // Empty cells that make a window lacking three stones one that lacks two: a three.
    LineBits three_making(LineBits own, LineBits empty) const;

    // Of all lines at once.
    struct AllWindows {
        AllLines lacking_one;
        AllLines lacking_two;
        bool any;
    };
    AllWindows all_windows(const AllLines& own, const AllLines& empty) const;

    // The cells of all windows that begin at `starts`.
    LineBits covered(LineBits starts) const {
        for (int known = 1; known < length_;) {
            const int step = std::min(known, length_ - known);
            starts |= starts << step;
            known += step;
        }
        return starts;
    }

    static bool has_at_least(LineBits stones, int count) {
        for (; count > 1 && stones != 0; --count) stones &= stones - 1;
        return count <= 0 || stones != 0;
    }

  private:
    int length_;
    bool exact_;  // longer lines do not win
    std::vector<Places> places_;
    std::array<std::array<std::uint16_t, MaxSide>, line_count> cells_{};
    AllLines room_{};
};

template <int MaxSide>
ForcingLines<MaxSide>::ForcingLines(const Gomoku<MaxSide>& game)
    : length_(game.length()), exact_(game.rule() == LineRule::standard) {
    constexpr int columns = MaxSide, rising = 2 * MaxSide;
    constexpr int falling = rising + StoneLines<MaxSide>::diagonals;
    const GameSpec& spec = game.spec();
    const auto place = [](int line, int bit) {
        return Place{static_cast<std::uint8_t>(line), static_cast<std::uint8_t>(bit)};
    };
    for (int row = 0; row < spec.height; ++row)
        for (int column = 0; column < spec.width; ++column) {
            const auto cell = static_cast<std::uint16_t>(places_.size());
            places_.push_back({place(row, column), place(columns + column, row),
                               place(rising + column - row + spec.height - 1, row),
                               place(falling + column + row, row)});
            for (const Place& at : places_.back()) {
                cells_[at.line][at.bit] = cell;
                room_[at.line] |= static_cast<Line>(1U << at.bit);
            }
        }
    for (Line& line : room_)
        if (std::popcount(line) < length_) line = 0;
}

template <int MaxSide>
LineBits ForcingLines<MaxSide>::three_making(LineBits own, LineBits empty) const {
    const LineBits gaps_of_line = empty, before = own << 1;
    std::array<LineBits, 4> lacking{~LineBits{0}};  // [stones]
    for (int step = 0; step < length_; ++step, own >>= 1, empty >>= 1) {
        for (std::size_t stones = 3; stones > 0; --stones)
            lacking[stones] = (lacking[stones] & own) | (lacking[stones - 1] & empty);
        lacking[0] &= own;
    }
    const LineBits allowed = exact_ ? ~(before | own) : ~LineBits{0};
    return covered(lacking[3] & allowed) & gaps_of_line;
}

// In the order of the places: rows, columns, rising and falling diagonals.
template <int MaxSide>
auto ForcingLines<MaxSide>::all_lines(const StoneLines<MaxSide>& stones) -> AllLines {
    AllLines lines{};
    auto next = std::ranges::copy(stones.rows, lines.begin()).out;
    next = std::ranges::copy(stones.columns, next).out;
    next = std::ranges::copy(stones.rising, next).out;
    std::ranges::copy(stones.falling, next);
    return lines;
}

template <int MaxSide>
auto ForcingLines<MaxSide>::all_windows(const AllLines& own, const AllLines& empty) const
    -> AllWindows {
    using Vector [[gnu::vector_size(16)]] = Line;
    constexpr std::size_t step = sizeof(Vector) / sizeof(Line);
    static_assert(padded_count % step == 0);
    AllWindows found;
    Vector any{};
    for (std::size_t line = 0; line < padded_count; line += step) {
        Vector stones, gaps;
        std::memcpy(&stones, &own[line], sizeof(Vector));
        std::memcpy(&gaps, &empty[line], sizeof(Vector));
        const auto here = windows(stones, gaps);
        std::memcpy(&found.lacking_one[line], &here.lacking_one, sizeof(Vector));
        std::memcpy(&found.lacking_two[line], &here.lacking_two, sizeof(Vector));
        any |= here.lacking_one | here.lacking_two;
    }
    const auto words = std::bit_cast<std::array<std::uint64_t, 2>>(any);
    found.any = (words[0] | words[1]) != 0;
    return found;
}

}  // namespace tengen
