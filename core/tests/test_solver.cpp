// The solver of the core. Its scores are compared with plain minimax in tests/search; these run all
// of core/solver under the sanitizers.
#include <doctest/doctest.h>

#include <array>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "base/random.hpp"
#include "solver/column_endgame.hpp"
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

std::vector<Action> columns_of(std::string_view digits) {
    std::vector<Action> columns;
    for (const char digit : digits) columns.push_back(digit - '1');
    return columns;
}

std::vector<std::uint8_t> book_file() {
    std::ifstream file(TENGEN_CONNECT4_BOOK, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// Plies to the end, negative for a loss, as in the positions of the meter.
std::optional<int> plies_of(ConnectFourSolver& solver, std::string_view digits) {
    const AnyGame game = Connect4(7, 6);
    const auto score = solver.score(*after(game, columns_of(digits)), {});
    if (!score || *score == 0) return score;
    const int plies = 43 - std::abs(*score) - static_cast<int>(digits.size());
    return *score > 0 ? plies : -plies;
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

TEST_CASE("Connect Four has its known values") {
    ConnectFourSolver solver(1, std::make_shared<const ColumnBook>(book_file()));
    CHECK(plies_of(solver, "") == 41);
    CHECK(plies_of(solver, "4") == -40);
    CHECK(plies_of(solver, "3") == 0);
    CHECK(plies_of(solver, "444444") == 35);
    CHECK(plies_of(solver, "4433") == 3);
    CHECK(plies_of(solver, "112233") == 1);
}

TEST_CASE("endings are solved within their budget, with a line to the end") {
    const Connect4 rules(7, 6);
    ColumnEndgame endgame(2000);
    ConnectFourSolver solver(1, nullptr);
    Random random(7);
    int solved = 0;
    for (int game = 0; game < 200; ++game) {
        auto position = rules.initial(game % 2);
        for (int ply = 0; ply < 26 && !rules.outcome(position); ++ply) {
            std::array<Action, 7> actions{};
            const int count = rules.legal_actions(position, actions);
            rules.play(position, actions[random.below(static_cast<std::uint32_t>(count))]);
        }
        if (rules.outcome(position)) continue;
        const auto result = endgame.solve(position);
        if (!result) continue;
        ++solved;
        CHECK(result->value == solver.value(*boxed(rules, position), {}));
        std::vector<Action> line;
        endgame.write_line(line);
        CHECK(static_cast<int>(line.size()) == result->plies);
        const Seat mover = rules.to_move(position);
        for (const Action action : line) rules.play(position, action);
        REQUIRE(rules.outcome(position));
        CHECK(rules.outcome(position)->value_for(mover) == result->value);
    }
    CHECK(solved > 50);
}

TEST_CASE("the book and the search agree") {
    ConnectFourSolver with_book(1, std::make_shared<const ColumnBook>(book_file()));
    ConnectFourSolver without(1, nullptr);
    for (const std::string_view digits : {"44334455", "11776655", "12121266", "44333777"})
        CHECK(plies_of(with_book, digits) == plies_of(without, digits));
}

TEST_CASE("columns of Connect Four score for the side to move") {
    ConnectFourSolver solver(1, nullptr);
    const AnyGame game = Connect4(7, 6);
    const auto won = after(game, columns_of("112233"));
    CHECK(solver.best_moves(*won, {}) == std::vector<Action>{3});
    CHECK((*solver.score_moves(*won, {}))[3] == 43 - 7);
    CHECK((*solver.score_moves(*won, {}))[0] == -(43 - 40));
}

TEST_CASE("damaged books are refused") {
    std::vector<std::uint8_t> file = book_file();
    CHECK_THROWS_AS(ColumnBook(std::span(file).first(10)), std::invalid_argument);
    CHECK_THROWS_AS(ColumnBook(std::span(file).first(file.size() - 1)), std::invalid_argument);
    file.back() ^= 1U;
    CHECK_THROWS_AS(ColumnBook{file}, std::invalid_argument);
    file.front() ^= 1U;
    CHECK_THROWS_AS(ColumnBook{file}, std::invalid_argument);
}

TEST_CASE("a limit ends a question about Connect Four") {
    ConnectFourSolver solver(1, nullptr);
    const AnyGame game = Connect4(7, 6);
    SolverLimit few;
    few.nodes = 20'000;
    CHECK_FALSE(solver.score(*after(game, {}), few).has_value());
    SolverLimit stopped;
    stopped.stopped = [] { return true; };
    CHECK_FALSE(solver.score(*after(game, {}), stopped).has_value());
}

TEST_CASE("other boards, finished games and moves out of turn are refused") {
    ConnectFourSolver solver(1, nullptr);
    const AnyGame small = Connect4(5, 4), game = Connect4(7, 6);
    CHECK_THROWS_AS(solver.value(*after(small, {}), {}), std::invalid_argument);
    CHECK_THROWS_AS(solver.value(*after(game, columns_of("1122334")), {}), std::invalid_argument);
    const Connect4 rules(7, 6);
    BoardSetup setup = rules.setup(rules.initial(0));
    setup.cells[0] = setup.cells[1] = 0;
    CHECK_THROWS_AS(solver.value(*boxed(rules, rules.place(setup)), {}), std::invalid_argument);
}

}  // namespace tengen
