#include "nn/filter_transform.hpp"

namespace tengen::nn {
namespace {

using Row = std::array<double, 3>;

constexpr Row rows_of_2[] = {{1, 0, 0}, {0.5, 0.5, 0.5}, {0.5, -0.5, 0.5}, {0, 0, 1}};

constexpr Row rows_of_4[] = {{1.0 / 4, 0, 0},
                             {-1.0 / 6, -1.0 / 6, -1.0 / 6},
                             {-1.0 / 6, 1.0 / 6, -1.0 / 6},
                             {1.0 / 24, 1.0 / 12, 1.0 / 6},
                             {1.0 / 24, -1.0 / 12, 1.0 / 6},
                             {0, 0, 1}};

constexpr Row rows_of_5[] = {{-1.0 / 4, 0, 0},
                             {-1.0 / 6, -1.0 / 6, -1.0 / 6},
                             {1.0 / 18, -1.0 / 18, 1.0 / 18},
                             {1.0 / 72, 1.0 / 36, 1.0 / 18},
                             {-1.0 / 120, 1.0 / 60, -1.0 / 30},
                             {32.0 / 45, 16.0 / 45, 8.0 / 45},
                             {0, 0, 1.0 / 2}};

constexpr Row rows_of_6[] = {{1, 0, 0},
                             {-2.0 / 9, -2.0 / 9, -2.0 / 9},
                             {-2.0 / 9, 2.0 / 9, -2.0 / 9},
                             {1.0 / 90, 1.0 / 45, 2.0 / 45},
                             {1.0 / 90, -1.0 / 45, 2.0 / 45},
                             {1.0 / 45, 1.0 / 90, 1.0 / 180},
                             {1.0 / 45, -1.0 / 90, 1.0 / 180},
                             {0, 0, 1}};

std::span<const Row> rows_of(int tile) {
    if (tile == 2) return rows_of_2;
    if (tile == 4) return rows_of_4;
    if (tile == 5) return rows_of_5;
    return rows_of_6;
}

}  // namespace

std::array<float, 24> filter_coefficients(int tile) {
    std::array<float, 24> coefficients{};
    std::size_t next = 0;
    for (const Row& row : rows_of(tile)) {
        for (const double number : row) coefficients[next++] = static_cast<float>(number);
    }
    return coefficients;
}

// In double precision, rounded once: the weights lose nothing that their own format can hold.
void transform_filter(const float* filter, const Algorithm& algorithm,
                      TransformedFilter& frequencies) {
    std::size_t next = 0;
    for (const Row& vertical : rows_of(algorithm.tile_height)) {
        Row column_sums;
        for (std::size_t x = 0; x < 3; ++x) {
            column_sums[x] =
                vertical[0] * filter[x] + vertical[1] * filter[3 + x] + vertical[2] * filter[6 + x];
        }
        for (const Row& horizontal : rows_of(algorithm.tile_width)) {
            frequencies[next++] =
                static_cast<float>(horizontal[0] * column_sums[0] + horizontal[1] * column_sums[1] +
                                   horizontal[2] * column_sums[2]);
        }
    }
}

}  // namespace tengen::nn
