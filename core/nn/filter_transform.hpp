// A 3x3 filter in the Winograd domain; the counterpart of nn/kernels/tile_transform.hpp.
#pragma once

#include <array>

#include "nn/algorithm.hpp"

namespace tengen::nn {

using TransformedFilter = std::array<float, 64>;  // the first algorithm.frequencies() count

void transform_filter(const float* filter, const Algorithm& algorithm,
                      TransformedFilter& frequencies);

}  // namespace tengen::nn
