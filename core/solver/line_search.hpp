// Exact values of small m,n,k games by proof search.
//
// A score counts from the end of the game: the side to move wins when the board holds t stones:
// cells + 1 - t; it loses so: the negation; a draw: 0. Quicker wins and slower losses are therefore
// larger, and a score does not change along the line that proves it, but for its sign. The search
// asks only "is the score at least x?" and remembers both bounds of every position it leaves.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/any_game.hpp"
#include "solver/bounds_table.hpp"
#include "solver/budget.hpp"
#include "solver/line_board.hpp"

namespace tengen {

class LineSearch {
  public:
    static constexpr std::size_t max_symmetries = 8;
    using Keys = std::array<std::uint64_t, max_symmetries>;

    // Colour 0 is the side to move when the number of stones is even, so that positions agree
    // whichever seat began.
    struct Node {
        Stones own = 0;
        Stones other = 0;
        int stones = 0;
        Keys keys{};
    };

    // Throws std::invalid_argument for a game other than Gomoku, or too large a board.
    LineSearch(Budget& budget, const AnyGame& game, std::int64_t megabytes);

    // Throws std::invalid_argument for a finished game.
    Node root(const AnyPosition& position) const;
    int actions() const { return cells(); }
    bool is_legal(const Node& node, int cell) const {
        return ((node.own | node.other) & board_.bit(cell)) == 0;
    }
    bool wins(const Node& node, int cell) const {
        return (board_.completing(node.own) & board_.bit(cell)) != 0;
    }
    Node after(const Node& node, int cell) const;

    int win_at(int stones) const { return stones <= cells() ? cells() + 1 - stones : 0; }
    // A bound of the score that proves or refutes score >= target: the answer is at least `target`
    // exactly when the score is, and then a lower bound of it; otherwise an upper bound.
    int bound(const Node& node, int target) { return search(node, target); }
    int exact(const Node& node);
    int published(const Node&, int score) const { return score; }

  private:
    struct Canonical {
        std::uint64_t key;
        std::size_t symmetry;
    };
    struct Moves {
        std::array<std::uint8_t, 64> cells;
        std::array<int, 64> weights;
        int count = 0;
    };

    int cells() const { return board_.cells(); }
    Canonical canonical(const Node& node) const;
    int search(const Node& node, int target);
    int search_moves(const Node& node, int target, Bounds bounds, Stones moves);
    int best_of(const Node& node, int target, int floor, const Moves& moves, std::uint8_t& best);
    Bounds natural_bounds(const Node& node) const;
    // Moves that do not lose by force within four plies, or none; and whether one wins in three.
    struct Tactics {
        bool wins = false;
        Stones moves = 0;
    };
    Tactics look_ahead(const Node& node) const;
    Stones distinct_moves(const Node& node, Stones moves) const;
    Moves ordered(const Node& node, Stones moves, std::uint8_t first) const;

    Budget* budget_;
    const AnyGame game_;
    LineBoard board_;
    std::span<const Symmetry> symmetries_;
    std::vector<std::array<Keys, 2>> keys_;  // [cell][colour], a key for each symmetry
    BoundsTable table_;
};

}  // namespace tengen
