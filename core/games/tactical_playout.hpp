// Random games between players who see one ply ahead: they take a win and stop a threat of one.
#pragma once

#include <array>

#include "base/random.hpp"
#include "games/game.hpp"

namespace tengen {

// For games with at most `most_actions` actions, by their winning_actions().
template <class G, std::size_t most_actions = 65>
Outcome playout_with_foresight(const G& game, typename G::Position position, Random& random) {
    std::array<Action, most_actions> actions;
    while (!game.outcome(position)) {
        const Seat mover = game.to_move(position);
        int count = game.winning_actions(position, mover, actions);
        if (count == 0 && G::threats_persist)
            count = game.winning_actions(position, other(mover), actions);
        if (count == 0) count = game.legal_actions(position, actions);
        game.play(position, actions[random.below(static_cast<std::uint32_t>(count))]);
    }
    return *game.outcome(position);
}

}  // namespace tengen
