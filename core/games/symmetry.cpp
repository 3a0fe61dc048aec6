#include "games/symmetry.hpp"

#include <utility>

namespace tengen {

namespace {

int image_of_cell(int cell, int width, int height, int symmetry) {
    int row = cell / width;
    int column = cell % width;
    if ((symmetry & mirror_columns) != 0) column = width - 1 - column;
    if ((symmetry & mirror_rows) != 0) row = height - 1 - row;
    if ((symmetry & transpose) != 0) std::swap(row, column);
    return row * width + column;
}

// After a transpose the mirrors have changed places.
int inverse_of(int symmetry) {
    if ((symmetry & transpose) == 0) return symmetry;
    const int mirrored_columns = symmetry & mirror_columns;
    const int mirrored_rows = symmetry & mirror_rows;
    return transpose | (mirrored_columns != 0 ? mirror_rows : 0) |
           (mirrored_rows != 0 ? mirror_columns : 0);
}

std::vector<std::uint16_t> cell_images(int width, int height, int symmetry) {
    std::vector<std::uint16_t> images;
    for (int cell = 0; cell < width * height; ++cell)
        images.push_back(static_cast<std::uint16_t>(image_of_cell(cell, width, height, symmetry)));
    return images;
}

}  // namespace

std::vector<Symmetry> grid_symmetries(int width, int height, int extra_actions) {
    std::vector<Symmetry> symmetries;
    for (int index = 0; index < (width == height ? 8 : 4); ++index) {
        Symmetry symmetry{cell_images(width, height, index), {}, inverse_of(index)};
        symmetry.action_image = symmetry.cell_image;
        for (int extra = 0; extra < extra_actions; ++extra)
            symmetry.action_image.push_back(static_cast<std::uint16_t>(width * height + extra));
        symmetries.push_back(std::move(symmetry));
    }
    return symmetries;
}

std::vector<Symmetry> column_symmetries(int width, int height) {
    std::vector<Symmetry> symmetries;
    for (int index = 0; index < 2; ++index) {
        Symmetry symmetry{cell_images(width, height, index), {}, index};
        for (int column = 0; column < width; ++column)
            symmetry.action_image.push_back(
                static_cast<std::uint16_t>(index == 0 ? column : width - 1 - column));
        symmetries.push_back(std::move(symmetry));
    }
    return symmetries;
}

void permute_planes(const Symmetry& symmetry, int planes, std::span<const float> in,
                    std::span<float> out) {
    const std::size_t cells = symmetry.cell_image.size();
    for (std::size_t plane = 0; plane < static_cast<std::size_t>(planes); ++plane)
        for (std::size_t cell = 0; cell < cells; ++cell)
            out[plane * cells + symmetry.cell_image[cell]] = in[plane * cells + cell];
}

}  // namespace tengen
