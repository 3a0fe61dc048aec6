#include "nn/tensor_reader.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace tengen::nn {
namespace {

std::string text_of(const TensorReader::Shape& shape) {
    std::string text = "[";
    for (const std::int64_t size : shape) {
        if (text.size() > 1) text += ", ";
        text += size == any_size ? "any" : std::to_string(size);
    }
    return text + "]";
}

bool fits(std::int64_t size, std::int64_t expected) {
    return expected == any_size ? size >= 1 && size <= largest_layer : size == expected;
}

bool has_shape(const Tensor& tensor, const TensorReader::Shape& expected) {
    return std::ranges::equal(tensor.shape, expected, fits);
}

// Only called for sizes within `largest_layer`, so the product of the few dimensions cannot
// overflow.
std::int64_t count_of(const TensorReader::Shape& shape) {
    std::int64_t count = 1;
    for (const std::int64_t size : shape) count *= size;
    return count;
}

void check_values(const std::string& name, const Tensor& tensor) {
    if (static_cast<std::int64_t>(tensor.values.size()) != count_of(tensor.shape)) {
        throw std::invalid_argument("tensor " + name + ": expected " +
                                    std::to_string(count_of(tensor.shape)) + " values for shape " +
                                    text_of(tensor.shape) + ", got " +
                                    std::to_string(tensor.values.size()));
    }
    const auto bad =
        std::ranges::find_if_not(tensor.values, [](float value) { return std::isfinite(value); });
    if (bad == tensor.values.end()) return;
    throw std::invalid_argument("tensor " + name + ": expected finite values, got " +
                                std::to_string(*bad) + " at flat index " +
                                std::to_string(bad - tensor.values.begin()));
}

}  // namespace

const Tensor& TensorReader::take(const std::string& name, const Shape& expected) {
    const auto found = tensors_.find(name);
    if (found == tensors_.end()) {
        throw std::invalid_argument("tensor " + name + ": expected shape " + text_of(expected) +
                                    ", but it is missing");
    }
    const Tensor& tensor = found->second;
    if (!has_shape(tensor, expected)) {
        throw std::invalid_argument("tensor " + name + ": expected shape " + text_of(expected) +
                                    ", got " + text_of(tensor.shape));
    }
    check_values(name, tensor);
    taken_.insert(name);
    return tensor;
}

Layer TensorReader::linear(const std::string& weight, const std::string& bias, std::int64_t outputs,
                           std::int64_t inputs) {
    const Tensor& matrix = take(weight, {outputs, inputs});
    const Tensor& offset = take(bias, {matrix.shape[0]});
    return {static_cast<int>(matrix.shape[0]), static_cast<int>(matrix.shape[1]), matrix.values,
            offset.values};
}

Layer TensorReader::convolution(const std::string& weight, const std::string& bias,
                                std::int64_t outputs, std::int64_t inputs) {
    const Tensor& filters = take(weight, {outputs, inputs, 3, 3});
    const Tensor& offset = take(bias, {filters.shape[0]});
    return {static_cast<int>(filters.shape[0]), static_cast<int>(filters.shape[1]), filters.values,
            offset.values};
}

void TensorReader::expect_all_taken() const {
    for (const auto& [name, tensor] : tensors_) {
        if (!taken_.contains(name)) {
            throw std::invalid_argument("tensor " + name +
                                        ": unexpected, the description has no place for it");
        }
    }
}

}  // namespace tengen::nn
