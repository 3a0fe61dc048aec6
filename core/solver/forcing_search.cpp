#include "solver/forcing_search.hpp"

#include <algorithm>

namespace tengen {

template <int MaxSide>
ForcingSearch<MaxSide>::ForcingSearch(const Gomoku<MaxSide>& game, int log_table_entries)
    : board_(game),
      keys_(board_.cells()),
      failures_(log_table_entries),
      candidates_(static_cast<std::size_t>(most_fours * board_.cells())) {}

template <int MaxSide>
std::span<const Action> ForcingSearch<MaxSide>::find(const Position& position,
                                                     const SolverLimit& limit) {
    using Chance = typename ForcingBoard<MaxSide>::Chance;
    nodes_before_ = budget_.nodes();
    exhausted_ = true;
    const Chance chance = board_.set(position);
    if (chance == Chance::none) return {};
    if (chance == Chance::win) {
        line_[0] = board_.attacker_completing().cells[0];
        return line(1);
    }
    const Completing threats = board_.defender_completing();
    if (!can_answer(threats)) return {};
    budget_.begin(limit);
    failures_.forget();
    stopped_ = false;
    candidate_count_ = 0;
    for (int fours = 1; fours <= most_fours;) {
        const int failed = search(fours, cell_to_take(threats), 0, 0);
        if (failed == wins) return line(line_length_);
        if (stopped_) break;
        if (failed == fails_for_ever) return {};
        fours = failed + 1;
    }
    exhausted_ = false;
    return {};
}

// Within how many fours the attack fails: `fours` or more, unless it wins.
template <int MaxSide>
int ForcingSearch<MaxSide>::search(int fours, int cell_to_take, int ply, std::uint64_t key) {
    if (!budget_.spend_node()) {
        stopped_ = true;
        return 0;
    }
    const std::size_t begin = candidate_count_;
    if (add_candidates(cell_to_take, ply)) return wins;
    const std::size_t end = candidate_count_;
    if (fours > 1) put_in_order(begin);
    int failed = fails_for_ever;
    for (std::size_t index = begin; index < end; ++index) {
        const int later = fours == 1 ? 0 : follow(candidates_[index], fours, ply, key);
        if (stopped_ || later == wins) return later;
        failed = std::min(failed, later + 1);
    }
    candidate_count_ = begin;
    failures_.store(key, failed);
    return failed;
}

template <int MaxSide>
int ForcingSearch<MaxSide>::follow(const Candidate& candidate, int fours, int ply,
                                   std::uint64_t key) {
    const std::uint64_t next_key = key_after(key, candidate);
    const int known = failures_.depth(next_key);
    if (known >= fours - 1) return known;
    const auto index = static_cast<std::size_t>(2 * ply);
    line_[index] = candidate.four;
    line_[index + 1] = candidate.reply;
    typename ForcingBoard<MaxSide>::Changes changes;
    const Completing threats = board_.advance(candidate.four, candidate.reply, changes);
    const int result = can_answer(threats)
                           ? search(fours - 1, cell_to_take(threats), ply + 1, next_key)
                           : fails_for_ever;
    board_.retreat(candidate.four, candidate.reply, changes);
    return result;
}

template <int MaxSide>
bool ForcingSearch<MaxSide>::add_candidates(int cell_to_take, int ply) {
    if (cell_to_take != no_cell) return add_candidate(cell_to_take, ply);
    bool won = false;
    board_.for_each_four([&](int cell) { won = won || add_candidate(cell, ply); });
    return won;
}

template <int MaxSide>
bool ForcingSearch<MaxSide>::add_candidate(int four, int ply) {
    const Completing completing = board_.completing_after(four);
    const auto index = static_cast<std::size_t>(2 * ply);
    if (completing.count == 2) {
        line_[index] = four;
        line_[index + 1] = completing.cells[0];
        line_[index + 2] = completing.cells[1];
        line_length_ = 2 * ply + 3;
        return true;
    }
    candidates_[candidate_count_++] = {static_cast<std::int16_t>(four),
                                       static_cast<std::int16_t>(completing.cells[0]), 0};
    return false;
}

// Cells where several lines meet come first. By insertion: there are few, and it keeps the order of
// equals.
template <int MaxSide>
void ForcingSearch<MaxSide>::put_in_order(std::size_t begin) {
    for (std::size_t next = begin; next < candidate_count_; ++next) {
        Candidate moved = candidates_[next];
        moved.order = static_cast<std::int16_t>(board_.promise(moved.four));
        std::size_t place = next;
        for (; place > begin && candidates_[place - 1].order < moved.order; --place)
            candidates_[place] = candidates_[place - 1];
        candidates_[place] = moved;
    }
}

template class ForcingSearch<16>;
template class ForcingSearch<20>;

}  // namespace tengen
