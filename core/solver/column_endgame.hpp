// Endings of Connect Four, 7x6, solved exactly within a budget of nodes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "solver/column_search.hpp"

namespace tengen {

// What it learns is forgotten between questions, so that an answer depends on the position and the
// budget alone.
class ColumnEndgame {
  public:
    // For the side to move, with best play of both.
    struct Result {
        int value = 0;  // +1, 0 or -1
        int plies = 0;  // to the end of the game
    };

    // Whether a position has enough stones for so many nodes to be worth spending.
    static bool is_near(const Connect4Position& position, std::int64_t nodes);

    explicit ColumnEndgame(std::int64_t nodes);
    // The search keeps the address of the budget.
    ColumnEndgame(const ColumnEndgame&) = delete;
    ColumnEndgame& operator=(const ColumnEndgame&) = delete;

    // The budget of a question.
    std::int64_t nodes() const { return limit_.nodes; }

    // Of an unfinished position; none if the budget does not suffice or the sides did not move in
    // turn.
    std::optional<Result> solve(const Connect4Position& position);

    // Appends best play from the position that was solved last to the end of the game. This may
    // take as many nodes again.
    void write_line(std::vector<Action>& line);

  private:
    Action best_action(const ColumnSearch::Node& node, int score);

    const SolverLimit limit_;
    const SolverLimit endless_;
    Budget budget_;
    ColumnSearch search_;
    ColumnSearch::Node node_;
    int score_ = 0;
};

}  // namespace tengen
