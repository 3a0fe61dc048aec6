// Long work in the core that Ctrl-C ends.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <stdexcept>

#include "bind/core_call.hpp"

namespace tengen {

// body(go_on) with Python's lock let go; the body calls go_on() at every step, which throws what a
// signal raised.
template <class Body>
auto interruptible(const Body& body) {
    constexpr std::uint64_t steps_between_looks = 1U << 12U;
    const CoreCall call;
    return body([steps = std::uint64_t{0}]() mutable {
        if (++steps % steps_between_looks != 0) return;
        const nanobind::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
        if (CoreCall::should_end()) throw std::runtime_error("the program is exiting");
    });
}

}  // namespace tengen
