// The trunk in training: gradients against differences of outputs, on every instruction set.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "nn/training/trunk_trainer.hpp"

using namespace tengen::nn;

namespace {

using Floats = std::vector<float>;

Floats random_floats(std::size_t count, unsigned seed, float spread = 1.0F, float middle = 0.0F) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(middle, spread);
    Floats values(count);
    for (float& value : values) value = normal(random);
    return values;
}

// The parameters of a trunk, or their gradients.
struct Parameters {
    struct OfLayer {
        Floats filters, scale, shift, running_mean, running_variance;
    };
    struct OfPooling {
        Floats weight, bias;
    };

    Parameters(const TrunkShape& given, unsigned seed) : shape(given) {
        const int channels = shape.channels;
        for (int i = 0; i < shape.layers(); ++i) {
            const int inputs = i == 0 ? shape.planes : channels;
            layers.push_back({random_floats(std::size_t(9) * inputs * channels, ++seed, 0.1F),
                              random_floats(channels, ++seed, 0.2F, 1.0F),
                              random_floats(channels, ++seed, 0.3F), Floats(channels),
                              Floats(channels, 1.0F)});
        }
        for (const int pooled : shape.pooled) {
            if (pooled == 0) continue;
            poolings.push_back({random_floats(std::size_t(2) * pooled * channels, ++seed, 0.2F),
                                random_floats(channels, ++seed, 0.2F)});
        }
    }

    template <class Value>
    FilterView<Value> filter_view(Value* values, std::size_t layer) const {
        const int inputs = layer == 0 ? shape.planes : shape.channels;
        return {values, {inputs * 9, 9, 3, 1}, shape.channels, inputs};
    }

    TrunkParameters view() {
        TrunkParameters result;
        for (std::size_t i = 0; i < layers.size(); ++i) {
            OfLayer& layer = layers[i];
            result.layers.push_back({filter_view<const float>(layer.filters.data(), i),
                                     layer.scale.data(), layer.shift.data(),
                                     layer.running_mean.data(), layer.running_variance.data()});
        }
        for (OfPooling& pooling : poolings)
            result.poolings.push_back({pooling.weight.data(), pooling.bias.data()});
        return result;
    }

    TrunkGradients gradient_view() {
        TrunkGradients result;
        for (std::size_t i = 0; i < layers.size(); ++i) {
            OfLayer& layer = layers[i];
            result.layers.push_back({filter_view<float>(layer.filters.data(), i),
                                     layer.scale.data(), layer.shift.data()});
        }
        for (OfPooling& pooling : poolings)
            result.poolings.push_back({pooling.weight.data(), pooling.bias.data()});
        return result;
    }

    // Everything that has a gradient.
    std::vector<Floats*> trained() {
        std::vector<Floats*> all;
        for (OfLayer& layer : layers)
            for (Floats* part : {&layer.filters, &layer.scale, &layer.shift}) all.push_back(part);
        for (OfPooling& pooling : poolings)
            for (Floats* part : {&pooling.weight, &pooling.bias}) all.push_back(part);
        return all;
    }

    TrunkShape shape;
    std::vector<OfLayer> layers;
    std::vector<OfPooling> poolings;
};

// A trunk, boards and a loss that is a weighted sum of its output.
struct Example {
    Example(const TrunkShape& shape, int count)
        : boards(count),
          parameters(shape, 1),
          planes(random_floats(std::size_t(count) * shape.cells() * shape.planes, 2)),
          weights(random_floats(count * shape.board_size(), 3)),
          output(weights.size()) {}

    double loss(TrunkTrainer& trainer) {
        trainer.forward(parameters.view(), planes.data(), boards, true, output.data());
        double sum = 0.0;
        for (std::size_t i = 0; i < output.size(); ++i) sum += double(output[i]) * weights[i];
        return sum;
    }

    Parameters gradients(TrunkTrainer& trainer) {
        const TrunkParameters view = parameters.view();
        const auto record = trainer.forward(view, planes.data(), boards, true, output.data());
        Parameters found(parameters.shape, 4);
        trainer.backward(view, *record, planes.data(), output.data(), weights.data(),
                         found.gradient_view());
        return found;
    }

    int boards;
    Parameters parameters;
    Floats planes;
    Floats weights;
    Floats output;
};

double length(const Floats& values) {
    double sum = 0.0;
    for (const float value : values) sum += double(value) * value;
    return std::sqrt(sum);
}

void step(Floats& values, const Floats& direction, double size) {
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] += static_cast<float>(size * direction[i]);
}

constexpr NormSettings settings{1e-5F, 0.1F};

}  // namespace

TEST_CASE("nn: a step along a gradient of the trunk changes the loss as the gradient says") {
    for (const InstructionSet set : available_instruction_sets()) {
        const int lanes = kernels_for(set).lanes;
        Example example({3, 2 * lanes, 5, 4, {0, lanes / 2}}, 40);
        TrunkTrainer trainer(example.parameters.shape, settings, 2, set);
        Parameters gradients = example.gradients(trainer);
        const std::vector<Floats*> parts = example.parameters.trained();
        for (std::size_t i = 0; i < parts.size(); ++i) {
            INFO(name_of(set), " part ", i);
            const Floats& gradient = *gradients.trained()[i];
            const double slope = length(gradient);
            const double size = 1e-3 * length(*parts[i]) / slope;
            step(*parts[i], gradient, size);
            const double above = example.loss(trainer);
            step(*parts[i], gradient, -2 * size);
            const double below = example.loss(trainer);
            step(*parts[i], gradient, size);
            CHECK((above - below) / (2 * size * slope) == doctest::Approx(slope).epsilon(0.02));
        }
    }
}

TEST_CASE("nn: the trunk's output has the same bits on any number of threads") {
    const TrunkShape shape{4, kernels_for(best_instruction_set()).lanes, 6, 7, {4, 0}};
    Example example(shape, 90);
    TrunkTrainer alone(shape, settings, 1);
    example.loss(alone);
    const Floats expected = example.output;
    for (const int threads : {2, 3, 30}) {
        TrunkTrainer shared(shape, settings, threads);
        example.loss(shared);
        CHECK(example.output == expected);
    }
}

TEST_CASE("nn: the trunk has the same gradients with the same number of threads") {
    const TrunkShape shape{2, kernels_for(best_instruction_set()).lanes, 3, 3, {2}};
    Example example(shape, 70);
    TrunkTrainer first(shape, settings, 3);
    TrunkTrainer second(shape, settings, 3);
    Parameters one = example.gradients(first);
    Parameters other = example.gradients(second);
    for (std::size_t i = 0; i < one.trained().size(); ++i)
        CHECK(*one.trained()[i] == *other.trained()[i]);
}

TEST_CASE("nn: a trunk of channels that do not fill vectors is refused") {
    const int lanes = kernels_for(best_instruction_set()).lanes;
    CHECK_THROWS_AS(TrunkTrainer({3, lanes + 1, 3, 3, {}}, settings, 1), std::invalid_argument);
}
