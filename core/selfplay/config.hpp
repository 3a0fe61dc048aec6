// How games of self-play are played. Defaults and reasons are documented in Python's config model.
#pragma once

#include <cstdint>
#include <vector>

#include "games/game.hpp"
#include "search/config.hpp"

namespace tengen {

struct SelfPlayConfig {
    SearchConfig search;
    int simulations = 200;
    int cheap_simulations = 50;
    double full_share = 1.0;  // share of moves searched in full; the others only advance the game
    int temperature_moves = 10;
    double temperature_early = 1.0;
    double temperature_late = 0.0;
    double output_noise = 0.0;   // the classic system's noise on the final choice
    double resign_below = -2.0;  // root value under which a side gives up; below -1: never
    double play_on_share = 0.1;
    int random_plies = 0;  // up to this many random moves before the first search
    std::vector<std::vector<Action>> openings;
    bool adjudicate = true;  // a proven root ends the game
    bool reuse_tree = true;
};

// Throws std::invalid_argument for numbers that no game can be played with.
void refuse_absurd(const SelfPlayConfig& config);

}  // namespace tengen
