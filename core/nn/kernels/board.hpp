// Everything else that is done to the cells of a board.
#pragma once

#include "nn/kernels/kernel_table.hpp"
#include "nn/kernels/vector.hpp"

namespace tengen::nn {

template <class Isa>
[[gnu::always_inline]] inline void copy_floats(const float* source, int count, float* target) {
    int i = 0;
    for (; i + Isa::lanes <= count; i += Isa::lanes) store<Isa>(target + i, load<Isa>(source + i));
    for (; i < count; ++i) target[i] = source[i];
}

template <class Isa>
void copy_patches(const float* padded, int height, int width, int channels, float* patches) {
    const int patch_row = 3 * channels;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            for (int tap = 0; tap < 3; ++tap) {
                copy_floats<Isa>(padded + ((y + tap) * (width + 2) + x) * channels, patch_row,
                                 patches);
                patches += patch_row;
            }
        }
    }
}

template <class Isa>
void pool(const float* board, const BoardLayout& layout, float* pooled) {
    const int cells = layout.height * layout.width;
    for (int channel = 0; channel < layout.channels; channel += Isa::lanes) {
        const float* cell = board + channel;
        typename Isa::Vector sum = load<Isa>(cell);
        typename Isa::Vector maximum = sum;
        for (int i = 1; i < cells; ++i) {
            cell += layout.stride;
            const typename Isa::Vector value = load<Isa>(cell);
            sum += value;
            maximum = larger<Isa>(maximum, value);
        }
        store<Isa>(pooled + channel, sum / static_cast<float>(cells));
        store<Isa>(pooled + layout.channels + channel, maximum);
    }
}

template <class Isa>
void add_to_cells(float* board, const BoardLayout& layout, const float* addend) {
    const int cells = layout.height * layout.width;
    for (int i = 0; i < cells; ++i, board += layout.stride) {
        for (int channel = 0; channel < layout.channels; channel += Isa::lanes) {
            store<Isa>(board + channel, load<Isa>(board + channel) + load<Isa>(addend + channel));
        }
    }
}

// As many independent sums as a multiplication block has, so that latency hides behind throughput.
template <class Isa>
float spin_multiply_adds(int rounds) {
    constexpr int chains = 8;
    typename Isa::Vector sums[chains];
    unroll<chains>([&](auto i) __attribute__((always_inline)) {
        sums[i.value] = typename Isa::Vector{} + static_cast<float>(i.value);
    });
    typename Isa::Vector factor = typename Isa::Vector{} + 0.999F;
    typename Isa::Vector addend = typename Isa::Vector{} + 0.001F;
    for (int i = 0; i < rounds * (4096 / chains); ++i) {
        unroll<chains>([&](auto chain) __attribute__((always_inline)) {
            sums[chain.value] = sums[chain.value] * factor + addend;
        });
    }
    float total = 0.0F;
    unroll<chains>([&](auto i) __attribute__((always_inline)) { total += sums[i.value][0]; });
    return total;
}

}  // namespace tengen::nn
