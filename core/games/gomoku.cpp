#include "games/gomoku.hpp"

#include <algorithm>
#include <stdexcept>

#include "games/planes.hpp"

namespace tengen {

static_assert(BoardGame<Gomoku<16>> && BoardGame<Gomoku<20>>);

namespace {

std::string gomoku_name(int width, int height, int length, LineRule rule) {
    if (width == 3 && height == 3 && length == 3 && rule == LineRule::freestyle) return "tictactoe";
    return "gomoku:" + std::to_string(width) + "x" + std::to_string(height) + "/" +
           std::to_string(length) + (rule == LineRule::standard ? ":standard" : "");
}

GameSpec gomoku_spec(int width, int height, int length, LineRule rule, int max_side) {
    if (std::min(width, height) < 3 || std::max(width, height) > max_side)
        throw std::invalid_argument("Gomoku boards have 3 to 20 columns and rows; got " +
                                    std::to_string(width) + "x" + std::to_string(height));
    if (length < 2 || length > std::max(width, height))
        throw std::invalid_argument("a line must have from 2 to " +
                                    std::to_string(std::max(width, height)) +
                                    " stones on this board; got " + std::to_string(length));
    return {.name = gomoku_name(width, height, length, rule),
            .version = 1,
            .width = width,
            .height = height,
            .num_actions = width * height,
            .max_plies = width * height};
}

}  // namespace

template <int MaxSide>
Gomoku<MaxSide>::Gomoku(int width, int height, int length, LineRule rule)
    : spec_(gomoku_spec(width, height, length, rule, MaxSide)),
      symmetries_(grid_symmetries(width, height, 0)),
      length_(length),
      rule_(rule),
      full_row_((1U << width) - 1) {
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column)
            cells_.push_back({static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(column),
                              static_cast<std::uint8_t>(column - row + height - 1),
                              static_cast<std::uint8_t>(column + row)});
}

template <int MaxSide>
void Gomoku<MaxSide>::encode(const Position& position, Encoding encoding,
                             std::span<float> planes) const {
    write_planes(encoding, spec_.cells(), position.standing, position.standing.last_action, planes,
                 [&](Seat seat, std::span<float> plane) {
                     const auto& rows = position.stones[static_cast<std::size_t>(seat)].rows;
                     for (std::size_t cell = 0; cell < plane.size(); ++cell)
                         plane[cell] = static_cast<float>(
                             (rows[cells_[cell].row] >> cells_[cell].column) & 1U);
                 });
}

template <int MaxSide>
std::uint64_t Gomoku<MaxSide>::hash(const Position& position) const {
    std::uint64_t hash = hash_of(position.standing);
    for (std::size_t row = 0; row < static_cast<std::size_t>(spec_.height); ++row) {
        const std::uint64_t both =
            (std::uint64_t{position.stones[0].rows[row]} << 32) | position.stones[1].rows[row];
        hash = scramble(hash ^ both);
    }
    return hash;
}

// Draws the empty cells in random order, without ever looking for one.
template <int MaxSide>
Outcome Gomoku<MaxSide>::playout(const Position& position, Random& random) const {
    if (const auto ended = outcome(position)) return *ended;
    std::array<std::uint16_t, MaxSide * MaxSide> empty;
    auto count = static_cast<std::uint32_t>(write_empty_cells(position, empty.data()));
    auto stones = position.stones;
    Seat seat = position.standing.to_move;
    while (count > 0) {
        const std::uint32_t choice = random.below(count);
        const std::uint16_t action = empty[choice];
        empty[choice] = empty[--count];
        if (add_stone(stones[static_cast<std::size_t>(seat)], cells_[action]))
            return {seat, "line"};
        seat = other(seat);
    }
    return {std::nullopt, "board full"};
}

template <int MaxSide>
BoardSetup Gomoku<MaxSide>::setup(const Position& position) const {
    BoardSetup setup{
        {}, position.standing.to_move, position.standing.first, position.standing.last_action};
    for (const Cell& cell : cells_) {
        const auto has = [&](std::size_t seat) {
            return ((position.stones[seat].rows[cell.row] >> cell.column) & 1U) != 0;
        };
        setup.cells.push_back(has(0) ? 0 : has(1) ? 1 : BoardSetup::empty_cell);
    }
    return setup;
}

template <int MaxSide>
GomokuPosition<MaxSide> Gomoku<MaxSide>::place(const BoardSetup& setup) const {
    refuse_malformed(setup, spec_);
    Position position = initial(setup.first);
    Standing& standing = position.standing;
    for (std::size_t index = 0; index < setup.cells.size(); ++index) {
        const std::int8_t seat = setup.cells[index];
        if (seat == BoardSetup::empty_cell) continue;
        add_stone(position.stones[static_cast<std::size_t>(seat)], cells_[index]);
        ++standing.stones;
    }
    // With every stone in place, a stone wins if adding it once more still completes a line.
    std::array<bool, 2> won{};
    for (std::size_t index = 0; index < setup.cells.size(); ++index) {
        if (setup.cells[index] == BoardSetup::empty_cell) continue;
        const auto seat = static_cast<std::size_t>(setup.cells[index]);
        won[seat] = won[seat] || add_stone(position.stones[seat], cells_[index]);
    }
    if (won[0] && won[1])
        throw std::invalid_argument("both sides have a winning line, which no game can reach");
    standing.to_move = static_cast<std::uint8_t>(setup.to_move);
    standing.last_action = static_cast<std::int16_t>(setup.last_action);
    if (won[0] || won[1])
        standing.status = won_by(won[0] ? 0 : 1);
    else if (standing.stones == spec_.cells())
        standing.status = Status::drawn;
    return position;
}

template class Gomoku<16>;
template class Gomoku<20>;

}  // namespace tengen
