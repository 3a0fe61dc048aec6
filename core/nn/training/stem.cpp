#include "nn/training/stem.hpp"

#include <algorithm>

namespace tengen::nn {

Stem::Stem(const TrunkShape& shape, const KernelTable& kernels)
    : shape_(shape),
      kernels_(kernels),
      depth_(9 * shape.planes),
      columns_(round_up(shape.channels, kernels.panel_width)) {}

// [panels][9 * planes][panel width]
void Stem::pack(const FilterView<const float>& filters, float* packed) const {
    const int width = kernels_.panel_width;
    for (int output = 0; output < shape_.channels; ++output) {
        float* column = packed + std::size_t(output / width) * depth_ * width + output % width;
        for (int row = 0; row < depth_; ++row) {
            column[row * width] = *filters.tap(output, row % shape_.planes, row / shape_.planes);
        }
    }
}

const float* Stem::patches(const float* planes, StemWorkspace& workspace) const {
    const std::ptrdiff_t row = std::ptrdiff_t(shape_.width) * shape_.planes;
    const std::ptrdiff_t padded_row = row + 2 * shape_.planes;
    float* padded = workspace.padded.take((shape_.height + 2) * padded_row);
    for (int y = 0; y < shape_.height; ++y) {
        std::copy_n(planes + y * row, row, padded + (y + 1) * padded_row + shape_.planes);
    }
    float* patches = workspace.patches.take(std::size_t(shape_.cells()) * depth_);
    kernels_.copy_patches(padded, shape_.height, shape_.width, shape_.planes, patches);
    return patches;
}

void Stem::convolve(const float* packed, const float* planes, float* output,
                    StemWorkspace& workspace) const {
    float* cells = workspace.cells.take(cells_size());
    kernels_.multiply({.input = patches(planes, workspace),
                       .input_stride = depth_,
                       .weights = packed,
                       .output = cells,
                       .output_stride = columns_,
                       .rows = shape_.cells(),
                       .depth = depth_,
                       .panels = columns_ / kernels_.panel_width});
    for (int i = 0; i < shape_.cells(); ++i) {
        std::copy_n(cells + i * columns_, shape_.channels, output + i * shape_.channels);
    }
}

void Stem::add_gradient(const float* planes, const float* output_gradient, float* sums,
                        StemWorkspace& workspace) const {
    float* cells = workspace.cells.take(cells_size());
    for (int i = 0; i < shape_.cells(); ++i) {
        std::copy_n(output_gradient + i * shape_.channels, shape_.channels, cells + i * columns_);
    }
    kernels_.accumulate({.left = patches(planes, workspace),
                         .left_stride = depth_,
                         .right = cells,
                         .right_stride = columns_,
                         .output = sums,
                         .output_stride = columns_,
                         .rows = depth_,
                         .depth = shape_.cells(),
                         .panels = columns_ / kernels_.panel_width});
}

// sums [9 * planes][columns]
void Stem::unpack(const float* sums, const FilterView<float>& gradient) const {
    for (int row = 0; row < depth_; ++row) {
        for (int output = 0; output < shape_.channels; ++output) {
            *gradient.tap(output, row % shape_.planes, row / shape_.planes) =
                sums[std::ptrdiff_t(row) * columns_ + output];
        }
    }
}

}  // namespace tengen::nn
