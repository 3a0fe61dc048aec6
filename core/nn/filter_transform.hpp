// A 3x3 filter in the Winograd domain; the counterpart of nn/kernels/tile_transform.hpp.
#pragma once

#include <array>

#include "nn/algorithm.hpp"

namespace tengen::nn {

using TransformedFilter = std::array<float, 64>;  // the first algorithm.frequencies() count

// The transform of one direction: [tile + 2][3].
std::array<float, 24> filter_coefficients(int tile);

void transform_filter(const float* filter, const Algorithm& algorithm,
                      TransformedFilter& frequencies);

}  // namespace tengen::nn
