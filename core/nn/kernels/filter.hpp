// 3x3 filters to the Winograd domain, and their gradients back: the outputs' channels are the
// lanes.
#pragma once

#include "nn/kernels/kernel_table.hpp"
#include "nn/kernels/multiply.hpp"
#include "nn/kernels/vector.hpp"

namespace tengen::nn {

template <class Isa>
void transform_filters(const FilterPanel& panel) {
    using Vector = typename Isa::Vector;
    for (int column = 0; column < panel_width<Isa>; column += Isa::lanes) {
        Vector taps[9];
        unroll<9>([&](auto tap) __attribute__((always_inline)) {
            taps[tap.value] = load<Isa>(panel.taps + tap.value * panel.tap_stride + column);
        });
        float* target = panel.frequencies + column;
        for (int y = 0; y < panel.height; ++y) {
            const float* down = panel.vertical + 3 * y;
            Vector sums[3];
            unroll<3>([&](auto x) __attribute__((always_inline)) {
                sums[x.value] = down[0] * taps[x.value] + down[1] * taps[3 + x.value] +
                                down[2] * taps[6 + x.value];
            });
            for (int x = 0; x < panel.width; ++x, target += panel.frequency_stride) {
                const float* across = panel.horizontal + 3 * x;
                store<Isa>(target, across[0] * sums[0] + across[1] * sums[1] + across[2] * sums[2]);
            }
        }
    }
}

template <class Isa>
void fold_filter_gradients(const FilterPanel& panel) {
    using Vector = typename Isa::Vector;
    for (int column = 0; column < panel_width<Isa>; column += Isa::lanes) {
        Vector taps[9] = {};
        const float* source = panel.frequencies + column;
        for (int y = 0; y < panel.height; ++y) {
            Vector sums[3] = {};
            for (int x = 0; x < panel.width; ++x, source += panel.frequency_stride) {
                const Vector frequency = load<Isa>(source);
                unroll<3>([&](auto tap) __attribute__((always_inline)) {
                    sums[tap.value] += panel.horizontal[3 * x + tap.value] * frequency;
                });
            }
            unroll<9>([&](auto tap) __attribute__((always_inline)) {
                taps[tap.value] += panel.vertical[3 * y + tap.value / 3] * sums[tap.value % 3];
            });
        }
        unroll<9>([&](auto tap) __attribute__((always_inline)) {
            store<Isa>(panel.taps + tap.value * panel.tap_stride + column, taps[tap.value]);
        });
    }
}

}  // namespace tengen::nn
