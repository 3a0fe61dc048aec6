// The convolutions of training for Python.
#include "nn/training/convolver.hpp"

#include <stdexcept>

#include "bind/core_call.hpp"
#include "bind/filters.hpp"
#include "bind/module.hpp"

namespace tengen {

using namespace nb::literals;

namespace {

template <class Value, class Other>
nn::BoardBatch common_batch(const Boards<Value>& input, int inputs, const Boards<Other>& output,
                            int outputs) {
    bool fits = input.shape(1) > 0 && input.shape(2) > 0;
    fits = fits && input.shape(3) == std::size_t(inputs) && output.shape(3) == std::size_t(outputs);
    for (std::size_t i = 0; i < 3; ++i) fits = fits && input.shape(i) == output.shape(i);
    if (!fits) {
        throw std::invalid_argument(
            "convolution: expected boards [N, H, W, inputs] and [N, H, W, outputs] of the filters");
    }
    return {static_cast<int>(input.shape(0)), static_cast<int>(input.shape(1)),
            static_cast<int>(input.shape(2))};
}

void convolve(nn::Convolver& convolver, const Boards<const float>& input,
              const Filters<const float>& filters, const Boards<float>& output) {
    const nn::FilterView<const float> filter_view = view(filters);
    const nn::BoardBatch batch =
        common_batch(input, filter_view.inputs, output, filter_view.outputs);
    const CoreCall call;
    convolver.convolve(batch, input.data(), filter_view, output.data());
}

void filter_gradient(nn::Convolver& convolver, const Boards<const float>& input,
                     const Boards<const float>& output_gradient, const Filters<float>& gradient) {
    const nn::FilterView<float> filter_view = view(gradient);
    const nn::BoardBatch batch =
        common_batch(input, filter_view.inputs, output_gradient, filter_view.outputs);
    const CoreCall call;
    convolver.filter_gradient(batch, input.data(), output_gradient.data(), filter_view);
}

}  // namespace

void bind_convolver(nb::module_& module) {
    nb::class_<nn::Convolver>(
        module, "Convolver",
        "3x3 convolutions of stride 1 and padding 1 for training, with threads of its own. Boards "
        "are C-contiguous float32 [N, H, W, channels], filters [outputs, inputs, 3, 3] of any "
        "strides; results are written into arrays that are given.")
        .def(nb::init<int>(), "threads"_a)
        .def_prop_ro("channel_step", &nn::Convolver::channel_step,
                     "Numbers of channels must be multiples of this.")
        .def("convolve", &convolve, "input"_a.noconvert(), "filters"_a.noconvert(),
             "output"_a.noconvert(),
             "The same bits for a board whatever its batch and the number of threads.")
        .def("filter_gradient", &filter_gradient, "input"_a.noconvert(),
             "output_gradient"_a.noconvert(), "gradient"_a.noconvert(),
             "The gradient of the filters from that of the output; the same bits for the same "
             "number of threads.");
}

}  // namespace tengen
