// What numbers from outside may be: the core counts, allocates and waits by them.
#pragma once

#include <array>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <string>

namespace tengen {

constexpr double any_finite = std::numeric_limits<double>::max();
constexpr double most_count = 1e9;  // far above anything useful, and a number of 32 bits

// With six digits, as streams write it. Not by one: streams are most of the C++ library, which the
// library for agents carries with it.
inline std::string text_of(double value) {
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), "%g", value);
    return text.data();
}

// Throws std::invalid_argument unless low <= value <= high; no range holds what is not a number.
inline void expect_range(const char* name, double value, double low, double high) {
    if (value >= low && value <= high) return;
    const std::string end = high < any_finite ? " to " + text_of(high) : " or more";
    throw std::invalid_argument(std::string(name) + ": expected " + text_of(low) + end + ", got " +
                                text_of(value));
}

}  // namespace tengen
