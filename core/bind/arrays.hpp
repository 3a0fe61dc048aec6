// Numpy arrays that own memory written by the core.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <initializer_list>
#include <memory>

namespace tengen {

namespace nb = nanobind;

template <class T>
using NumpyArray = nb::ndarray<nb::numpy, T>;

// A zeroed array; `data()` of the result may be written until it is handed to Python.
template <class T>
NumpyArray<T> make_array(std::initializer_list<std::size_t> shape) {
    std::size_t size = 1;
    for (const std::size_t extent : shape) size *= extent;
    auto memory = std::make_unique<T[]>(size);
    T* data = memory.get();
    nb::capsule owner(memory.release(),
                      [](void* pointer) noexcept { delete[] static_cast<T*>(pointer); });
    return NumpyArray<T>(data, shape.size(), shape.begin(), owner);
}

}  // namespace tengen
