// The solver of the core. Its scores are compared with plain minimax in tests/search; these run all
// of core/solver under the sanitizers.
#include <doctest/doctest.h>

#include <stdexcept>

#include "solver/solver.hpp"

namespace tengen {

namespace {

std::shared_ptr<const AnyPosition> after(const AnyGame& game, const std::vector<Action>& actions) {
    return std::visit(
        [&]<Game G>(const G& rules) {
            auto position = rules.initial(0);
            for (const Action action : actions) rules.play(position, action);
            return boxed(rules, position);
        },
        game);
}

std::optional<int> score_of(int width, int height, int length,
                            LineRule rule = LineRule::freestyle) {
    const AnyGame game = make_gomoku(width, height, length, rule);
    return Solver(game, 1).score(*after(game, {}), {});
}

}  // namespace

TEST_CASE("small games have their known values") {
    CHECK(score_of(3, 3, 3) == 0);
    CHECK(score_of(4, 3, 3) == 12 + 1 - 7);
    CHECK(score_of(3, 4, 3) == 12 + 1 - 7);
    CHECK(score_of(4, 4, 3) == 16 + 1 - 5);
    CHECK(score_of(4, 4, 3, LineRule::standard) == 16 + 1 - 5);
    CHECK(score_of(4, 4, 4) == 0);
}

TEST_CASE("long boards use the whole word") {
    CHECK(score_of(3, 16, 3) == 48 + 1 - 7);
    CHECK(score_of(16, 3, 3) == 48 + 1 - 7);
    CHECK(score_of(20, 3, 3) == 60 + 1 - 7);
}

TEST_CASE("moves score for the side to move") {
    const AnyGame game = make_gomoku(3, 3, 3, LineRule::freestyle);
    Solver solver(game, 1);
    // X X .      X at a1, b1; O at a2, b2; X to move wins at c1, and loses unless at c1 or c2.
    const auto position = after(game, {0, 3, 1, 4});
    const auto scores = solver.score_moves(*position, {});
    REQUIRE(scores);
    CHECK((*scores)[2] == 9 + 1 - 5);
    CHECK((*scores)[6] == -(9 + 1 - 6));
    CHECK_FALSE((*scores)[0].has_value());
    CHECK(solver.keeping_moves(*position, {}) == std::vector<Action>{2});
    CHECK(solver.best_moves(*position, {}) == std::vector<Action>{2});
}

TEST_CASE("a limit ends the search without an answer") {
    const AnyGame game = make_gomoku(7, 7, 5, LineRule::freestyle);
    Solver solver(game, 1);
    SolverLimit few;
    few.nodes = 20'000;
    CHECK_FALSE(solver.value(*after(game, {}), few).has_value());
    SolverLimit stopped;
    stopped.stopped = [] { return true; };
    CHECK_FALSE(solver.value(*after(game, {}), stopped).has_value());
}

TEST_CASE("games without lines, large boards and finished games are refused") {
    CHECK_THROWS_AS(Solver(Connect4(7, 6), 1), std::invalid_argument);
    CHECK_THROWS_AS(Solver(make_gomoku(8, 8, 5, LineRule::freestyle), 1), std::invalid_argument);
    const AnyGame game = make_gomoku(3, 3, 3, LineRule::freestyle);
    Solver solver(game, 1);
    CHECK_THROWS_AS(solver.value(*after(game, {0, 3, 1, 4, 2}), {}), std::invalid_argument);
}

}  // namespace tengen
