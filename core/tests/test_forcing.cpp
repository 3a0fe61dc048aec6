// Wins by continuous fours. Which there are is compared with the definition and the exact solver in
// tests/search; these run all of it under the sanitizers, at the edges of every board.
#include <doctest/doctest.h>

#include <stdexcept>

#include "solver/forced_wins.hpp"

namespace tengen {

namespace {

SolverLimit few(std::int64_t nodes) {
    SolverLimit limit;
    limit.nodes = nodes;
    return limit;
}

// Plays the line and tells whether the side that begins it wins with its last stone.
template <int MaxSide>
bool wins(const Gomoku<MaxSide>& game, GomokuPosition<MaxSide> position,
          std::span<const Action> line) {
    const Seat winner = game.to_move(position);
    for (const Action action : line) {
        if (game.outcome(position) || !game.is_legal(position, action)) return false;
        game.play(position, action);
    }
    const auto outcome = game.outcome(position);
    return outcome && outcome->winner == winner;
}

// Random games on a board, with a question at every position.
template <template <int> class Search, int MaxSide>
int wins_in_random_games(const Gomoku<MaxSide>& game, int games) {
    Search<MaxSide> search(game, 8);
    Random random(5);
    std::vector<Action> legal(static_cast<std::size_t>(game.spec().num_actions));
    int found = 0;
    for (int number = 0; number < games; ++number) {
        auto position = game.initial(number % 2);
        while (!game.outcome(position)) {
            const auto line = search.find(position, 200);
            found += line.empty() ? 0 : 1;
            CHECK((line.empty() || wins(game, position, line)));
            CHECK(search.nodes() <= 200);
            const int count = game.legal_actions(position, legal);
            game.play(position, legal[random.below(static_cast<std::uint32_t>(count))]);
        }
    }
    return found;
}

// An open row of three for the side to move.
template <int MaxSide>
GomokuPosition<MaxSide> open_three(const Gomoku<MaxSide>& game, int row) {
    const int width = game.spec().width;
    auto position = game.initial(0);
    const Action first = row * width + width - 4;
    const int other_row = row == 0 ? 1 : 0;
    for (int stone = 0; stone < 3; ++stone) {
        game.play(position, first + stone - 1);
        game.play(position, other_row * width + 2 * stone);
    }
    return position;
}

}  // namespace

TEST_CASE("lines found in random games win, on boards of every shape") {
    CHECK(wins_in_random_games<ForcingSearch>(Gomoku<16>(6, 6, 4, LineRule::freestyle), 20) > 0);
    CHECK(wins_in_random_games<ForcingSearch>(Gomoku<16>(16, 16, 5, LineRule::standard), 4) > 0);
    CHECK(wins_in_random_games<ForcingSearch>(Gomoku<16>(3, 16, 3, LineRule::standard), 10) > 0);
    CHECK(wins_in_random_games<ForcingSearch>(Gomoku<16>(3, 3, 2, LineRule::freestyle), 5) > 0);
    CHECK(wins_in_random_games<ForcingSearch>(Gomoku<20>(20, 20, 5, LineRule::freestyle), 4) > 0);
    CHECK(wins_in_random_games<ForcingSearch>(Gomoku<20>(20, 3, 4, LineRule::standard), 10) > 0);
    CHECK(wins_in_random_games<ForcingSearch>(Gomoku<20>(20, 20, 20, LineRule::standard), 1) == 0);
}

TEST_CASE("lines by threats win as well") {
    CHECK(wins_in_random_games<ThreatSearch>(Gomoku<16>(6, 6, 4, LineRule::freestyle), 10) > 0);
    CHECK(wins_in_random_games<ThreatSearch>(Gomoku<16>(9, 9, 5, LineRule::standard), 4) > 0);
    CHECK(wins_in_random_games<ThreatSearch>(Gomoku<16>(3, 16, 3, LineRule::standard), 5) > 0);
    CHECK(wins_in_random_games<ThreatSearch>(Gomoku<16>(3, 3, 2, LineRule::freestyle), 5) > 0);
    CHECK(wins_in_random_games<ThreatSearch>(Gomoku<20>(20, 3, 4, LineRule::standard), 5) > 0);
    CHECK(wins_in_random_games<ThreatSearch>(Gomoku<20>(20, 20, 20, LineRule::standard), 1) == 0);
}

TEST_CASE("an open three wins in every row of the largest boards") {
    const Gomoku<16> small(16, 16, 5, LineRule::freestyle);
    const Gomoku<20> large(20, 20, 5, LineRule::standard);
    ForcingSearch<16> small_search(small, 4);
    ForcingSearch<20> large_search(large, 4);
    for (int row = 0; row < 16; ++row) {
        const auto position = open_three(small, row);
        CHECK(small_search.find(position, 10).size() == 3);
    }
    for (int row = 0; row < 20; ++row) {
        const auto position = open_three(large, row);
        const auto line = large_search.find(position, 10);
        CHECK(line.size() == 3);
        CHECK(wins(large, position, line));
    }
}

TEST_CASE("a quiet position is answered without a node") {
    const Gomoku<16> game(15, 15, 5, LineRule::freestyle);
    ForcingSearch<16> search(game, 4);
    CHECK(search.find(game.initial(0), 100).empty());
    CHECK(search.exhausted());
    CHECK(search.nodes() == 0);
}

TEST_CASE("a question without nodes is no proof") {
    const Gomoku<16> game(15, 15, 5, LineRule::freestyle);
    ForcingSearch<16> search(game, 4);
    CHECK(search.find(open_three(game, 7), 0).empty());
    CHECK_FALSE(search.exhausted());
    CHECK(search.nodes() == 0);
}

TEST_CASE("forced wins are asked for by any game of the family") {
    const AnyGame game = make_gomoku(20, 20, 5, LineRule::freestyle);
    const auto& rules = std::get<Gomoku<20>>(game);
    ForcedWins forced(game, 4);
    CHECK(forced.by_fours(*boxed(rules, open_three(rules, 3)), few(10))->size() == 3);
    CHECK(forced.by_threats(*boxed(rules, open_three(rules, 3)), few(10))->size() == 3);
    CHECK_FALSE(forced.by_threats(*boxed(rules, rules.initial(0)), few(10)));
    CHECK_FALSE(forced.by_fours(*boxed(rules, rules.initial(0)), few(10)));
    CHECK(forced.exhausted());
}

TEST_CASE("games without lines, finished games and foreign positions have no forced wins") {
    CHECK_THROWS_AS(ForcedWins(Connect4(7, 6), 4), std::invalid_argument);
    const Gomoku<16> tictactoe(3, 3, 3, LineRule::freestyle);
    const Gomoku<16> other(4, 4, 3, LineRule::freestyle);
    ForcedWins forced(AnyGame(tictactoe), 4);
    auto over = tictactoe.initial(0);
    for (const Action action : {0, 3, 1, 4, 2}) tictactoe.play(over, action);
    CHECK_THROWS_AS(forced.by_fours(*boxed(tictactoe, over), {}), std::invalid_argument);
    CHECK_THROWS_AS(forced.by_fours(*boxed(other, other.initial(0)), {}), std::invalid_argument);
}

}  // namespace tengen
