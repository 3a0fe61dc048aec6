#include "search/config.hpp"

#include "base/ranges.hpp"

namespace tengen {

void refuse_absurd(const SearchConfig& config) {
    expect_range("c_init", config.c_init, 0, any_finite);
    expect_range("c_base", config.c_base, 0, any_finite);
    expect_range("fpu_reduction", config.fpu_reduction, 0, 2);
    expect_range("discount", config.discount, 0, 1);
    expect_range("noise_epsilon", config.noise_epsilon, 0, 1);
    expect_range("noise_alpha", config.noise_alpha, 0, any_finite);
    expect_range("noise_total", config.noise_total, 0, any_finite);
    expect_range("forced_playouts", config.forced_playouts, 0, any_finite);
    expect_range("mlh_slope", config.mlh_slope, 0, any_finite);
    expect_range("mlh_cap", config.mlh_cap, 0, any_finite);
    expect_range("virtual_loss", config.virtual_loss, 0, 1);
    expect_range("leaves_per_batch", config.leaves_per_batch, 1, 1024);
    expect_range("forcing_nodes", static_cast<double>(config.forcing_nodes), 0, 1 << 20);
    expect_range("root_forcing_nodes", static_cast<double>(config.root_forcing_nodes), 0, 1 << 20);
    expect_range("root_threat_nodes", static_cast<double>(config.root_threat_nodes), 0, 1 << 20);
    expect_range("endgame_nodes", static_cast<double>(config.endgame_nodes), 0, 1 << 20);
    expect_range("root_endgame_nodes", static_cast<double>(config.root_endgame_nodes), 0, 1 << 20);
    expect_range("gumbel_actions", config.gumbel_actions, 2, most_count);
    expect_range("gumbel_visit_scale", config.gumbel_visit_scale, 0, any_finite);
    expect_range("gumbel_value_scale", config.gumbel_value_scale, 0, any_finite);
    expect_range("memory_mb", static_cast<double>(config.memory_mb), 0, most_count);
}

}  // namespace tengen
