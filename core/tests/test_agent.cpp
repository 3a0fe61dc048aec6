// The C functions of the library for agents. What they answer is compared in tests/nets; these run
// them under the sanitizers, on boards that no game reaches too.
#include <doctest/doctest.h>

#include <array>
#include <fstream>
#include <iterator>
#include <limits>
#include <vector>

#include "agent/connect4_columns.hpp"

namespace {

using Board = std::array<std::uint8_t, 42>;

bool open_solver() {
    std::ifstream file(TENGEN_CONNECT4_BOOK, std::ios::binary);
    const std::vector<char> book{std::istreambuf_iterator<char>(file), {}};
    return tengen_connect4_open(reinterpret_cast<const std::uint8_t*>(book.data()), book.size()) ==
           1;
}

int columns_of(const Board& board, std::uint8_t mark, double seconds = 60) {
    return tengen_connect4_columns(board.data(), mark, 1, seconds);
}

// Three in the bottom row for the first player, three above them for the second.
Board threes() {
    Board board{};
    for (std::size_t column = 0; column < 3; ++column) {
        board[35 + column] = 1;
        board[28 + column] = 2;
    }
    return board;
}

}  // namespace

TEST_CASE("the library for agents names the best columns") {
    REQUIRE(open_solver());
    CHECK(columns_of({}, 1) == 1 << 3);
    CHECK(columns_of(threes(), 1) == 1 << 3);
    CHECK(tengen_connect4_columns(threes().data(), 1, 0, 60) == 1 << 3);
}

TEST_CASE("the library for agents has no answer for what is no unfinished game") {
    REQUIRE(open_solver());
    Board won = threes(), floating{}, unknown{};
    won[38] = 1;
    floating[0] = 1;
    unknown.fill(255);
    for (const Board& board : {won, floating, unknown}) CHECK(columns_of(board, 2) == 0);
    for (const std::uint8_t mark : {0, 3, 255}) CHECK(columns_of({}, mark) == 0);
    CHECK(columns_of(threes(), 1, -1) == 0);
    CHECK(columns_of(threes(), 1, std::numeric_limits<double>::quiet_NaN()) == 0);
}

TEST_CASE("the library for agents refuses a damaged book") {
    const std::array<std::uint8_t, 3> damaged{};
    CHECK(tengen_connect4_open(damaged.data(), damaged.size()) == 0);
    CHECK(tengen_connect4_open(nullptr, 0) == 0);
}
