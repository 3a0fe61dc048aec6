// Gomoku and every other m,n,k game (SPEC G1): W x H up to 20 x 20, any line length.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "games/game.hpp"
#include "games/standing.hpp"

namespace tengen {

enum class LineRule : std::uint8_t {
    freestyle,  // n or more in a row win
    standard,   // exactly n in a row win
};

// Stones of one seat, as bit sets along all four directions. A stone sets one bit in each, and the
// win test reads just the four lines through it.
template <int MaxSide>
struct StoneLines {
    using Line = std::conditional_t<MaxSide <= 16, std::uint16_t, std::uint32_t>;
    static constexpr int diagonals = 2 * MaxSide - 1;

    std::array<Line, MaxSide> rows{};       // bit = column
    std::array<Line, MaxSide> columns{};    // bit = row
    std::array<Line, diagonals> rising{};   // bit = row
    std::array<Line, diagonals> falling{};  // bit = row
};

template <int MaxSide>
struct GomokuPosition {
    std::array<StoneLines<MaxSide>, 2> stones;
    Standing standing;
};

template <int MaxSide>
class Gomoku {
  public:
    using Position = GomokuPosition<MaxSide>;
    using Lines = StoneLines<MaxSide>;
    using Line = typename Lines::Line;
    static constexpr bool threats_persist = true;

    Gomoku(int width, int height, int length, LineRule rule);  // throws std::invalid_argument

    const GameSpec& spec() const { return spec_; }
    int length() const { return length_; }
    LineRule rule() const { return rule_; }
    std::span<const Symmetry> symmetries() const { return symmetries_; }
    int planes(Encoding encoding) const { return plane_count(encoding); }
    Position initial(Seat first) const { return {{}, initial_standing(first)}; }
    Seat to_move(const Position& position) const { return position.standing.to_move; }

    std::optional<Outcome> outcome(const Position& position) const {
        return outcome_of(position.standing.status, "line", "board full");
    }

    bool is_legal(const Position& position, Action action) const {
        if (position.standing.status != Status::unfinished || action < 0 || action >= spec_.cells())
            return false;
        const Cell& cell = cells_[static_cast<std::size_t>(action)];
        return ((empty_in_row(position, cell.row) >> cell.column) & 1U) != 0;
    }

    int legal_actions(const Position& position, std::span<Action> actions) const;
    void play(Position& position, Action action) const;
    void encode(const Position& position, Encoding encoding, std::span<float> planes) const;
    std::uint64_t hash(const Position& position) const;
    int winning_actions(const Position& position, Seat seat, std::span<Action> actions) const;
    Outcome playout(const Position& position, Random& random) const;
    Outcome tactical_playout(const Position& position, Random& random) const;
    BoardSetup setup(const Position& position) const;
    Position place(const BoardSetup& setup) const;

  private:
    // Where a cell lies on each of its four lines.
    struct Cell {
        std::uint8_t row, column, rising, falling;
    };

    unsigned empty_in_row(const Position& position, int row) const {
        const auto index = static_cast<std::size_t>(row);
        return ~(position.stones[0].rows[index] | position.stones[1].rows[index]) & full_row_;
    }
    // Writes every cell and keeps those that are empty: no branch to mispredict, and no more room
    // than one place per cell.
    template <class Int>
    int write_empty_cells(const Position& position, Int* cells) const;
    bool has_run(unsigned line) const;
    bool wins(unsigned line, int bit) const;
    // The bits where one more stone makes a winning run, taken or not.
    unsigned completing(unsigned line) const;
    // Which action a bit of a line stands for: first + bit * step.
    struct Numbering {
        Action first, step;
    };
    // Calls visit(action) for each of the line's empty cells where `own` would win.
    template <class Visit>
    void visit_wins(unsigned own, unsigned opposing, unsigned cells, Numbering numbering,
                    Visit visit) const;
    // The same for the four lines through a cell; an action may come up more than once.
    template <class Visit>
    void visit_wins_through(const Cell& cell, const Lines& own, const Lines& opposing,
                            Visit visit) const;
    // Adds the stone and tells whether it completes a line.
    bool add_stone(Lines& stones, const Cell& cell) const;

    GameSpec spec_;
    std::vector<Symmetry> symmetries_;
    int length_;
    LineRule rule_;
    unsigned full_row_;
    std::vector<Cell> cells_;
    Lines board_;  // every cell
};

// Any run of length_ or more. Doubling steps: a run of 5 takes three shifts.
template <int MaxSide>
bool Gomoku<MaxSide>::has_run(unsigned line) const {
    for (int known = 1; known < length_;) {
        const int step = known < length_ - known ? known : length_ - known;
        line &= line >> step;
        known += step;
    }
    return line != 0;
}

template <int MaxSide>
bool Gomoku<MaxSide>::wins(unsigned line, int bit) const {
    if (!has_run(line)) return false;
    if (rule_ == LineRule::freestyle) return true;
    int run = 1;
    for (int next = bit + 1; ((line >> next) & 1U) != 0; ++next) ++run;
    for (int next = bit - 1; next >= 0 && ((line >> next) & 1U) != 0; --next) ++run;
    return run == length_;
}

template <int MaxSide>
bool Gomoku<MaxSide>::add_stone(Lines& stones, const Cell& cell) const {
    const auto row_bit = static_cast<Line>(1U << cell.row);
    const unsigned row = stones.rows[cell.row] |= static_cast<Line>(1U << cell.column);
    const unsigned column = stones.columns[cell.column] |= row_bit;
    const unsigned rising = stones.rising[cell.rising] |= row_bit;
    const unsigned falling = stones.falling[cell.falling] |= row_bit;
    return wins(row, cell.column) || wins(column, cell.row) || wins(rising, cell.row) ||
           wins(falling, cell.row);
}

template <int MaxSide>
void Gomoku<MaxSide>::play(Position& position, Action action) const {
    Standing& standing = position.standing;
    const bool won =
        add_stone(position.stones[standing.to_move], cells_[static_cast<std::size_t>(action)]);
    ++standing.stones;
    if (won)
        standing.status = won_by(standing.to_move);
    else if (standing.stones == spec_.cells())
        standing.status = Status::drawn;
    standing.last_action = static_cast<std::int16_t>(action);
    standing.to_move ^= 1U;
}

template <int MaxSide>
template <class Int>
int Gomoku<MaxSide>::write_empty_cells(const Position& position, Int* cells) const {
    int count = 0;
    for (int row = 0; row < spec_.height; ++row) {
        const unsigned empty = empty_in_row(position, row);
        for (int column = 0; column < spec_.width; ++column) {
            cells[count] = static_cast<Int>(row * spec_.width + column);
            count += static_cast<int>((empty >> column) & 1U);
        }
    }
    return count;
}

template <int MaxSide>
int Gomoku<MaxSide>::legal_actions(const Position& position, std::span<Action> actions) const {
    if (position.standing.status != Status::unfinished) return 0;
    return write_empty_cells(position, actions.data());
}

extern template class Gomoku<16>;
extern template class Gomoku<20>;

}  // namespace tengen
