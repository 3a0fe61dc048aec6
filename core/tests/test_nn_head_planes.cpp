// The 1x1 convolutions of heads against their definition, on every instruction set.
#include <doctest/doctest.h>

#include <random>
#include <vector>

#include "nn/training/head_planes.hpp"

using namespace tengen::nn;

namespace {

constexpr int boards = 3;
constexpr int cells = 7;
// One head alone needs more than one panel of every set's kernels.
const std::vector<int> planes_of_heads = {4, 33, 1};

std::vector<float> random_floats(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    std::vector<float> values(count);
    for (float& value : values) value = normal(random);
    return values;
}

struct Head {
    Head(int planes, int channels, unsigned seed)
        : planes(planes),
          weights(random_floats(std::size_t(planes) * channels, seed)),
          output(random_floats(std::size_t(boards) * planes * cells, seed + 1)),
          weight_gradient(weights.size(), 7.0F) {}

    int planes;
    std::vector<float> weights;
    std::vector<float> output;
    std::vector<float> weight_gradient;
};

// visit(cell of all boards, channel, index of the weight, index of the output)
template <class Visit>
void for_every_product(const Head& head, int channels, const Visit& visit) {
    for (int cell = 0; cell < boards * cells; ++cell) {
        for (int plane = 0; plane < head.planes; ++plane) {
            const int output = (cell / cells * head.planes + plane) * cells + cell % cells;
            for (int channel = 0; channel < channels; ++channel)
                visit(cell * channels + channel, plane * channels + channel, output);
        }
    }
}

void check_close(const std::vector<float>& found, const std::vector<double>& expected) {
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        CHECK(found[i] == doctest::Approx(expected[i]).epsilon(1e-4).scale(1.0));
}

}  // namespace

TEST_CASE("heads get the planes and give the gradients of their convolutions") {
    tengen::Workers workers(2);
    for (const InstructionSet set : available_instruction_sets()) {
        for (const int vectors : {1, 3, 4, 7}) {
            const int channels = vectors * kernels_for(set).lanes;
            const auto input = random_floats(std::size_t(boards) * cells * channels, 1);
            const HeadCells from{input.data(), boards, cells, channels};
            std::vector<Head> heads;
            for (const int planes : planes_of_heads)
                heads.emplace_back(planes, channels, 10 * planes);

            std::vector<HeadPlanes<const float, const float>> given;
            std::vector<float*> weight_gradients;
            std::vector<double> input_gradient(input.size());
            for (Head& head : heads) {
                given.push_back({head.weights.data(), head.output.data(), head.planes});
                weight_gradients.push_back(head.weight_gradient.data());
                for_every_product(head, channels, [&](int in, int weight, int out) {
                    input_gradient[in] += double(head.output[out]) * head.weights[weight];
                });
            }
            std::vector<float> found(input.size(), 7.0F);
            head_plane_gradients(workers, from, given, found.data(), weight_gradients, set);
            check_close(found, input_gradient);
            for (const Head& head : heads) {
                std::vector<double> expected(head.weights.size());
                for_every_product(head, channels, [&](int in, int weight, int out) {
                    expected[weight] += double(head.output[out]) * input[in];
                });
                check_close(head.weight_gradient, expected);
            }

            std::vector<HeadPlanes<const float, float>> taken;
            for (Head& head : heads)
                taken.push_back({head.weights.data(), head.output.data(), head.planes});
            make_head_planes(workers, from, taken, set);
            for (const Head& head : heads) {
                std::vector<double> expected(head.output.size());
                for_every_product(head, channels, [&](int in, int weight, int out) {
                    expected[out] += double(head.weights[weight]) * input[in];
                });
                check_close(head.output, expected);
            }
        }
    }
}
