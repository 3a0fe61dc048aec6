// The network's definition, word for word, in double precision: slow and obvious.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "nn/weights.hpp"

namespace tengen::nn {

class ReferenceNetwork {
  public:
    struct Result {
        std::vector<double> logits;
        double value = 0.0;
        double draw = 0.0;
        double moves_left = 0.0;
    };

    ReferenceNetwork(const Description& description, const Tensors& tensors)
        : description_(description), tensors_(tensors) {}

    Result evaluate(const float* planes) const {
        Values x(planes, planes + description_.planes * description_.cells());
        for (std::size_t i = 0; i < description_.trunk.size(); ++i) {
            x = block("trunk." + std::to_string(i) + ".", description_.trunk[i], x);
        }
        Result result;
        result.logits = policy(x);
        evaluate_heads(x, result);
        return result;
    }

  private:
    using Values = std::vector<double>;

    const Tensor& tensor(const std::string& name) const { return tensors_.at(name); }

    // [I, H, W] -> [O, H, W], zero padding
    Values convolve(const Values& x, const std::string& weight, const std::string& bias) const {
        const Tensor& w = tensor(weight);
        const int outputs = static_cast<int>(w.shape[0]);
        const int inputs = static_cast<int>(w.shape[1]);
        Values y;
        for (int o = 0; o < outputs; ++o) {
            for (int cell = 0; cell < description_.cells(); ++cell) {
                double sum = tensor(bias).values[o];
                for (int i = 0; i < inputs; ++i) {
                    sum +=
                        taps(&x[i * description_.cells()], &w.values[(o * inputs + i) * 9], cell);
                }
                y.push_back(sum);
            }
        }
        return y;
    }

    double taps(const double* plane, const float* filter, int cell) const {
        double sum = 0.0;
        for (int tap = 0; tap < 9; ++tap) {
            const int y = cell / description_.width + tap / 3 - 1;
            const int x = cell % description_.width + tap % 3 - 1;
            if (y < 0 || y >= description_.height || x < 0 || x >= description_.width) continue;
            sum += plane[y * description_.width + x] * filter[tap];
        }
        return sum;
    }

    Values linear(const Values& x, const std::string& weight, const std::string& bias) const {
        const std::size_t outputs = tensor(bias).values.size();
        Values y;
        for (std::size_t o = 0; o < outputs; ++o) {
            double sum = tensor(bias).values[o];
            for (std::size_t i = 0; i < x.size(); ++i)
                sum += tensor(weight).values[o * x.size() + i] * x[i];
            y.push_back(sum);
        }
        return y;
    }

    static Values rectified(Values x) {
        for (double& value : x) value = std::max(value, 0.0);
        return x;
    }

    Values block(const std::string& prefix, const std::string& kind, const Values& x) const {
        if (kind == "conv") return rectified(convolve(x, prefix + "weight", prefix + "bias"));
        Values inner = rectified(convolve(x, prefix + "weight1", prefix + "bias1"));
        if (kind == "pooling") {
            const int channels = static_cast<int>(tensor(prefix + "pool_weight").shape[1] / 2);
            const Values sums =
                linear(pooled(inner, channels), prefix + "pool_weight", prefix + "pool_bias");
            for (std::size_t i = 0; i < inner.size(); ++i)
                inner[i] += sums[i / description_.cells()];
        }
        Values y = convolve(inner, prefix + "weight2", prefix + "bias2");
        for (std::size_t i = 0; i < y.size(); ++i) y[i] += x[i];
        return rectified(y);
    }

    // [mean of each of the first channels | maximum of each]
    Values pooled(const Values& x, int channels) const {
        Values means;
        Values maxima;
        for (int channel = 0; channel < channels; ++channel) {
            const auto begin = x.begin() + channel * description_.cells();
            const auto end = begin + description_.cells();
            double sum = 0.0;
            for (auto i = begin; i != end; ++i) sum += *i;
            means.push_back(sum / description_.cells());
            maxima.push_back(*std::max_element(begin, end));
        }
        means.insert(means.end(), maxima.begin(), maxima.end());
        return means;
    }

    // 1x1 convolution and ReLU: [F, cells] -> [K, cells]
    Values head(const Values& x, const std::string& prefix) const {
        const Tensor& weight = tensor(prefix + "conv_weight");
        Values y;
        for (int k = 0; k < weight.shape[0]; ++k) {
            for (int cell = 0; cell < description_.cells(); ++cell) {
                double sum = tensor(prefix + "conv_bias").values[k];
                for (int f = 0; f < weight.shape[1]; ++f) {
                    sum +=
                        weight.values[k * weight.shape[1] + f] * x[f * description_.cells() + cell];
                }
                y.push_back(std::max(sum, 0.0));
            }
        }
        return y;
    }

    Values policy(const Values& x) const {
        const Values features = head(x, "policy.");
        if (description_.policy_head == "linear")
            return linear(features, "policy.weight", "policy.bias");
        const int channels = static_cast<int>(features.size()) / description_.cells();
        Values logits(description_.cells(), tensor("policy.cell_bias").values[0]);
        for (std::size_t i = 0; i < features.size(); ++i) {
            logits[i % description_.cells()] +=
                tensor("policy.cell_weight").values[i / description_.cells()] * features[i];
        }
        if (description_.actions == description_.cells() + 1) {
            logits.push_back(
                linear(pooled(features, channels), "policy.pass_weight", "policy.pass_bias")[0]);
        }
        return logits;
    }

    static Values softmax(Values logits) {
        double total = 0.0;
        for (double& value : logits) total += value = std::exp(value);
        for (double& value : logits) value /= total;
        return logits;
    }

    void evaluate_heads(const Values& x, Result& result) const {
        Values features = head(x, "value.");
        const int channels = static_cast<int>(features.size()) / description_.cells();
        if (description_.value_head == "pooled") features = pooled(features, channels);
        const Values hidden =
            rectified(linear(features, "value.hidden_weight", "value.hidden_bias"));
        const Values outcome = linear(hidden, "value.weight", "value.bias");
        if (description_.value_kind == "wdl") {
            const Values chances = softmax(outcome);
            result.value = chances[0] - chances[2];
            result.draw = chances[1];
        } else {
            result.value = std::tanh(outcome[0]);
        }
        if (description_.moves_left == 0) return;
        const Values classes = softmax(linear(hidden, "moves_left.weight", "moves_left.bias"));
        for (std::size_t i = 0; i < classes.size(); ++i)
            result.moves_left += static_cast<double>(i) * classes[i];
    }

    const Description& description_;
    const Tensors& tensors_;
};

}  // namespace tengen::nn
