#include "nn/training/batch_norm.hpp"

#include <algorithm>
#include <cmath>

namespace tengen::nn {
namespace {

struct Moments {
    double count = 0.0;
    double mean = 0.0;
    double squares = 0.0;  // of the differences from the mean

    void add(const Moments& other) {
        const double total = count + other.count;
        const double apart = other.mean - mean;
        mean += apart * other.count / total;
        squares += other.squares + apart * apart * count * other.count / total;
        count = total;
    }
};

void set_output(const LayerParameters& parameters, int channel, double mean, double variance,
                const NormSettings& settings, NormState& norm) {
    const double deviation = 1.0 / std::sqrt(variance + settings.epsilon);
    const double scale = parameters.scale[channel] * deviation;
    norm.mean[channel] = static_cast<float>(mean);
    norm.deviation[channel] = static_cast<float>(deviation);
    norm.scale[channel] = static_cast<float>(scale);
    norm.shift[channel] = static_cast<float>(parameters.shift[channel] - mean * scale);
}

void move_towards(float& running, double found, double share) {
    running = static_cast<float>((1.0 - share) * running + share * found);
}

}  // namespace

void PieceSums::clear(int boards, int piece, int channels) {
    boards_ = boards;
    piece_ = piece;
    pieces_ = ceil_divide(boards, piece);
    channels_ = channels;
    rows_.assign(std::size_t(2) * pieces_ * channels, 0.0F);
}

int PieceSums::boards_in(int number) const { return std::min(piece_, boards_ - number * piece_); }

void fit_norm(PieceSums& sums, const float* pivots, std::ptrdiff_t pivot_step, int cells,
              const LayerParameters& parameters, const NormSettings& settings, NormState& norm) {
    for (std::size_t channel = 0; channel < norm.mean.size(); ++channel) {
        Moments moments;
        for (int i = 0; i < sums.pieces(); ++i) {
            const double count = double(sums.boards_in(i)) * cells;
            const double sum = sums.first(i)[channel];
            const double squares = sums.second(i)[channel] - sum * sum / count;
            moments.add(
                {count, pivots[i * pivot_step + channel] + sum / count, std::max(squares, 0.0)});
        }
        const int number = static_cast<int>(channel);
        set_output(parameters, number, moments.mean, moments.squares / moments.count, settings,
                   norm);
        move_towards(parameters.running_mean[channel], moments.mean, settings.momentum);
        move_towards(parameters.running_variance[channel], moments.squares / (moments.count - 1.0),
                     settings.momentum);
    }
}

void use_running_statistics(const LayerParameters& parameters, const NormSettings& settings,
                            NormState& norm) {
    for (std::size_t channel = 0; channel < norm.mean.size(); ++channel) {
        set_output(parameters, static_cast<int>(channel), parameters.running_mean[channel],
                   parameters.running_variance[channel], settings, norm);
    }
}

// With x = (input - mean) * deviation and the means taken over all cells,
// gradient of the input = scale * deviation * (gradient - mean gradient - x * mean(gradient * x)).
void fit_gradient(PieceSums& sums, double cells, const LayerParameters& parameters,
                  const LayerGradients& gradients, NormState& norm) {
    for (std::size_t channel = 0; channel < norm.mean.size(); ++channel) {
        double sum = 0.0;
        double products = 0.0;
        for (int i = 0; i < sums.pieces(); ++i) {
            sum += sums.first(i)[channel];
            products += sums.second(i)[channel];
        }
        const double deviation = norm.deviation[channel];
        const double factor = parameters.scale[channel] * deviation;
        gradients.shift[channel] = static_cast<float>(sum);
        gradients.scale[channel] = static_cast<float>(products * deviation);
        norm.factor[channel] = static_cast<float>(factor);
        norm.slope[channel] =
            static_cast<float>(-factor * deviation * deviation * products / cells);
        norm.constant[channel] = static_cast<float>(-factor * sum / cells);
    }
}

}  // namespace tengen::nn
