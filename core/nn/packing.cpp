#include "nn/packing.hpp"

#include "nn/filter_transform.hpp"

namespace tengen::nn {

// A matrix while it is being filled.
class Packer::Target {
  public:
    Target(const Packer& packer, int columns, int depth, int matrices = 1)
        : panel_width_(packer.kernels_.panel_width) {
        matrix_.depth = depth;
        matrix_.stride = round_up(columns, panel_width_);
        matrix_.panels = matrix_.stride / panel_width_;
        matrix_.size = static_cast<std::size_t>(depth) * matrix_.stride;
        matrix_.narrow = matrix_.stride - columns >= panel_width_ - packer.kernels_.lanes;
        weights_ = packer.memory_.take(matrix_.size * matrices);
        bias_ = packer.memory_.take(matrix_.stride);
        matrix_.weights = weights_;
        matrix_.bias = bias_;
    }

    float& weight(int k, int column, int matrix = 0) {
        const std::size_t panel = column / panel_width_;
        const std::size_t row = panel * matrix_.depth + k;
        return weights_[matrix * matrix_.size + row * panel_width_ + column % panel_width_];
    }

    void set_bias(const Layer& layer, int first_column = 0) {
        for (int i = 0; i < layer.outputs; ++i) bias_[first_column + i] = layer.bias[i];
    }

    const PackedMatrix& matrix() const { return matrix_; }

  private:
    int panel_width_;
    PackedMatrix matrix_;
    float* weights_;
    float* bias_;
};

PackedMatrix Packer::linear(const Layer& layer) const {
    const int first_column = 0;
    return side_by_side({&layer, 1}, {&first_column, 1});
}

PackedMatrix Packer::side_by_side(std::span<const Layer> layers,
                                  std::span<const int> offsets) const {
    Target target(*this, offsets.back() + layers.back().outputs, layers.front().inputs);
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const Layer& layer = layers[i];
        for (int column = 0; column < layer.outputs; ++column) {
            const float* row =
                layer.weight.data() + static_cast<std::size_t>(column) * layer.inputs;
            for (int k = 0; k < layer.inputs; ++k) target.weight(k, offsets[i] + column) = row[k];
        }
        target.set_bias(layer, offsets[i]);
    }
    return target.matrix();
}

PackedMatrix Packer::pooled(const Layer& layer) const {
    const int channels = layer.inputs / 2;
    const int half = round_up(channels, kernels_.lanes);
    Target target(*this, layer.outputs, 2 * half);
    for (int column = 0; column < layer.outputs; ++column) {
        const float* row = layer.weight.data() + static_cast<std::size_t>(column) * layer.inputs;
        for (int channel = 0; channel < channels; ++channel) {
            target.weight(channel, column) = row[channel];
            target.weight(half + channel, column) = row[channels + channel];
        }
    }
    target.set_bias(layer);
    return target.matrix();
}

PackedMatrix Packer::direct(const Layer& layer) const {
    Target target(*this, layer.outputs, 9 * layer.inputs);
    const float* filter = layer.weight.data();
    for (int output = 0; output < layer.outputs; ++output) {
        for (int input = 0; input < layer.inputs; ++input, filter += 9) {
            for (int tap = 0; tap < 9; ++tap) {
                target.weight(tap * layer.inputs + input, output) = filter[tap];
            }
        }
    }
    target.set_bias(layer);
    return target.matrix();
}

PackedMatrix Packer::winograd(const Layer& layer, const Algorithm& algorithm) const {
    Target target(*this, layer.outputs, layer.inputs, algorithm.frequencies());
    const float* filter = layer.weight.data();
    TransformedFilter frequencies;
    for (int output = 0; output < layer.outputs; ++output) {
        for (int input = 0; input < layer.inputs; ++input, filter += 9) {
            transform_filter(filter, algorithm, frequencies);
            for (int i = 0; i < algorithm.frequencies(); ++i) {
                target.weight(input, output, i) = frequencies[i];
            }
        }
    }
    target.set_bias(layer);
    return target.matrix();
}

}  // namespace tengen::nn
