// The native networks for Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "base/ranges.hpp"
#include "bind/arrays.hpp"
#include "bind/core_call.hpp"
#include "bind/module.hpp"
#include "nn/network.hpp"

namespace tengen {

using namespace nb::literals;

namespace {

using InputArray = nb::ndarray<const float, nb::ndim<4>, nb::c_contig, nb::device::cpu>;
using TensorArray = nb::ndarray<const float, nb::c_contig, nb::device::cpu>;

template <class Value>
Value read(const nb::dict& description, const char* key) {
    if (!description.contains(key)) {
        throw std::invalid_argument(std::string("description ") + key + ": missing");
    }
    Value value{};
    if (!nb::try_cast(description[key], value)) {
        throw std::invalid_argument(std::string("description ") + key + ": unexpected value " +
                                    nb::repr(description[key]).c_str());
    }
    return value;
}

nn::Description read_description(const nb::dict& description) {
    return {.planes = read<int>(description, "planes"),
            .height = read<int>(description, "height"),
            .width = read<int>(description, "width"),
            .actions = read<int>(description, "actions"),
            .trunk = read<std::vector<std::string>>(description, "trunk"),
            .policy_head = read<std::string>(description, "policy_head"),
            .value_head = read<std::string>(description, "value_head"),
            .value_kind = read<std::string>(description, "value_kind"),
            .moves_left = read<int>(description, "moves_left")};
}

// "ndarray of dtype('float64')", "list": what came in place of an array that can be used.
std::string kind_of(nb::handle value) {
    const std::string type = nb::type_name(value.type()).c_str();
    if (!nb::hasattr(value, "dtype") || !nb::hasattr(value, "flags")) return type;
    const nb::object flags = value.attr("flags");
    const bool contiguous = nb::cast<bool>(flags.attr("c_contiguous"));
    return type + " of " + nb::repr(value.attr("dtype")).c_str() +
           (contiguous ? "" : ", not C-contiguous");
}

// The arrays are borrowed: `holders` keeps them alive for as long as the tensors are read.
nn::Tensors read_tensors(const nb::dict& arrays, std::vector<TensorArray>& holders) {
    nn::Tensors tensors;
    for (const auto& [key, value] : arrays) {
        const std::string name = nb::str(key).c_str();
        TensorArray array;
        if (!nb::try_cast(value, array, false)) {
            throw std::invalid_argument("tensor " + name +
                                        ": expected a C-contiguous float32 array, got " +
                                        kind_of(value));
        }
        nn::Tensor& tensor = tensors[name];
        tensor.shape.assign(array.shape_ptr(), array.shape_ptr() + array.ndim());
        tensor.values = {array.data(), array.size()};
        holders.push_back(array);
    }
    return tensors;
}

using Words = nb::typed<nb::dict, nb::str, nb::any>;

void construct(nn::Network* self, const Words& words, const Words& arrays,
               const std::string& instruction_set) {
    std::vector<TensorArray> holders;
    const nn::Tensors tensors = read_tensors(arrays, holders);
    const nn::Description description = read_description(words);
    const nn::InstructionSet set = nn::parse_instruction_set(instruction_set);
    const CoreCall call;
    new (self) nn::Network(description, tensors, set);
}

NumpyArray<float> column(const std::vector<Evaluation>& evaluations, float Evaluation::* field) {
    NumpyArray<float> values = make_array<float>({evaluations.size()});
    for (std::size_t i = 0; i < evaluations.size(); ++i) values.data()[i] = evaluations[i].*field;
    return values;
}

void expect_shape(const EvaluatorShape& shape, const InputArray& planes) {
    if (planes.shape(1) == std::size_t(shape.planes) &&
        planes.shape(2) == std::size_t(shape.height) &&
        planes.shape(3) == std::size_t(shape.width)) {
        return;
    }
    const auto text = [](auto planes_count, auto height, auto width) {
        return "[B, " + std::to_string(planes_count) + ", " + std::to_string(height) + ", " +
               std::to_string(width) + "]";
    };
    throw std::invalid_argument("planes: expected shape " +
                                text(shape.planes, shape.height, shape.width) + ", got " +
                                text(planes.shape(1), planes.shape(2), planes.shape(3)));
}

using Answers =
    std::tuple<NumpyArray<float>, NumpyArray<float>, NumpyArray<float>, NumpyArray<float>>;

Answers evaluate(const nn::Network& network, const InputArray& planes, int threads) {
    const EvaluatorShape shape = network.shape();
    expect_shape(shape, planes);
    const std::size_t count = planes.shape(0);
    const std::size_t actions = static_cast<std::size_t>(shape.actions);
    NumpyArray<float> logits = make_array<float>({count, actions});
    std::vector<Evaluation> evaluations(count);
    {
        const CoreCall call;
        network.evaluate({planes.data(), planes.size()}, static_cast<int>(count),
                         {logits.data(), count * actions}, evaluations, threads);
    }
    return Answers(logits, column(evaluations, &Evaluation::value),
                   column(evaluations, &Evaluation::draw),
                   column(evaluations, &Evaluation::moves_left));
}

std::vector<std::string> instruction_set_names() {
    std::vector<std::string> names;
    for (const nn::InstructionSet set : nn::available_instruction_sets()) {
        names.emplace_back(nn::name_of(set));
    }
    return names;
}

}  // namespace

void bind_nn(nb::module_& module) {
    nb::class_<nn::Network, Evaluator>(
        module, "Network",
        "A policy-value network on the processor: weights packed once, "
        "immutable, shared by all threads.")
        .def("__init__", &construct, "description"_a, "tensors"_a, "instruction_set"_a = "auto",
             "Raises ValueError when the description or a tensor is not what the other demands.")
        .def("evaluate", &evaluate, "planes"_a, "threads"_a = 1,
             "planes [B,C,H,W] float32 -> (logits [B,A], value [B], draw [B], moves_left [B]).\n"
             "A position's answer is the same bits whatever its batch and the number of threads.")
        .def_prop_ro(
            "shape",
            [](const nn::Network& network) {
                const EvaluatorShape shape = network.shape();
                return std::make_tuple(shape.planes, shape.height, shape.width, shape.actions);
            },
            "(planes, height, width, actions)")
        .def_prop_ro("gives_wdl", &nn::Network::gives_wdl)
        .def_prop_ro("gives_moves_left", &nn::Network::gives_moves_left)
        .def_prop_ro("instruction_set",
                     [](const nn::Network& network) {
                         return std::string(nn::name_of(network.instruction_set()));
                     })
        .def_prop_ro(
            "algorithm", [](const nn::Network& network) { return network.algorithm().text(); },
            "How the convolutions are computed, for example 'winograd 6x4'.");
    module.def("available_instruction_sets", &instruction_set_names,
               "What this processor can run, best last.");
    module.def(
        "peak_gflops",
        [](double seconds) {
            expect_range("seconds", seconds, 0, 60);
            return nn::measure_peak_gflops(nn::best_instruction_set(), seconds);
        },
        "seconds"_a = 0.2, nb::call_guard<CoreCall>(),
        "Floating-point operations of one thread that only does fused multiply-adds, in 10^9 per "
        "second.");
}

}  // namespace tengen
