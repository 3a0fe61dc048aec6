// Connect Four on any board that fits 64 bits (SPEC G2). Actions are columns.
#pragma once

#include <array>
#include <cstdint>

#include "games/game.hpp"
#include "games/standing.hpp"
#include "games/tactical_playout.hpp"

namespace tengen {

// Each column owns height + 1 bits, lowest row first; the spare top bit stays empty, so that lines
// cannot run from one column into the next.
struct Connect4Position {
    std::array<std::uint64_t, 2> stones{};
    Standing standing;
};

// Stones in columns of `stride` bits, as in a Connect4Position.
inline bool has_line_of_four(std::uint64_t stones, int stride) {
    std::uint64_t lines = 0;
    for (const int step : {1, stride - 1, stride, stride + 1}) {
        const std::uint64_t pairs = stones & (stones >> step);
        lines |= pairs & (pairs >> (2 * step));
    }
    return lines != 0;
}

// Cells that complete a line of four for `own`, taken or not, on the board or beyond its edge.
inline std::uint64_t completing_fours(std::uint64_t own, int stride) {
    std::uint64_t found = (own << 1) & (own << 2) & (own << 3);
    for (const int step : {stride - 1, stride, stride + 1}) {
        const std::uint64_t pair_before = (own << step) & (own << (2 * step));
        const std::uint64_t pair_after = (own >> step) & (own >> (2 * step));
        found |= pair_before & ((own << (3 * step)) | (own >> step));
        found |= pair_after & ((own >> (3 * step)) | (own << step));
    }
    return found;
}

class Connect4 {
  public:
    using Position = Connect4Position;
    static constexpr bool threats_persist = true;

    Connect4(int width, int height);  // throws std::invalid_argument

    const GameSpec& spec() const { return spec_; }
    std::span<const Symmetry> symmetries() const { return symmetries_; }
    int planes(Encoding encoding) const { return plane_count(encoding); }
    Position initial(Seat first) const { return {{}, initial_standing(first)}; }
    Seat to_move(const Position& position) const { return position.standing.to_move; }

    std::optional<Outcome> outcome(const Position& position) const {
        return outcome_of(position.standing.status, "line", "board full");
    }

    bool is_legal(const Position& position, Action column) const {
        return position.standing.status == Status::unfinished && column >= 0 &&
               column < spec_.width && (occupied(position) & top_of(column)) == 0;
    }

    int legal_actions(const Position& position, std::span<Action> actions) const;
    void play(Position& position, Action column) const;
    void encode(const Position& position, Encoding encoding, std::span<float> planes) const;
    std::uint64_t hash(const Position& position) const;
    int winning_actions(const Position& position, Seat seat, std::span<Action> actions) const;
    Outcome playout(const Position& position, Random& random) const;
    Outcome tactical_playout(const Position& position, Random& random) const {
        return playout_with_foresight(*this, position, random);
    }
    BoardSetup setup(const Position& position) const;
    Position place(const BoardSetup& setup) const;

  private:
    static std::uint64_t occupied(const Position& position) {
        return position.stones[0] | position.stones[1];
    }
    std::uint64_t bottom_of(Action column) const { return 1ULL << (column * stride_); }
    std::uint64_t top_of(Action column) const {
        return 1ULL << (column * stride_ + spec_.height - 1);
    }
    // The lowest empty cell of a column that is not full.
    std::uint64_t landing_cell(std::uint64_t occupied, Action column) const {
        return (occupied + bottom_of(column)) & (column_mask_ << (column * stride_));
    }
    std::uint64_t cell_bit(int cell) const {
        return 1ULL << ((cell % spec_.width) * stride_ + cell / spec_.width);
    }
    bool has_line(std::uint64_t stones) const { return has_line_of_four(stones, stride_); }
    Action last_cell(const Position& position) const;
    void refuse_floating_stones(const BoardSetup& setup) const;

    GameSpec spec_;
    std::vector<Symmetry> symmetries_;
    int stride_;
    std::uint64_t column_mask_;
};

inline void Connect4::play(Position& position, Action column) const {
    Standing& standing = position.standing;
    std::uint64_t& own = position.stones[standing.to_move];
    own |= landing_cell(occupied(position), column);
    ++standing.stones;
    if (has_line(own))
        standing.status = won_by(standing.to_move);
    else if (standing.stones == spec_.cells())
        standing.status = Status::drawn;
    standing.last_action = static_cast<std::int16_t>(column);
    standing.to_move ^= 1U;
}

inline int Connect4::winning_actions(const Position& position, Seat seat,
                                     std::span<Action> actions) const {
    if (position.standing.status != Status::unfinished) return 0;
    const std::uint64_t taken = occupied(position);
    const std::uint64_t lines =
        completing_fours(position.stones[static_cast<std::size_t>(seat)], stride_);
    int count = 0;
    for (Action column = 0; lines != 0 && column < spec_.width; ++column) {
        actions[static_cast<std::size_t>(count)] = column;
        count += (landing_cell(taken, column) & lines) != 0 ? 1 : 0;
    }
    return count;
}

inline int Connect4::legal_actions(const Position& position, std::span<Action> actions) const {
    if (position.standing.status != Status::unfinished) return 0;
    const std::uint64_t taken = occupied(position);
    int count = 0;
    for (Action column = 0; column < spec_.width; ++column) {
        actions[static_cast<std::size_t>(count)] = column;
        count += (taken & top_of(column)) == 0 ? 1 : 0;
    }
    return count;
}

}  // namespace tengen
