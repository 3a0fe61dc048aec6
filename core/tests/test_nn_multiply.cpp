// The matrix multiplication against its definition, on every instruction set.
#include <doctest/doctest.h>

#include <vector>

#include "nn/instruction_set.hpp"

using namespace tengen::nn;

namespace {

// Small whole numbers: every sum is exact, whatever its order.
float some_integer(int i) { return static_cast<float>((i * 7 + 3) % 11 - 5); }

constexpr float untouched = 0.5F;

struct Example {
    Example(const KernelTable& kernels, int rows, int panels, bool narrow)
        : rows(rows),
          columns(panels * kernels.panel_width),
          panel_width(kernels.panel_width),
          written(narrow ? columns - panel_width + kernels.lanes : columns),
          input(rows * depth),
          weights(depth * columns),
          bias(columns),
          output(rows * columns, untouched) {
        for (std::size_t i = 0; i < input.size(); ++i) input[i] = some_integer(i);
        for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = some_integer(i + 1);
        for (std::size_t i = 0; i < bias.size(); ++i) bias[i] = some_integer(i + 2);
        kernels.multiply({.input = input.data(),
                          .input_stride = depth,
                          .weights = weights.data(),
                          .output = output.data(),
                          .output_stride = columns,
                          .bias = bias.data(),
                          .rows = rows,
                          .depth = depth,
                          .panels = panels,
                          .rectify = true,
                          .narrow = narrow});
    }

    float expected(int row, int column) const {
        if (column >= written) return untouched;
        float sum = bias[column];
        for (int k = 0; k < depth; ++k) {
            const int panel = column / panel_width;
            sum += input[row * depth + k] *
                   weights[(panel * depth + k) * panel_width + column % panel_width];
        }
        return sum > 0.0F ? sum : 0.0F;
    }

    bool is_right() const {
        for (int row = 0; row < rows; ++row) {
            for (int column = 0; column < columns; ++column) {
                if (output[row * columns + column] != expected(row, column)) return false;
            }
        }
        return true;
    }

    static constexpr int depth = 5;
    int rows;
    int columns;
    int panel_width;
    int written;
    std::vector<float> input;
    std::vector<float> weights;
    std::vector<float> bias;
    std::vector<float> output;
};

}  // namespace

TEST_CASE("any number of rows is multiplied, and a narrow last panel by its first vector only") {
    for (const InstructionSet set : available_instruction_sets()) {
        const KernelTable& kernels = kernels_for(set);
        for (const bool narrow : {false, true}) {
            for (int rows = 1; rows <= 5 * kernels.block_rows; ++rows) {
                CAPTURE(name_of(set));
                CAPTURE(narrow);
                CAPTURE(rows);
                CHECK(Example(kernels, rows, 2, narrow).is_right());
            }
        }
    }
}
