#include "games/othello.hpp"

#include <bit>
#include <stdexcept>

#include "games/planes.hpp"

namespace tengen {

static_assert(BoardGame<Othello>);

namespace {

// Right, up-left, up, up-right as bit distances; the left half are the same the other way.
constexpr std::array<int, 4> distances{1, 7, 8, 9};

constexpr std::uint64_t shifted(std::uint64_t bits, int distance, bool up) {
    return up ? bits << distance : bits >> distance;
}

// Discs of `over` reached from `start` in one direction without a gap. No row is longer than 8, so
// six steps reach everything.
constexpr std::uint64_t run_over(std::uint64_t start, std::uint64_t over, int distance, bool up) {
    std::uint64_t run = shifted(start, distance, up) & over;
    for (int step = 0; step < 5; ++step) run |= shifted(run, distance, up) & over;
    return run;
}

std::uint64_t columns(int from, int to) {
    std::uint64_t row = 0;
    for (int column = from; column < to; ++column) row |= 1ULL << column;
    return row * 0x0101010101010101ULL;
}

GameSpec othello_spec(int side) {
    if (side != 8 && side != 6)
        throw std::invalid_argument("Othello is played on 8x8 or 6x6; got " + std::to_string(side) +
                                    "x" + std::to_string(side));
    return {.name = side == 8 ? "othello" : "othello:6x6",
            .version = 1,
            .width = side,
            .height = side,
            .num_actions = side * side + 1,
            .max_plies = 2 * (side * side - 4)};
}

Status count_discs(const OthelloPosition& position) {
    const int difference = std::popcount(position.discs[0]) - std::popcount(position.discs[1]);
    if (difference == 0) return Status::drawn;
    return won_by(difference > 0 ? 0 : 1);
}

int lowest(std::uint64_t bits) { return std::countr_zero(bits); }

std::uint64_t without_lowest(std::uint64_t bits) { return bits & (bits - 1); }

}  // namespace

Othello::Othello(int side)
    : side_(side),
      spec_(othello_spec(side)),
      symmetries_(grid_symmetries(side, side, 1)),
      board_(columns(0, side) & (side == 8 ? ~0ULL : (1ULL << (8 * side)) - 1)),
      inner_columns_(columns(1, side - 1)) {}

OthelloPosition Othello::initial(Seat first) const {
    Position position{{}, initial_standing(first), false};
    const int low = side_ / 2 - 1;
    const auto cell = [](int row, int column) { return 1ULL << (row * 8 + column); };
    position.discs[static_cast<std::size_t>(first)] = cell(low, low + 1) | cell(low + 1, low);
    position.discs[static_cast<std::size_t>(other(first))] =
        cell(low, low) | cell(low + 1, low + 1);
    position.standing.stones = 4;
    return position;
}

std::uint64_t Othello::placements(std::uint64_t own, std::uint64_t opposing) const {
    std::uint64_t found = 0;
    for (const int distance : distances) {
        const std::uint64_t over = distance == 8 ? opposing : opposing & inner_columns_;
        for (const bool up : {false, true})
            found |= shifted(run_over(own, over, distance, up), distance, up);
    }
    return found & board_ & ~(own | opposing);
}

std::uint64_t Othello::flips(std::uint64_t own, std::uint64_t opposing, std::uint64_t disc) const {
    std::uint64_t flipped = 0;
    for (const int distance : distances) {
        const std::uint64_t over = distance == 8 ? opposing : opposing & inner_columns_;
        for (const bool up : {false, true}) {
            const std::uint64_t run = run_over(disc, over, distance, up);
            const bool closed = (shifted(run, distance, up) & own) != 0;
            flipped |= closed ? run : 0;
        }
    }
    return flipped;
}

void Othello::settle(Position& position) const {
    const std::uint64_t own = position.discs[position.standing.to_move];
    const std::uint64_t opposing = position.discs[1U - position.standing.to_move];
    position.must_pass = placements(own, opposing) == 0;
    if (position.must_pass && placements(opposing, own) == 0) {
        position.must_pass = false;
        position.standing.status = count_discs(position);
    }
}

bool Othello::is_legal(const Position& position, Action action) const {
    if (position.standing.status != Status::unfinished || action < 0 || action > pass_action())
        return false;
    if (position.must_pass || action == pass_action())
        return position.must_pass && action == pass_action();
    const std::uint64_t own = position.discs[position.standing.to_move];
    const std::uint64_t opposing = position.discs[1U - position.standing.to_move];
    return ((placements(own, opposing) >> bit_of(action)) & 1U) != 0;
}

int Othello::legal_actions(const Position& position, std::span<Action> actions) const {
    if (position.standing.status != Status::unfinished) return 0;
    if (position.must_pass) {
        actions[0] = pass_action();
        return 1;
    }
    const std::uint64_t own = position.discs[position.standing.to_move];
    const std::uint64_t opposing = position.discs[1U - position.standing.to_move];
    std::size_t count = 0;
    for (auto left = placements(own, opposing); left != 0; left = without_lowest(left))
        actions[count++] = cell_of(lowest(left));
    return static_cast<int>(count);
}

// A move wins at once if it leaves nobody a move and its side ahead.
int Othello::winning_actions(const Position& position, Seat seat, std::span<Action> actions) const {
    if (seat != position.standing.to_move) return 0;
    const int legal = legal_actions(position, actions);
    std::size_t count = 0;
    for (std::size_t index = 0; index < static_cast<std::size_t>(legal); ++index) {
        Position next = position;
        play(next, actions[index]);
        if (next.standing.status == won_by(seat)) actions[count++] = actions[index];
    }
    return static_cast<int>(count);
}

void Othello::play(Position& position, Action action) const {
    Standing& standing = position.standing;
    if (action != pass_action()) {
        std::uint64_t& own = position.discs[standing.to_move];
        std::uint64_t& opposing = position.discs[1U - standing.to_move];
        const std::uint64_t disc = 1ULL << bit_of(action);
        const std::uint64_t flipped = flips(own, opposing, disc);
        own |= flipped | disc;
        opposing &= ~flipped;
        ++standing.stones;
    }
    standing.last_action = static_cast<std::int16_t>(action);
    standing.to_move ^= 1U;
    settle(position);
}

void Othello::encode(const Position& position, Encoding encoding, std::span<float> planes) const {
    const Action last = position.standing.last_action;
    write_planes(encoding, spec_.cells(), position.standing,
                 last == pass_action() ? no_action : last, planes,
                 [&](Seat seat, std::span<float> plane) {
                     for (auto left = position.discs[static_cast<std::size_t>(seat)]; left != 0;
                          left = without_lowest(left))
                         plane[static_cast<std::size_t>(cell_of(lowest(left)))] = 1.0F;
                 });
}

std::uint64_t Othello::hash(const Position& position) const {
    return hash_of(position.standing, position.discs);
}

Outcome Othello::playout(const Position& position, Random& random) const {
    if (const auto ended = outcome(position)) return *ended;
    std::uint64_t own = position.discs[position.standing.to_move];
    std::uint64_t opposing = position.discs[1U - position.standing.to_move];
    Seat seat = position.standing.to_move;
    for (bool passed = false;;) {
        std::uint64_t choices = placements(own, opposing);
        if (choices == 0 && passed) break;
        passed = choices == 0;
        if (!passed) {
            for (auto skip = random.below(static_cast<std::uint32_t>(std::popcount(choices)));
                 skip > 0; --skip)
                choices = without_lowest(choices);
            const std::uint64_t disc = choices & -choices;
            const std::uint64_t flipped = flips(own, opposing, disc);
            own |= flipped | disc;
            opposing &= ~flipped;
        }
        std::swap(own, opposing);
        seat = other(seat);
    }
    Position end = position;
    end.discs[static_cast<std::size_t>(seat)] = own;
    end.discs[static_cast<std::size_t>(other(seat))] = opposing;
    end.standing.status = count_discs(end);
    return *outcome(end);
}

BoardSetup Othello::setup(const Position& position) const {
    BoardSetup setup{
        {}, position.standing.to_move, position.standing.first, position.standing.last_action};
    for (Action cell = 0; cell < spec_.cells(); ++cell) {
        const auto has = [&](std::size_t seat) {
            return ((position.discs[seat] >> bit_of(cell)) & 1U) != 0;
        };
        setup.cells.push_back(has(0) ? 0 : has(1) ? 1 : BoardSetup::empty_cell);
    }
    return setup;
}

OthelloPosition Othello::place(const BoardSetup& setup) const {
    refuse_malformed(setup, spec_);
    Position position{{}, initial_standing(setup.first), false};
    for (std::size_t cell = 0; cell < setup.cells.size(); ++cell) {
        if (setup.cells[cell] == BoardSetup::empty_cell) continue;
        position.discs[static_cast<std::size_t>(setup.cells[cell])] |=
            1ULL << bit_of(static_cast<Action>(cell));
        ++position.standing.stones;
    }
    position.standing.to_move = static_cast<std::uint8_t>(setup.to_move);
    position.standing.last_action = static_cast<std::int16_t>(setup.last_action);
    settle(position);
    return position;
}

}  // namespace tengen
