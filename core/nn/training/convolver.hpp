// Single 3x3 convolutions for training: whole batches, and filters that are new every time.
#pragma once

#include <mutex>
#include <vector>

#include "base/workers.hpp"
#include "nn/instruction_set.hpp"
#include "nn/training/layer.hpp"

namespace tengen::nn {

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

    // use(workers): something else on the same threads, while other calls wait.
    template <class Use>
    void lend_threads(const Use& use) {
        workers_.expect_present();
        const std::lock_guard lock(mutex_);
        use(workers_);
    }

  private:
    const KernelTable& kernels_;
    std::mutex mutex_;
    Workers workers_;
    std::vector<LayerWorkspace> workspaces_;
    KeptMemory packed_;
};

}  // namespace tengen::nn
