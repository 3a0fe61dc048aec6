// What the rules alone settle about a position, before anyone evaluates it (SPEC M16a, M16b).
#pragma once

#include <span>
#include <vector>

#include "games/game.hpp"
#include "search/config.hpp"
#include "search/deep_look.hpp"

namespace tengen {

template <Game G>
class Foresight {
  public:
    using Position = typename G::Position;

    // Keeps references to both.
    Foresight(const G& game, const SearchConfig& config)
        : game_(game),
          config_(config),
          at_leaves_(game, config, Shown::no),
          at_root_(game, config, Shown::yes),
          wins_(static_cast<std::size_t>(game.spec().num_actions)),
          actions_(static_cast<std::size_t>(game.spec().num_actions)) {}

    // Of an unfinished position, as it is met in the tree.
    Certainty look(const Position& position) { return look(position, at_leaves_); }
    // The same for a root, which is worth more work.
    Certainty look_at_root(const Position& position) { return look(position, at_root_); }

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

    Certainty look(const Position& position, DeepLook<G>& deeper) {
        if (!is_on()) return {};
        if (const auto wins = wins_of_mover(position); !wins.empty())
            return Certainty::shown(Proof::win, wins.first(1));
        if (const auto threats = threats_against_mover(position); threats.size() > 1)
            return Certainty::shown(Proof::loss, threats.first(2));
        return deeper.look(position);
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
    DeepLook<G> at_leaves_;
    DeepLook<G> at_root_;
    std::vector<Action> wins_;
    std::vector<Action> actions_;
};

}  // namespace tengen
