#include "solver/column_search.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "base/memory.hpp"

namespace tengen {

using namespace columns;

namespace {

// From here on so little is left to search that looking at all answers first costs more.
constexpr int last_look_at_answers = 32;

bool is_one(Stones stones) { return (stones & (stones - 1)) == 0; }

int column_of(Stones move) { return std::countr_zero(move) / stride; }

}  // namespace

ColumnSearch::ColumnSearch(Budget& budget, std::int64_t megabytes,
                           std::shared_ptr<const ColumnBook> book)
    : budget_(&budget), table_(expect_megabytes(megabytes)), book_(std::move(book)) {}

ColumnSearch::Node ColumnSearch::root(const AnyPosition& position) const {
    const Connect4 rules(width, height);
    const Connect4Position& at = unboxed(rules, position);
    if (rules.outcome(at)) throw std::invalid_argument("the game is over");
    const Stones own = at.stones[at.standing.to_move], other = at.stones[1U - at.standing.to_move];
    const int stones = std::popcount(own | other);
    if (std::popcount(own) != stones / 2)
        throw std::invalid_argument("the solver takes boards where the sides moved in turn");
    return {own, own | other, stones, completing(other, own | other)};
}

int ColumnSearch::bound(const Node& node, int target) {
    return winning_moves(node) != 0 ? win_at(node.stones + 1) : search(node, target);
}

int ColumnSearch::exact(const Node& node) {
    if (winning_moves(node) != 0) return win_at(node.stones + 1);
    int lowest = -win_at(node.stones + 2), highest = win_at(node.stones + 3);
    while (lowest < highest) {
        const int target = lowest + (highest - lowest + 1) / 2;
        const int found = search(node, target);
        (found >= target ? lowest : highest) = found;
    }
    return lowest;
}

// The parity of the stones tells at which of two neighbouring numbers of stones a game ends.
int ColumnSearch::published(const Node& node, int score) {
    const bool is_even = (score > 0) == (node.stones % 2 == 0);
    const int distance = 2 * std::abs(score) - (is_even ? 0 : 1);
    return score > 0 ? distance : score < 0 ? -distance : 0;
}

// Moves after which the other side cannot complete a line at once; empty if there are none.
Stones ColumnSearch::safe_moves(const Node& node) {
    const Stones moves = landing(node.taken), forced = moves & node.threats;
    if (!is_one(forced)) return 0;
    return (forced != 0 ? forced : moves) & ~(node.threats >> 1);
}

// Without a line to complete now on either side, a win takes three plies and a loss four. Who
// cannot fill a line even with all empty cells will not win. And where every column has an even
// number of empty cells, the second player can answer each move right above it: of the empty cells
// the first player then gets those in odd rows only.
Bounds ColumnSearch::natural_bounds(const Node& node) {
    int lower = -win_at(node.stones + 4), upper = win_at(node.stones + 3);
    const Stones empty = board & ~node.taken;
    const bool is_answered = node.stones % 2 == 0 && (landing(node.taken) & ~odd_rows) == 0;
    const Stones own_reach = node.own | (is_answered ? empty & odd_rows : empty);
    if (!has_line_of_four(own_reach, stride)) upper = std::min(upper, 0);
    if (!has_line_of_four((node.own ^ node.taken) | empty, stride)) lower = std::max(lower, 0);
    return {static_cast<std::int8_t>(lower), static_cast<std::int8_t>(upper)};
}

int ColumnSearch::search(const Node& node, int target) {
    budget_->count_node();
    if (node.stones == ColumnBook::ply && book_)
        if (const auto known = book_->score(node.own, node.taken)) return *known;
    const Stones moves = safe_moves(node);
    if (moves == 0) return -win_at(node.stones + 2);
    const Bounds bounds = natural_bounds(node);
    if (bounds.lower >= target) return bounds.lower;
    if (bounds.upper < target) return bounds.upper;
    if (is_one(moves)) return -search(after_move(node, moves), 1 - target);
    return search_moves(node, target, bounds, moves);
}

int ColumnSearch::search_moves(const Node& node, int target, Bounds bounds, Stones moves) {
    const Stones own_key = key(node.own, node.taken), image = mirrored(own_key);
    const bool is_mirrored = image < own_key;
    ColumnTable::Known known{bounds};
    Stones first = 0;
    if (table_.find(std::min(own_key, image), known)) {
        if (known.bounds.lower >= target) return known.bounds.lower;
        if (known.bounds.upper < target) return known.bounds.upper;
        if (known.best != ColumnTable::no_column) first = column(seen(known.best, is_mirrored));
    }
    const std::int64_t before = budget_->nodes();
    Moves ordered;
    int best = ColumnTable::no_column, score = win_at(node.stones + 3);
    if (!order(node, moves, first, ordered)) score = best_of(node, target, ordered, best);
    (score >= target ? known.bounds.lower : known.bounds.upper) = static_cast<std::int8_t>(score);
    known.best = seen(best, is_mirrored);
    const auto work = std::bit_width(static_cast<std::uint64_t>(budget_->nodes() - before + 1));
    table_.store(std::min(own_key, image), known, static_cast<int>(work));
    return score;
}

int ColumnSearch::seen(int column, bool is_mirrored) {
    return is_mirrored && column != ColumnTable::no_column ? width - 1 - column : column;
}

int ColumnSearch::best_of(const Node& node, int target, const Moves& moves, int& best) {
    if (const auto known = known_answer(node, target, moves)) return *known;
    int highest = -win_at(node.stones + 4);
    for (int index = 0; index < moves.count; ++index) {
        const Node& next = moves[index];
        highest = std::max(highest, -search(next, 1 - target));
        if (highest < target) continue;
        best = column_of(next.taken & ~node.taken);
        break;
    }
    return highest;
}

// The lower bound that one of the moves is known to reach, if it is high enough.
std::optional<int> ColumnSearch::known_answer(const Node& node, int target,
                                              const Moves& moves) const {
    if (node.stones >= last_look_at_answers) return std::nullopt;
    for (int index = 0; index < moves.count; ++index) {
        ColumnTable::Known next;
        if (table_.find(common_key(moves[index].own, moves[index].taken), next) &&
            -next.bounds.upper >= target)
            return -next.bounds.upper;
    }
    return std::nullopt;
}

// The move that was best before comes first, then those that make the most threats, the middle
// before the edges. True if one makes two threats of which the other side can stop only one: then
// it wins, and no order is needed.
bool ColumnSearch::order(const Node& node, Stones moves, Stones first, Moves& ordered) {
    static constexpr std::array<int, width> middle{0, 1, 2, 3, 2, 1, 0};
    constexpr int threat = 8, most = 1000;
    for (Stones left = moves; left != 0; left &= left - 1) {
        const Stones move = left & (~left + 1);
        const Node next = after_move(node, move);
        if (safe_moves(next) == 0) return true;
        const int weight = threat * std::popcount(next.threats) +
                           middle[static_cast<std::size_t>(column_of(move))];
        ordered.insert(next, (move & first) != 0 ? most : weight);
    }
    return false;
}

void ColumnSearch::Moves::insert(const Node& next, int weight) {
    auto place = static_cast<std::size_t>(count);
    nodes[place] = next;
    for (; place > 0 && weights[place - 1] < weight; --place) {
        weights[place] = weights[place - 1];
        order[place] = order[place - 1];
    }
    weights[place] = weight;
    order[place] = static_cast<std::uint8_t>(count++);
}

}  // namespace tengen
