// Othello on 8x8 and 6x6 (SPEC G9). The action after the last cell is the pass, legal only when
// nothing else is; so the side to move does not simply alternate with the disc count.
#pragma once

#include <array>
#include <cstdint>

#include "games/game.hpp"
#include "games/standing.hpp"
#include "games/tactical_playout.hpp"

namespace tengen {

// Boards of every size are laid out with 8 bits a row.
struct OthelloPosition {
    std::array<std::uint64_t, 2> discs{};
    Standing standing;
    bool must_pass = false;
};

class Othello {
  public:
    using Position = OthelloPosition;
    static constexpr bool threats_persist = false;  // any move may change every capture

    explicit Othello(int side);  // 8 or 6; throws std::invalid_argument

    const GameSpec& spec() const { return spec_; }
    std::span<const Symmetry> symmetries() const { return symmetries_; }
    int planes(Encoding encoding) const { return plane_count(encoding); }
    Position initial(Seat first) const;
    Seat to_move(const Position& position) const { return position.standing.to_move; }

    std::optional<Outcome> outcome(const Position& position) const {
        return outcome_of(position.standing.status, "more discs", "equal discs");
    }

    bool is_legal(const Position& position, Action action) const;
    int legal_actions(const Position& position, std::span<Action> actions) const;
    void play(Position& position, Action action) const;
    void encode(const Position& position, Encoding encoding, std::span<float> planes) const;
    std::uint64_t hash(const Position& position) const;
    int winning_actions(const Position& position, Seat seat, std::span<Action> actions) const;
    Outcome playout(const Position& position, Random& random) const;
    Outcome tactical_playout(const Position& position, Random& random) const {
        return playout_with_foresight(*this, position, random);
    }
    BoardSetup setup(const Position& position) const;
    Position place(const BoardSetup& setup) const;

    Action pass_action() const { return spec_.cells(); }

  private:
    std::uint64_t placements(std::uint64_t own, std::uint64_t opposing) const;
    std::uint64_t flips(std::uint64_t own, std::uint64_t opposing, std::uint64_t disc) const;
    int bit_of(Action cell) const { return (cell / side_) * 8 + cell % side_; }
    Action cell_of(int bit) const { return (bit / 8) * side_ + bit % 8; }
    // Decides what the side to move may do: place, pass, or nothing because the game is over.
    void settle(Position& position) const;

    int side_;
    GameSpec spec_;
    std::vector<Symmetry> symmetries_;
    std::uint64_t board_;
    std::uint64_t inner_columns_;  // cells a sideways capture can run over
};

}  // namespace tengen
