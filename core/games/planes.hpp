// Writes the planes of SPEC G7; the same for every game played with two kinds of stones.
#pragma once

#include <algorithm>
#include <span>

#include "games/game.hpp"
#include "games/standing.hpp"

namespace tengen {

// `write_stones(seat, plane)` sets the cells of one seat to 1; `last_cell` is no_action when the
// last action put nothing on the board.
template <class WriteStones>
void write_planes(Encoding encoding, int cells, const Standing& standing, Action last_cell,
                  std::span<float> planes, WriteStones write_stones) {
    const auto plane = [&](int index) {
        return planes.subspan(static_cast<std::size_t>(index) * static_cast<std::size_t>(cells),
                              static_cast<std::size_t>(cells));
    };
    std::ranges::fill(planes.first(static_cast<std::size_t>(plane_count(encoding) * cells)), 0.0F);
    write_stones(standing.to_move, plane(0));
    write_stones(other(standing.to_move), plane(1));
    if (encoding == Encoding::three_planes) {
        std::ranges::fill(plane(2), standing.to_move == 0 ? 1.0F : 0.0F);
        return;
    }
    if (last_cell != no_action) plane(2)[static_cast<std::size_t>(last_cell)] = 1.0F;
    std::ranges::fill(plane(3), standing.to_move == standing.first ? 1.0F : 0.0F);
}

}  // namespace tengen
