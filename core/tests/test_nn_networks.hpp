// Random networks of every kind, for the tests of nn/.
#pragma once

#include <cmath>
#include <list>
#include <random>
#include <string>
#include <vector>

#include "nn/network.hpp"

namespace tengen::nn {

// How a random network should look; the rest is in its description.
struct NetworkPlan {
    Description description;
    std::vector<int> channels;  // of each trunk layer
    int pooled_channels = 1;
    int policy_channels = 2;
    int value_channels = 2;
    int value_hidden = 8;
};

// Owns the values of its tensors.
class RandomNetwork {
  public:
    explicit RandomNetwork(const NetworkPlan& plan) : description(plan.description) {
        int inputs = description.planes;
        for (std::size_t i = 0; i < description.trunk.size(); ++i) {
            add_block("trunk." + std::to_string(i) + ".", description.trunk[i], plan,
                      plan.channels[i], inputs);
            inputs = plan.channels[i];
        }
        add_policy(plan, inputs);
        add_value(plan, inputs);
    }

    RandomNetwork(const RandomNetwork&) = delete;

    Description description;
    Tensors tensors;

    // Replaces or adds a tensor of random values.
    void add(const std::string& name, const std::vector<std::int64_t>& shape, double scale) {
        std::size_t count = 1;
        for (const std::int64_t size : shape) count *= static_cast<std::size_t>(size);
        std::vector<float>& values = storage_.emplace_back(count);
        std::normal_distribution<double> normal(0.0, scale);
        for (float& value : values) value = static_cast<float>(normal(generator_));
        tensors[name] = {shape, values};
    }

    std::vector<float> random_planes(int count) {
        std::vector<float> planes(static_cast<std::size_t>(count) * description.planes *
                                  description.cells());
        std::normal_distribution<float> normal;
        for (float& value : planes) value = normal(generator_);
        return planes;
    }

  private:
    void add_layer(const std::string& weight, const std::string& bias,
                   const std::vector<std::int64_t>& shape) {
        double inputs = 1.0;
        for (std::size_t i = 1; i < shape.size(); ++i) inputs *= static_cast<double>(shape[i]);
        add(weight, shape, std::sqrt(1.5 / inputs));
        add(bias, {shape[0]}, 0.2);
    }

    void add_block(const std::string& prefix, const std::string& kind, const NetworkPlan& plan,
                   int outputs, int inputs) {
        if (kind == "conv") {
            add_layer(prefix + "weight", prefix + "bias", {outputs, inputs, 3, 3});
            return;
        }
        add_layer(prefix + "weight1", prefix + "bias1", {outputs, outputs, 3, 3});
        add_layer(prefix + "weight2", prefix + "bias2", {outputs, outputs, 3, 3});
        if (kind == "pooling") {
            add_layer(prefix + "pool_weight", prefix + "pool_bias",
                      {outputs, 2 * plan.pooled_channels});
        }
    }

    void add_policy(const NetworkPlan& plan, int features) {
        const int channels = plan.policy_channels;
        add_layer("policy.conv_weight", "policy.conv_bias", {channels, features});
        if (description.policy_head == "linear") {
            add_layer("policy.weight", "policy.bias",
                      {description.actions, channels * description.cells()});
            return;
        }
        add("policy.cell_weight", {channels}, 0.5);
        add("policy.cell_bias", {1}, 0.5);
        if (description.actions == description.cells() + 1) {
            add("policy.pass_weight", {2 * channels}, 0.5);
            add("policy.pass_bias", {1}, 0.5);
        }
    }

    void add_value(const NetworkPlan& plan, int features) {
        const int channels = plan.value_channels;
        const int inputs =
            description.value_head == "pooled" ? 2 * channels : channels * description.cells();
        add_layer("value.conv_weight", "value.conv_bias", {channels, features});
        add_layer("value.hidden_weight", "value.hidden_bias", {plan.value_hidden, inputs});
        add_layer("value.weight", "value.bias",
                  {description.value_kind == "wdl" ? 3 : 1, plan.value_hidden});
        if (description.moves_left > 0) {
            add_layer("moves_left.weight", "moves_left.bias",
                      {description.moves_left, plan.value_hidden});
        }
    }

    std::mt19937 generator_{20240229};
    std::list<std::vector<float>> storage_;
};

// What an evaluator answers for a batch.
struct Answer {
    std::vector<float> logits;
    std::vector<Evaluation> evaluations;
};

inline Answer evaluate(EvaluatorSession& session, const EvaluatorShape& shape,
                       const std::vector<float>& planes) {
    const std::size_t count = planes.size() / static_cast<std::size_t>(shape.input_size());
    Answer answer{std::vector<float>(count * static_cast<std::size_t>(shape.actions)),
                  std::vector<Evaluation>(count)};
    session.evaluate(planes, static_cast<int>(count), answer.logits, answer.evaluations);
    return answer;
}

}  // namespace tengen::nn
