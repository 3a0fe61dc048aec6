// Batch norms in training: statistics of cells, what they make of cells, and the gradients.
#pragma once

#include "nn/kernels/kernel_table.hpp"
#include "nn/kernels/vector.hpp"

namespace tengen::nn {

// The channels from `first` on: as many vectors of all cells as keep what belongs to a channel in
// registers, while memory is still read from end to end.
template <class Isa, int vectors, class Body>
[[gnu::always_inline]] inline void for_channels(int channels, int first, const Body& body) {
    constexpr int step = vectors * Isa::lanes;
    for (; first + step <= channels; first += step) body(Index<vectors>{}, first);
    if constexpr (vectors > 1) for_channels<Isa, vectors / 2>(channels, first, body);
}

template <class Isa, class Body>
[[gnu::always_inline]] inline void for_channels(int channels, const Body& body) {
    for_channels<Isa, 4>(channels, 0, body);
}

// vectors[i] = the i-th vector from `source` on.
template <class Isa, int vectors>
[[gnu::always_inline]] inline void load_all(const float* source,
                                            typename Isa::Vector (&target)[vectors]) {
    unroll<vectors>([&](auto v) __attribute__((always_inline)) {
        target[v.value] = load<Isa>(source + v.value * Isa::lanes);
    });
}

template <class Isa, int vectors>
[[gnu::always_inline]] inline void store_all(float* target,
                                             const typename Isa::Vector (&source)[vectors]) {
    unroll<vectors>([&](auto v) __attribute__((always_inline)) {
        store<Isa>(target + v.value * Isa::lanes, source[v.value]);
    });
}

template <class Isa>
void sum_cells(const CellSums& job) {
    for_channels<Isa>(job.channels, [&](auto count, int channel) __attribute__((always_inline)) {
        constexpr int vectors = decltype(count)::value;
        typename Isa::Vector pivot[vectors], sums[vectors], squares[vectors];
        load_all<Isa>(job.pivot + channel, pivot);
        load_all<Isa>(job.sums + channel, sums);
        load_all<Isa>(job.squares + channel, squares);
        const float* cell = job.input + channel;
        for (int i = 0; i < job.cells; ++i, cell += job.channels) {
            unroll<vectors>([&](auto v) __attribute__((always_inline)) {
                const auto offset = load<Isa>(cell + v.value * Isa::lanes) - pivot[v.value];
                sums[v.value] += offset;
                squares[v.value] += offset * offset;
            });
        }
        store_all<Isa>(job.sums + channel, sums);
        store_all<Isa>(job.squares + channel, squares);
    });
}

template <class Isa, bool has_residual>
void normalise_cells(const Normalisation job) {
    for_channels<Isa>(job.channels, [&](auto count, int channel) __attribute__((always_inline)) {
        constexpr int vectors = decltype(count)::value;
        typename Isa::Vector scale[vectors], shift[vectors];
        load_all<Isa>(job.scale + channel, scale);
        load_all<Isa>(job.shift + channel, shift);
        std::ptrdiff_t position = channel;
        for (int i = 0; i < job.cells; ++i, position += job.channels) {
            unroll<vectors>([&](auto v) __attribute__((always_inline)) {
                const std::ptrdiff_t place = position + v.value * Isa::lanes;
                auto value = scale[v.value] * load<Isa>(job.input + place) + shift[v.value];
                if constexpr (has_residual) value += load<Isa>(job.residual + place);
                store<Isa>(job.output + place, rectified<Isa>(value));
            });
        }
    });
}

template <class Isa>
void normalise(const Normalisation& job) {
    if (job.residual == nullptr) {
        normalise_cells<Isa, false>(job);
    } else {
        normalise_cells<Isa, true>(job);
    }
}

template <class Isa, bool has_addend>
void rectify_gradient_of_cells(const RectifiedGradient job) {
    using Vector = typename Isa::Vector;
    for_channels<Isa>(job.channels, [&](auto count, int channel) __attribute__((always_inline)) {
        constexpr int vectors = decltype(count)::value;
        Vector mean[vectors], sums[vectors], products[vectors];
        load_all<Isa>(job.mean + channel, mean);
        load_all<Isa>(job.sums + channel, sums);
        load_all<Isa>(job.products + channel, products);
        std::ptrdiff_t position = channel;
        for (int i = 0; i < job.cells; ++i, position += job.channels) {
            unroll<vectors>([&](auto v) __attribute__((always_inline)) {
                const std::ptrdiff_t place = position + v.value * Isa::lanes;
                Vector gradient = load<Isa>(job.gradient + place);
                if constexpr (has_addend) gradient += load<Isa>(job.addend + place);
                const Vector activation = load<Isa>(job.activation + place);
                gradient = activation > Vector{} ? gradient : Vector{};
                store<Isa>(job.output + place, gradient);
                sums[v.value] += gradient;
                products[v.value] += gradient * (load<Isa>(job.input + place) - mean[v.value]);
            });
        }
        store_all<Isa>(job.sums + channel, sums);
        store_all<Isa>(job.products + channel, products);
    });
}

template <class Isa>
void rectify_gradient(const RectifiedGradient& job) {
    if (job.addend == nullptr) {
        rectify_gradient_of_cells<Isa, false>(job);
    } else {
        rectify_gradient_of_cells<Isa, true>(job);
    }
}

template <class Isa>
void normalise_gradient(const NormGradient& given) {
    const NormGradient job = given;
    for_channels<Isa>(job.channels, [&](auto count, int channel) __attribute__((always_inline)) {
        constexpr int vectors = decltype(count)::value;
        typename Isa::Vector factor[vectors], slope[vectors], mean[vectors], constant[vectors];
        load_all<Isa>(job.factor + channel, factor);
        load_all<Isa>(job.slope + channel, slope);
        load_all<Isa>(job.mean + channel, mean);
        load_all<Isa>(job.constant + channel, constant);
        std::ptrdiff_t position = channel;
        for (int i = 0; i < job.cells; ++i, position += job.channels) {
            unroll<vectors>([&](auto v) __attribute__((always_inline)) {
                const std::ptrdiff_t place = position + v.value * Isa::lanes;
                const auto offset = load<Isa>(job.input + place) - mean[v.value];
                store<Isa>(job.output + place, factor[v.value] * load<Isa>(job.gradient + place) +
                                                   (slope[v.value] * offset + constant[v.value]));
            });
        }
    });
}

}  // namespace tengen::nn
