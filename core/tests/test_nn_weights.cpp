// What is refused as a network, and in which words; and what is chosen for one that is accepted.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <stdexcept>

#include "test_nn_networks.hpp"

using namespace tengen;
using namespace tengen::nn;

namespace {

NetworkPlan plan_for(int height, int width, int channels) {
    NetworkPlan plan;
    plan.description = {
        4,        height, width, height * width, {"conv", "residual", "pooling"}, "linear",
        "linear", "wdl",  5};
    plan.channels = {channels, channels, channels};
    return plan;
}

// The message with which a network is refused after `damage`; empty when it is accepted.
std::string refusal(const std::function<void(RandomNetwork&)>& damage) {
    RandomNetwork random(plan_for(6, 7, 8));
    damage(random);
    try {
        const Network network(random.description, random.tensors);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

std::string algorithm_for(int height, int width, int channels) {
    RandomNetwork random(plan_for(height, width, channels));
    return Network(random.description, random.tensors).algorithm().text();
}

}  // namespace

TEST_CASE("nn: an undamaged network is accepted") {
    CHECK(refusal([](RandomNetwork&) {}) == "");
}

TEST_CASE("nn: wrong descriptions are refused") {
    CHECK(refusal([](RandomNetwork& net) { net.description.planes = 0; }) ==
          "description planes: expected 1 to 1024, got 0");
    CHECK(refusal([](RandomNetwork& net) { net.description.height = 2000000000; }) ==
          "description height: expected 1 to 20, got 2000000000");
    CHECK(refusal([](RandomNetwork& net) { net.description.actions = -1; }) ==
          "description actions: expected 1 to 8192, got -1");
    CHECK(refusal([](RandomNetwork& net) { net.description.trunk.clear(); }) ==
          "description trunk length: expected 1 to 256, got 0");
    CHECK(refusal([](RandomNetwork& net) { net.description.trunk[0] = "residual"; }) ==
          "description trunk[0]: expected 'conv', got 'residual'");
    CHECK(refusal([](RandomNetwork& net) { net.description.trunk[1] = "attention"; }) ==
          "description trunk[1]: expected 'conv' or 'residual' or 'pooling', got 'attention'");
    CHECK(refusal([](RandomNetwork& net) { net.description.value_kind = "elo"; }) ==
          "description value_kind: expected 'scalar' or 'wdl', got 'elo'");
    CHECK(refusal([](RandomNetwork& net) {
              net.description.policy_head = "convolutional";
              net.description.actions = 7;
          }) == "description actions of a convolutional policy head: expected 42 to 43, got 7");
}

TEST_CASE("nn: missing, unknown and misshapen tensors are refused") {
    CHECK(refusal([](RandomNetwork& net) { net.tensors.erase("trunk.1.weight2"); }) ==
          "tensor trunk.1.weight2: expected shape [8, 8, 3, 3], but it is missing");
    CHECK(refusal([](RandomNetwork& net) { net.add("policy.extra", {3}, 1.0); }) ==
          "tensor policy.extra: unexpected, the description has no place for it");
    CHECK(refusal([](RandomNetwork& net) { net.add("trunk.0.weight", {8, 3, 3, 3}, 1.0); }) ==
          "tensor trunk.0.weight: expected shape [any, 4, 3, 3], got [8, 3, 3, 3]");
    CHECK(refusal([](RandomNetwork& net) { net.add("trunk.0.weight", {0, 4, 3, 3}, 1.0); }) ==
          "tensor trunk.0.weight: expected shape [any, 4, 3, 3], got [0, 4, 3, 3]");
    CHECK(refusal([](RandomNetwork& net) { net.add("trunk.1.bias1", {9}, 1.0); }) ==
          "tensor trunk.1.bias1: expected shape [8], got [9]");
    CHECK(refusal([](RandomNetwork& net) { net.add("value.weight", {1, 8}, 1.0); }) ==
          "tensor value.weight: expected shape [3, 8], got [1, 8]");
    CHECK(refusal([](RandomNetwork& net) { net.add("trunk.2.pool_weight", {8, 3}, 1.0); }) ==
          "tensor trunk.2.pool_weight: expected an even number of columns up to 16, got 3");
    CHECK(refusal([](RandomNetwork& net) { net.add("trunk.2.pool_weight", {8, 18}, 1.0); }) ==
          "tensor trunk.2.pool_weight: expected an even number of columns up to 16, got 18");
    CHECK(refusal([](RandomNetwork& net) { net.tensors["policy.bias"].values = {}; }) ==
          "tensor policy.bias: expected 42 values for shape [42], got 0");
}

TEST_CASE("nn: sizes that no allocation should see are refused") {
    constexpr std::int64_t huge = std::int64_t{1} << 40;
    CHECK(refusal(
              [](RandomNetwork& net) { net.tensors["trunk.0.weight"].shape = {huge, 4, 3, 3}; }) ==
          "tensor trunk.0.weight: expected shape [any, 4, 3, 3], got [1099511627776, 4, 3, 3]");
    CHECK(refusal([](RandomNetwork& net) {
              net.add("trunk.0.weight", {2049, 4, 3, 3}, 1.0);
              net.add("trunk.0.bias", {2049}, 1.0);
          }) == "tensor trunk.0.weight: expected at most 2048 outputs, got 2049");
    CHECK(refusal([](RandomNetwork& net) {
              net.add("value.conv_weight", {513, 8}, 1.0);
              net.add("value.conv_bias", {513}, 1.0);
          }) == "tensor value.conv_weight: expected at most 512 outputs, got 513");
}

TEST_CASE("nn: values that are not finite are refused") {
    for (const float bad :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        std::vector<float> values(8, 0.5F);
        values[3] = bad;
        const std::string message =
            refusal([&](RandomNetwork& net) { net.tensors["trunk.0.bias"].values = values; });
        CHECK(message == "tensor trunk.0.bias: expected finite values, got " + std::to_string(bad) +
                             " at flat index 3");
    }
}

TEST_CASE("nn: tiles are chosen for the board") {
    CHECK(algorithm_for(6, 7, 64) == "winograd 6x4");
    CHECK(algorithm_for(8, 8, 64) == "winograd 4x4");
    CHECK(algorithm_for(15, 15, 64) == "winograd 5x5");
    CHECK(algorithm_for(6, 6, 64) == "winograd 6x6");
    CHECK(algorithm_for(3, 3, 1) == "direct");
}

TEST_CASE("nn: tiles that do not exist and sets that are not there are refused") {
    RandomNetwork random(plan_for(6, 7, 8));
    const auto build = [&](InstructionSet set, Algorithm algorithm) {
        const Network network(random.description, random.tensors, set, algorithm);
    };
    CHECK_THROWS_AS(build(InstructionSet::baseline, Algorithm{3, 4}), std::invalid_argument);
    CHECK_THROWS_AS(build(InstructionSet::baseline, Algorithm{0, 4}), std::invalid_argument);
    const std::vector<InstructionSet> available = available_instruction_sets();
    for (const InstructionSet set :
         {InstructionSet::neon, InstructionSet::avx2, InstructionSet::avx512}) {
        if (std::ranges::find(available, set) != available.end()) continue;
        CHECK_THROWS_AS(build(set, Algorithm{4, 4}), std::invalid_argument);
    }
}

TEST_CASE("nn: instruction sets have names") {
    for (const InstructionSet set : available_instruction_sets()) {
        CHECK(parse_instruction_set(name_of(set)) == set);
    }
    CHECK(parse_instruction_set("auto") == available_instruction_sets().back());
    CHECK_THROWS_AS(parse_instruction_set("mmx"), std::invalid_argument);
}
