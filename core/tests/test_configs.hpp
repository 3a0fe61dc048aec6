// Settings for the core's own tests; each test changes what it is about.
#pragma once

#include "selfplay/config.hpp"

namespace tengen {

inline SearchConfig search_config() {
    return {.c_init = 1.25,
            .c_base = 19652.0,
            .fpu_zero = false,
            .fpu_reduction = 0.2,
            .discount = 1.0,
            .noise_epsilon = 0.0,
            .noise_alpha = 0.3,
            .noise_total = 0.0,
            .forced_playouts = 0.0,
            .mlh_slope = 0.0,
            .mlh_cap = 0.0,
            .virtual_loss = 1.0,
            .leaves_per_batch = 1,
            .prove = true,
            .one_ply_ahead = true,
            .forcing_nodes = 20,
            .root_forcing_nodes = 200,
            .root_threat_nodes = 0,
            .endgame_nodes = 100,
            .root_endgame_nodes = 1000,
            .seek_shorter_win = false,
            .early_stop = false,
            .random_symmetry = false,
            .root = RootRule::puct,
            .gumbel_actions = 16,
            .gumbel_visit_scale = 50.0,
            .gumbel_value_scale = 1.0,
            .memory_mb = 0};
}

inline SelfPlayConfig selfplay_config() {
    return {.search = search_config(),
            .simulations = 24,
            .cheap_simulations = 6,
            .full_share = 1.0,
            .temperature_moves = 10,
            .temperature_early = 1.0,
            .temperature_late = 0.0,
            .output_noise = 0.0,
            .resign_below = -2.0,
            .play_on_share = 0.1,
            .random_plies = 0,
            .openings = {},
            .adjudicate = true,
            .reuse_tree = true};
}

}  // namespace tengen
