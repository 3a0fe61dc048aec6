// Sums of outer products: how the gradient of a filter collects what every tile says.
#pragma once

#include "nn/kernels/kernel_table.hpp"
#include "nn/kernels/multiply.hpp"
#include "nn/kernels/vector.hpp"

namespace tengen::nn {

// `job` is a copy, so that the compiler knows that the stores do not change it.
template <class Isa, int rows>
[[gnu::noinline]] void accumulate_rows(const Accumulation job, int first_row, int panel) {
    using Vector = typename Isa::Vector;
    constexpr int vectors = Isa::vectors_per_panel;
    const float* left = job.left + first_row;
    const float* right = job.right + panel * panel_width<Isa>;
    float* output = job.output + first_row * job.output_stride + panel * panel_width<Isa>;
    Vector sums[rows][vectors];
    unroll<rows>([&](auto row) __attribute__((always_inline)) {
        unroll<vectors>([&](auto v) __attribute__((always_inline)) {
            sums[row.value][v.value] =
                load<Isa>(output + row.value * job.output_stride + v.value * Isa::lanes);
        });
    });
    for (int k = 0; k < job.depth; ++k) {
        unroll<rows>([&](auto row) __attribute__((always_inline)) {
            const float factor = left[row.value];
            unroll<vectors>([&](auto v) __attribute__((always_inline)) {
                sums[row.value][v.value] += factor * load<Isa>(right + v.value * Isa::lanes);
            });
        });
        left += job.left_stride;
        right += job.right_stride;
    }
    unroll<rows>([&](auto row) __attribute__((always_inline)) {
        unroll<vectors>([&](auto v) __attribute__((always_inline)) {
            store<Isa>(output + row.value * job.output_stride + v.value * Isa::lanes,
                       sums[row.value][v.value]);
        });
    });
}

// As many rows as wanted, `most` at most.
template <class Isa, int most>
void accumulate_some_rows(const Accumulation& job, int wanted, int first_row, int panel) {
    if constexpr (most > 0) {
        if (wanted == most) {
            accumulate_rows<Isa, most>(job, first_row, panel);
        } else {
            accumulate_some_rows<Isa, most - 1>(job, wanted, first_row, panel);
        }
    }
}

// Blocks of nearly the same height, as in a multiplication.
template <class Isa>
void accumulate(const Accumulation& job) {
    for (int panel = 0; panel < job.panels; ++panel) {
        for_even_blocks(job.rows, Isa::block_rows,
                        [&](int row, int rows) __attribute__((always_inline)) {
                            accumulate_some_rows<Isa, Isa::block_rows>(job, rows, row, panel);
                        });
    }
}

}  // namespace tengen::nn
