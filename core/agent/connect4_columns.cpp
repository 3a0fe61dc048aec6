#include "agent/connect4_columns.hpp"

#include <memory>

#include "solver/solver.hpp"

namespace tengen {

namespace {

constexpr std::int64_t table_megabytes = 8;  // fits the processor's cache

std::unique_ptr<ConnectFourSolver>& process_solver() {
    static std::unique_ptr<ConnectFourSolver> solver;
    return solver;
}

// Throws std::invalid_argument for stones that float and marks that nobody has.
PositionOf<Connect4> position_of(const std::uint8_t* board, std::uint8_t mark) {
    const Connect4 rules(columns::width, columns::height);
    BoardSetup setup{.cells = {}, .to_move = mark - 1};
    for (int row = columns::height; row-- > 0;)
        for (int column = 0; column < columns::width; ++column)
            setup.cells.push_back(
                static_cast<std::int8_t>(board[row * columns::width + column] - 1));
    return PositionOf<Connect4>(rules.place(setup), rules.spec());
}

int bits_of(const std::vector<Action>& columns) {
    int bits = 0;
    for (const Action column : columns) bits |= 1 << column;
    return bits;
}

int best_columns(const std::uint8_t* board, std::uint8_t mark, bool exact, double seconds) {
    const auto& solver = process_solver();
    if (!solver) return 0;
    const SolverLimit limit{.seconds = seconds};
    const auto position = position_of(board, mark);
    const auto columns = exact ? solver->best_moves(position, limit)  //
                               : solver->keeping_moves(position, limit);
    return columns ? bits_of(*columns) : 0;
}

}  // namespace

}  // namespace tengen

int tengen_connect4_open(const std::uint8_t* book, std::size_t bytes) noexcept {
    using namespace tengen;
    try {
        process_solver() = std::make_unique<ConnectFourSolver>(
            table_megabytes, std::make_shared<const ColumnBook>(std::span(book, bytes)));
        return 1;
    } catch (...) {
        return 0;
    }
}

int tengen_connect4_columns(const std::uint8_t* board, std::uint8_t mark, int exact,
                            double seconds) noexcept {
    try {
        return tengen::best_columns(board, mark, exact != 0, seconds);
    } catch (...) {
        return 0;
    }
}
