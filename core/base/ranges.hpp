// What numbers from outside may be: the core counts, allocates and waits by them.
#pragma once

#include <limits>
#include <sstream>
#include <stdexcept>

namespace tengen {

constexpr double any_finite = std::numeric_limits<double>::max();
constexpr double most_count = 1e9;  // far above anything useful, and a number of 32 bits

// Throws std::invalid_argument unless low <= value <= high; no range holds what is not a number.
inline void expect_range(const char* name, double value, double low, double high) {
    if (value >= low && value <= high) return;
    std::ostringstream text;
    text << name << ": expected " << low;
    if (high < any_finite)
        text << " to " << high;
    else
        text << " or more";
    text << ", got " << value;
    throw std::invalid_argument(text.str());
}

}  // namespace tengen
