// The trunk of a residual network in training, for Python.
#include "nn/training/trunk_trainer.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "base/ranges.hpp"
#include "bind/core_call.hpp"
#include "bind/filters.hpp"
#include "bind/module.hpp"

namespace tengen {

using namespace nb::literals;

namespace {

template <class Value>
using Row = nb::ndarray<Value, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class Value>
using Matrix = nb::ndarray<Value, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

using Layers = std::vector<
    std::tuple<Filters<const float>, Row<const float>, Row<const float>, Row<float>, Row<float>>>;
using Poolings = std::vector<std::tuple<Matrix<const float>, Row<const float>>>;
using LayerGradients = std::vector<std::tuple<Filters<float>, Row<float>, Row<float>>>;
using PoolingGradients = std::vector<std::tuple<Matrix<float>, Row<float>>>;

void expect(bool fits) {
    if (fits) return;
    throw std::invalid_argument(
        "trunk: expected boards [N, H, W, channels] and parameters of the trunk's shape");
}

template <class Value>
Value* row(const Row<Value>& array, const nn::TrunkShape& shape) {
    expect(array.shape(0) == std::size_t(shape.channels));
    return array.data();
}

template <class Value>
nn::FilterView<Value> filters(const Filters<Value>& array, std::size_t layer,
                              const nn::TrunkShape& shape) {
    const int inputs = layer == 0 ? shape.planes : shape.channels;
    expect(array.shape(0) == std::size_t(shape.channels) && array.shape(1) == std::size_t(inputs));
    return view(array);
}

template <class Value>
Value* matrix(const Matrix<Value>& array, int pooled, const nn::TrunkShape& shape) {
    expect(array.shape(0) == std::size_t(shape.channels) &&
           array.shape(1) == std::size_t(2 * pooled));
    return array.data();
}

// Of the blocks that pool, in order.
std::vector<int> pooled_numbers(const nn::TrunkShape& shape) {
    std::vector<int> numbers;
    for (const int pooled : shape.pooled) {
        if (pooled > 0) numbers.push_back(pooled);
    }
    return numbers;
}

nn::TrunkParameters parameters_of(const Layers& layers, const Poolings& poolings,
                                  const nn::TrunkShape& shape) {
    const std::vector<int> pooled = pooled_numbers(shape);
    expect(layers.size() == std::size_t(shape.layers()) && poolings.size() == pooled.size());
    nn::TrunkParameters parameters;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const auto& [weights, scale, shift, mean, variance] = layers[i];
        parameters.layers.push_back({filters(weights, i, shape), row(scale, shape),
                                     row(shift, shape), row(mean, shape), row(variance, shape)});
    }
    for (std::size_t i = 0; i < poolings.size(); ++i) {
        const auto& [weight, bias] = poolings[i];
        parameters.poolings.push_back({matrix(weight, pooled[i], shape), row(bias, shape)});
    }
    return parameters;
}

nn::TrunkGradients gradients_of(const LayerGradients& layers, const PoolingGradients& poolings,
                                const nn::TrunkShape& shape) {
    const std::vector<int> pooled = pooled_numbers(shape);
    expect(layers.size() == std::size_t(shape.layers()) && poolings.size() == pooled.size());
    nn::TrunkGradients gradients;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const auto& [weights, scale, shift] = layers[i];
        gradients.layers.push_back(
            {filters(weights, i, shape), row(scale, shape), row(shift, shape)});
    }
    for (std::size_t i = 0; i < poolings.size(); ++i) {
        const auto& [weight, bias] = poolings[i];
        gradients.poolings.push_back({matrix(weight, pooled[i], shape), row(bias, shape)});
    }
    return gradients;
}

template <class Value>
void expect_boards(const Boards<Value>& boards, int count, int channels,
                   const nn::TrunkShape& shape) {
    expect(boards.shape(0) == std::size_t(count) && boards.shape(1) == std::size_t(shape.height) &&
           boards.shape(2) == std::size_t(shape.width) && boards.shape(3) == std::size_t(channels));
}

std::shared_ptr<nn::TrunkRecord> forward(nn::TrunkTrainer& trainer, const Layers& layers,
                                         const Poolings& poolings,
                                         const Boards<const float>& planes,
                                         const Boards<float>& output, bool training) {
    const nn::TrunkShape& shape = trainer.shape();
    expect(planes.shape(0) <= 1'000'000);
    const int count = static_cast<int>(planes.shape(0));
    expect_boards(planes, count, shape.planes, shape);
    expect_boards(output, count, shape.channels, shape);
    const nn::TrunkParameters parameters = parameters_of(layers, poolings, shape);
    const CoreCall call;
    return trainer.forward(parameters, planes.data(), count, training, output.data());
}

void backward(nn::TrunkTrainer& trainer, const Layers& layers, const Poolings& poolings,
              nn::TrunkRecord& record, const Boards<const float>& planes,
              const Boards<const float>& output, const Boards<const float>& output_gradient,
              const LayerGradients& layer_gradients, const PoolingGradients& pooling_gradients) {
    const nn::TrunkShape& shape = trainer.shape();
    expect(record.shape() == shape);
    expect_boards(planes, record.boards(), shape.planes, shape);
    expect_boards(output, record.boards(), shape.channels, shape);
    expect_boards(output_gradient, record.boards(), shape.channels, shape);
    const nn::TrunkParameters parameters = parameters_of(layers, poolings, shape);
    const nn::TrunkGradients gradients = gradients_of(layer_gradients, pooling_gradients, shape);
    const CoreCall call;
    trainer.backward(parameters, record, planes.data(), output.data(), output_gradient.data(),
                     gradients);
}

void construct(nn::TrunkTrainer* place, int planes, int channels, int height, int width,
               const std::vector<int>& pooled, float epsilon, float momentum, int threads) {
    expect_range("planes", planes, 1, 65536);
    expect_range("channels", channels, 1, 2048);
    expect_range("height", height, 1, 64);
    expect_range("width", width, 1, 64);
    expect_range("blocks", static_cast<int>(pooled.size()), 0, 256);
    for (const int number : pooled) expect_range("pooled", number, 0, channels);
    new (place)
        nn::TrunkTrainer({planes, channels, height, width, pooled}, {epsilon, momentum}, threads);
}

}  // namespace

void bind_trunk_trainer(nb::module_& module) {
    nb::class_<nn::TrunkRecord>(module, "TrunkRecord",
                                "What a pass through the trunk leaves behind for the way back.");
    nb::class_<nn::TrunkTrainer>(
        module, "TrunkTrainer",
        "The trunk of a residual network in training, with threads of its own. Boards are "
        "C-contiguous float32 [N, H, W, channels]. A layer is (filters [outputs, inputs, 3, 3] of "
        "any strides, scale, shift, running mean, running variance) and a pooling (weight "
        "[channels, 2 * pooled], bias); results are written into arrays that are given.")
        .def("__init__", &construct, "planes"_a, "channels"_a, "height"_a, "width"_a, "pooled"_a,
             "epsilon"_a, "momentum"_a, "threads"_a)
        .def("forward", &forward, "layers"_a.noconvert(), "poolings"_a.noconvert(),
             "planes"_a.noconvert(), "output"_a.noconvert(), "training"_a,
             "In training the norms follow the batch and update their running statistics, else "
             "these are used. The same bits for any number of threads.")
        .def("backward", &backward, "layers"_a.noconvert(), "poolings"_a.noconvert(), "record"_a,
             "planes"_a.noconvert(), "output"_a.noconvert(), "output_gradient"_a.noconvert(),
             "layer_gradients"_a.noconvert(), "pooling_gradients"_a.noconvert(),
             "The gradients of all parameters; everything else as in the call of `forward` that "
             "left the record. The same bits for the same number of threads.");
}

}  // namespace tengen
