// What a solver is asked, put in terms of a search that answers "is the score at least x?".
#pragma once

#include <concepts>
#include <optional>
#include <utility>
#include <vector>

#include "games/any_game.hpp"
#include "solver/budget.hpp"

namespace tengen {

// The search has nodes made by `root` and `after`, scores in a unit of its own that `published`
// turns into the solver's, null-window questions (`bound`) and whole scores (`exact`).
template <class Search>
class Questions {
  public:
    template <class... Arguments>
        requires std::constructible_from<Search, Budget&, Arguments...>
    explicit Questions(Arguments&&... arguments)
        : search_(budget_, std::forward<Arguments>(arguments)...) {}

    // The search keeps the address of the budget.
    Questions(const Questions&) = delete;
    Questions& operator=(const Questions&) = delete;

    // All of them answer none when the limit is met first, and throw std::invalid_argument for a
    // finished game. The sign of the score alone: +1, 0 or -1.
    std::optional<int> value(const AnyPosition& position, const SolverLimit& limit) {
        const Node node = search_.root(position);
        return budget_.within(limit, [&] { return sign(node); });
    }

    // The side to move wins when the board holds t stones: cells + 1 - t; it loses so: the
    // negation; a draw: 0.
    std::optional<int> score(const AnyPosition& position, const SolverLimit& limit) {
        const Node node = search_.root(position);
        return budget_.within(limit, [&] { return search_.published(node, search_.exact(node)); });
    }

    // The actions that keep the value, and those that reach the score: fewer questions than the
    // scores of all actions.
    std::optional<std::vector<Action>> keeping_moves(const AnyPosition& position,
                                                     const SolverLimit& limit) {
        const Node node = search_.root(position);
        return budget_.within(limit, [&] {
            const int value = sign(node);
            return moves_reaching(node, value < 0 ? lowest : value);
        });
    }
    std::optional<std::vector<Action>> best_moves(const AnyPosition& position,
                                                  const SolverLimit& limit) {
        const Node node = search_.root(position);
        return budget_.within(limit, [&] { return moves_reaching(node, search_.exact(node)); });
    }

    // The score of each action for the side to move here; none for those that are illegal.
    std::optional<std::vector<std::optional<int>>> score_moves(const AnyPosition& position,
                                                               const SolverLimit& limit) {
        const Node node = search_.root(position);
        return budget_.within(limit, [&] {
            std::vector<std::optional<int>> scores(static_cast<std::size_t>(search_.actions()));
            for (Action action = 0; action < search_.actions(); ++action)
                if (search_.is_legal(node, action))
                    scores[static_cast<std::size_t>(action)] =
                        search_.published(node, score_of(node, action));
            return scores;
        });
    }

    std::int64_t nodes() const { return budget_.nodes(); }  // visited since the solver was made

  private:
    using Node = typename Search::Node;
    static constexpr int lowest = -64;  // below every score

    int sign(const Node& node) {
        if (search_.bound(node, 1) >= 1) return 1;
        return search_.bound(node, 0) >= 0 ? 0 : -1;
    }

    int score_of(const Node& node, Action action) {
        if (search_.wins(node, action)) return search_.win_at(node.stones + 1);
        return -search_.exact(search_.after(node, action));
    }

    std::vector<Action> moves_reaching(const Node& node, int target) {
        std::vector<Action> reaching;
        for (Action action = 0; action < search_.actions(); ++action)
            if (search_.is_legal(node, action) && reaches(node, action, target))
                reaching.push_back(action);
        return reaching;
    }

    bool reaches(const Node& node, Action action, int target) {
        return search_.wins(node, action) ||
               -search_.bound(search_.after(node, action), 1 - target) >= target;
    }

    Budget budget_;
    Search search_;
};

}  // namespace tengen
