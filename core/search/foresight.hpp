// What the rules alone settle about a position, before anyone evaluates it (SPEC M16a, M16b).
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "games/game.hpp"
#include "games/gomoku.hpp"
#include "search/config.hpp"
#include "search/node.hpp"
#include "solver/threat_search.hpp"

namespace tengen {

// A proof for the side to move, with the line that shows it to the end of the game; or none.
struct Certainty {
    Proof proof = Proof::none;
    std::span<const Action> line;  // lives until the next question
};

// Wins by a series of threats, in games that have such a thing.
template <class G>
class ForcedWinFinder {
  public:
    ForcedWinFinder(const G&, std::int64_t, std::int64_t) {}
    std::span<const Action> find(const typename G::Position&) { return {}; }
};

template <int MaxSide>
class ForcedWinFinder<Gomoku<MaxSide>> {
  public:
    // Nodes for a win by fours, and for one by fours and threes; 0: none of that kind.
    ForcedWinFinder(const Gomoku<MaxSide>& game, std::int64_t fours, std::int64_t threats)
        : fours_nodes_(fours), threats_nodes_(threats) {
        if (fours > 0) fours_.emplace(game, log_table_entries(fours));
        if (threats > 0) threats_.emplace(game, log_table_entries(threats));
    }
    std::span<const Action> find(const GomokuPosition<MaxSide>& position) {
        std::span<const Action> line;
        if (fours_) line = fours_->find(position, fours_nodes_);
        if (line.empty() && threats_) line = threats_->find(position, threats_nodes_);
        return line;
    }

  private:
    // A table with a place for every node, as tengen.search.find_forced_win has.
    static int log_table_entries(std::int64_t nodes) {
        return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(nodes)));
    }

    std::int64_t fours_nodes_;
    std::int64_t threats_nodes_;
    std::optional<ForcingSearch<MaxSide>> fours_;
    std::optional<ThreatSearch<MaxSide>> threats_;
};

template <Game G>
class Foresight {
  public:
    using Position = typename G::Position;

    // Keeps references to both.
    Foresight(const G& game, const SearchConfig& config)
        : game_(game),
          config_(config),
          finder_at_leaves_(game, config.forcing_nodes, 0),
          finder_at_root_(game, config.root_forcing_nodes, config.root_threat_nodes),
          wins_(static_cast<std::size_t>(game.spec().num_actions)),
          actions_(static_cast<std::size_t>(game.spec().num_actions)) {}

    // Of an unfinished position, as it is met in the tree.
    Certainty look(const Position& position) { return look(position, finder_at_leaves_); }
    // The same for a root, which is worth more work.
    Certainty look_at_root(const Position& position) { return look(position, finder_at_root_); }

    // The legal actions that do not lose at once: where there is a threat, only those that stop it,
    // unless there is a win to be taken first.
    std::span<const Action> candidates(const Position& position) {
        if (is_on() && G::threats_persist && wins_of_mover(position).empty())
            if (const auto threats = threats_against_mover(position); !threats.empty())
                return threats;
        const int count = game_.legal_actions(position, actions_);
        return std::span(actions_).first(static_cast<std::size_t>(count));
    }

  private:
    bool is_on() const { return config_.prove && config_.one_ply_ahead; }

    Certainty look(const Position& position, ForcedWinFinder<G>& finder) {
        if (!is_on()) return {};
        if (const auto wins = wins_of_mover(position); !wins.empty())
            return {Proof::win, wins.first(1)};
        if (const auto threats = threats_against_mover(position); threats.size() > 1)
            return {Proof::loss, threats.first(2)};
        if (const auto line = finder.find(position); !line.empty()) return {Proof::win, line};
        return {};
    }
    std::span<const Action> wins_of_mover(const Position& position) {
        return winning_actions(position, game_.to_move(position));
    }
    std::span<const Action> threats_against_mover(const Position& position) {
        if constexpr (!G::threats_persist) return {};
        return winning_actions(position, other(game_.to_move(position)));
    }
    std::span<const Action> winning_actions(const Position& position, Seat seat) {
        const int count = game_.winning_actions(position, seat, wins_);
        return std::span(wins_).first(static_cast<std::size_t>(count));
    }

    const G& game_;
    const SearchConfig& config_;
    ForcedWinFinder<G> finder_at_leaves_;
    ForcedWinFinder<G> finder_at_root_;
    std::vector<Action> wins_;
    std::vector<Action> actions_;
};

}  // namespace tengen
