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

    // The cells that a tile's outputs depend on.
    struct Inputs {
        static constexpr int height = input_height;
        static constexpr int width = input_width;
        static constexpr int origin = -1;

        [[gnu::always_inline]] static void vertical(const Vector (&x)[height],
                                                    Vector (&f)[input_height]) {
            Vertical::forward(x, f);
        }
        [[gnu::always_inline]] static void horizontal(const Vector (&x)[width],
                                                      Vector (&f)[input_width]) {
            Horizontal::forward(x, f);
        }
    };

    // The gradients of a tile's outputs.
    struct Gradients {
        static constexpr int height = tile_height;
        static constexpr int width = tile_width;
        static constexpr int origin = 0;

        [[gnu::always_inline]] static void vertical(const Vector (&y)[height],
                                                    Vector (&f)[input_height]) {
            Vertical::spread(y, f);
        }
        [[gnu::always_inline]] static void horizontal(const Vector (&y)[width],
                                                      Vector (&f)[input_width]) {
            Horizontal::spread(y, f);
        }
    };

    // rows: where the tile's rows begin, at column 0 of the board; left: its first column.
    template <class Side>
    [[gnu::always_inline]] static void scatter_tile(const TileScatter& job,
                                                    const float* const (&rows)[Side::height],
                                                    int channel, int left, float* target) {
        Vector half[input_height][Side::width];
        unroll<Side::width>([&](auto column) __attribute__((always_inline)) {
            const int x = left + column.value;
            if (x < 0 || x >= job.layout.width) {
                unroll<input_height>([&](auto row) __attribute__((always_inline)) {
                    half[row.value][column.value] = Vector{};
                });
                return;
            }
            const std::ptrdiff_t offset = x * job.layout.stride + channel;
            Vector cells[Side::height];
            Vector frequencies[input_height];
            unroll<Side::height>([&](auto row) __attribute__((always_inline)) {
                cells[row.value] = load<Isa>(rows[row.value] + offset);
            });
            Side::vertical(cells, frequencies);
            unroll<input_height>([&](auto row) __attribute__((always_inline)) {
                half[row.value][column.value] = frequencies[row.value];
            });
        });
        unroll<input_height>([&](auto row) __attribute__((always_inline)) {
            Vector frequencies[input_width];
            Side::horizontal(half[row.value], frequencies);
            unroll<input_width>([&](auto column) __attribute__((always_inline)) {
                constexpr int frequency =
                    decltype(row)::value * input_width + decltype(column)::value;
                store<Isa>(target + frequency * job.frequency_stride, frequencies[column.value]);
            });
        });
    }

    template <class Side>
    static void scatter(const TileScatter& job) {
        const BoardLayout& layout = job.layout;
        float* target = job.tiles;
        for (int top = Side::origin; top < layout.height + Side::origin; top += tile_height) {
            const float* rows[Side::height];
            for (int row = 0; row < Side::height; ++row) {
                const int y = top + row;
                const bool inside = y >= 0 && y < layout.height;
                rows[row] = inside ? job.board + y * layout.width * layout.stride : job.zero_row;
            }
            for (int left = Side::origin; left < layout.width + Side::origin; left += tile_width) {
                for (int channel = 0; channel < layout.channels; channel += Isa::lanes) {
                    scatter_tile<Side>(job, rows, channel, left, target + channel);
                }
                target += job.tile_stride;
            }
        }
    }

    // What follows the inverse transform; `residual` is a bias and a residual.
    enum class After { nothing, bias, residual };

    template <After after>
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
        Vector bias{};
        if constexpr (after != After::nothing) bias = load<Isa>(job.bias + channel);
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
                Vector sum = outputs[column.value];
                if constexpr (after != After::nothing) sum += bias;
                if constexpr (after == After::residual) sum += load<Isa>(job.residual + position);
                if constexpr (after != After::nothing) sum = rectified<Isa>(sum);
                store<Isa>(job.board + position, sum);
            });
        });
    }

    template <After after>
    static void gather_board(const TileGather& job) {
        const BoardLayout& layout = job.layout;
        const float* source = job.tiles;
        for (int top = 0; top < layout.height; top += tile_height) {
            for (int left = 0; left < layout.width; left += tile_width) {
                for (int channel = 0; channel < layout.channels; channel += Isa::lanes) {
                    gather_tile<after>(job, channel, top, left, source + channel);
                }
                source += job.tile_stride;
            }
        }
    }

    static void gather(const TileGather& job) {
        if (job.bias == nullptr) {
            gather_board<After::nothing>(job);
        } else if (job.residual != nullptr) {
            gather_board<After::residual>(job);
        } else {
            gather_board<After::bias>(job);
        }
    }

    static constexpr WinogradKernels kernels() {
        return {&scatter<Inputs>, &scatter<Gradients>, &gather};
    }
};

}  // namespace tengen::nn
