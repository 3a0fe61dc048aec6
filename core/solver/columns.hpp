// Connect Four on its usual board, 7x6, as 49-bit words laid out as in games/connect4.hpp: seven
// bits for each column, lowest row first, the top one empty.
#pragma once

#include <bit>
#include <cstdint>

#include "games/connect4.hpp"

namespace tengen::columns {

using Stones = std::uint64_t;

constexpr int width = 7, height = 6, stride = height + 1, cells = width * height;

constexpr Stones column(int index) { return ((Stones{1} << height) - 1) << (index * stride); }
constexpr Stones row(int index) {
    Stones found = 0;
    for (int each = 0; each < width; ++each) found |= Stones{1} << (each * stride + index);
    return found;
}
constexpr Stones bottom = row(0), board = (row(height) - bottom);
constexpr Stones odd_rows = row(0) | row(2) | row(4);  // the first, third and fifth from below

// The cells where a stone can land now.
constexpr Stones landing(Stones taken) { return (taken + bottom) & board; }

// Empty cells that complete a line of four for `own`, whether a stone can land there now or not.
inline Stones completing(Stones own, Stones taken) {
    return completing_fours(own, stride) & board & ~taken;
}

// A word for each position of stones and empty cells: in every column the own stones as bits, with
// a one above the highest taken cell.
constexpr Stones key(Stones own, Stones taken) { return own + taken + bottom; }

// The columns in reverse order, of stones or of a key.
constexpr Stones mirrored(Stones word) {
    constexpr Stones whole = (Stones{1} << stride) - 1;
    Stones found = word & (whole << (3 * stride));
    for (int left = 0; left < 3; ++left) {
        const int distance = (width - 1 - 2 * left) * stride;
        found |= (word & (whole << (left * stride))) << distance;
        found |= (word >> distance) & (whole << (left * stride));
    }
    return found;
}

// The same for a position and its mirror image.
constexpr Stones common_key(Stones own, Stones taken) {
    const Stones one = key(own, taken), other = mirrored(one);
    return one < other ? one : other;
}

}  // namespace tengen::columns
