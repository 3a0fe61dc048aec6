// Two-dimensional Winograd transforms of whole boards, some channels of one tile at a time.
#pragma once

#include "nn/kernels/kernel_table.hpp"
#include "nn/kernels/tile_transform.hpp"

namespace tengen::nn {

template <class Isa, int tile_height, int tile_width>
struct Winograd {
    using Vector = typename Isa::Vector;
    using Vertical = TileTransform<Isa, tile_height>;
    using Horizontal = TileTransform<Isa, tile_width>;
    static constexpr int input_height = tile_height + 2;
    static constexpr int input_width = tile_width + 2;

    // rows: where the tile's input rows begin, at column 0 of the board; left: its first input
    // column.
    [[gnu::always_inline]] static void scatter_tile(const TileScatter& job,
                                                    const float* const (&rows)[input_height],
                                                    int channel, int left, float* target) {
        Vector half[input_height][input_width];
        unroll<input_width>([&](auto column) __attribute__((always_inline)) {
            const int x = left + column.value;
            if (x < 0 || x >= job.layout.width) {
                unroll<input_height>([&](auto row) __attribute__((always_inline)) {
                    half[row.value][column.value] = Vector{};
                });
                return;
            }
            const std::ptrdiff_t offset = x * job.layout.stride + channel;
            Vector cells[input_height];
            Vector frequencies[input_height];
            unroll<input_height>([&](auto row) __attribute__((always_inline)) {
                cells[row.value] = load<Isa>(rows[row.value] + offset);
            });
            Vertical::forward(cells, frequencies);
            unroll<input_height>([&](auto row) __attribute__((always_inline)) {
                half[row.value][column.value] = frequencies[row.value];
            });
        });
        unroll<input_height>([&](auto row) __attribute__((always_inline)) {
            Vector frequencies[input_width];
            Horizontal::forward(half[row.value], frequencies);
            unroll<input_width>([&](auto column) __attribute__((always_inline)) {
                constexpr int frequency =
                    decltype(row)::value * input_width + decltype(column)::value;
                store<Isa>(target + frequency * job.frequency_stride, frequencies[column.value]);
            });
        });
    }

    static void scatter(const TileScatter& job) {
        const BoardLayout& layout = job.layout;
        float* target = job.tiles;
        for (int top = -1; top < layout.height - 1; top += tile_height) {
            const float* rows[input_height];
            for (int row = 0; row < input_height; ++row) {
                const int y = top + row;
                const bool inside = y >= 0 && y < layout.height;
                rows[row] = inside ? job.board + y * layout.width * layout.stride : job.zero_row;
            }
            for (int left = -1; left < layout.width - 1; left += tile_width) {
                for (int channel = 0; channel < layout.channels; channel += Isa::lanes) {
                    scatter_tile(job, rows, channel, left, target + channel);
                }
                target += layout.stride;
            }
        }
    }

    template <bool has_residual>
    [[gnu::always_inline]] static void gather_tile(const TileGather& job, int channel, int top,
                                                   int left, const float* source) {
        Vector half[tile_height][input_width];
        unroll<input_width>([&](auto column) __attribute__((always_inline)) {
            Vector frequencies[input_height];
            Vector outputs[tile_height];
            unroll<input_height>([&](auto row) __attribute__((always_inline)) {
                constexpr int frequency =
                    decltype(row)::value * input_width + decltype(column)::value;
                frequencies[row.value] = load<Isa>(source + frequency * job.frequency_stride);
            });
            Vertical::inverse(frequencies, outputs);
            unroll<tile_height>([&](auto row) __attribute__((always_inline)) {
                half[row.value][column.value] = outputs[row.value];
            });
        });
        const Vector bias = load<Isa>(job.bias + channel);
        unroll<tile_height>([&](auto row) __attribute__((always_inline)) {
            const int y = top + row.value;
            if (y >= job.layout.height) return;
            Vector outputs[tile_width];
            Horizontal::inverse(half[row.value], outputs);
            const std::ptrdiff_t cell =
                (static_cast<std::ptrdiff_t>(y) * job.layout.width + left) * job.layout.stride +
                channel;
            unroll<tile_width>([&](auto column) __attribute__((always_inline)) {
                if (left + column.value >= job.layout.width) return;
                const std::ptrdiff_t position = cell + column.value * job.layout.stride;
                Vector sum = outputs[column.value] + bias;
                if constexpr (has_residual) sum += load<Isa>(job.residual + position);
                store<Isa>(job.board + position, rectified<Isa>(sum));
            });
        });
    }

    template <bool has_residual>
    static void gather_board(const TileGather& job) {
        const BoardLayout& layout = job.layout;
        const float* source = job.tiles;
        for (int top = 0; top < layout.height; top += tile_height) {
            for (int left = 0; left < layout.width; left += tile_width) {
                for (int channel = 0; channel < layout.channels; channel += Isa::lanes) {
                    gather_tile<has_residual>(job, channel, top, left, source + channel);
                }
                source += layout.stride;
            }
        }
    }

    static void gather(const TileGather& job) {
        if (job.residual != nullptr) {
            gather_board<true>(job);
        } else {
            gather_board<false>(job);
        }
    }

    static constexpr WinogradKernels kernels() { return {&scatter, &gather}; }
};

}  // namespace tengen::nn
