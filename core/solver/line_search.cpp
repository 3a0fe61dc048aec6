#include "solver/line_search.hpp"

#include <limits>
#include <stdexcept>

#include "base/memory.hpp"
#include "base/random.hpp"

namespace tengen {

namespace {

LineBoard line_board(const AnyGame& game) {
    return std::visit(
        []<Game G>(const G& rules) -> LineBoard {
            if constexpr (requires { rules.rule(); })
                return {rules.spec().width, rules.spec().height, rules.length(), rules.rule()};
            else
                throw std::invalid_argument(
                    "the solver supports only Gomoku on small boards; got " + rules.spec().name);
        },
        game);
}

bool is_one(Stones stones) { return (stones & (stones - 1)) == 0; }

}  // namespace

LineSearch::LineSearch(Budget& budget, const AnyGame& game, std::int64_t megabytes)
    : budget_(&budget),
      game_(game),
      board_(line_board(game_)),
      symmetries_(std::visit([](const auto& rules) { return rules.symmetries(); }, game_)),
      keys_(static_cast<std::size_t>(board_.cells())),
      table_(expect_megabytes(megabytes)) {
    Random random(0x7E46E4);
    std::vector<std::array<std::uint64_t, 2>> of_cell(keys_.size());
    for (auto& colours : of_cell) colours = {random.next(), random.next()};
    for (std::size_t cell = 0; cell < keys_.size(); ++cell)
        for (std::size_t symmetry = 0; symmetry < symmetries_.size(); ++symmetry)
            for (std::size_t colour = 0; colour < 2; ++colour)
                keys_[cell][colour][symmetry] =
                    of_cell[symmetries_[symmetry].cell_image[cell]][colour];
}

LineSearch::Node LineSearch::root(const AnyPosition& position) const {
    const BoardSetup setup = std::visit(
        [&]<Game G>(const G& rules) {
            const auto& at = unboxed(rules, position);
            if (rules.outcome(at)) throw std::invalid_argument("the game is over");
            if constexpr (BoardGame<G>) return rules.setup(at);
        },
        game_);
    Node node;
    for (const std::int8_t occupant : setup.cells) node.stones += occupant >= 0 ? 1 : 0;
    for (std::size_t cell = 0; cell < setup.cells.size(); ++cell) {
        if (setup.cells[cell] < 0) continue;
        const bool is_own = setup.cells[cell] == setup.to_move;
        (is_own ? node.own : node.other) |= board_.bit(static_cast<int>(cell));
        const auto colour = static_cast<std::size_t>((node.stones + (is_own ? 0 : 1)) % 2);
        for (std::size_t symmetry = 0; symmetry < symmetries_.size(); ++symmetry)
            node.keys[symmetry] ^= keys_[cell][colour][symmetry];
    }
    return node;
}

LineSearch::Node LineSearch::after(const Node& node, int cell) const {
    Node next{node.other, node.own | board_.bit(cell), node.stones + 1, node.keys};
    const Keys& change =
        keys_[static_cast<std::size_t>(cell)][static_cast<std::size_t>(node.stones % 2)];
    for (std::size_t symmetry = 0; symmetry < max_symmetries; ++symmetry)
        next.keys[symmetry] ^= change[symmetry];
    return next;
}

LineSearch::Canonical LineSearch::canonical(const Node& node) const {
    std::size_t best = 0;
    for (std::size_t symmetry = 1; symmetry < symmetries_.size(); ++symmetry)
        if (node.keys[symmetry] < node.keys[best]) best = symmetry;
    return {node.keys[best], best};
}

// Without a line to complete now on either side, a win takes three plies and a loss four.
Bounds LineSearch::natural_bounds(const Node& node) const {
    Bounds bounds{static_cast<std::int8_t>(-win_at(node.stones + 4)),
                  static_cast<std::int8_t>(win_at(node.stones + 3))};
    if (bounds.upper > 0 && !board_.has_open_line(node.other)) bounds.upper = 0;
    if (bounds.lower < 0 && !board_.has_open_line(node.own)) bounds.lower = 0;
    return bounds;
}

int LineSearch::search(const Node& node, int target) {
    budget_->count_node();
    const Stones empty = board_.full() & ~(node.own | node.other);
    if ((board_.completing(node.own) & empty) != 0) return win_at(node.stones + 1);
    const Stones threats = board_.completing(node.other) & empty;
    if (!is_one(threats)) return -win_at(node.stones + 2);
    const Bounds bounds = natural_bounds(node);
    if (bounds.lower >= target) return bounds.lower;
    if (bounds.upper < target) return bounds.upper;
    return search_moves(node, target, bounds, threats);
}

int LineSearch::search_moves(const Node& node, int target, Bounds bounds, Stones forced) {
    const auto [key, symmetry] = canonical(node);
    std::uint8_t best = BoundsTable::no_cell;
    if (const BoundsTable::Entry* known = table_.find(key)) {
        bounds = known->bounds;
        if (bounds.lower >= target) return bounds.lower;
        if (bounds.upper < target) return bounds.upper;
        if (known->best != BoundsTable::no_cell) {
            const auto back = static_cast<std::size_t>(symmetries_[symmetry].inverse);
            best = static_cast<std::uint8_t>(symmetries_[back].cell_image[known->best]);
        }
    }
    const std::int64_t before = budget_->nodes();
    int score = 0;
    const Tactics tactics = forced != 0 ? Tactics{false, forced} : look_ahead(node);
    if (tactics.wins)
        score = win_at(node.stones + 3);
    else
        score = best_of(node, target, -win_at(node.stones + 4),
                        ordered(node, distinct_moves(node, tactics.moves), best), best);
    if (score >= target)
        bounds.lower = static_cast<std::int8_t>(score);
    else
        bounds.upper = static_cast<std::int8_t>(score);
    if (best != BoundsTable::no_cell)
        best = static_cast<std::uint8_t>(symmetries_[symmetry].cell_image[best]);
    const auto work = std::bit_width(static_cast<std::uint64_t>(budget_->nodes() - before + 1));
    table_.store({key, bounds, best, static_cast<std::uint8_t>(work)});
    return score;
}

int LineSearch::best_of(const Node& node, int target, int floor, const Moves& moves,
                        std::uint8_t& best) {
    int highest = floor;
    for (int index = 0; index < moves.count; ++index) {
        const std::uint8_t cell = moves.cells[static_cast<std::size_t>(index)];
        const int score = -search(after(node, cell), 1 - target);
        if (score > highest) highest = score;
        if (score >= target) {
            best = cell;
            break;
        }
    }
    return highest;
}

// Nobody can complete a line now. A move with two completing cells wins two plies later. Where the
// other side has such a move, only moves that take part in it, or that must be answered, help.
LineSearch::Tactics LineSearch::look_ahead(const Node& node) const {
    const Stones empty = board_.full() & ~(node.own | node.other);
    Stones forcing = 0, defending = empty;
    for (Stones left = empty; left != 0; left &= left - 1) {
        const Stones move = left & (~left + 1);
        const Stones rest = empty & ~move;
        const Stones wins = board_.completing(node.own | move) & rest;
        if (!is_one(wins)) return {true, move};
        if (wins != 0) forcing |= move;
        const Stones losses = board_.completing(node.other | move) & rest;
        if (!is_one(losses)) defending &= losses | move;
    }
    return {false, defending | forcing};
}

// Cells that no open line of either side reaches are all alike: one of them stands for all.
Stones LineSearch::distinct_moves(const Node& node, Stones moves) const {
    const Stones alive = board_.reach(node.other) | board_.reach(node.own);
    const Stones idle = moves & ~alive;
    return (moves & alive) | (idle & (~idle + 1));
}

// The move that was best before comes first, then cells on many lines that are still open, the more
// so the more stones of one side they hold.
LineSearch::Moves LineSearch::ordered(const Node& node, Stones moves, std::uint8_t first) const {
    std::array<int, 64> worth{};
    for (const Stones line : board_.lines()) {
        const bool own_closed = (line & node.other) != 0;
        if (own_closed && (line & node.own) != 0) continue;
        const int stones = std::popcount(line & (node.own | node.other));
        const int gain = 1 << (2 * std::min(stones, 8));
        for (Stones cells = line & moves; cells != 0; cells &= cells - 1)
            worth[static_cast<std::size_t>(board_.first_cell(cells))] += gain;
    }
    Moves result;
    for (Stones left = moves; left != 0; left &= left - 1) {
        const auto cell = static_cast<std::size_t>(board_.first_cell(left));
        const int weight = cell == first ? std::numeric_limits<int>::max() : worth[cell];
        int place = result.count++;
        for (; place > 0 && result.weights[static_cast<std::size_t>(place - 1)] < weight; --place) {
            result.weights[static_cast<std::size_t>(place)] =
                result.weights[static_cast<std::size_t>(place - 1)];
            result.cells[static_cast<std::size_t>(place)] =
                result.cells[static_cast<std::size_t>(place - 1)];
        }
        result.weights[static_cast<std::size_t>(place)] = weight;
        result.cells[static_cast<std::size_t>(place)] = static_cast<std::uint8_t>(cell);
    }
    return result;
}

// The sign first, which needs the least; then the distance, from the shortest upwards.
int LineSearch::exact(const Node& node) {
    if (search(node, 1) >= 1) {
        int stones = node.stones + 1;
        while (search(node, win_at(stones)) < win_at(stones)) stones += 2;
        return win_at(stones);
    }
    if (search(node, 0) >= 0) return 0;
    int stones = node.stones + 2;
    while (search(node, 1 - win_at(stones)) >= 1 - win_at(stones)) stones += 2;
    return -win_at(stones);
}

}  // namespace tengen
