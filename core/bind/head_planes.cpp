// The 1x1 convolutions of heads in training, for Python.
#include "nn/training/head_planes.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "bind/core_call.hpp"
#include "bind/filters.hpp"
#include "bind/module.hpp"
#include "nn/training/convolver.hpp"
#include "nn/training/trunk_trainer.hpp"

namespace tengen {

using namespace nb::literals;

namespace {

template <class Value>
using Matrix = nb::ndarray<Value, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

void expect(bool fits) {
    if (fits) return;
    throw std::invalid_argument(
        "heads: expected boards [N, H, W, channels], and for every head weights [planes, channels] "
        "and planes [N, planes, H, W]; channels in multiples of the convolver's step");
}

nn::HeadCells cells_of(const Boards<const float>& boards) {
    for (std::size_t i = 0; i < 4; ++i) expect(boards.shape(i) <= 1'000'000);
    const std::size_t cells = boards.shape(1) * boards.shape(2);
    expect(cells <= 1'000'000 && cells * boards.shape(3) <= 1'000'000'000);
    const int lanes = nn::kernels_for(nn::best_instruction_set()).lanes;
    expect(boards.shape(3) % std::size_t(lanes) == 0);
    return {boards.data(), static_cast<int>(boards.shape(0)), static_cast<int>(cells),
            static_cast<int>(boards.shape(3))};
}

template <class Value>
std::vector<nn::HeadPlanes<const float, Value>> heads_of(
    const Boards<const float>& boards, const std::vector<Matrix<const float>>& weights,
    const std::vector<Boards<Value>>& planes) {
    expect(weights.size() == planes.size());
    std::vector<nn::HeadPlanes<const float, Value>> heads;
    // Twice what the largest net has: every thread has sums of all weights.
    constexpr std::size_t most_weights = 16'000'000;
    std::size_t total = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        total += weights[i].shape(0);
        expect(total <= 1'000'000 && total * boards.shape(3) <= most_weights);
        expect(weights[i].shape(1) == boards.shape(3));
        expect(planes[i].shape(0) == boards.shape(0) && planes[i].shape(1) == weights[i].shape(0));
        expect(planes[i].shape(2) == boards.shape(1) && planes[i].shape(3) == boards.shape(2));
        heads.push_back(
            {weights[i].data(), planes[i].data(), static_cast<int>(weights[i].shape(0))});
    }
    return heads;
}

// Owner: whoever lends its threads.
template <class Owner>
void make_planes(Owner& owner, const Boards<const float>& boards,
                 const std::vector<Matrix<const float>>& weights,
                 const std::vector<Boards<float>>& planes) {
    const nn::HeadCells cells = cells_of(boards);
    const auto heads = heads_of(boards, weights, planes);
    const CoreCall call;
    owner.lend_threads([&](Workers& workers) { nn::make_head_planes(workers, cells, heads); });
}

template <class Owner>
void gradients(Owner& owner, const Boards<const float>& boards,
               const std::vector<Matrix<const float>>& weights,
               const std::vector<Boards<const float>>& plane_gradients,
               const Boards<float>& boards_gradient,
               const std::vector<Matrix<float>>& weight_gradients) {
    const nn::HeadCells cells = cells_of(boards);
    const auto heads = heads_of(boards, weights, plane_gradients);
    for (std::size_t i = 0; i < 4; ++i) expect(boards_gradient.shape(i) == boards.shape(i));
    expect(weight_gradients.size() == weights.size());
    std::vector<float*> sums;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        expect(weight_gradients[i].shape(0) == weights[i].shape(0));
        expect(weight_gradients[i].shape(1) == weights[i].shape(1));
        sums.push_back(weight_gradients[i].data());
    }
    const CoreCall call;
    owner.lend_threads([&](Workers& workers) {
        nn::head_plane_gradients(workers, cells, heads, boards_gradient.data(), sums);
    });
}

template <class Owner>
void bind_for(nb::module_& module) {
    module.def("make_head_planes", &make_planes<Owner>, "threads_of"_a, "boards"_a.noconvert(),
               "weights"_a.noconvert(), "planes"_a.noconvert(),
               "1x1 convolutions of the same boards [N, H, W, channels] for several heads: weights "
               "[planes, channels], results written into the given planes [N, planes, H, W].");
    module.def("head_plane_gradients", &gradients<Owner>, "threads_of"_a, "boards"_a.noconvert(),
               "weights"_a.noconvert(), "plane_gradients"_a.noconvert(),
               "boards_gradient"_a.noconvert(), "weight_gradients"_a.noconvert(),
               "The gradients of the boards and of every head's weights, written into the last two "
               "arguments. The same bits for the same number of threads.");
}

}  // namespace

void bind_head_planes(nb::module_& module) {
    bind_for<nn::TrunkTrainer>(module);
    bind_for<nn::Convolver>(module);
}

}  // namespace tengen
