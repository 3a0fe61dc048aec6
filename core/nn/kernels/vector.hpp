// The few operations on vectors of floats that every kernel is written in.
//
// Kernels are templates over an instruction-set tag (`Isa`) that a translation unit defines in its
// unnamed namespace. Whatever is instantiated with such a tag has internal linkage, so the linker
// can never replace the baseline's copy of a function by one that was compiled for a newer
// processor. For the same reason nothing here, nor in the other kernel headers, calls the standard
// library.
#pragma once

namespace tengen::nn {

template <int number>
struct Index {
    static constexpr int value = number;
};

// body(Index<0>), body(Index<1>), ... as straight code: an array that is only indexed by constants
// lives in registers.
template <int count, int first = 0, class Body>
[[gnu::always_inline]] inline void unroll(const Body& body) {
    if constexpr (first < count) {
        body(Index<first>{});
        unroll<count, first + 1>(body);
    }
}

template <class Isa>
[[gnu::always_inline]] inline typename Isa::Vector load(const float* source) {
    typename Isa::Vector vector;
    __builtin_memcpy(&vector, source, sizeof vector);
    return vector;
}

template <class Isa>
[[gnu::always_inline]] inline void store(float* target, typename Isa::Vector vector) {
    __builtin_memcpy(target, &vector, sizeof vector);
}

template <class Isa>
[[gnu::always_inline]] inline typename Isa::Vector larger(typename Isa::Vector left,
                                                          typename Isa::Vector right) {
    return left > right ? left : right;
}

template <class Isa>
[[gnu::always_inline]] inline typename Isa::Vector rectified(typename Isa::Vector vector) {
    return larger<Isa>(vector, typename Isa::Vector{});
}

}  // namespace tengen::nn
