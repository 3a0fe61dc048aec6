// Native networks against their definition, and the promise that a batch changes nothing.
#include <doctest/doctest.h>

#include <bit>
#include <cstdint>

#include "test_nn_networks.hpp"
#include "test_nn_reference.hpp"

using namespace tengen;
using namespace tengen::nn;

namespace {

NetworkPlan small_plan(int height, int width) {
    NetworkPlan plan;
    plan.description = {3,        height, width, height * width, {"conv", "residual"}, "linear",
                        "linear", "wdl",  9};
    plan.channels = {16, 16};
    return plan;
}

void check_close(const Answer& answer, const RandomNetwork& random,
                 const std::vector<float>& planes) {
    const ReferenceNetwork reference(random.description, random.tensors);
    const int input_size = random.description.planes * random.description.cells();
    double largest_error = 0.0;
    for (std::size_t i = 0; i < answer.evaluations.size(); ++i) {
        const ReferenceNetwork::Result expected =
            reference.evaluate(planes.data() + i * input_size);
        const auto note = [&](double got, double wanted, double scale) {
            largest_error = std::max(largest_error, std::abs(got - wanted) / scale);
            if (!std::isfinite(got)) largest_error = HUGE_VAL;
        };
        for (std::size_t a = 0; a < expected.logits.size(); ++a) {
            note(answer.logits[i * expected.logits.size() + a], expected.logits[a], 1.0);
        }
        note(answer.evaluations[i].value, expected.value, 1.0);
        note(answer.evaluations[i].draw, expected.draw, 1.0);
        note(answer.evaluations[i].moves_left, expected.moves_left,
             random.description.moves_left + 1.0);
    }
    CHECK(largest_error < 5e-5);
}

void check_network(const NetworkPlan& plan, InstructionSet set,
                   std::optional<Algorithm> algorithm = {}) {
    RandomNetwork random(plan);
    const Network network(random.description, random.tensors, set, algorithm);
    INFO(name_of(set), " ", network.algorithm().text(), " ", plan.description.height, "x",
         plan.description.width, " channels ", plan.channels.back());
    const std::vector<float> planes = random.random_planes(3);
    const auto session = network.open_session(2);
    check_close(evaluate(*session, network.shape(), planes), random, planes);
}

bool same_bits(float left, float right) {
    return std::bit_cast<std::uint32_t>(left) == std::bit_cast<std::uint32_t>(right);
}

// Whether `part` is what `whole` says about the positions from `first` on.
bool is_part_of(const Answer& part, const Answer& whole, std::size_t first, std::size_t actions) {
    for (std::size_t i = 0; i < part.logits.size(); ++i) {
        if (!same_bits(part.logits[i], whole.logits[first * actions + i])) return false;
    }
    for (std::size_t i = 0; i < part.evaluations.size(); ++i) {
        const Evaluation& left = part.evaluations[i];
        const Evaluation& right = whole.evaluations[first + i];
        if (!same_bits(left.value, right.value) || !same_bits(left.draw, right.draw) ||
            !same_bits(left.moves_left, right.moves_left)) {
            return false;
        }
    }
    return true;
}

// One plan per kind of block and head, with channel counts that fit no vector width.
std::vector<NetworkPlan> varied_plans() {
    NetworkPlan pooling = small_plan(7, 5);
    pooling.description.trunk = {"conv", "pooling", "residual", "pooling"};
    pooling.channels = {21, 21, 21, 21};
    pooling.pooled_channels = 13;
    pooling.description.policy_head = "convolutional";
    pooling.description.value_head = "pooled";
    pooling.policy_channels = 5;
    pooling.value_channels = 9;

    NetworkPlan with_pass = pooling;
    with_pass.description.actions = 36;
    with_pass.description.value_kind = "scalar";
    with_pass.description.moves_left = 0;
    with_pass.policy_channels = 33;

    NetworkPlan classic = small_plan(8, 8);
    classic.description.trunk = {"conv", "conv", "conv"};
    classic.channels = {32, 64, 128};
    classic.description.value_kind = "scalar";

    NetworkPlan narrowing = small_plan(4, 6);
    narrowing.description.trunk = {"conv", "conv", "residual", "conv"};
    narrowing.channels = {40, 7, 7, 3};
    narrowing.description.planes = 64;
    narrowing.description.actions = 5;

    NetworkPlan stem_only = small_plan(3, 20);
    stem_only.description.trunk = {"conv"};
    stem_only.channels = {1};
    stem_only.description.planes = 1;
    return {pooling, with_pass, classic, narrowing, stem_only};
}

}  // namespace

TEST_CASE("nn: every algorithm on every instruction set computes the definition") {
    for (const InstructionSet set : available_instruction_sets()) {
        for (const Algorithm& algorithm : all_algorithms()) {
            check_network(small_plan(6, 7), set, algorithm);
            check_network(small_plan(9, 4), set, algorithm);
            for (const NetworkPlan& plan : varied_plans()) check_network(plan, set, algorithm);
        }
    }
}

TEST_CASE("nn: every board size") {
    for (const InstructionSet set : available_instruction_sets()) {
        for (int size = 3; size <= 20; ++size) check_network(small_plan(size, 23 - size), set);
        check_network(small_plan(3, 3), set);
        check_network(small_plan(20, 20), set);
    }
}

TEST_CASE("nn: every number of channels up to two panels") {
    for (const InstructionSet set : available_instruction_sets()) {
        for (int channels = 1; channels <= 2 * kernels_for(set).panel_width + 1; ++channels) {
            NetworkPlan plan = small_plan(4, 5);
            plan.channels = {channels, channels};
            check_network(plan, set);
        }
    }
}

TEST_CASE("nn: a position's answer is the same bits in every batch") {
    for (const InstructionSet set : available_instruction_sets()) {
        for (const Algorithm& algorithm :
             {Algorithm{}, Algorithm{2, 6}, Algorithm{6, 4}, Algorithm{4, 4}}) {
            RandomNetwork random(varied_plans()[0]);
            const Network network(random.description, random.tensors, set, algorithm);
            const EvaluatorShape shape = network.shape();
            constexpr int count = 70;
            const std::vector<float> planes = random.random_planes(count);
            const auto session = network.open_session(count);
            const Answer whole = evaluate(*session, shape, planes);
            for (int size = 1; size <= count; ++size) {
                const int first = (size * 31) % (count - size + 1);
                const std::vector<float> part(planes.begin() + first * shape.input_size(),
                                              planes.begin() + (first + size) * shape.input_size());
                CAPTURE(size);
                REQUIRE(is_part_of(evaluate(*session, shape, part), whole, first, shape.actions));
            }
            for (const int max_batch : {1, 7, 64}) {
                const auto other = network.open_session(max_batch);
                REQUIRE(is_part_of(evaluate(*other, shape, planes), whole, 0, shape.actions));
            }
        }
    }
}

TEST_CASE("nn: a position's answer is the same bits for every number of threads") {
    RandomNetwork random(varied_plans()[1]);
    const Network network(random.description, random.tensors);
    constexpr int count = 50;
    const std::vector<float> planes = random.random_planes(count);
    const auto session = network.open_session(count);
    const Answer alone = evaluate(*session, network.shape(), planes);
    for (const int threads : {1, 2, 3, 8, 64}) {
        Answer shared{std::vector<float>(alone.logits.size()), std::vector<Evaluation>(count)};
        network.evaluate(planes, count, shared.logits, shared.evaluations, threads);
        CHECK(is_part_of(shared, alone, 0, network.shape().actions));
    }
}

TEST_CASE("nn: a session outlives its network") {
    RandomNetwork random(small_plan(5, 5));
    const std::vector<float> planes = random.random_planes(2);
    std::unique_ptr<EvaluatorSession> session;
    EvaluatorShape shape;
    {
        const Network network(random.description, random.tensors);
        session = network.open_session(2);
        shape = network.shape();
    }
    check_close(evaluate(*session, shape, planes), random, planes);
}

TEST_CASE("nn: extreme outputs stay probabilities") {
    RandomNetwork random(small_plan(5, 5));
    random.add("value.bias", {3}, 1e4);
    random.add("moves_left.bias", {9}, 1e4);
    const Network network(random.description, random.tensors);
    const auto session = network.open_session(1);
    const Answer answer = evaluate(*session, network.shape(), random.random_planes(1));
    CHECK(std::abs(answer.evaluations[0].value) + answer.evaluations[0].draw ==
          doctest::Approx(1.0));
    CHECK(answer.evaluations[0].moves_left >= 0.0F);
    CHECK(answer.evaluations[0].moves_left <= 8.0F);
}

TEST_CASE("nn: spans that do not fit the count are refused, an empty batch is not") {
    RandomNetwork random(small_plan(5, 5));
    const Network network(random.description, random.tensors);
    const auto session = network.open_session(4);
    std::vector<float> planes = random.random_planes(2);
    std::vector<float> logits(50);
    std::vector<Evaluation> evaluations(2);
    CHECK_THROWS_WITH_AS(session->evaluate(planes, 3, logits, evaluations),
                         "evaluate: expected 225 plane values, got 150", std::invalid_argument);
    CHECK_THROWS_WITH_AS(session->evaluate(planes, -1, logits, evaluations),
                         "evaluate: expected a count of 0 or more, got -1", std::invalid_argument);
    CHECK_THROWS_WITH_AS(network.evaluate(planes, 2, logits, evaluations, 0),
                         "threads: expected 1 to 1024, got 0", std::invalid_argument);
    CHECK_NOTHROW(session->evaluate({}, 0, {}, {}));
    CHECK_NOTHROW(network.evaluate({}, 0, {}, {}, 4));
}
