// Counting positions and random games: proofs that rules are right, and measures of their speed.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/game.hpp"

namespace tengen {

struct Undisturbed {
    void operator()() const {}
};

// The number of move sequences of exactly `depth` plies. `go_on` is called at every step and may
// throw to end the count.
template <Game G, class GoOn = Undisturbed>
std::uint64_t perft(const G& game, const typename G::Position& position, int depth,
                    GoOn&& go_on = {}) {
    if (depth == 0) return 1;
    go_on();
    std::vector<Action> actions(static_cast<std::size_t>(game.spec().num_actions));
    const int count = game.legal_actions(position, actions);
    std::uint64_t total = 0;
    for (int index = 0; index < count; ++index) {
        typename G::Position next = position;
        game.play(next, actions[static_cast<std::size_t>(index)]);
        total += perft(game, next, depth - 1, go_on);
    }
    return total;
}

// Results of `games` random playouts: won by seat 0, drawn, won by seat 1.
template <Game G, class GoOn = Undisturbed>
std::array<std::int64_t, 3> count_playouts(const G& game, const typename G::Position& position,
                                           std::int64_t games, std::uint64_t seed,
                                           GoOn&& go_on = {}) {
    std::array<std::int64_t, 3> results{};
    Random random(seed);
    for (std::int64_t index = 0; index < games; ++index, go_on())
        ++results[static_cast<std::size_t>(1 - game.playout(position, random).value_for(0))];
    return results;
}

}  // namespace tengen
