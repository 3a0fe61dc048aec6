#include "nn/convolver.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>

#include "nn/filter_transform.hpp"

namespace tengen::nn {

float* Convolver::Memory::take(std::size_t size) {
    if (size > size_) {
        memory_ = AlignedMemory(size);
        start_ = memory_.take(size);
        size_ = size;
    }
    return start_;
}

// How one layer is worked through.
struct Convolver::Plan {
    BoardBatch boards;
    int inputs;
    int outputs;
    int columns = 0;  // outputs in whole panels
    int panels = 0;
    Algorithm algorithm = {};
    int tiles = 0;                   // of a board
    int chunk = 0;                   // boards convolved together
    int summed_chunk = 0;            // boards whose products are summed together
    std::ptrdiff_t matrix_size = 0;  // floats from one frequency's filters to the next one's
    std::array<float, 24> vertical = {};
    std::array<float, 24> horizontal = {};

    std::ptrdiff_t input_size() const {
        return std::ptrdiff_t(boards.height) * boards.width * inputs;
    }
    std::ptrdiff_t output_size() const {
        return std::ptrdiff_t(boards.height) * boards.width * outputs;
    }
    // Floats from one frequency's tiles to the next one's.
    std::ptrdiff_t slot_size(int together, int channels) const {
        return odd_lines(std::ptrdiff_t(together) * tiles * channels);
    }
    std::size_t zero_row_size() const {
        return std::size_t(boards.width) * std::max(inputs, outputs);
    }
    FilterPanel panel(float* taps, float* frequencies) const {
        return {.vertical = vertical.data(),
                .horizontal = horizontal.data(),
                .height = algorithm.tile_height + 2,
                .width = algorithm.tile_width + 2,
                .taps = taps,
                .tap_stride = columns,
                .frequencies = frequencies,
                .frequency_stride = matrix_size};
    }
};

Convolver::Convolver(int threads, InstructionSet set)
    : kernels_(kernels_for(set)), workers_(threads), workspaces_(threads) {}

Convolver::Plan Convolver::make_plan(const BoardBatch& boards, int inputs, int outputs) const {
    for (const int channels : {inputs, outputs}) {
        if (channels > 0 && channels % kernels_.lanes == 0) continue;
        throw std::invalid_argument("channels: expected a multiple of " +
                                    std::to_string(kernels_.lanes) + ", got " +
                                    std::to_string(channels));
    }
    constexpr int fewest_summed = 64;  // products of a sum, for each time that it is loaded
    Description board;
    board.height = boards.height;
    board.width = boards.width;
    Plan plan{.boards = boards, .inputs = inputs, .outputs = outputs};
    plan.columns = round_up(outputs, kernels_.panel_width);
    plan.panels = plan.columns / kernels_.panel_width;
    plan.algorithm = choose_tiles({outputs, inputs, {}, {}}, board, kernels_);
    plan.tiles = plan.algorithm.tiles_on(boards.height, boards.width);
    plan.chunk = choose_chunk(std::max(inputs, outputs), board, plan.algorithm, kernels_);
    plan.summed_chunk = (fewest_summed + plan.tiles - 1) / plan.tiles;
    plan.matrix_size = odd_lines(std::ptrdiff_t(inputs) * plan.columns);
    plan.vertical = filter_coefficients(plan.algorithm.tile_height);
    plan.horizontal = filter_coefficients(plan.algorithm.tile_width);
    return plan;
}

// [frequencies][panels][inputs][panel width]
const float* Convolver::pack(const FilterView<const float>& filters, const Plan& plan) {
    float* packed = packed_.take(plan.algorithm.frequencies() * plan.matrix_size);
    workers_.share(plan.inputs, [&](int thread, int first, int last) {
        float* taps = workspaces_[thread].taps.take(9 * plan.columns);
        for (int input = first; input < last; ++input) {
            for (int tap = 0; tap < 9; ++tap) {
                float* row = taps + tap * plan.columns;
                const float* source = filters.tap(0, input, tap);
                for (int i = 0; i < plan.outputs; ++i) row[i] = source[i * filters.strides[0]];
                std::fill(row + plan.outputs, row + plan.columns, 0.0F);
            }
            for (int panel = 0; panel < plan.panels; ++panel) {
                float* target =
                    packed + (std::ptrdiff_t(panel) * plan.inputs + input) * kernels_.panel_width;
                kernels_.transform_filters(plan.panel(taps + panel * kernels_.panel_width, target));
            }
        }
    });
    return packed;
}

void Convolver::convolve(const BoardBatch& boards, const float* input,
                         const FilterView<const float>& filters, float* output) {
    workers_.expect_present();
    const std::lock_guard lock(mutex_);
    const Plan plan = make_plan(boards, filters.inputs, filters.outputs);
    const float* packed = pack(filters, plan);
    std::atomic<int> next = 0;
    workers_.run([&](int thread) {
        for (int first = next.fetch_add(plan.chunk); first < boards.count;
             first = next.fetch_add(plan.chunk)) {
            convolve_chunk(plan, packed, input + first * plan.input_size(),
                           std::min(plan.chunk, boards.count - first),
                           output + first * plan.output_size(), workspaces_[thread]);
        }
    });
}

// Frequency f of the input is in slot f + 1 and of the output in slot f, as in the trunk.
void Convolver::convolve_chunk(const Plan& plan, const float* packed, const float* input,
                               int boards, float* output, Workspace& workspace) const {
    const auto& [height, width] = std::pair(plan.boards.height, plan.boards.width);
    const WinogradKernels& winograd = winograd_kernels(kernels_, plan.algorithm);
    const std::ptrdiff_t slot = plan.slot_size(plan.chunk, std::max(plan.inputs, plan.columns));
    float* slots = workspace.tiles.take((plan.algorithm.frequencies() + 1) * slot);
    const float* zeros = workspace.zeros.take(plan.zero_row_size());
    for (int i = 0; i < boards; ++i) {
        winograd.scatter({.layout = {height, width, plan.inputs, plan.inputs},
                          .board = input + i * plan.input_size(),
                          .zero_row = zeros,
                          .tiles = slots + slot + std::ptrdiff_t(i) * plan.tiles * plan.inputs,
                          .frequency_stride = slot,
                          .tile_stride = plan.inputs});
    }
    for (int i = 0; i < plan.algorithm.frequencies(); ++i) {
        kernels_.multiply({.input = slots + (i + 1) * slot,
                           .input_stride = plan.inputs,
                           .weights = packed + i * plan.matrix_size,
                           .output = slots + i * slot,
                           .output_stride = plan.columns,
                           .rows = boards * plan.tiles,
                           .depth = plan.inputs,
                           .panels = plan.panels});
    }
    for (int i = 0; i < boards; ++i) {
        winograd.gather({.layout = {height, width, plan.outputs, plan.outputs},
                         .tiles = slots + std::ptrdiff_t(i) * plan.tiles * plan.columns,
                         .frequency_stride = slot,
                         .tile_stride = plan.columns,
                         .bias = nullptr,
                         .residual = nullptr,
                         .board = output + i * plan.output_size()});
    }
}

void Convolver::filter_gradient(const BoardBatch& boards, const float* input,
                                const float* output_gradient, const FilterView<float>& gradient) {
    workers_.expect_present();
    const std::lock_guard lock(mutex_);
    const Plan plan = make_plan(boards, gradient.inputs, gradient.outputs);
    const std::size_t size = plan.algorithm.frequencies() * plan.matrix_size;
    for (Workspace& workspace : workspaces_) std::fill_n(workspace.sums.take(size), size, 0.0F);
    workers_.share(boards.count, [&](int thread, int first, int last) {
        Workspace& workspace = workspaces_[thread];
        for (; first < last; first += plan.summed_chunk) {
            sum_chunk(plan, input + first * plan.input_size(),
                      output_gradient + first * plan.output_size(),
                      std::min(plan.summed_chunk, last - first), workspace.sums.take(size),
                      workspace);
        }
    });
    float* total = workspaces_.front().sums.take(size);
    for (std::size_t other = 1; other < workspaces_.size(); ++other) {
        const float* sums = workspaces_[other].sums.take(size);
        for (std::size_t i = 0; i < size; ++i) total[i] += sums[i];
    }
    fold(plan, total, gradient);
}

// sums [frequencies][inputs][columns] += what these boards say.
void Convolver::sum_chunk(const Plan& plan, const float* input, const float* output_gradient,
                          int boards, float* sums, Workspace& workspace) const {
    const auto& [height, width] = std::pair(plan.boards.height, plan.boards.width);
    const WinogradKernels& winograd = winograd_kernels(kernels_, plan.algorithm);
    const std::ptrdiff_t left_slot = plan.slot_size(plan.summed_chunk, plan.inputs);
    const std::ptrdiff_t right_slot = plan.slot_size(plan.summed_chunk, plan.columns);
    float* left = workspace.tiles.take(plan.algorithm.frequencies() * left_slot);
    float* right = workspace.gradient_tiles.take(plan.algorithm.frequencies() * right_slot);
    const float* zeros = workspace.zeros.take(plan.zero_row_size());
    for (int i = 0; i < boards; ++i) {
        winograd.scatter({.layout = {height, width, plan.inputs, plan.inputs},
                          .board = input + i * plan.input_size(),
                          .zero_row = zeros,
                          .tiles = left + std::ptrdiff_t(i) * plan.tiles * plan.inputs,
                          .frequency_stride = left_slot,
                          .tile_stride = plan.inputs});
        winograd.scatter_gradient({.layout = {height, width, plan.outputs, plan.outputs},
                                   .board = output_gradient + i * plan.output_size(),
                                   .zero_row = zeros,
                                   .tiles = right + std::ptrdiff_t(i) * plan.tiles * plan.columns,
                                   .frequency_stride = right_slot,
                                   .tile_stride = plan.columns});
    }
    for (int i = 0; i < plan.algorithm.frequencies(); ++i) {
        kernels_.accumulate({.left = left + i * left_slot,
                             .left_stride = plan.inputs,
                             .right = right + i * right_slot,
                             .right_stride = plan.columns,
                             .output = sums + i * plan.matrix_size,
                             .output_stride = plan.columns,
                             .rows = plan.inputs,
                             .depth = boards * plan.tiles,
                             .panels = plan.panels});
    }
}

void Convolver::fold(const Plan& plan, float* sums, const FilterView<float>& gradient) {
    workers_.share(plan.inputs, [&](int thread, int first, int last) {
        float* taps = workspaces_[thread].taps.take(9 * plan.columns);
        for (int input = first; input < last; ++input) {
            for (int column = 0; column < plan.columns; column += kernels_.panel_width) {
                float* source = sums + std::ptrdiff_t(input) * plan.columns + column;
                kernels_.fold_filter_gradients(plan.panel(taps + column, source));
            }
            for (int tap = 0; tap < 9; ++tap) {
                float* target = gradient.tap(0, input, tap);
                const float* row = taps + tap * plan.columns;
                for (int i = 0; i < plan.outputs; ++i) target[i * gradient.strides[0]] = row[i];
            }
        }
    });
}

}  // namespace tengen::nn
