// Takes named tensors out of a map and insists that they are what was expected.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "nn/weights.hpp"

namespace tengen::nn {

// In a shape: any size from 1 to `largest_layer`.
inline constexpr std::int64_t any_size = -1;
inline constexpr std::int64_t largest_layer = 8192;

class TensorReader {
  public:
    explicit TensorReader(const Tensors& tensors) : tensors_(tensors) {}

    using Shape = std::vector<std::int64_t>;
    const Tensor& take(const std::string& name, const Shape& expected);

    // A matrix [outputs, inputs] or filters [outputs, inputs, 3, 3], with the bias [outputs].
    Layer linear(const std::string& weight, const std::string& bias, std::int64_t outputs,
                 std::int64_t inputs);
    Layer convolution(const std::string& weight, const std::string& bias, std::int64_t outputs,
                      std::int64_t inputs);

    // Throws when the map holds a tensor that nobody took.
    void expect_all_taken() const;

  private:
    const Tensors& tensors_;
    std::set<std::string> taken_;
};

}  // namespace tengen::nn
