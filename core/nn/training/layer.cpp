#include "nn/training/layer.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "nn/filter_transform.hpp"

namespace tengen::nn {
namespace {

Description description_of(const BoardBatch& boards) {
    Description description;
    description.height = boards.height;
    description.width = boards.width;
    return description;
}

}  // namespace

void expect_vectors(int channels, const KernelTable& kernels) {
    if (channels > 0 && channels % kernels.lanes == 0) return;
    throw std::invalid_argument("channels: expected a multiple of " +
                                std::to_string(kernels.lanes) + ", got " +
                                std::to_string(channels));
}

float* KeptMemory::take(std::size_t size) {
    if (size > size_) {
        memory_ = AlignedMemory(size);
        start_ = memory_.take(size);
        size_ = size;
    }
    return start_;
}

LayerPlan::LayerPlan(const BoardBatch& boards, int inputs, int outputs, const KernelTable& kernels)
    : kernels_(kernels),
      boards_(boards),
      inputs_(inputs),
      outputs_(outputs),
      columns_(round_up(outputs, kernels.panel_width)) {
    for (const int channels : {inputs, outputs}) expect_vectors(channels, kernels);
    constexpr int fewest_summed = 64;  // products of a sum, for each time that it is loaded
    const Description board = description_of(boards);
    algorithm_ = choose_tiles({outputs, inputs, {}, {}}, board, kernels);
    tiles_ = algorithm_.tiles_on(boards.height, boards.width);
    chunk_ = choose_chunk(std::max(inputs, outputs), board, algorithm_, kernels);
    summed_chunk_ = ceil_divide(fewest_summed, tiles_);
    matrix_size_ = odd_lines(std::ptrdiff_t(inputs) * columns_);
    vertical_ = filter_coefficients(algorithm_.tile_height);
    horizontal_ = filter_coefficients(algorithm_.tile_width);
}

FilterPanel LayerPlan::panel(float* taps, float* frequencies) const {
    return {.vertical = vertical_.data(),
            .horizontal = horizontal_.data(),
            .height = algorithm_.tile_height + 2,
            .width = algorithm_.tile_width + 2,
            .taps = taps,
            .tap_stride = columns_,
            .frequencies = frequencies,
            .frequency_stride = matrix_size_};
}

// [frequencies][panels][inputs][panel width]
void LayerPlan::pack(const FilterView<const float>& filters, int first, int last, float* packed,
                     LayerWorkspace& workspace) const {
    float* taps = workspace.taps.take(9 * columns_);
    for (int input = first; input < last; ++input) {
        for (int tap = 0; tap < 9; ++tap) {
            float* row = taps + tap * columns_;
            const float* source = filters.tap(0, input, tap);
            for (int i = 0; i < outputs_; ++i) row[i] = source[i * filters.strides[0]];
            std::fill(row + outputs_, row + columns_, 0.0F);
        }
        for (int column = 0; column < columns_; column += kernels_.panel_width) {
            const std::ptrdiff_t start = std::ptrdiff_t(column) * inputs_;
            kernels_.transform_filters(
                panel(taps + column, packed + start + input * kernels_.panel_width));
        }
    }
}

// Frequency f of the input is in slot f + 1 and of the output in slot f, as in the trunk.
void LayerPlan::convolve(const float* packed, const float* input, int boards, float* output,
                         LayerWorkspace& workspace) const {
    const WinogradKernels& winograd = winograd_kernels(kernels_, algorithm_);
    const std::ptrdiff_t slot = slot_size(chunk_, std::max(inputs_, columns_));
    float* slots = workspace.tiles.take((algorithm_.frequencies() + 1) * slot);
    const float* zeros = workspace.zeros.take(boards_.width * std::max(inputs_, outputs_));
    for (int i = 0; i < boards; ++i) {
        winograd.scatter({.layout = layout(inputs_),
                          .board = input + i * input_size(),
                          .zero_row = zeros,
                          .tiles = slots + slot + std::ptrdiff_t(i) * tiles_ * inputs_,
                          .frequency_stride = slot,
                          .tile_stride = inputs_});
    }
    for (int i = 0; i < algorithm_.frequencies(); ++i) {
        kernels_.multiply({.input = slots + (i + 1) * slot,
                           .input_stride = inputs_,
                           .weights = packed + i * matrix_size_,
                           .output = slots + i * slot,
                           .output_stride = columns_,
                           .rows = boards * tiles_,
                           .depth = inputs_,
                           .panels = columns_ / kernels_.panel_width,
                           .narrow = columns_ - outputs_ >= kernels_.panel_width - kernels_.lanes});
    }
    for (int i = 0; i < boards; ++i) {
        winograd.gather({.layout = layout(outputs_),
                         .tiles = slots + std::ptrdiff_t(i) * tiles_ * columns_,
                         .frequency_stride = slot,
                         .tile_stride = columns_,
                         .bias = nullptr,
                         .residual = nullptr,
                         .board = output + i * output_size()});
    }
}

// sums [frequencies][inputs][columns]
void LayerPlan::add_gradient(const float* input, const float* output_gradient, int boards,
                             float* sums, LayerWorkspace& workspace) const {
    const WinogradKernels& winograd = winograd_kernels(kernels_, algorithm_);
    const std::ptrdiff_t left_slot = slot_size(summed_chunk_, inputs_);
    const std::ptrdiff_t right_slot = slot_size(summed_chunk_, columns_);
    float* left = workspace.tiles.take(algorithm_.frequencies() * left_slot);
    float* right = workspace.gradient_tiles.take(algorithm_.frequencies() * right_slot);
    const float* zeros = workspace.zeros.take(boards_.width * std::max(inputs_, outputs_));
    for (int i = 0; i < boards; ++i) {
        winograd.scatter({.layout = layout(inputs_),
                          .board = input + i * input_size(),
                          .zero_row = zeros,
                          .tiles = left + std::ptrdiff_t(i) * tiles_ * inputs_,
                          .frequency_stride = left_slot,
                          .tile_stride = inputs_});
        winograd.scatter_gradient({.layout = layout(outputs_),
                                   .board = output_gradient + i * output_size(),
                                   .zero_row = zeros,
                                   .tiles = right + std::ptrdiff_t(i) * tiles_ * columns_,
                                   .frequency_stride = right_slot,
                                   .tile_stride = columns_});
    }
    for (int i = 0; i < algorithm_.frequencies(); ++i) {
        kernels_.accumulate({.left = left + i * left_slot,
                             .left_stride = inputs_,
                             .right = right + i * right_slot,
                             .right_stride = columns_,
                             .output = sums + i * matrix_size_,
                             .output_stride = columns_,
                             .rows = inputs_,
                             .depth = boards * tiles_,
                             .panels = columns_ / kernels_.panel_width});
    }
}

void LayerPlan::add_sums(const float* sums, int first, int last, float* total) const {
    for (int frequency = 0; frequency < algorithm_.frequencies(); ++frequency) {
        const std::ptrdiff_t start = frequency * matrix_size_;
        for (std::ptrdiff_t i = start + first * columns_; i < start + last * columns_; ++i)
            total[i] += sums[i];
    }
}

void LayerPlan::fold(float* sums, int first, int last, const FilterView<float>& gradient,
                     LayerWorkspace& workspace) const {
    float* taps = workspace.taps.take(9 * columns_);
    for (int input = first; input < last; ++input) {
        for (int column = 0; column < columns_; column += kernels_.panel_width) {
            float* source = sums + std::ptrdiff_t(input) * columns_ + column;
            kernels_.fold_filter_gradients(panel(taps + column, source));
        }
        for (int tap = 0; tap < 9; ++tap) {
            float* target = gradient.tap(0, input, tap);
            const float* row = taps + tap * columns_;
            for (int i = 0; i < outputs_; ++i) target[i * gradient.strides[0]] = row[i];
        }
    }
}

}  // namespace tengen::nn
