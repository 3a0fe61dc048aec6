// Boards and 3x3 filters of training as numpy arrays.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "nn/training/layer.hpp"

namespace tengen {

namespace nb = nanobind;

template <class Value>
using Boards = nb::ndarray<Value, nb::ndim<4>, nb::c_contig, nb::device::cpu>;
template <class Value>
using Filters = nb::ndarray<Value, nb::shape<-1, -1, 3, 3>, nb::device::cpu>;

template <class Value>
nn::FilterView<Value> view(const Filters<Value>& filters) {
    return {.values = filters.data(),
            .strides = {filters.stride(0), filters.stride(1), filters.stride(2), filters.stride(3)},
            .outputs = static_cast<int>(filters.shape(0)),
            .inputs = static_cast<int>(filters.shape(1))};
}

}  // namespace tengen
