// Rules of the core. The proofs against other rules live in tests/rules; these run all of
// core/games under the sanitizers.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "games/any_game.hpp"
#include "games/counting.hpp"

namespace tengen {

namespace {

std::vector<AnyGame> some_games() {
    return {Connect4(7, 6),
            Connect4(4, 15),
            Connect4(12, 4),
            make_gomoku(3, 3, 3, LineRule::freestyle),
            make_gomoku(16, 5, 4, LineRule::standard),
            make_gomoku(20, 3, 3, LineRule::freestyle),
            make_gomoku(17, 20, 5, LineRule::standard),
            Othello(8),
            Othello(6)};
}

template <class Body>
void for_some_games(Body body) {
    for (const AnyGame& game : some_games()) {
        std::visit(
            [&](const auto& rules) {
                INFO(rules.spec().name);
                body(rules);
            },
            game);
    }
}

template <Game G>
std::vector<Action> legal_actions(const G& game, const typename G::Position& position) {
    std::vector<Action> actions(static_cast<std::size_t>(game.spec().num_actions));
    actions.resize(static_cast<std::size_t>(game.legal_actions(position, actions)));
    return actions;
}

template <Game G>
std::vector<std::uint64_t> perft_table(const G& game, int depth) {
    std::vector<std::uint64_t> table;
    for (int plies = 1; plies <= depth; ++plies)
        table.push_back(perft(game, game.initial(0), plies));
    return table;
}

// Plays a random game and calls body(position) at every ply.
template <Game G, class Body>
void along_random_game(const G& game, std::uint64_t seed, Body body) {
    Random random(seed);
    auto position = game.initial(static_cast<Seat>(seed % 2));
    body(position);
    while (!game.outcome(position)) {
        const auto actions = legal_actions(game, position);
        game.play(position, actions[random.below(static_cast<std::uint32_t>(actions.size()))]);
        body(position);
    }
}

// The cells of every line of `length` on the board, in all four directions.
std::vector<std::vector<std::size_t>> lines_of(int width, int height, int length) {
    std::vector<std::vector<std::size_t>> lines;
    for (const auto& [up, right] : {std::pair(0, 1), {1, 0}, {1, 1}, {1, -1}})
        for (int row = 0; row + up * (length - 1) < height; ++row)
            for (int column = 0; column < width; ++column) {
                const int end = column + right * (length - 1);
                if (end < 0 || end >= width) continue;
                std::vector<std::size_t> line;
                for (int step = 0; step < length; ++step)
                    line.push_back(static_cast<std::size_t>((row + up * step) * width + column +
                                                            right * step));
                lines.push_back(line);
            }
    return lines;
}

// Drops `seat` into every cell of the line but one, then plays that one.
template <Game G>
void check_every_line_wins(const G& game, int length, Seat seat) {
    const GameSpec& spec = game.spec();
    for (const auto& line : lines_of(spec.width, spec.height, length))
        for (const std::size_t last : line) {
            BoardSetup setup{std::vector<std::int8_t>(static_cast<std::size_t>(spec.cells()),
                                                      BoardSetup::empty_cell),
                             seat, seat, no_action};
            for (const std::size_t cell : line)
                if (cell != last) setup.cells[cell] = static_cast<std::int8_t>(seat);
            auto position = game.place(setup);
            REQUIRE_FALSE(game.outcome(position));
            game.play(position, static_cast<Action>(last));
            REQUIRE(game.outcome(position));
            REQUIRE(game.outcome(position)->winner == seat);
        }
}

// The game a playout plays, move by move through play(). Line games draw from a list of choices
// from which the last takes the place of one that is used up.
template <Game G>
Outcome line_game_by_play(const G& game, typename G::Position position, Random& random) {
    auto choices = legal_actions(game, position);
    while (!game.outcome(position)) {
        const auto choice = random.below(static_cast<std::uint32_t>(choices.size()));
        const Action action = choices[choice];
        game.play(position, action);
        if (!game.is_legal(position, action)) {
            choices[choice] = choices.back();
            choices.pop_back();
        }
    }
    return *game.outcome(position);
}

Outcome othello_by_play(const Othello& game, Othello::Position position, Random& random) {
    while (!game.outcome(position)) {
        const auto actions = legal_actions(game, position);
        const bool must_pass = actions[0] == game.pass_action();
        const auto choices = static_cast<std::uint32_t>(actions.size());
        game.play(position, must_pass ? actions[0] : actions[random.below(choices)]);
    }
    return *game.outcome(position);
}

Outcome game_by_play(const auto& game, const auto& position, Random& random) {
    if constexpr (std::is_same_v<decltype(game), const Othello&>)
        return othello_by_play(game, position, random);
    else
        return line_game_by_play(game, position, random);
}

}  // namespace

TEST_CASE("perft agrees with the known tables") {
    using Table = std::vector<std::uint64_t>;
    CHECK(perft_table(Gomoku<16>(3, 3, 3, LineRule::freestyle), 9) ==
          Table{9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872});
    CHECK(perft_table(Gomoku<20>(3, 3, 3, LineRule::freestyle), 6) ==
          Table{9, 72, 504, 3024, 15120, 54720});
    CHECK(perft_table(Connect4(7, 6), 7) == Table{7, 49, 343, 2401, 16807, 117649, 823536});
    CHECK(perft_table(Othello(8), 7) == Table{4, 12, 56, 244, 1396, 8200, 55092});
}

TEST_CASE("every line wins for both seats, whichever stone is the last") {
    for (const Seat seat : {0, 1})
        for (const LineRule rule : {LineRule::freestyle, LineRule::standard}) {
            check_every_line_wins(Gomoku<16>(7, 5, 4, rule), 4, seat);
            check_every_line_wins(Gomoku<16>(16, 16, 5, rule), 5, seat);
            check_every_line_wins(Gomoku<20>(20, 3, 3, rule), 3, seat);
            check_every_line_wins(Gomoku<20>(3, 20, 20, rule), 20, seat);
            check_every_line_wins(Gomoku<20>(20, 20, 5, rule), 5, seat);
        }
}

TEST_CASE("every line of four wins in Connect Four, and no other full board does") {
    for (const auto& [width, height] : {std::pair(7, 6), {4, 15}, {12, 4}, {4, 4}}) {
        const Connect4 game(width, height);
        BoardSetup full{{}, 0, 0, no_action};
        for (int cell = 0; cell < width * height; ++cell)
            full.cells.push_back(static_cast<std::int8_t>((cell / width / 2 + cell % width) % 2));
        REQUIRE(game.outcome(game.place(full)));
        REQUIRE_FALSE(game.outcome(game.place(full))->winner);
        for (const auto& line : lines_of(width, height, 4))
            for (const std::int8_t seat : {0, 1}) {
                BoardSetup setup = full;
                for (const std::size_t cell : line) setup.cells[cell] = seat;
                REQUIRE(game.outcome(game.place(setup))->winner == seat);
            }
    }
}

TEST_CASE("six in a row win in freestyle alone") {
    BoardSetup setup{std::vector<std::int8_t>(81, BoardSetup::empty_cell), 0, 0, no_action};
    for (const std::size_t cell : {0, 1, 2, 4, 5}) setup.cells[cell] = 0;
    const auto after_joining = [&](LineRule rule) {
        const Gomoku<16> game(9, 9, 5, rule);
        auto position = game.place(setup);
        game.play(position, 3);
        return game.outcome(position);
    };
    CHECK(after_joining(LineRule::freestyle)->winner == 0);
    CHECK_FALSE(after_joining(LineRule::standard));
}

TEST_CASE("playouts play what play() plays") {
    for_some_games([](const auto& game) {
        for (std::uint64_t seed = 0; seed < 50; ++seed) {
            const auto position = game.initial(static_cast<Seat>(seed % 2));
            Random for_playout(seed);
            Random for_play(seed);
            const Outcome played = game_by_play(game, position, for_play);
            const Outcome outcome = game.playout(position, for_playout);
            REQUIRE(outcome.winner == played.winner);
            REQUIRE(outcome.reason == played.reason);
            // Equal only when both have drawn as many numbers.
            REQUIRE(for_playout.next() == for_play.next());
        }
    });
}

TEST_CASE("a playout of a finished game is its outcome") {
    for_some_games([](const auto& game) {
        along_random_game(game, 3, [&](const auto& position) {
            Random random(1);
            const auto outcome = game.outcome(position);
            if (outcome) CHECK(game.playout(position, random).winner == outcome->winner);
        });
    });
}

TEST_CASE("legal actions ascend and agree with is_legal") {
    for_some_games([](const auto& game) {
        along_random_game(game, 1, [&](const auto& position) {
            std::vector<Action> expected;
            for (Action action = -2; action < game.spec().num_actions + 2; ++action)
                if (game.is_legal(position, action)) expected.push_back(action);
            REQUIRE(legal_actions(game, position) == expected);
        });
    });
}

TEST_CASE("a position is rebuilt from its setup, and each symmetry is undone by its inverse") {
    for_some_games([](const auto& game) {
        along_random_game(game, 2, [&](const auto& position) {
            for (const Symmetry& symmetry : game.symmetries()) {
                const auto& inverse = game.symmetries()[static_cast<std::size_t>(symmetry.inverse)];
                const BoardSetup image = permuted(game.setup(position), symmetry);
                const auto again = game.place(permuted(game.setup(game.place(image)), inverse));
                REQUIRE(game.hash(again) == game.hash(position));
                REQUIRE(again.standing == position.standing);
            }
        });
    });
}

TEST_CASE("planes move with the cells and fill exactly their room") {
    for_some_games([](const auto& game) {
        along_random_game(game, 4, [&](const auto& position) {
            for (const Encoding encoding : {Encoding::three_planes, Encoding::four_planes}) {
                const int planes = plane_count(encoding);
                const auto size = static_cast<std::size_t>(planes * game.spec().cells());
                std::vector<float> before(size), moved(size), after(size);
                game.encode(position, encoding, before);
                const Symmetry& symmetry = game.symmetries().back();
                permute_planes(symmetry, planes, before, moved);
                game.encode(game.place(permuted(game.setup(position), symmetry)), encoding, after);
                REQUIRE(moved == after);
            }
        });
    });
}

TEST_CASE("count_playouts counts every game") {
    for_some_games([](const auto& game) {
        const auto results = count_playouts(game, game.initial(0), 100, 5);
        CHECK(std::accumulate(results.begin(), results.end(), std::int64_t{0}) == 100);
        CHECK(results == count_playouts(game, game.initial(0), 100, 5));
    });
}

TEST_CASE("malformed setups are refused") {
    for_some_games([](const auto& game) {
        const BoardSetup good = game.setup(game.initial(0));
        const auto refuses = [&](auto spoil) {
            BoardSetup setup = good;
            spoil(setup);
            CHECK_THROWS_AS(game.place(setup), std::invalid_argument);
        };
        refuses([](BoardSetup& setup) { setup.cells.pop_back(); });
        refuses([](BoardSetup& setup) { setup.cells.push_back(0); });
        refuses([](BoardSetup& setup) { setup.cells[0] = 2; });
        refuses([](BoardSetup& setup) { setup.to_move = 2; });
        refuses([](BoardSetup& setup) { setup.first = -1; });
        refuses([&](BoardSetup& setup) { setup.last_action = game.spec().num_actions; });
        refuses([](BoardSetup& setup) { setup.last_action = -2; });
    });
}

TEST_CASE("sizes no game has are refused") {
    CHECK_THROWS_AS(Connect4(8, 8), std::invalid_argument);
    CHECK_THROWS_AS(Connect4(16, 3), std::invalid_argument);
    CHECK_THROWS_AS(make_gomoku(21, 9, 5, LineRule::freestyle), std::invalid_argument);
    CHECK_THROWS_AS(make_gomoku(9, 9, 10, LineRule::freestyle), std::invalid_argument);
    CHECK_THROWS_AS(Othello(7), std::invalid_argument);
}

TEST_CASE("a position of another game is refused") {
    const Othello othello(8);
    const auto position = boxed(othello, othello.initial(0));
    CHECK_THROWS_AS(unboxed(Connect4(7, 6), *position), std::invalid_argument);
    CHECK_THROWS_AS(unboxed(Othello(6), *position), std::invalid_argument);
    CHECK(&unboxed(Othello(8), *position) != nullptr);
}

}  // namespace tengen
