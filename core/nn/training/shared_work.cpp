#include "nn/training/shared_work.hpp"

namespace tengen::nn {

void ThreadSums::clear(std::size_t size) {
    for (std::vector<float>& sums : sums_) sums.assign(size, 0.0F);
}

const float* ThreadSums::total() {
    std::vector<float>& total = sums_.front();
    for (std::size_t other = 1; other < sums_.size(); ++other) {
        for (std::size_t i = 0; i < total.size(); ++i) total[i] += sums_[other][i];
    }
    return total.data();
}

void clear_sums(const LayerPlan& plan, LayerWorkspace& workspace) {
    std::fill_n(workspace.sums.take(plan.packed_size()), plan.packed_size(), 0.0F);
}

void fold_sums(Workers& workers, const LayerPlan& plan, const FilterView<float>& gradient,
               std::vector<LayerWorkspace>& workspaces) {
    workers.share(plan.inputs(), [&](int thread, int first, int last) {
        float* total = workspaces.front().sums.take(plan.packed_size());
        for (std::size_t other = 1; other < workspaces.size(); ++other) {
            const float* sums = workspaces[other].sums.take(plan.packed_size());
            plan.add_sums(sums, first, last, total);
        }
        plan.fold(total, first, last, gradient, workspaces[thread]);
    });
}

}  // namespace tengen::nn
