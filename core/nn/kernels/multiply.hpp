// The register-blocked matrix multiplication behind every convolution and linear layer.
#pragma once

#include "nn/kernels/kernel_table.hpp"
#include "nn/kernels/vector.hpp"

namespace tengen::nn {

template <class Isa>
inline constexpr int panel_width = Isa::lanes * Isa::vectors_per_panel;

// Adds what comes after the sum of products and writes one vector.
template <class Isa>
[[gnu::always_inline]] inline void finish_sum(const Multiplication& job, std::ptrdiff_t position,
                                              std::ptrdiff_t column, typename Isa::Vector sum) {
    if (job.bias != nullptr) sum += load<Isa>(job.bias + column);
    if (job.residual != nullptr) sum += load<Isa>(job.residual + position);
    store<Isa>(job.output + position, job.rectify ? rectified<Isa>(sum) : sum);
}

// One block of rows times the first vectors of one panel: all sums stay in registers while k runs.
// `job` is a copy, so that the compiler knows that the stores do not change it.
template <class Isa, int rows, int vectors>
[[gnu::always_inline]] inline void multiply_block(const Multiplication job, int first_row,
                                                  int panel) {
    using Vector = typename Isa::Vector;
    const std::ptrdiff_t stride = job.input_stride;
    const float* weights =
        job.weights + static_cast<std::ptrdiff_t>(panel) * job.depth * panel_width<Isa>;
    // Three rows share a pointer: x86 addresses reach a few strides from it without arithmetic.
    const float* inputs[(rows + 2) / 3];
    unroll<(rows + 2) / 3>([&](auto group) __attribute__((always_inline)) {
        inputs[group.value] = job.input + (first_row + 3 * group.value) * stride;
    });
    Vector sums[rows][vectors] = {};
    for (int k = 0; k < job.depth; ++k) {
        unroll<rows>([&](auto row) __attribute__((always_inline)) {
            const float input = inputs[row.value / 3][(row.value % 3) * stride + k];
            unroll<vectors>([&](auto v) __attribute__((always_inline)) {
                sums[row.value][v.value] += input * load<Isa>(weights + v.value * Isa::lanes);
            });
        });
        // The next panel: larger networks stream their weights from beyond the second-level cache.
        __builtin_prefetch(weights + static_cast<std::ptrdiff_t>(job.depth) * panel_width<Isa>);
        weights += panel_width<Isa>;
    }
    unroll<rows>([&](auto row) __attribute__((always_inline)) {
        unroll<vectors>([&](auto v) __attribute__((always_inline)) {
            const std::ptrdiff_t column = panel * panel_width<Isa> + v.value * Isa::lanes;
            const std::ptrdiff_t position = (first_row + row.value) * job.output_stride + column;
            finish_sum<Isa>(job, position, column, sums[row.value][v.value]);
        });
    });
}

// The frequencies of a Winograd convolution are bare products: their blocks skip every question
// about what comes after.
template <class Isa, int rows, int vectors>
[[gnu::noinline]] void multiply_rows(const Multiplication& job, int first_row, int panel) {
    if (job.bias != nullptr || job.residual != nullptr || job.rectify) {
        multiply_block<Isa, rows, vectors>(job, first_row, panel);
        return;
    }
    Multiplication bare = job;
    bare.bias = nullptr;
    bare.residual = nullptr;
    bare.rectify = false;
    multiply_block<Isa, rows, vectors>(bare, first_row, panel);
}

// As many rows as wanted, `most` at most.
template <class Isa, int most, int vectors>
void multiply_some_rows(const Multiplication& job, int wanted, int first_row, int panel) {
    if constexpr (most > 0) {
        if (wanted == most) {
            multiply_rows<Isa, most, vectors>(job, first_row, panel);
        } else {
            multiply_some_rows<Isa, most - 1, vectors>(job, wanted, first_row, panel);
        }
    }
}

// body(first row, rows) for blocks of nearly the same height: one of a row or two has too few sums
// to hide their latency.
template <class Body>
[[gnu::always_inline]] inline void for_even_blocks(int count, int most, const Body& body) {
    int row = 0;
    for (int blocks = (count + most - 1) / most; blocks > 0; --blocks) {
        const int rows = (count - row + blocks - 1) / blocks;
        body(row, rows);
        row += rows;
    }
}

template <class Isa, int most, int vectors>
void multiply_panel(const Multiplication& job, int panel) {
    for_even_blocks(job.rows, most, [&](int row, int rows) __attribute__((always_inline)) {
        multiply_some_rows<Isa, most, vectors>(job, rows, row, panel);
    });
}

template <class Isa>
void multiply(const Multiplication& job) {
    constexpr int vectors = Isa::vectors_per_panel;
    const int whole_panels = job.narrow ? job.panels - 1 : job.panels;
    for (int panel = 0; panel < whole_panels; ++panel) {
        multiply_panel<Isa, Isa::block_rows, vectors>(job, panel);
    }
    // With half the vectors twice the rows keep the same number of sums going.
    if (job.narrow) multiply_panel<Isa, 2 * Isa::block_rows, 1>(job, whole_panels);
}

}  // namespace tengen::nn
