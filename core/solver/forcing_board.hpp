// The board as a forcing line changes it: a stone of the attacker and the forced reply at a time.
#pragma once

#include <array>
#include <bit>
#include <bitset>
#include <cstdint>

#include "solver/forcing_lines.hpp"

namespace tengen {

// Cells where one more stone completes a line: the first two found are all that matters.
struct Completing {
    int count = 0;  // 2: two or more
    std::array<int, 2> cells{};

    void add(int cell) {
        if (count == 2 || (count == 1 && cells[0] == cell)) return;
        cells[static_cast<std::size_t>(count++)] = cell;
    }
};

template <int MaxSide>
class ForcingBoard {
  public:
    using Lines = ForcingLines<MaxSide>;

    explicit ForcingBoard(const Gomoku<MaxSide>& game) : lines_(game) {}

    int cells() const { return lines_.cells(); }

    using CellSet = std::bitset<static_cast<std::size_t>(MaxSide* MaxSide)>;

    // What the side to move, the attacker, can do at once. The other questions are for boards on
    // which it can make a four and does not win.
    enum class Chance { none, four, win };
    Chance set(const GomokuPosition<MaxSide>& position);
    // Of the position that was set; slower than what `advance` returns.
    Completing attacker_completing() const { return all_completing(own_); }
    Completing defender_completing() const { return all_completing(other_); }

    bool makes_four(int cell) const {
        for (const auto& place : lines_.places(cell))
            if (has(fours_, place)) return true;
        return false;
    }
    // Calls visit(cell) for every cell where the attacker makes a four.
    template <class Visit>
    void for_each_four(Visit visit) const;
    // The cells that complete a line once the attacker has made a four at `cell`.
    Completing completing_after(int cell) const;
    // The cells where the attacker makes a three, and those where the defender makes a four.
    CellSet threes() const {
        return cells_of(
            [&](std::size_t line) { return lines_.three_making(own_[line], empty(line)); });
    }
    CellSet defender_fours() const {
        return cells_of(
            [&](std::size_t line) { return lines_.four_making(other_[line], empty(line)); });
    }
    // In how many directions the attacker has so many stones nearby that one more at `cell` may
    // prepare the next four.
    int promise(int cell) const;

    // What `advance` changed besides the stones.
    struct Changes {
        struct Change {
            std::uint8_t line;
            typename Lines::Line fours;
        };
        std::array<Change, 2 * Lines::directions> before;
        std::size_t count = 0;
    };
    // Puts the attacker's four and the defender's reply on the board. Returns the cells where the
    // defender now threatens to complete a line.
    Completing advance(int four, int reply, Changes& changes);
    void retreat(int four, int reply, const Changes& changes);

  private:
    using AllLines = typename Lines::AllLines;
    using Line = typename Lines::Line;
    using Place = typename Lines::Place;

    static bool has(const AllLines& lines, Place place) {
        return ((lines[place.line] >> place.bit) & 1U) != 0;
    }
    // Adds or removes a stone.
    void turn(AllLines& stones, int cell) {
        for (const Place& place : lines_.places(cell))
            stones[place.line] ^= static_cast<Line>(1U << place.bit);
    }
    LineBits empty(std::size_t line) const {
        return lines_.room()[line] & ~static_cast<LineBits>(own_[line] | other_[line]);
    }
    AllLines all_empty() const;
    Completing all_completing(const AllLines& own) const;
    template <class BitsOf>
    CellSet cells_of(BitsOf bits_of) const {
        CellSet found;
        for (std::size_t line = 0; line < Lines::line_count; ++line)
            for (LineBits bits = bits_of(line); bits != 0; bits &= bits - 1)
                found.set(static_cast<std::size_t>(lines_.cell_at(line, std::countr_zero(bits))));
        return found;
    }
    void add_cells(Completing& found, std::size_t line, LineBits bits) const {
        for (; bits != 0; bits &= bits - 1) found.add(lines_.cell_at(line, std::countr_zero(bits)));
    }
    void set_fours(std::size_t line, LineBits fours) {
        const std::uint64_t bit = std::uint64_t{1} << (line % 64);
        std::uint64_t& word = lines_with_fours_[line / 64];
        fours_[line] = static_cast<Line>(fours);
        word = fours != 0 ? word | bit : word & ~bit;
    }
    void renew_fours(std::size_t line, Changes& changes) {
        changes.before[changes.count++] = {static_cast<std::uint8_t>(line), fours_[line]};
        set_fours(line, lines_.four_making(own_[line], empty(line)));
    }

    Lines lines_;
    AllLines own_{};    // the attacker's stones
    AllLines other_{};  // the defender's
    AllLines fours_{};  // cells where the attacker makes a four
    std::array<std::uint64_t, 2> lines_with_fours_{};
};

template <int MaxSide>
auto ForcingBoard<MaxSide>::all_empty() const -> AllLines {
    AllLines found;
    for (std::size_t line = 0; line < found.size(); ++line)
        found[line] = static_cast<Line>(lines_.room()[line] & ~(own_[line] | other_[line]));
    return found;
}

template <int MaxSide>
auto ForcingBoard<MaxSide>::set(const GomokuPosition<MaxSide>& position) -> Chance {
    const auto seat = position.standing.to_move;
    own_ = Lines::all_lines(position.stones[seat]);
    other_ = Lines::all_lines(position.stones[seat ^ 1U]);
    const AllLines gaps = all_empty();
    const auto windows = lines_.all_windows(own_, gaps);
    if (!windows.any) return Chance::none;
    fours_ = {};
    lines_with_fours_ = {};
    LineBits winning = 0;
    for (std::size_t line = 0; line < Lines::line_count; ++line) {
        winning |= windows.lacking_one[line];
        if (windows.lacking_two[line] != 0)
            set_fours(line, lines_.covered(windows.lacking_two[line]) & gaps[line]);
    }
    return winning != 0 ? Chance::win : Chance::four;
}

template <int MaxSide>
Completing ForcingBoard<MaxSide>::all_completing(const AllLines& own) const {
    const AllLines gaps = all_empty();
    const auto windows = lines_.all_windows(own, gaps);
    Completing found;
    for (std::size_t line = 0; line < Lines::line_count; ++line)
        if (windows.lacking_one[line] != 0)
            add_cells(found, line, lines_.covered(windows.lacking_one[line]) & gaps[line]);
    return found;
}

// A cell on several such lines belongs to the first of them.
template <int MaxSide>
template <class Visit>
void ForcingBoard<MaxSide>::for_each_four(Visit visit) const {
    const auto is_first = [&](int cell, std::size_t line) {
        for (const Place& place : lines_.places(cell)) {
            if (place.line == line) return true;
            if (has(fours_, place)) return false;
        }
        return true;
    };
    for (std::size_t word = 0; word < lines_with_fours_.size(); ++word)
        for (std::uint64_t left = lines_with_fours_[word]; left != 0; left &= left - 1) {
            const std::size_t line = word * 64 + static_cast<std::size_t>(std::countr_zero(left));
            for (LineBits bits = fours_[line]; bits != 0; bits &= bits - 1) {
                const int cell = lines_.cell_at(line, std::countr_zero(bits));
                if (is_first(cell, line)) visit(cell);
            }
        }
}

// The attacker had no four before, so that all of them are on lines through the cell.
template <int MaxSide>
Completing ForcingBoard<MaxSide>::completing_after(int cell) const {
    Completing found;
    for (const Place& place : lines_.places(cell)) {
        if (!has(fours_, place)) continue;
        const LineBits stone = LineBits{1} << place.bit;
        const LineBits gaps = empty(place.line) & ~stone;
        add_cells(found, place.line, lines_.completing(own_[place.line] | stone, gaps));
    }
    return found;
}

template <int MaxSide>
int ForcingBoard<MaxSide>::promise(int cell) const {
    const int reach = lines_.length() - 1;
    int directions = 0;
    for (const Place& place : lines_.places(cell)) {
        const std::uint64_t around = (std::uint64_t{2} << (2 * reach)) - 1;
        const auto nearby = static_cast<LineBits>(around << place.bit >> reach);
        const LineBits stones = own_[place.line] & nearby;
        directions += Lines::has_at_least(stones, lines_.length() - 3) ? 1 : 0;
    }
    return directions;
}

template <int MaxSide>
Completing ForcingBoard<MaxSide>::advance(int four, int reply, Changes& changes) {
    turn(own_, four);
    turn(other_, reply);
    changes.count = 0;
    Completing threats;
    for (std::size_t direction = 0; direction < Lines::directions; ++direction) {
        const std::size_t own_line = lines_.places(four)[direction].line;
        const std::size_t other_line = lines_.places(reply)[direction].line;
        renew_fours(own_line, changes);
        // The reply can only take fours away.
        if (other_line != own_line && fours_[other_line] != 0) renew_fours(other_line, changes);
        add_cells(threats, other_line, lines_.completing(other_[other_line], empty(other_line)));
    }
    return threats;
}

template <int MaxSide>
void ForcingBoard<MaxSide>::retreat(int four, int reply, const Changes& changes) {
    turn(own_, four);
    turn(other_, reply);
    for (std::size_t index = 0; index < changes.count; ++index)
        set_fours(changes.before[index].line, changes.before[index].fours);
}

}  // namespace tengen
