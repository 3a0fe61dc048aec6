#include "nn/session.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace tengen::nn {
namespace {

// The linear layers gain nothing from larger batches, and the workspace should not grow with them.
constexpr int largest_piece = 64;

int choose_capacity(const PackedNetwork& network, int max_batch) {
    const int whole_chunks = std::max(largest_piece / network.chunk, 1) * network.chunk;
    return std::clamp(max_batch, 1, whole_chunks);
}

void expect_size(const std::string& name, std::size_t size, std::size_t expected) {
    if (size == expected) return;
    throw std::invalid_argument("evaluate: expected " + std::to_string(expected) + " " + name +
                                ", got " + std::to_string(size));
}

}  // namespace

Session::Session(std::shared_ptr<const PackedNetwork> network, int max_batch)
    : network_(std::move(network)),
      capacity_(choose_capacity(*network_, max_batch)),
      trunk_(*network_, std::min(capacity_, network_->chunk)),
      heads_(*network_, capacity_) {}

void Session::evaluate(std::span<const float> planes, int count, std::span<float> logits,
                       std::span<Evaluation> evaluations) {
    check_batch(network_->shape, planes, count, logits, evaluations);
    const std::ptrdiff_t input_size = network_->shape.input_size();
    for (std::ptrdiff_t done = 0; done < count; done += capacity_) {
        const int piece = std::min<int>(capacity_, count - done);
        evaluate_piece(planes.data() + done * input_size, piece,
                       logits.data() + done * network_->shape.actions, evaluations.data() + done);
    }
}

void Session::evaluate_piece(const float* planes, int count, float* logits,
                             Evaluation* evaluations) {
    const std::ptrdiff_t input_size = network_->shape.input_size();
    // Chunks of nearly the same size: every chunk reads all weights once more.
    for (int done = 0, chunks = ceil_divide(count, trunk_.capacity()); chunks > 0; --chunks) {
        const int boards = ceil_divide(count - done, chunks);
        trunk_.run(planes + done * input_size, boards);
        for (int i = 0; i < boards; ++i) heads_.collect(trunk_.activations(i), done + i);
        done += boards;
    }
    heads_.finish(count, logits, evaluations);
}

void check_batch(const EvaluatorShape& shape, std::span<const float> planes, int count,
                 std::span<const float> logits, std::span<const Evaluation> evaluations) {
    if (count < 0) {
        throw std::invalid_argument("evaluate: expected a count of 0 or more, got " +
                                    std::to_string(count));
    }
    const std::size_t positions = count;
    expect_size("plane values", planes.size(), positions * shape.input_size());
    expect_size("logits", logits.size(), positions * shape.actions);
    expect_size("evaluations", evaluations.size(), positions);
}

}  // namespace tengen::nn
