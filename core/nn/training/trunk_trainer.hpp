// The trunk of a residual network in training, forward and back, as one piece.
//
// Between layers only what the convolutions gave is kept. A norm's statistics are taken while a
// chunk of boards is still in the cache, and normalising, adding and rectifying happen when the
// next layer reads it; so do the two steps of a norm's gradient on the way back.
#pragma once

#include <memory>
#include <mutex>

#include "base/workers.hpp"
#include "nn/instruction_set.hpp"
#include "nn/training/pooling.hpp"
#include "nn/training/shared_work.hpp"
#include "nn/training/stem.hpp"
#include "nn/training/trunk_record.hpp"

namespace tengen::nn {

// Owns its threads and workspaces. May be called from several threads, which then wait for each
// other. The same calls give the same bits with the same number of threads; those of `forward` do
// not depend even on that.
class TrunkTrainer {
  public:
    // Throws std::invalid_argument for fewer than one thread, and unless the channels are a
    // multiple of the kernels' lanes.
    TrunkTrainer(const TrunkShape& shape, const NormSettings& norms, int threads,
                 InstructionSet set = best_instruction_set());

    const TrunkShape& shape() const { return shape_; }

    // planes [boards][cells][planes] -> output [boards][cells][channels]. In training the norms
    // follow the batch and their running statistics are updated, else these are used. The record
    // is reused by the next call, unless somebody still has it then. Throws std::invalid_argument
    // when training on a single cell, which has no variance.
    std::shared_ptr<TrunkRecord> forward(const TrunkParameters& parameters, const float* planes,
                                         int boards, bool training, float* output);

    // The gradients of all parameters from that of the output; planes, parameters and output as
    // they were in the call of `forward` in training that left this record.
    void backward(const TrunkParameters& parameters, TrunkRecord& record, const float* planes,
                  const float* output, const float* output_gradient,
                  const TrunkGradients& gradients);

    // use(workers): something else on the same threads, while other calls wait.
    template <class Use>
    void lend_threads(const Use& use) {
        workers_.expect_present();
        const std::lock_guard lock(mutex_);
        use(workers_);
    }

  private:
    // What one thread works in; cells are those of some boards.
    struct Workspace {
        StemWorkspace stem;
        PoolingWorkspace pooling;
        KeptMemory inputs;           // of a layer, as activations
        KeptMemory output_gradient;  // of a layer's convolution
        KeptMemory input_gradient;
    };
    class Pass;
    class Forward;
    class Backward;

    const TrunkShape shape_;
    const NormSettings norms_;
    const KernelTable& kernels_;
    const Stem stem_;
    std::mutex mutex_;
    Workers workers_;
    std::vector<Workspace> workspaces_;
    std::vector<LayerWorkspace> layer_workspaces_;
    KeptMemory packed_;
    KeptMemory block_gradient_;  // [boards][cells][channels]: of what a block gave
    KeptMemory inner_gradient_;  // the same between a block's two layers
    PieceSums sums_;
    ThreadSums thread_sums_;
    std::shared_ptr<TrunkRecord> record_;
};

}  // namespace tengen::nn
