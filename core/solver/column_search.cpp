#include "solver/column_search.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "base/memory.hpp"

namespace tengen {

using namespace columns;

namespace {

// With so many stones so little is left to search that remembering it takes longer.
constexpr int first_forgotten = 34;

bool is_one(Stones stones) { return (stones & (stones - 1)) == 0; }

// Mirror images of positions with so many stones hardly ever meet in one search.
constexpr int first_without_image = 16;

Stones remembered_key(const ColumnSearch::Node& node) {
    const bool has_image = node.stones < first_without_image;
    return has_image ? common_key(node.own, node.taken) : key(node.own, node.taken);
}

int column_of(Stones move) { return std::countr_zero(move) / stride; }

}  // namespace

ColumnSearch::ColumnSearch(Budget& budget, std::int64_t megabytes,
                           std::shared_ptr<const ColumnBook> book)
    : budget_(&budget),
      table_(ColumnTable::with_megabytes(expect_megabytes(megabytes))),
      book_(std::move(book)) {}

ColumnSearch::ColumnSearch(Budget& budget, ColumnTable table)
    : budget_(&budget), table_(std::move(table)) {}

ColumnSearch::Node ColumnSearch::node_of(const Connect4Position& position) {
    const Stones own = position.stones[position.standing.to_move];
    const Stones other = position.stones[1U - position.standing.to_move];
    return {own, own | other, std::popcount(own | other), completing(other, own | other)};
}

ColumnSearch::Node ColumnSearch::root(const AnyPosition& position) const {
    const Connect4 rules(width, height);
    const Connect4Position& at = unboxed(rules, position);
    if (rules.outcome(at)) throw std::invalid_argument("the game is over");
    const Node node = node_of(at);
    if (std::popcount(node.own) != node.stones / 2)
        throw std::invalid_argument("the solver takes boards where the sides moved in turn");
    return node;
}

int ColumnSearch::bound(const Node& node, int target) {
    return winning_moves(node) != 0 ? win_at(node.stones + 1) : search(node, target);
}

int ColumnSearch::exact(const Node& node) {
    if (winning_moves(node) != 0) return win_at(node.stones + 1);
    int lowest = -win_at(node.stones + 2), highest = win_at(node.stones + 3);
    const auto middle = [&] { return lowest + (highest - lowest + 1) / 2; };
    int target = middle();
    if (follows_the_book(node)) {
        lowest = std::max(lowest, book_->floor(node.own, node.taken));
        target = lowest + 1;  // the floor is often the score
    }
    for (; lowest < highest; target = middle()) {
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

// Who cannot fill a line even with all empty cells will not win. And where every column has an even
// number of empty cells, the second player can answer each move right above it: of the empty cells
// the first player then gets those in odd rows only.
bool ColumnSearch::cannot_win(const Node& node) {
    const Stones empty = board & ~node.taken;
    const bool is_answered = node.stones % 2 == 0 && (landing(node.taken) & ~odd_rows) == 0;
    return !has_line_of_four(node.own | (is_answered ? empty & odd_rows : empty), stride);
}

bool ColumnSearch::cannot_lose(const Node& node) {
    return !has_line_of_four((node.own ^ node.taken) | (board & ~node.taken), stride);
}

// Without a line to complete now on either side, a win takes three plies and a loss four.
Bounds ColumnSearch::natural_bounds(const Node& node) const {
    int lower = -win_at(node.stones + 4);
    if (follows_the_book(node)) lower = std::max(lower, book_->floor(node.own, node.taken));
    return {static_cast<std::int8_t>(lower), static_cast<std::int8_t>(win_at(node.stones + 3))};
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
    if (target > 0 ? cannot_win(node) : cannot_lose(node)) return 0;
    if (is_one(moves)) return -search(after_move(node, moves), 1 - target);
    if (node.stones >= first_forgotten) return search_moves(node, target, moves);
    return search_and_remember(node, target, bounds, moves);
}

int ColumnSearch::search_and_remember(const Node& node, int target, Bounds bounds, Stones moves) {
    const Stones key = remembered_key(node);
    if (const auto known = table_.find(key)) {
        bounds = *known;
        if (bounds.lower >= target) return bounds.lower;
        if (bounds.upper < target) return bounds.upper;
    }
    const std::int64_t before = budget_->nodes();
    const int score = search_moves(node, target, moves);
    (score >= target ? bounds.lower : bounds.upper) = static_cast<std::int8_t>(score);
    const auto work = std::bit_width(static_cast<std::uint64_t>(budget_->nodes() - before + 1));
    table_.store(key, bounds, static_cast<int>(work));
    return score;
}

int ColumnSearch::search_moves(const Node& node, int target, Stones moves) {
    Moves ordered;
    if (order(node, moves, ordered)) return win_at(node.stones + 3);
    if (node.stones + 1 < first_forgotten)
        if (const auto known = known_answer(target, ordered)) return *known;
    int highest = -win_at(node.stones + 4);
    for (int index = 0; index < ordered.count && highest < target; ++index)
        highest = std::max(highest, -search(ordered[index], 1 - target));
    return highest;
}

// The lower bound that one of the moves is known to reach, if it is high enough.
std::optional<int> ColumnSearch::known_answer(int target, const Moves& moves) const {
    std::array<Stones, width> keys{};
    for (int index = 0; index < moves.count; ++index) {
        const Node& next = moves[index];
        table_.prefetch(keys[static_cast<std::size_t>(index)] = remembered_key(next));
    }
    for (int index = 0; index < moves.count; ++index) {
        const auto known = table_.find(keys[static_cast<std::size_t>(index)]);
        if (known && -known->upper >= target) return -known->upper;
    }
    return std::nullopt;
}

// Moves that make the most threats come first, the middle before the edges. True if one makes two
// threats of which the other side can stop only one: then it wins, and no order is needed.
bool ColumnSearch::order(const Node& node, Stones moves, Moves& ordered) {
    static constexpr std::array<int, width> middle{0, 1, 2, 3, 2, 1, 0};
    constexpr int threat = 8;
    for (Stones left = moves; left != 0; left &= left - 1) {
        const Stones move = left & (~left + 1);
        const Node next = after_move(node, move);
        if (safe_moves(next) == 0) return true;
        const int weight = threat * std::popcount(next.threats) +
                           middle[static_cast<std::size_t>(column_of(move))];
        ordered.insert(next, weight);
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
