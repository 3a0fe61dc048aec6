// Random draws that the search needs, written out so that every machine gives the same numbers.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "base/random.hpp"

namespace tengen {

inline double draw_normal(Random& random) {
    const double radius = std::sqrt(-2.0 * std::log(random.uniform()));
    return radius * std::cos(2.0 * std::numbers::pi * random.uniform());
}

inline double draw_gumbel(Random& random) { return -std::log(-std::log(random.uniform())); }

// Marsaglia and Tsang (2000); shapes below 1 are drawn one higher and scaled down.
inline double draw_gamma(Random& random, double shape) {
    if (shape < 1.0)
        return draw_gamma(random, shape + 1.0) * std::pow(random.uniform(), 1.0 / shape);
    const double d = shape - 1.0 / 3.0;
    const double c = 1.0 / std::sqrt(9.0 * d);
    for (;;) {
        const double x = draw_normal(random);
        const double cube = (1.0 + c * x) * (1.0 + c * x) * (1.0 + c * x);
        if (cube <= 0.0) continue;
        if (std::log(random.uniform()) < 0.5 * x * x + d - d * cube + d * std::log(cube))
            return d * cube;
    }
}

// `count` shares that sum to 1; uniform shares when every draw was too small to tell apart from 0.
inline std::vector<double> draw_dirichlet(Random& random, double alpha, int count) {
    std::vector<double> shares(static_cast<std::size_t>(count));
    double sum = 0.0;
    for (double& share : shares) sum += share = draw_gamma(random, alpha);
    for (double& share : shares) share = sum > 0.0 ? share / sum : 1.0 / count;
    return shares;
}

}  // namespace tengen
