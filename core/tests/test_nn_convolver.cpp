// The convolutions of training against their definition, on every instruction set.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "nn/training/convolver.hpp"

using namespace tengen::nn;

namespace {

struct Case {
    BoardBatch boards;
    int inputs;
    int outputs;
};

std::vector<float> random_floats(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    std::vector<float> values(count);
    for (float& value : values) value = normal(random);
    return values;
}

// Calls visit(cell of the output, cell of the input, tap) for every product of a convolution.
template <class Visit>
void for_every_product(const BoardBatch& boards, const Visit& visit) {
    const auto [count, height, width] = boards;
    for (int cell = 0; cell < count * height * width; ++cell) {
        for (int tap = 0; tap < 9; ++tap) {
            const int y = cell / width % height + tap / 3 - 1;
            const int x = cell % width + tap % 3 - 1;
            if (y < 0 || y >= height || x < 0 || x >= width) continue;
            visit(cell, cell + (tap / 3 - 1) * width + tap % 3 - 1, tap);
        }
    }
}

// Random boards and filters [output][input][tap], and what should come of them.
struct Example {
    explicit Example(const Case& given)
        : shape(given),
          cells(given.boards.count * given.boards.height * given.boards.width),
          input(random_floats(std::size_t(cells) * given.inputs, 1)),
          filters(random_floats(std::size_t(9) * given.inputs * given.outputs, 2)),
          output_gradient(random_floats(std::size_t(cells) * given.outputs, 3)),
          output(output_gradient.size()),
          filter_gradient(filters.size()) {
        for_every_product(shape.boards, [&](int cell, int source, int tap) {
            for (int o = 0; o < shape.outputs; ++o) {
                for (int i = 0; i < shape.inputs; ++i) {
                    const int filter = (o * shape.inputs + i) * 9 + tap;
                    const double x = input[source * shape.inputs + i];
                    output[cell * shape.outputs + o] += filters[filter] * x;
                    filter_gradient[filter] += output_gradient[cell * shape.outputs + o] * x;
                }
            }
        });
    }

    template <class Value>
    FilterView<Value> view(Value* values) const {
        return {values, {shape.inputs * 9, 9, 3, 1}, shape.outputs, shape.inputs};
    }

    Case shape;
    int cells;
    std::vector<float> input;
    std::vector<float> filters;
    std::vector<float> output_gradient;
    std::vector<double> output;
    std::vector<double> filter_gradient;
};

void check_close(const std::vector<float>& found, const std::vector<double>& expected) {
    double largest = 0.0;
    double error = 0.0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        largest = std::max(largest, std::abs(expected[i]));
        error = std::max(error, std::abs(expected[i] - found[i]));
    }
    CHECK(error <= 3e-5 * largest);
}

std::vector<float> convolved(Convolver& convolver, const Example& example) {
    std::vector<float> output(example.output.size());
    convolver.convolve(example.shape.boards, example.input.data(),
                       example.view(example.filters.data()), output.data());
    return output;
}

}  // namespace

TEST_CASE("nn: convolutions and their filters' gradients are those of the definition") {
    for (const InstructionSet set : available_instruction_sets()) {
        Convolver convolver(3, set);
        const int step = convolver.channel_step();
        for (const Case& shape : {Case{{1, 3, 3}, step, step}, Case{{5, 6, 7}, 2 * step, step},
                                  Case{{4, 2, 11}, step, 3 * step}, Case{{3, 8, 8}, step, step},
                                  Case{{2, 6, 6}, 5 * step, step}, Case{{9, 15, 15}, step, step}}) {
            INFO(name_of(set), " ", shape.boards.height, "x", shape.boards.width);
            const Example example(shape);
            check_close(convolved(convolver, example), example.output);
            std::vector<float> gradient(example.filters.size());
            convolver.filter_gradient(shape.boards, example.input.data(),
                                      example.output_gradient.data(),
                                      example.view(gradient.data()));
            check_close(gradient, example.filter_gradient);
        }
    }
}

TEST_CASE("nn: a convolution has the same bits on any number of threads") {
    const Example example({{23, 6, 7}, 32, 16});
    Convolver alone(1);
    const std::vector<float> expected = convolved(alone, example);
    for (const int threads : {2, 3, 30}) {
        Convolver shared(threads);
        CHECK(convolved(shared, example) == expected);
    }
}

TEST_CASE("nn: channels that do not fill vectors are refused") {
    Convolver convolver(1);
    CHECK_THROWS_AS(convolved(convolver, Example({{1, 3, 3}, 2, convolver.channel_step()})),
                    std::invalid_argument);
}
