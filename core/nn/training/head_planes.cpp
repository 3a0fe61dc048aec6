#include "nn/training/head_planes.hpp"

#include <algorithm>

#include "nn/algorithm.hpp"
#include "nn/training/shared_work.hpp"

namespace tengen::nn {

namespace {

using Heads = std::vector<HeadPlanes<const float, float>>;

std::ptrdiff_t board_size(const HeadCells& from) {
    return std::ptrdiff_t(from.cells_per_board) * from.channels;
}

// One matrix for all heads, as a kernel wants it: [panels][channels][panel width].
std::vector<float> packed(const Heads& heads, int channels, int panels, int width) {
    std::vector<float> weights(std::size_t(panels) * channels * width);
    int column = 0;
    for (const auto& head : heads) {
        for (int plane = 0; plane < head.planes; ++plane, ++column) {
            const float* row = head.weights + std::ptrdiff_t(plane) * channels;
            const std::ptrdiff_t panel = std::ptrdiff_t(column / width) * channels;
            for (int channel = 0; channel < channels; ++channel)
                weights[(panel + channel) * width + column % width] = row[channel];
        }
    }
    return weights;
}

// Columns [cells][stride] of a board become the planes of the heads.
void hand_out(const std::vector<float>& columns, int stride, std::ptrdiff_t board, int cells,
              const Heads& heads) {
    int column = 0;
    for (const auto& head : heads) {
        float* plane = head.output + board * head.planes * cells;
        for (int number = 0; number < head.planes; ++number, ++column, plane += cells) {
            for (int cell = 0; cell < cells; ++cell)
                plane[cell] = columns[std::size_t(cell) * stride + column];
        }
    }
}

template <class AnyHeads>
int planes_of(const AnyHeads& heads) {
    int planes = 0;
    for (const auto& head : heads) planes += head.planes;
    return planes;
}

// One board: its cells' gradient, and what it adds to the weights' sums [planes][channels].
void add_gradients(const KernelTable& kernels, const HeadCells& from,
                   const std::vector<HeadPlanes<const float, const float>>& heads,
                   std::ptrdiff_t board, float* cells_gradient, float* sums) {
    std::fill_n(cells_gradient, board_size(from), 0.0F);
    for (const auto& head : heads) {
        kernels.add_plane_gradients(
            {.input = from.cells + board * board_size(from),
             .weights = head.weights,
             .output_gradient = head.output + board * head.planes * from.cells_per_board,
             .input_gradient = cells_gradient,
             .weight_sums = sums,
             .cells = from.cells_per_board,
             .channels = from.channels,
             .planes = head.planes});
        sums += std::ptrdiff_t(head.planes) * from.channels;
    }
}

}  // namespace

void make_head_planes(Workers& workers, const HeadCells& from, const Heads& heads,
                      InstructionSet set) {
    const KernelTable& kernels = kernels_for(set);
    const int planes = planes_of(heads);
    const int stride = round_up(planes, kernels.panel_width);
    const int panels = stride / kernels.panel_width;
    const std::vector<float> weights = packed(heads, from.channels, panels, kernels.panel_width);
    workers.share(from.boards, [&](int, std::ptrdiff_t board, std::ptrdiff_t last) {
        std::vector<float> columns(std::size_t(from.cells_per_board) * stride);
        for (; board < last; ++board) {
            kernels.multiply({.input = from.cells + board * board_size(from),
                              .input_stride = from.channels,
                              .weights = weights.data(),
                              .output = columns.data(),
                              .output_stride = stride,
                              .rows = from.cells_per_board,
                              .depth = from.channels,
                              .panels = panels,
                              .narrow = stride - planes >= kernels.panel_width - kernels.lanes});
            hand_out(columns, stride, board, from.cells_per_board, heads);
        }
    });
}

void head_plane_gradients(Workers& workers, const HeadCells& from,
                          const std::vector<HeadPlanes<const float, const float>>& heads,
                          float* cells_gradient, const std::vector<float*>& weight_gradients,
                          InstructionSet set) {
    const KernelTable& kernels = kernels_for(set);
    ThreadSums sums(workers.threads());
    sums.clear(std::size_t(planes_of(heads)) * from.channels);
    workers.share(from.boards, [&](int thread, std::ptrdiff_t board, std::ptrdiff_t last) {
        for (; board < last; ++board) {
            float* of_board = cells_gradient + board * board_size(from);
            add_gradients(kernels, from, heads, board, of_board, sums.of(thread));
        }
    });
    const float* total = sums.total();
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const std::ptrdiff_t size = std::ptrdiff_t(heads[i].planes) * from.channels;
        std::copy_n(total, size, weight_gradients[i]);
        total += size;
    }
}

}  // namespace tengen::nn
