#include "selfplay/config.hpp"

#include "base/ranges.hpp"

namespace tengen {

void refuse_absurd(const SelfPlayConfig& config) {
    refuse_absurd(config.search);
    expect_range("simulations", config.simulations, 1, most_count);
    expect_range("cheap_simulations", config.cheap_simulations, 1, most_count);
    expect_range("full_share", config.full_share, 0, 1);
    expect_range("temperature_moves", config.temperature_moves, 0, most_count);
    expect_range("temperature_early", config.temperature_early, 0, any_finite);
    expect_range("temperature_late", config.temperature_late, 0, any_finite);
    expect_range("output_noise", config.output_noise, 0, 1);
    expect_range("resign_below", config.resign_below, -2, 0);
    expect_range("play_on_share", config.play_on_share, 0, 1);
    expect_range("random_plies", config.random_plies, 0, most_count);
}

}  // namespace tengen
