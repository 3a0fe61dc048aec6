#include "games/gomoku.hpp"

#include <algorithm>
#include <bit>
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

bool holds(unsigned stones, int count) {
    for (; count > 1 && stones != 0; --count) stones &= stones - 1;
    return stones != 0;
}

// Puts an action in its place among the first `count`, which are in ascending order.
int insert_once(std::span<Action> actions, int count, Action action) {
    const auto end = actions.begin() + count;
    const auto place = std::lower_bound(actions.begin(), end, action);
    if (place != end && *place == action) return count;
    std::copy_backward(place, end, end + 1);
    *place = action;
    return count + 1;
}

// Up to two different cells where one side would win: more change nothing.
class Threats {
  public:
    void clear() { first_ = second_ = no_action; }
    void add(Action action) {
        if (first_ == no_action)
            first_ = action;
        else if (action != first_)
            second_ = action;
    }
    bool any() const { return first_ != no_action; }
    Action first() const { return first_; }
    Action second() const { return second_; }

  private:
    Action first_ = no_action, second_ = no_action;
};

// Empty cells to draw from and to take out by name.
template <int Room>
class EmptyCells {
  public:
    bool none() const { return count_ == 0; }
    void add(Action action) {
        places_[static_cast<std::size_t>(action)] = count_;
        cells_[count_++] = static_cast<std::uint16_t>(action);
    }
    Action draw(Random& random) const { return cells_[random.below(count_)]; }
    void remove(Action action) {
        const std::uint16_t place = places_[static_cast<std::size_t>(action)];
        const std::uint16_t moved = cells_[--count_];
        cells_[place] = moved;
        places_[moved] = place;
    }

  private:
    std::array<std::uint16_t, Room> cells_;
    std::array<std::uint16_t, Room> places_;
    std::uint16_t count_ = 0;
};

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
    for (const Cell& cell : cells_) add_stone(board_, cell);
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

template <int MaxSide>
unsigned Gomoku<MaxSide>::completing(unsigned line) const {
    std::array<unsigned, MaxSide> after{~0U};  // [k]: the next k cells are all stones
    for (int k = 1; k < length_; ++k) {
        const auto at = static_cast<std::size_t>(k);
        after[at] = after[at - 1] & (line >> k);
    }
    unsigned found = 0;
    unsigned before = ~0U;  // the k cells before are all stones
    for (int k = 0; k < length_; ++k) {
        if (k > 0) before &= line << k;
        unsigned runs = before & after[static_cast<std::size_t>(length_ - 1 - k)];
        if (rule_ == LineRule::standard) runs &= ~(line << (k + 1)) & ~(line >> (length_ - k));
        found |= runs;
    }
    return found;
}

template <int MaxSide>
template <class Visit>
void Gomoku<MaxSide>::visit_wins(unsigned own, unsigned opposing, unsigned cells,
                                 Numbering numbering, Visit visit) const {
    if (!holds(own, length_ - 1)) return;
    for (unsigned wins = completing(own) & cells & ~(own | opposing); wins != 0; wins &= wins - 1)
        visit(numbering.first + std::countr_zero(wins) * numbering.step);
}

template <int MaxSide>
template <class Visit>
void Gomoku<MaxSide>::visit_wins_through(const Cell& cell, const Lines& own, const Lines& opposing,
                                         Visit visit) const {
    const Action width = spec_.width;
    const auto along = [&](const auto& lines, std::size_t index, Numbering numbering) {
        visit_wins((own.*lines)[index], (opposing.*lines)[index], (board_.*lines)[index], numbering,
                   visit);
    };
    along(&Lines::rows, cell.row, {cell.row * width, 1});
    along(&Lines::columns, cell.column, {cell.column, width});
    along(&Lines::rising, cell.rising, {cell.rising - (spec_.height - 1), width + 1});
    along(&Lines::falling, cell.falling, {cell.falling, width - 1});
}

template <int MaxSide>
int Gomoku<MaxSide>::winning_actions(const Position& position, Seat seat,
                                     std::span<Action> actions) const {
    if (position.standing.status != Status::unfinished) return 0;
    const Lines& own = position.stones[static_cast<std::size_t>(seat)];
    const Lines& opposing = position.stones[static_cast<std::size_t>(other(seat))];
    const Action width = spec_.width;
    int count = 0;
    const auto scan = [&](const auto& lines, Action first, Action first_step, Action step) {
        for (std::size_t index = 0; index < (own.*lines).size(); ++index)
            visit_wins((own.*lines)[index], (opposing.*lines)[index], (board_.*lines)[index],
                       {first + static_cast<Action>(index) * first_step, step},
                       [&](Action action) { count = insert_once(actions, count, action); });
    };
    scan(&Lines::rows, 0, width, 1);
    scan(&Lines::columns, 0, 1, width);
    scan(&Lines::rising, 1 - spec_.height, 1, width + 1);
    scan(&Lines::falling, 0, 1, width - 1);
    return count;
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

// Each move makes new wins only on the lines through it, and older ones have been stopped or taken:
// so what the two last stones threaten is all there is.
template <int MaxSide>
Outcome Gomoku<MaxSide>::tactical_playout(const Position& position, Random& random) const {
    if (const auto ended = outcome(position)) return *ended;
    EmptyCells<MaxSide * MaxSide> empty;
    for (Action action = 0; action < spec_.cells(); ++action)
        if (is_legal(position, action)) empty.add(action);
    auto stones = position.stones;
    Seat seat = position.standing.to_move;
    std::array<Action, MaxSide * MaxSide> found;
    if (winning_actions(position, seat, found) > 0) return {seat, "line"};
    Threats stopped;  // of the side that waits
    for (int left = winning_actions(position, other(seat), found); left > 0; --left)
        stopped.add(found[static_cast<std::size_t>(left - 1)]);
    while (!empty.none()) {
        const Action action = stopped.any() ? stopped.first() : empty.draw(random);
        empty.remove(action);
        const auto mover = static_cast<std::size_t>(seat);
        const Cell& cell = cells_[static_cast<std::size_t>(action)];
        add_stone(stones[mover], cell);
        seat = other(seat);
        if (stopped.second() != no_action) return {seat, "line"};
        stopped.clear();
        visit_wins_through(cell, stones[mover], stones[1 - mover],
                           [&](Action win) { stopped.add(win); });
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
