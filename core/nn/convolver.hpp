// 3x3 convolutions for training: whole batches, and filters that are new every time.
#pragma once

#include <array>
#include <mutex>
#include <vector>

#include "base/workers.hpp"
#include "nn/algorithm.hpp"
#include "nn/aligned_memory.hpp"
#include "nn/instruction_set.hpp"

namespace tengen::nn {

// Boards [count][height][width][channels] without gaps.
struct BoardBatch {
    int count;
    int height;
    int width;
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
};

// Owns its threads and their workspaces, which grow to what the largest call needed. May be called
// from several threads, which then wait for each other.
class Convolver {
  public:
    // Throws std::invalid_argument for fewer than one thread.
    explicit Convolver(int threads, InstructionSet set = best_instruction_set());

    // Numbers of channels must be multiples of this; else the calls throw std::invalid_argument.
    int channel_step() const { return kernels_.lanes; }

    // Stride 1, padding 1. An output's bits depend on neither the batch nor the number of threads.
    void convolve(const BoardBatch& boards, const float* input,
                  const FilterView<const float>& filters, float* output);

    // gradient = that of the filters, given that of `convolve`'s output. The bits depend on the
    // number of threads, each of which sums its share of the boards.
    void filter_gradient(const BoardBatch& boards, const float* input, const float* output_gradient,
                         const FilterView<float>& gradient);

  private:
    // Memory that is kept; new memory is zeroed.
    class Memory {
      public:
        float* take(std::size_t size);

      private:
        AlignedMemory memory_{0};
        float* start_ = nullptr;
        std::size_t size_ = 0;
    };

    // What one thread works in.
    struct Workspace {
        Memory tiles;
        Memory gradient_tiles;
        Memory sums;
        Memory taps;
        Memory zeros;
    };

    struct Plan;

    Plan make_plan(const BoardBatch& boards, int inputs, int outputs) const;
    const float* pack(const FilterView<const float>& filters, const Plan& plan);
    void convolve_chunk(const Plan& plan, const float* packed, const float* input, int boards,
                        float* output, Workspace& workspace) const;
    void sum_chunk(const Plan& plan, const float* input, const float* output_gradient, int boards,
                   float* sums, Workspace& workspace) const;
    void fold(const Plan& plan, float* sums, const FilterView<float>& gradient);

    const KernelTable& kernels_;
    std::mutex mutex_;
    Workers workers_;
    std::vector<Workspace> workspaces_;
    Memory packed_;
};

}  // namespace tengen::nn
