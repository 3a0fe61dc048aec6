// Wins by continuous fours (VCF) in the Gomoku family: every move of the attacker makes a four, a
// line that lacks one stone, until the defender cannot stop the next one.
//
// The search is exact. Of the attacker's fours, one with two completing cells wins; one with a
// single completing cell forces the reply there. If the reply threatens to complete a line of the
// defender, the attacker's next four must be made on the cell that stops it. It looks for one four,
// then two, and so on, so that no line with fewer of them exists than the one it finds.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/budget.hpp"
#include "solver/failure_table.hpp"
#include "solver/forcing_board.hpp"

namespace tengen {

template <int MaxSide>
class ForcingSearch {
  public:
    using Position = GomokuPosition<MaxSide>;
    static constexpr int most_fours = 30;

    // The table of 2^log_table_entries places of 16 bytes is worth as many as a question has nodes.
    ForcingSearch(const Gomoku<MaxSide>& game, int log_table_entries);

    // The winning line of the side to move, to its last stone: its own moves and the replies in
    // turn. Empty: none was found. It depends on the position and the nodes alone. The position
    // must be unfinished; the line stays valid until the next question.
    std::span<const Action> find(const Position& position, std::int64_t nodes) {
        SolverLimit limit;
        limit.nodes = nodes;
        return find(position, limit);
    }
    std::span<const Action> find(const Position& position, const SolverLimit& limit);

    // About the last question. Whether an empty answer proves that there is no such line.
    bool exhausted() const { return exhausted_; }
    std::int64_t nodes() const { return budget_.nodes() - nodes_before_; }

  private:
    struct Candidate {
        std::int16_t four;
        std::int16_t reply;
        std::int16_t order;  // larger ones are tried first
    };
    // Answers of the search besides a number of fours within which the attack fails.
    static constexpr int wins = -1, fails_for_ever = 1000;
    static constexpr int no_cell = -1;

    // Whether a four of the attacker can answer these threats of the defender.
    bool can_answer(const Completing& threats) const {
        return threats.count == 0 || (threats.count == 1 && board_.makes_four(threats.cells[0]));
    }
    static int cell_to_take(const Completing& threats) {
        return threats.count == 0 ? no_cell : threats.cells[0];
    }
    std::span<const Action> line(int length) const {
        return std::span(line_).first(static_cast<std::size_t>(length));
    }
    std::uint64_t key_after(std::uint64_t key, const Candidate& candidate) const {
        return key ^ keys_.attacker(candidate.four) ^ keys_.defender(candidate.reply);
    }

    int search(int fours, int cell_to_take, int ply, std::uint64_t key);
    int follow(const Candidate& candidate, int fours, int ply, std::uint64_t key);
    // The attacker's fours, the most promising ones first; or whether one of them wins, and then it
    // completes the line.
    bool add_candidates(int cell_to_take, int ply);
    bool add_candidate(int four, int ply);
    void put_in_order(std::size_t begin);

    ForcingBoard<MaxSide> board_;
    StoneKeys keys_;
    FailureTable failures_;
    Budget budget_;
    std::int64_t nodes_before_ = 0;
    bool stopped_ = false;
    bool exhausted_ = false;
    std::vector<Candidate> candidates_;  // a stack: those of all plies on the way
    std::size_t candidate_count_ = 0;
    std::array<Action, 2 * most_fours + 1> line_{};
    int line_length_ = 0;
};

extern template class ForcingSearch<16>;
extern template class ForcingSearch<20>;

}  // namespace tengen
