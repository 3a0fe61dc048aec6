// Symmetries of a board: how cells and actions move together (SPEC G8).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tengen {

// cell_image[c] is where the content of cell c goes; action_image likewise.
struct Symmetry {
    std::vector<std::uint16_t> cell_image;
    std::vector<std::uint16_t> action_image;
    int inverse = 0;  // index of the symmetry that undoes this one
};

// Bits of a grid symmetry's index: mirror the columns, then the rows, then swap rows and columns.
enum GridSymmetry : int { mirror_columns = 1, mirror_rows = 2, transpose = 4 };

// All 8 symmetries of a square or the 4 of another rectangle. Actions are cells, followed by
// `extra_actions` that no symmetry moves (a pass).
std::vector<Symmetry> grid_symmetries(int width, int height, int extra_actions);

// Identity and left-right mirror, for games whose actions are columns.
std::vector<Symmetry> column_symmetries(int width, int height);

// Rearranges `planes` planes of cells: out[p][image(c)] = in[p][c].
void permute_planes(const Symmetry& symmetry, int planes, std::span<const float> in,
                    std::span<float> out);

}  // namespace tengen
