// One 3x3 convolution in training, as a thread computes it for a few boards at a time.
#pragma once

#include <array>

#include "nn/algorithm.hpp"
#include "nn/aligned_memory.hpp"
#include "nn/kernels/kernel_table.hpp"

namespace tengen::nn {

// Boards [count][height][width][channels] without gaps.
struct BoardBatch {
    int count;
    int height;
    int width;

    int cells() const { return height * width; }
};

// Element (output, input, y, x) of 3x3 filters is values[sum of index * stride].
template <class Value>
struct FilterView {
    Value* values;
    std::array<std::ptrdiff_t, 4> strides;
    int outputs;
    int inputs;

    Value* tap(int output, int input, int number) const {
        return values + output * strides[0] + input * strides[1] + number / 3 * strides[2] +
               number % 3 * strides[3];
    }
    // The filters that take the gradient of the outputs back to the inputs: turned by 180 degrees.
    FilterView turned() const {
        const auto [output, input, y, x] = strides;
        return {values + 2 * y + 2 * x, {input, output, -y, -x}, inputs, outputs};
    }
};

// Memory that is kept and grows; new memory is zeroed.
class KeptMemory {
  public:
    float* take(std::size_t size);

  private:
    AlignedMemory memory_{0};
    float* start_ = nullptr;
    std::size_t size_ = 0;
};

// What one thread works in.
struct LayerWorkspace {
    KeptMemory tiles;
    KeptMemory gradient_tiles;
    KeptMemory sums;
    KeptMemory taps;
    KeptMemory zeros;
};

// Throws std::invalid_argument unless the channels are a multiple of the kernels' lanes.
void expect_vectors(int channels, const KernelTable& kernels);

// How a layer is worked through, which depends on neither its filters nor the threads.
class LayerPlan {
  public:
    // Throws std::invalid_argument unless the channels are multiples of the kernels' lanes.
    LayerPlan(const BoardBatch& boards, int inputs, int outputs, const KernelTable& kernels);

    int inputs() const { return inputs_; }
    // Boards that are best convolved together, and those whose filter gradients are best summed
    // together.
    int chunk() const { return chunk_; }
    int summed_chunk() const { return summed_chunk_; }
    std::ptrdiff_t input_size() const { return std::ptrdiff_t(boards_.cells()) * inputs_; }
    std::ptrdiff_t output_size() const { return std::ptrdiff_t(boards_.cells()) * outputs_; }
    // Floats of filters in the Winograd domain, and of the sums that become their gradient.
    std::size_t packed_size() const { return algorithm_.frequencies() * matrix_size_; }

    // packed = the filters of inputs `first` to `last` - 1 in the Winograd domain.
    void pack(const FilterView<const float>& filters, int first, int last, float* packed,
              LayerWorkspace& workspace) const;
    // output = the convolution of at most `chunk` boards. An output's bits do not depend on the
    // other boards.
    void convolve(const float* packed, const float* input, int boards, float* output,
                  LayerWorkspace& workspace) const;
    // sums += what at most `summed_chunk` boards say about the filters, in the Winograd domain.
    void add_gradient(const float* input, const float* output_gradient, int boards, float* sums,
                      LayerWorkspace& workspace) const;
    // total += other sums, for inputs `first` to `last` - 1.
    void add_sums(const float* sums, int first, int last, float* total) const;
    // gradient of inputs `first` to `last` - 1 = what the sums say.
    void fold(float* sums, int first, int last, const FilterView<float>& gradient,
              LayerWorkspace& workspace) const;

  private:
    // Floats from one frequency's tiles to the next one's.
    std::ptrdiff_t slot_size(int boards, int channels) const {
        return odd_lines(std::ptrdiff_t(boards) * tiles_ * channels);
    }
    BoardLayout layout(int channels) const {
        return {boards_.height, boards_.width, channels, channels};
    }
    FilterPanel panel(float* taps, float* frequencies) const;

    const KernelTable& kernels_;
    BoardBatch boards_;
    int inputs_;
    int outputs_;
    int columns_;  // outputs in whole panels
    Algorithm algorithm_;
    int tiles_;  // of a board
    int chunk_;
    int summed_chunk_;
    std::ptrdiff_t matrix_size_;  // floats from one frequency's filters to the next one's
    std::array<float, 24> vertical_;
    std::array<float, 24> horizontal_;
};

}  // namespace tengen::nn
