// What a search may be told. Python's SearchConfig alone has defaults and reasons; here every field
// must be given.
#pragma once

#include <cstdint>

namespace tengen {

enum class RootRule : std::uint8_t { puct, gumbel };

struct SearchConfig {
    double c_init;
    double c_base;         // 0: the constant c_init
    bool fpu_zero;         // unvisited children are worth 0
    double fpu_reduction;  // otherwise they start this far below their parent
    double discount;
    double noise_epsilon;
    double noise_alpha;
    double noise_total;      // above 0: alpha is this, shared out over the legal actions
    double forced_playouts;  // 0: none
    double mlh_slope;
    double mlh_cap;
    double virtual_loss;
    int leaves_per_batch;
    bool prove;
    bool one_ply_ahead;          // with prove: see wins in one and stop threats before evaluating
    std::int64_t forcing_nodes;  // Gomoku: for wins by fours at every leaf; 0: none
    std::int64_t root_forcing_nodes;  // the same at the root
    std::int64_t root_threat_nodes;   // at the root, for wins by fours and threes
    std::int64_t endgame_nodes;       // Connect Four: for exact results at every leaf; 0: none
    std::int64_t root_endgame_nodes;  // the same at the root
    bool seek_shorter_win;            // go on after a win is proven, among the other moves
    bool early_stop;
    bool random_symmetry;
    RootRule root;
    int gumbel_actions;
    double gumbel_visit_scale;
    double gumbel_value_scale;
    std::int64_t memory_mb;  // 0: no limit
};

// Throws std::invalid_argument for numbers that no search can work with.
void refuse_absurd(const SearchConfig& config);

}  // namespace tengen
