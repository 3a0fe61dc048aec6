#include "nn/training/convolver.hpp"

#include <algorithm>

#include "nn/training/shared_work.hpp"

namespace tengen::nn {

Convolver::Convolver(int threads, InstructionSet set)
    : kernels_(kernels_for(set)), workers_(threads, Patience::lasting), workspaces_(threads) {}

void Convolver::convolve(const BoardBatch& boards, const float* input,
                         const FilterView<const float>& filters, float* output) {
    workers_.expect_present();
    const std::lock_guard lock(mutex_);
    const LayerPlan plan(boards, filters.inputs, filters.outputs, kernels_);
    float* packed = packed_.take(plan.packed_size());
    workers_.share(plan.inputs(), [&](int thread, int first, int last) {
        plan.pack(filters, first, last, packed, workspaces_[thread]);
    });
    for_chunks(workers_, boards.count, plan.chunk(), [&](int thread, int first, int last) {
        plan.convolve(packed, input + first * plan.input_size(), last - first,
                      output + first * plan.output_size(), workspaces_[thread]);
    });
}

void Convolver::filter_gradient(const BoardBatch& boards, const float* input,
                                const float* output_gradient, const FilterView<float>& gradient) {
    workers_.expect_present();
    const std::lock_guard lock(mutex_);
    const LayerPlan plan(boards, gradient.inputs, gradient.outputs, kernels_);
    for (LayerWorkspace& workspace : workspaces_) clear_sums(plan, workspace);
    workers_.share(boards.count, [&](int thread, int first, int last) {
        LayerWorkspace& workspace = workspaces_[thread];
        for (; first < last; first += plan.summed_chunk()) {
            plan.add_gradient(input + first * plan.input_size(),
                              output_gradient + first * plan.output_size(),
                              std::min(plan.summed_chunk(), last - first),
                              workspace.sums.take(plan.packed_size()), workspace);
        }
    });
    fold_sums(workers_, plan, gradient, workspaces_);
}

}  // namespace tengen::nn
