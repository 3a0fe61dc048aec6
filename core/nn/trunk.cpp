#include "nn/trunk.hpp"

#include <algorithm>

namespace tengen::nn {
namespace {

std::size_t workspace_size(const PackedNetwork& network, int capacity, std::ptrdiff_t board_size,
                           std::ptrdiff_t slot_size) {
    return (std::size_t(capacity) + 1) * board_size +
           (network.algorithm.frequencies() + 1) * slot_size;
}

void pad_planes(const float* planes, const EvaluatorShape& shape, float* padded) {
    const int width = shape.width + 2;
    std::fill_n(padded, (shape.height + 2) * width * shape.planes, 0.0F);
    for (int plane = 0; plane < shape.planes; ++plane) {
        for (int y = 0; y < shape.height; ++y) {
            float* target = padded + ((y + 1) * width + 1) * shape.planes + plane;
            for (int x = 0; x < shape.width; ++x) target[x * shape.planes] = *planes++;
        }
    }
}

void pad_board(const float* board, int stride, const EvaluatorShape& shape, int channels,
               float* padded) {
    const int width = shape.width + 2;
    std::fill_n(padded, (shape.height + 2) * width * channels, 0.0F);
    for (int y = 0; y < shape.height; ++y) {
        float* target = padded + ((y + 1) * width + 1) * channels;
        for (int x = 0; x < shape.width; ++x, target += channels, board += stride) {
            std::copy_n(board, channels, target);
        }
    }
}

}  // namespace

Trunk::Trunk(const PackedNetwork& network, int capacity)
    : network_(network),
      capacity_(capacity),
      board_size_(static_cast<std::ptrdiff_t>(network.cells()) * network.widest_stride()),
      tiles_per_board_(network.algorithm.tiles_on(network.shape.height, network.shape.width)),
      memory_(0) {
    const int stride = network.widest_stride();
    slot_size_ = odd_lines(static_cast<std::ptrdiff_t>(capacity) * tiles_per_board_ * stride);
    memory_ = AlignedMemory(workspace_size(network, capacity, board_size_, slot_size_));
    activations_ = memory_.take(capacity * board_size_);
    if (!network.algorithm.is_direct()) {
        slots_ = memory_.take((network.algorithm.frequencies() + 1) * slot_size_);
        zero_row_ = memory_.take(static_cast<std::size_t>(network.shape.width) * stride);
    }
    inside_block_ = memory_.take(board_size_);
    const std::size_t inputs = network.widest_input();
    padded_ = memory_.take((network.shape.height + 2) * (network.shape.width + 2) * inputs);
    patches_ = memory_.take(9 * network.cells() * inputs);
    pooled_ = memory_.take(2 * stride);
    pooled_sum_ = memory_.take(stride);
}

void Trunk::run(const float* planes, int boards) {
    for (int i = 0; i < boards; ++i) {
        run_stem(planes + static_cast<std::ptrdiff_t>(i) * network_.shape.input_size(),
                 activations_ + i * board_size_);
    }
    if (network_.algorithm.is_direct()) {
        run_directly(boards);
    } else {
        run_winograd(boards);
    }
}

void Trunk::run_directly(int boards) {
    for (int i = 0; i < boards; ++i) {
        int stride = network_.stem.stride;
        for (const TrunkStep& step : network_.steps) {
            run_step_directly(step, stride, activations_ + i * board_size_);
            stride = step.convolution.stride;
        }
    }
}

void Trunk::run_winograd(int boards) {
    int stride = network_.stem.stride;
    for (std::size_t i = 0; i < network_.steps.size(); ++i) {
        const TrunkStep& step = network_.steps[i];
        if (i == 0) {
            for (int board = 0; board < boards; ++board)
                scatter(step, stride, activations(board), board);
        }
        multiply_frequencies(step, stride, boards);
        stride = step.convolution.stride;
        for (int board = 0; board < boards; ++board) {
            const float* result = gather(step, board);
            if (i + 1 < network_.steps.size())
                scatter(network_.steps[i + 1], stride, result, board);
        }
    }
}

void Trunk::run_stem(const float* planes, float* board) {
    pad_planes(planes, network_.shape, padded_);
    convolve_padded(network_.stem, network_.shape.planes, nullptr, board);
}

void Trunk::run_step_directly(const TrunkStep& step, int stride, float* board) {
    const float* source = step.closes_block ? inside_block_ : board;
    float* target = step.opens_block ? inside_block_ : board;
    pad_board(source, stride, network_.shape, step.inputs, padded_);
    convolve_padded(step.convolution, step.inputs, step.closes_block ? board : nullptr, target);
    if (step.pooling) add_pooled(*step.pooling, step.convolution.stride, target);
}

void Trunk::convolve_padded(const PackedMatrix& convolution, int channels, const float* residual,
                            float* output) {
    const KernelTable& kernels = network_.kernels;
    kernels.copy_patches(padded_, network_.shape.height, network_.shape.width, channels, patches_);
    kernels.multiply({.input = patches_,
                      .input_stride = convolution.depth,
                      .weights = convolution.weights,
                      .output = output,
                      .output_stride = convolution.stride,
                      .bias = convolution.bias,
                      .residual = residual,
                      .rows = network_.cells(),
                      .depth = convolution.depth,
                      .panels = convolution.panels,
                      .rectify = true});
}

float* Trunk::tiles(int slot, int board, int stride) const {
    return slots_ + slot * slot_size_ +
           static_cast<std::ptrdiff_t>(board) * tiles_per_board_ * stride;
}

BoardLayout Trunk::layout(int channels, int stride) const {
    return {network_.shape.height, network_.shape.width, channels, stride};
}

void Trunk::scatter(const TrunkStep& next, int stride, const float* board, int index) {
    const Algorithm& algorithm = network_.algorithm;
    const int channels = round_up(next.inputs, network_.kernels.lanes);
    winograd_kernels(network_.kernels, algorithm)
        .scatter({.layout = layout(channels, stride),
                  .board = board,
                  .zero_row = zero_row_,
                  .tiles = tiles(1, index, stride),
                  .frequency_stride = slot_size_,
                  .tile_stride = stride});
}

void Trunk::multiply_frequencies(const TrunkStep& step, int stride, int boards) {
    const PackedMatrix& convolution = step.convolution;
    for (int i = 0; i < network_.algorithm.frequencies(); ++i) {
        network_.kernels.multiply({.input = tiles(i + 1, 0, stride),
                                   .input_stride = stride,
                                   .weights = convolution.weights + i * convolution.size,
                                   .output = tiles(i, 0, stride),
                                   .output_stride = convolution.stride,
                                   .rows = boards * tiles_per_board_,
                                   .depth = convolution.depth,
                                   .panels = convolution.panels});
    }
}

const float* Trunk::gather(const TrunkStep& step, int index) {
    const PackedMatrix& convolution = step.convolution;
    float* board = activations_ + index * board_size_;
    float* target = step.opens_block ? inside_block_ : board;
    winograd_kernels(network_.kernels, network_.algorithm)
        .gather({.layout = layout(convolution.stride, convolution.stride),
                 .tiles = tiles(0, index, convolution.stride),
                 .frequency_stride = slot_size_,
                 .tile_stride = convolution.stride,
                 .bias = convolution.bias,
                 .residual = step.closes_block ? board : nullptr,
                 .board = target});
    if (step.pooling) add_pooled(*step.pooling, convolution.stride, target);
    return target;
}

void Trunk::add_pooled(const PackedPooling& pooling, int stride, float* board) {
    const PackedMatrix& linear = pooling.linear;
    network_.kernels.pool(board, layout(pooling.channels, stride), pooled_);
    network_.kernels.multiply({.input = pooled_,
                               .input_stride = linear.depth,
                               .weights = linear.weights,
                               .output = pooled_sum_,
                               .output_stride = linear.stride,
                               .bias = linear.bias,
                               .rows = 1,
                               .depth = linear.depth,
                               .panels = linear.panels});
    network_.kernels.add_to_cells(board, layout(linear.stride, stride), pooled_sum_);
}

}  // namespace tengen::nn
