// How games of self-play are played. Python's SelfPlayConfig alone has defaults and reasons; here
// every field must be given.
#pragma once

#include <cstdint>
#include <vector>

#include "games/game.hpp"
#include "search/config.hpp"

namespace tengen {

struct SelfPlayConfig {
    SearchConfig search;
    int simulations;
    int cheap_simulations;
    double full_share;  // share of moves searched in full; the others only advance the game
    int temperature_moves;
    double temperature_early;
    double temperature_late;
    double output_noise;  // the classic system's noise on the final choice
    double resign_below;  // root value under which a side gives up; below -1: never
    double play_on_share;
    int random_plies;  // up to this many random moves before the first search
    std::vector<std::vector<Action>> openings;
    bool adjudicate;  // a proven root ends the game
    bool reuse_tree;
};

// Throws std::invalid_argument for numbers that no game can be played with.
void refuse_absurd(const SelfPlayConfig& config);

}  // namespace tengen
