// How much memory may be asked for.
#pragma once

#include <cstdint>

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

#include "base/ranges.hpp"

namespace tengen {

// What the machine has; where it does not tell, more than any machine.
inline double physical_megabytes() {
#if defined(_SC_PHYS_PAGES) && defined(_SC_PAGE_SIZE)
    return static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
           static_cast<double>(sysconf(_SC_PAGE_SIZE)) / 1e6;
#else
    return most_count;
#endif
}

// Throws std::invalid_argument unless `megabytes` is 1 to what the machine has.
inline std::int64_t expect_megabytes(std::int64_t megabytes) {
    expect_range("megabytes", static_cast<double>(megabytes), 1.0, physical_megabytes());
    return megabytes;
}

}  // namespace tengen
