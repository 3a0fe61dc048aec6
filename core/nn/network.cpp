#include "nn/network.hpp"

#include <algorithm>
#include <future>
#include <stdexcept>

#include "base/workers.hpp"
#include "nn/packed_network.hpp"
#include "nn/session.hpp"

namespace tengen::nn {
namespace {

constexpr int pooled_session_batch = 64;

std::shared_ptr<const PackedNetwork> pack(const Weights& weights, InstructionSet set,
                                          const std::optional<Algorithm>& algorithm) {
    parse_instruction_set(name_of(set));
    if (algorithm) check_algorithm(*algorithm);
    return std::make_shared<const PackedNetwork>(
        weights, set, algorithm ? *algorithm : choose_algorithm(weights, kernels_for(set)));
}

}  // namespace

Network::Network(const Description& description, const Tensors& tensors,
                 InstructionSet instruction_set, std::optional<Algorithm> algorithm)
    : packed_(pack(read_weights(description, tensors), instruction_set, algorithm)) {}

EvaluatorShape Network::shape() const { return packed_->shape; }
bool Network::gives_wdl() const { return packed_->heads.outcomes == 3; }
bool Network::gives_moves_left() const { return packed_->heads.moves_left > 0; }
InstructionSet Network::instruction_set() const { return packed_->instruction_set; }
Algorithm Network::algorithm() const { return packed_->algorithm; }

std::unique_ptr<EvaluatorSession> Network::open_session(int max_batch) const {
    return std::make_unique<Session>(packed_, max_batch);
}

void Network::evaluate_on_pooled_session(std::span<const float> planes, int count,
                                         std::span<float> logits,
                                         std::span<Evaluation> evaluations) const {
    std::unique_ptr<EvaluatorSession> session = sessions_.take();
    if (session == nullptr) session = open_session(pooled_session_batch);
    session->evaluate(planes, count, logits, evaluations);
    sessions_.give_back(std::move(session));
}

void Network::evaluate(std::span<const float> planes, int count, std::span<float> logits,
                       std::span<Evaluation> evaluations, int threads) const {
    check_batch(shape(), planes, count, logits, evaluations);
    expect_threads(threads);
    const std::size_t input_size = shape().input_size();
    const std::size_t actions = shape().actions;
    const int shares = std::clamp(count, 1, threads);
    const auto evaluate_share = [&](int share) {
        const std::size_t begin = static_cast<std::size_t>(count) * share / shares;
        const std::size_t size = static_cast<std::size_t>(count) * (share + 1) / shares - begin;
        evaluate_on_pooled_session(
            planes.subspan(begin * input_size, size * input_size), static_cast<int>(size),
            logits.subspan(begin * actions, size * actions), evaluations.subspan(begin, size));
    };
    std::vector<std::future<void>> others;
    for (int share = 1; share < shares; ++share) {
        others.push_back(std::async(std::launch::async, evaluate_share, share));
    }
    evaluate_share(0);
    for (std::future<void>& other : others) other.get();
}

}  // namespace tengen::nn
