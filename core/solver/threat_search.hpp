// Wins by continuous threats (VCT) in the Gomoku family: every move of the attacker makes a four,
// or threatens to win by continuous fours.
//
// What it claims holds against every defence. After a move that makes no four, the attacker is
// asked for its win by fours as if the defender passed. That win fails against no reply but those
// which take one of its cells, or which prepare a four of the defender on the way: these are all
// searched. It looks for one threat before the last fours, then two, and so on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/forcing_search.hpp"

namespace tengen {

template <int MaxSide>
class ThreatSearch {
  public:
    using Position = GomokuPosition<MaxSide>;
    static constexpr int most_threats = 20;

    ThreatSearch(const Gomoku<MaxSide>& game, int log_table_entries);

    // As in ForcingSearch. Of the replies in the line none is known to hold out longer.
    std::span<const Action> find(const Position& position, std::int64_t nodes) {
        SolverLimit limit;
        limit.nodes = nodes;
        return find(position, limit);
    }
    std::span<const Action> find(const Position& position, const SolverLimit& limit);
    // Spent on the last question, those about fours included.
    std::int64_t nodes() const { return budget_.nodes() - nodes_before_; }

  private:
    using Board = ForcingBoard<MaxSide>;
    using CellSet = typename Board::CellSet;
    using Line = std::vector<Action>;

    // What a ply on the way needs, kept so that nothing is allocated there.
    struct Ply {
        Line win;      // from here on
        Line moves;    // that the attacker tries
        Line passed;   // the win by fours if the defender passes
        Line replies;  // of the defender that may stop it
    };

    // As in ForcingSearch, but the attack fails with fewer threats than the number says.
    static constexpr int wins = -1, fails_for_ever = 1000;
    // Of a question about fours: whoever needs more finds a win sooner by trying another threat.
    static constexpr std::int64_t nodes_for_fours = 20;

    int attack(const Position& position, int threats, std::size_t ply, std::uint64_t key);
    void list_moves(const Position& position, Line& moves);
    int threaten(const Position& position, Action move, int threats, std::size_t ply,
                 std::uint64_t key);
    int defend(const Position& position, int threats, std::size_t ply, std::uint64_t key);
    void list_replies(const Position& passed, Ply& at);
    bool finds_fours(const Position& position, Line& line);
    // A reply that stops nothing.
    Action idle_reply(const Position& position, const Line& replies) const;

    Gomoku<MaxSide> game_;
    ForcingSearch<MaxSide> fours_;
    Board board_;
    StoneKeys keys_;
    FailureTable failures_;
    Budget budget_;
    std::int64_t nodes_before_ = 0;
    bool stopped_ = false;
    std::vector<Ply> plies_;
};

extern template class ThreatSearch<16>;
extern template class ThreatSearch<20>;

}  // namespace tengen
