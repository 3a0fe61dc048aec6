#include "nn/training/pooling.hpp"

#include <algorithm>

namespace tengen::nn {

Pooling::Pooling(const TrunkShape& shape, int pooled, const KernelTable& kernels)
    : shape_(shape), pooled_(pooled), half_(round_up(pooled, kernels.lanes)), kernels_(kernels) {}

const float* Pooling::pool(const float* board, PoolingWorkspace& workspace) const {
    float* pooled = workspace.pooled.take(2 * half_);
    kernels_.pool(board, layout(half_), pooled);
    return pooled;
}

void Pooling::add(const PoolingParameters& parameters, float* board,
                  PoolingWorkspace& workspace) const {
    const float* means = pool(board, workspace);
    const float* maxima = means + half_;
    float* row = workspace.row.take(shape_.channels);
    for (int channel = 0; channel < shape_.channels; ++channel) {
        const float* weight = parameters.weight + std::ptrdiff_t(channel) * 2 * pooled_;
        float sum = parameters.bias[channel];
        for (int i = 0; i < pooled_; ++i) sum += weight[i] * means[i];
        for (int i = 0; i < pooled_; ++i) sum += weight[pooled_ + i] * maxima[i];
        row[channel] = sum;
    }
    kernels_.add_to_cells(board, layout(shape_.channels), row);
}

void Pooling::add_gradient(const PoolingParameters& parameters, const float* board, float* gradient,
                           float* sums, PoolingWorkspace& workspace) const {
    const float* pooled = pool(board, workspace);
    const int channels = shape_.channels;
    float* row = workspace.row.take(channels);
    std::fill_n(row, channels, 0.0F);
    const float* cell = gradient;
    for (int i = 0; i < shape_.cells(); ++i, cell += channels) {
        for (int channel = 0; channel < channels; ++channel) row[channel] += cell[channel];
    }
    float* pooled_gradient = workspace.gradient.take(2 * pooled_);
    add_row_gradient(parameters, pooled, row, sums, pooled_gradient);
    share_out(board, pooled + half_, pooled_gradient, gradient);
}

void Pooling::add_row_gradient(const PoolingParameters& parameters, const float* pooled,
                               const float* row, float* sums, float* pooled_gradient) const {
    const int inputs = 2 * pooled_;
    std::fill_n(pooled_gradient, inputs, 0.0F);
    for (int channel = 0; channel < shape_.channels; ++channel) {
        float* weight_sums = sums + std::ptrdiff_t(channel) * inputs;
        const float* weight = parameters.weight + std::ptrdiff_t(channel) * inputs;
        for (int i = 0; i < pooled_; ++i) {
            weight_sums[i] += row[channel] * pooled[i];
            weight_sums[pooled_ + i] += row[channel] * pooled[half_ + i];
        }
        for (int i = 0; i < inputs; ++i) pooled_gradient[i] += row[channel] * weight[i];
        sums[std::ptrdiff_t(shape_.channels) * inputs + channel] += row[channel];
    }
}

void Pooling::share_out(const float* board, const float* maxima, const float* pooled_gradient,
                        float* gradient) const {
    const auto cells = static_cast<float>(shape_.cells());
    const std::ptrdiff_t size = shape_.board_size();
    for (int i = 0; i < pooled_; ++i) {
        int holders = 0;
        for (std::ptrdiff_t at = i; at < size; at += shape_.channels)
            holders += board[at] == maxima[i];
        const float of_mean = pooled_gradient[i] / cells;
        const float of_maximum = pooled_gradient[pooled_ + i] / static_cast<float>(holders);
        for (std::ptrdiff_t at = i; at < size; at += shape_.channels)
            gradient[at] += of_mean + (board[at] == maxima[i] ? of_maximum : 0.0F);
    }
}

void Pooling::unpack(const float* sums, const PoolingGradients& gradients) const {
    const std::size_t weights = std::size_t(shape_.channels) * 2 * pooled_;
    std::copy_n(sums, weights, gradients.weight);
    std::copy_n(sums + weights, shape_.channels, gradients.bias);
}

}  // namespace tengen::nn
