// Exact values of small m,n,k games by proof search.
//
// A score counts from the end of the game: the side to move wins when the board holds t stones:
// cells + 1 - t; it loses so: the negation; a draw: 0. Quicker wins and slower losses are therefore
// larger, and a score does not change along the line that proves it, but for its sign. The search
// asks only "is the score at least x?" and remembers both bounds of every position it leaves.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "games/any_game.hpp"
#include "solver/bounds_table.hpp"
#include "solver/line_board.hpp"

namespace tengen {

struct SolverLimit {
    std::int64_t nodes = std::numeric_limits<std::int64_t>::max();
    double seconds = std::numeric_limits<double>::infinity();
    // Asked now and then; true ends the search.
    std::function<bool()> stopped = [] { return false; };
};

class Solver {
  public:
    // Throws std::invalid_argument for a game other than Gomoku, or too large a board.
    Solver(const AnyGame& game, std::int64_t megabytes);

    // All of them answer none when the limit is met first, and throw std::invalid_argument for a
    // finished game. The sign of the score alone: +1, 0 or -1.
    std::optional<int> value(const AnyPosition& position, const SolverLimit& limit);
    std::optional<int> score(const AnyPosition& position, const SolverLimit& limit);
    // The actions that keep the value, and those that reach the score: fewer questions than the
    // scores of all actions.
    std::optional<std::vector<Action>> keeping_moves(const AnyPosition& position,
                                                     const SolverLimit& limit);
    std::optional<std::vector<Action>> best_moves(const AnyPosition& position,
                                                  const SolverLimit& limit);
    // The score of each action for the side to move here; none for those that are illegal.
    std::optional<std::vector<std::optional<int>>> score_moves(const AnyPosition& position,
                                                               const SolverLimit& limit);

    int cells() const { return board_.cells(); }
    std::int64_t nodes() const { return nodes_; }  // visited since the solver was made

  private:
    struct Interrupted {};
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
    struct Canonical {
        std::uint64_t key;
        std::size_t symmetry;
    };
    struct Moves {
        std::array<std::uint8_t, 64> cells;
        std::array<int, 64> weights;
        int count = 0;
    };

    Node root(const AnyPosition& position) const;
    Node after(const Node& node, int cell) const;
    Canonical canonical(const Node& node) const;

    int win_at(int stones) const { return stones <= cells() ? cells() + 1 - stones : 0; }
    int sign(const Node& node) { return search(node, 1) >= 1 ? 1 : search(node, 0) >= 0 ? 0 : -1; }
    int exact_score(const Node& node);
    std::vector<Action> moves_reaching(const Node& node, int target);
    // A bound of the score that proves or refutes score >= target: the answer is at least `target`
    // exactly when the score is, and then a lower bound of it; otherwise an upper bound.
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
    void count_node();
    template <class Body>
    auto limited(const SolverLimit& limit, Body body) -> std::optional<decltype(body())>;

    const AnyGame game_;
    LineBoard board_;
    std::span<const Symmetry> symmetries_;
    std::vector<std::array<Keys, 2>> keys_;  // [cell][colour], a key for each symmetry
    BoundsTable table_;
    std::int64_t nodes_ = 0;
    std::int64_t last_node_ = 0;
    double deadline_ = 0;
    const SolverLimit* limit_ = nullptr;
};

}  // namespace tengen
