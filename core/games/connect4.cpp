#include "games/connect4.hpp"

#include <stdexcept>
#include <utility>

#include "games/planes.hpp"

namespace tengen {

static_assert(BoardGame<Connect4>);

namespace {

GameSpec connect4_spec(int width, int height) {
    if (width < 4 || height < 4 || width > 64 || height > 64 || (height + 1) * width > 64)
        throw std::invalid_argument(
            "Connect Four needs at least 4 columns and 4 rows, and columns * (rows + 1) up to 64; "
            "got " +
            std::to_string(width) + "x" + std::to_string(height));
    const std::string size = std::to_string(width) + "x" + std::to_string(height);
    return {.name = size == "7x6" ? "connect4" : "connect4:" + size,
            .version = 1,
            .width = width,
            .height = height,
            .num_actions = width,
            .max_plies = width * height};
}

}  // namespace

Connect4::Connect4(int width, int height)
    : spec_(connect4_spec(width, height)),
      symmetries_(column_symmetries(width, height)),
      stride_(height + 1),
      column_mask_((1ULL << height) - 1) {}

// In Connect Four the last stone is the highest of the last action's column.
Action Connect4::last_cell(const Position& position) const {
    const Action column = position.standing.last_action;
    if (column == no_action) return no_action;
    int row = spec_.height - 1;
    while ((occupied(position) & (bottom_of(column) << row)) == 0) --row;
    return row * spec_.width + column;
}

void Connect4::encode(const Position& position, Encoding encoding, std::span<float> planes) const {
    write_planes(encoding, spec_.cells(), position.standing, last_cell(position), planes,
                 [&](Seat seat, std::span<float> plane) {
                     const std::uint64_t stones = position.stones[static_cast<std::size_t>(seat)];
                     for (std::size_t cell = 0; cell < plane.size(); ++cell)
                         plane[cell] =
                             (stones & cell_bit(static_cast<int>(cell))) != 0 ? 1.0F : 0.0F;
                 });
}

std::uint64_t Connect4::hash(const Position& position) const {
    return hash_of(position.standing, position.stones);
}

// Keeps the open columns in a list, so that a uniform choice costs one multiplication.
Outcome Connect4::playout(const Position& position, Random& random) const {
    if (const auto ended = outcome(position)) return *ended;
    std::array<Action, 64> open_columns;
    auto open = static_cast<std::uint32_t>(legal_actions(position, open_columns));
    std::uint64_t mover = position.stones[position.standing.to_move];
    std::uint64_t waiting = position.stones[1U - position.standing.to_move];
    Seat seat = position.standing.to_move;
    while (open > 0) {
        const std::uint32_t choice = random.below(open);
        const Action column = open_columns[choice];
        const std::uint64_t cell = landing_cell(mover | waiting, column);
        mover |= cell;
        if (has_line(mover)) return {seat, "line"};
        if (cell == top_of(column)) open_columns[choice] = open_columns[--open];
        std::swap(mover, waiting);
        seat = other(seat);
    }
    return {std::nullopt, "board full"};
}

BoardSetup Connect4::setup(const Position& position) const {
    BoardSetup setup{
        {}, position.standing.to_move, position.standing.first, position.standing.last_action};
    for (int cell = 0; cell < spec_.cells(); ++cell) {
        const bool seat_0 = (position.stones[0] & cell_bit(cell)) != 0;
        const bool seat_1 = (position.stones[1] & cell_bit(cell)) != 0;
        setup.cells.push_back(seat_0 ? 0 : seat_1 ? 1 : BoardSetup::empty_cell);
    }
    return setup;
}

void Connect4::refuse_floating_stones(const BoardSetup& setup) const {
    const auto width = static_cast<std::size_t>(spec_.width);
    for (std::size_t cell = width; cell < setup.cells.size(); ++cell)
        if (setup.cells[cell] != BoardSetup::empty_cell &&
            setup.cells[cell - width] == BoardSetup::empty_cell)
            throw std::invalid_argument("the stone in column " + std::to_string(cell % width + 1) +
                                        ", row " + std::to_string(cell / width + 1) +
                                        " has nothing below it");
}

Connect4Position Connect4::place(const BoardSetup& setup) const {
    refuse_malformed(setup, spec_);
    refuse_floating_stones(setup);
    Position position = initial(setup.first);
    Standing& standing = position.standing;
    for (std::size_t cell = 0; cell < setup.cells.size(); ++cell) {
        if (setup.cells[cell] == BoardSetup::empty_cell) continue;
        position.stones[static_cast<std::size_t>(setup.cells[cell])] |=
            cell_bit(static_cast<int>(cell));
        ++standing.stones;
    }
    standing.to_move = static_cast<std::uint8_t>(setup.to_move);
    standing.last_action = static_cast<std::int16_t>(setup.last_action);
    if (setup.last_action != no_action && (occupied(position) & bottom_of(setup.last_action)) == 0)
        throw std::invalid_argument("the column of the last action is empty");
    const bool seat_0_won = has_line(position.stones[0]);
    const bool seat_1_won = has_line(position.stones[1]);
    if (seat_0_won && seat_1_won)
        throw std::invalid_argument("both sides have a line of 4, which no game can reach");
    if (seat_0_won || seat_1_won)
        standing.status = won_by(seat_0_won ? 0 : 1);
    else if (standing.stones == spec_.cells())
        standing.status = Status::drawn;
    return position;
}

}  // namespace tengen
