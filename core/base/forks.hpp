// Whether this process is a child that came into being by fork: threads stay behind in its parent.
#pragma once

#include <cstdint>
#include <stdexcept>

namespace tengen {

struct ThreadsLost : std::runtime_error {
    ThreadsLost()
        : std::runtime_error(
              "this object was created before the process was forked and its threads stayed in the "
              "parent: create it again in the child, or start children with 'spawn'") {}
};

// Grows by one with every fork between the first call, in some ancestor, and this process.
std::uint64_t fork_generation();

}  // namespace tengen
