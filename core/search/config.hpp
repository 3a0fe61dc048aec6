// What a search may be told. Defaults and reasons are documented in Python's SearchConfig.
#pragma once

#include <cstdint>

namespace tengen {

enum class RootRule : std::uint8_t { puct, gumbel };

struct SearchConfig {
    double c_init = 1.25;
    double c_base = 19652.0;     // 0: the constant c_init
    bool fpu_zero = false;       // unvisited children are worth 0
    double fpu_reduction = 0.2;  // otherwise they start this far below their parent
    double discount = 1.0;
    double noise_epsilon = 0.0;
    double noise_alpha = 0.3;
    double noise_total = 0.0;      // above 0: alpha is this, shared out over the legal actions
    double forced_playouts = 0.0;  // 0: none
    double mlh_slope = 0.0;
    double mlh_cap = 0.0;
    double virtual_loss = 1.0;
    int leaves_per_batch = 1;
    bool prove = true;
    bool early_stop = false;
    bool random_symmetry = false;
    RootRule root = RootRule::puct;
    int gumbel_actions = 16;
    double gumbel_visit_scale = 50.0;
    double gumbel_value_scale = 1.0;
    std::int64_t memory_mb = 0;  // 0: no limit
};

// Throws std::invalid_argument for numbers that no search can work with.
void refuse_absurd(const SearchConfig& config);

}  // namespace tengen
