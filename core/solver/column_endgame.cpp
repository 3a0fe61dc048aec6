#include "solver/column_endgame.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

namespace tengen {

namespace {

int bits_of(std::int64_t nodes) {
    return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(nodes)));
}

// 512 kB, which caches hold: with a million nodes, places for all of them solve as many positions
// and take 1.5 times as long.
constexpr int most_log_places = 16;

}  // namespace

// About one in four positions of self-play is solved from here on: from 22 stones with 1,000 nodes,
// from 14 with 50,000, from 9 with a million.
bool ColumnEndgame::is_near(const Connect4Position& position, std::int64_t nodes) {
    return std::popcount(position.stones[0] | position.stones[1]) >= 35 - 4 * bits_of(nodes) / 3;
}

ColumnEndgame::ColumnEndgame(std::int64_t nodes)
    : limit_{.nodes = nodes},
      search_(budget_, ColumnTable::with_places(std::min(bits_of(nodes), most_log_places))) {}

std::optional<ColumnEndgame::Result> ColumnEndgame::solve(const Connect4Position& position) {
    const ColumnSearch::Node node = ColumnSearch::node_of(position);
    if (std::popcount(node.own) != node.stones / 2) return std::nullopt;
    search_.forget();
    const auto score = budget_.within(limit_, [&] { return search_.exact(node); });
    if (!score) return std::nullopt;
    node_ = node;
    score_ = *score;
    if (score_ == 0) return Result{0, columns::cells - node.stones};
    const int stones_at_end = columns::cells + 1 - std::abs(ColumnSearch::published(node, score_));
    return Result{score_ > 0 ? 1 : -1, stones_at_end - node.stones};
}

void ColumnEndgame::write_line(std::vector<Action>& line) {
    budget_.begin(endless_);
    ColumnSearch::Node node = node_;
    for (int score = score_; node.stones < columns::cells; score = -score) {
        const Action action = best_action(node, score);
        line.push_back(action);
        if (ColumnSearch::wins(node, action)) break;
        node = ColumnSearch::after(node, action);
    }
}

// An action that reaches the score: a win, else one that stops a threat, even in vain, as the
// search looks at no others then, else the one nearest to the middle.
Action ColumnEndgame::best_action(const ColumnSearch::Node& node, int score) {
    static constexpr std::array<Action, columns::width> from_middle{3, 2, 4, 1, 5, 0, 6};
    Action stops = no_action, last = no_action;
    for (const Action action : from_middle) {
        if (!ColumnSearch::is_legal(node, action)) continue;
        if (ColumnSearch::wins(node, action)) return action;
        if (ColumnSearch::stops_threat(node, action)) stops = action;
        last = action;
    }
    if (stops != no_action) return stops;
    for (const Action action : from_middle) {
        if (action == last) break;  // one does, so it is the last
        if (ColumnSearch::is_legal(node, action) &&
            -search_.bound(ColumnSearch::after(node, action), 1 - score) >= score)
            return action;
    }
    return last;
}

}  // namespace tengen
