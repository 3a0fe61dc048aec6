#include "solver/threat_search.hpp"

#include <algorithm>

namespace tengen {

namespace {

constexpr int log_table_for_fours = 5;  // as many as the nodes of a question
constexpr std::uint64_t passed_key = 0x9E3779B97F4A7C15ULL;

}  // namespace

template <int MaxSide>
ThreatSearch<MaxSide>::ThreatSearch(const Gomoku<MaxSide>& game, int log_table_entries)
    : game_(game),
      fours_(game, log_table_for_fours),
      board_(game),
      keys_(board_.cells()),
      failures_(log_table_entries),
      plies_(most_threats + 1) {}

template <int MaxSide>
std::span<const Action> ThreatSearch<MaxSide>::find(const Position& position,
                                                    const SolverLimit& limit) {
    nodes_before_ = budget_.nodes();
    budget_.begin(limit);
    failures_.forget();
    stopped_ = false;
    for (int threats = 0; threats <= most_threats;) {
        const int failed = attack(position, threats, 0, 0);
        if (stopped_ || failed == fails_for_ever) break;
        if (failed == wins) return plies_[0].win;
        threats = failed;
    }
    return {};
}

template <int MaxSide>
int ThreatSearch<MaxSide>::attack(const Position& position, int threats, std::size_t ply,
                                  std::uint64_t key) {
    if (!budget_.spend_node()) stopped_ = true;
    if (stopped_) return 0;
    const int known = failures_.depth(key);
    if (known > threats) return known;
    Ply& here = plies_[ply];
    if (known == 0 && finds_fours(position, here.win)) return wins;
    int failed = threats == 0 ? 1 : fails_for_ever;
    if (threats > 0) list_moves(position, here.moves);
    for (std::size_t index = 0; threats > 0 && index < here.moves.size(); ++index) {
        const int later = threaten(position, here.moves[index], threats, ply, key);
        if (stopped_ || later == wins) return later;
        failed = std::min(failed, later + 1);
    }
    if (!stopped_) failures_.store(key, failed);
    return failed;
}

// The cell that stops a four of the defender, or else all fours and threes.
template <int MaxSide>
void ThreatSearch<MaxSide>::list_moves(const Position& position, Line& moves) {
    moves.clear();
    const bool has_fours = board_.set(position) == Board::Chance::four;
    const Completing to_stop = board_.defender_completing();
    if (to_stop.count == 1) moves.push_back(to_stop.cells[0]);
    if (to_stop.count > 0) return;
    CellSet cells = board_.threes();
    if (has_fours)
        board_.for_each_four([&](int cell) { cells.set(static_cast<std::size_t>(cell)); });
    for (std::size_t cell = 0; cell < cells.size(); ++cell)
        if (cells.test(cell)) moves.push_back(static_cast<Action>(cell));
    std::ranges::stable_sort(moves, std::greater(),
                             [&](Action cell) { return board_.promise(cell); });
}

// The defender has no line to complete: `list_moves` saw to that.
template <int MaxSide>
int ThreatSearch<MaxSide>::threaten(const Position& position, Action move, int threats,
                                    std::size_t ply, std::uint64_t key) {
    const std::uint64_t next_key = key ^ keys_.attacker(move);
    if (failures_.depth(next_key ^ passed_key) != 0) return fails_for_ever;
    Position after = position;
    game_.play(after, move);
    Position passed = after;
    passed.standing.to_move = position.standing.to_move;
    Ply& here = plies_[ply];
    if (!finds_fours(passed, here.passed)) {
        if (!stopped_) failures_.store(next_key ^ passed_key, fails_for_ever);
        return fails_for_ever;
    }
    list_replies(passed, here);
    const int failed = defend(after, threats, ply, next_key);
    if (failed == wins) here.win.insert(here.win.begin(), move);
    return failed;
}

// Against every other reply the fours go on as if the defender had passed: it takes none of their
// cells, and makes no four with any of the forced replies. A stone that completes a line at once
// can be stopped on its cell alone.
template <int MaxSide>
void ThreatSearch<MaxSide>::list_replies(const Position& passed, Ply& at) {
    at.replies = at.passed;
    if (at.passed.size() == 1) return;
    board_.set(passed);
    CellSet fours = board_.defender_fours();
    typename Board::Changes changes;
    for (std::size_t index = 0; index + 3 < at.passed.size(); index += 2) {
        board_.advance(at.passed[index], at.passed[index + 1], changes);
        fours |= board_.defender_fours();
    }
    for (const Action cell : at.passed) fours.reset(static_cast<std::size_t>(cell));
    for (std::size_t cell = 0; cell < fours.size(); ++cell)
        if (fours.test(cell)) at.replies.push_back(static_cast<Action>(cell));
}

template <int MaxSide>
int ThreatSearch<MaxSide>::defend(const Position& position, int threats, std::size_t ply,
                                  std::uint64_t key) {
    Ply& here = plies_[ply];
    here.win.clear();
    const auto keep_longer = [&](Action reply, const Line& rest) {
        if (rest.size() + 1 <= here.win.size()) return;
        here.win.assign(1, reply);
        here.win.insert(here.win.end(), rest.begin(), rest.end());
    };
    for (const Action reply : here.replies) {
        Position after = position;
        game_.play(after, reply);
        if (game_.outcome(after)) return fails_for_ever;
        const std::uint64_t next_key = key ^ keys_.defender(reply);
        const int failed = attack(after, threats - 1, ply + 1, next_key);
        if (failed != wins || stopped_) return failed;
        keep_longer(reply, plies_[ply + 1].win);
    }
    if (const Action idle = idle_reply(position, here.replies); idle != no_action)
        keep_longer(idle, here.passed);
    return wins;
}

template <int MaxSide>
Action ThreatSearch<MaxSide>::idle_reply(const Position& position, const Line& replies) const {
    for (Action cell = 0; cell < board_.cells(); ++cell)
        if (game_.is_legal(position, cell) && std::ranges::find(replies, cell) == replies.end())
            return cell;
    return no_action;
}

template <int MaxSide>
bool ThreatSearch<MaxSide>::finds_fours(const Position& position, Line& line) {
    const std::span<const Action> found = fours_.find(position, nodes_for_fours);
    if (!budget_.spend_nodes(fours_.nodes())) stopped_ = true;
    line.assign(found.begin(), found.end());
    return !found.empty() && !stopped_;
}

template class ThreatSearch<16>;
template class ThreatSearch<20>;

}  // namespace tengen
