// The way back through a 1x1 convolution from many channels to a few planes, as heads begin with.
#pragma once

#include "nn/kernels/kernel_table.hpp"
#include "nn/kernels/norm.hpp"
#include "nn/kernels/vector.hpp"

namespace tengen::nn {

// In two rounds, so that in each what is added to stays in registers.
template <class Isa>
void add_plane_gradients(const PlaneGradients& given) {
    const PlaneGradients job = given;
    for_channels<Isa>(job.channels, [&](auto count, int channel) __attribute__((always_inline)) {
        constexpr int vectors = decltype(count)::value;
        typename Isa::Vector sums[vectors];
        for (std::ptrdiff_t cell = 0; cell < job.cells; ++cell) {
            float* target = job.input_gradient + cell * job.channels + channel;
            load_all<Isa>(target, sums);
            for (std::ptrdiff_t plane = 0; plane < job.planes; ++plane) {
                const float gradient = job.output_gradient[plane * job.cells + cell];
                const float* weights = job.weights + plane * job.channels + channel;
                unroll<vectors>([&](auto v) __attribute__((always_inline)) {
                    sums[v.value] += gradient * load<Isa>(weights + v.value * Isa::lanes);
                });
            }
            store_all<Isa>(target, sums);
        }
        for (std::ptrdiff_t plane = 0; plane < job.planes; ++plane) {
            float* target = job.weight_sums + plane * job.channels + channel;
            load_all<Isa>(target, sums);
            for (std::ptrdiff_t cell = 0; cell < job.cells; ++cell) {
                const float gradient = job.output_gradient[plane * job.cells + cell];
                const float* input = job.input + cell * job.channels + channel;
                unroll<vectors>([&](auto v) __attribute__((always_inline)) {
                    sums[v.value] += gradient * load<Isa>(input + v.value * Isa::lanes);
                });
            }
            store_all<Isa>(target, sums);
        }
    });
}

}  // namespace tengen::nn
