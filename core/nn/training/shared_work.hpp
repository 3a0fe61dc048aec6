// How threads share a layer of training.
#pragma once

#include <algorithm>
#include <atomic>
#include <vector>

#include "base/workers.hpp"
#include "nn/training/layer.hpp"

namespace tengen::nn {

// body(thread, first, last) for every chunk of 0 to count - 1; whoever is free takes the next one.
template <class Body>
void for_chunks(Workers& workers, int count, int chunk, const Body& body) {
    std::atomic<int> next = 0;
    workers.run([&](int thread) {
        for (int first = next.fetch_add(chunk); first < count; first = next.fetch_add(chunk)) {
            body(thread, first, std::min(first + chunk, count));
        }
    });
}

// Sums that every thread has for itself, for small things.
class ThreadSums {
  public:
    explicit ThreadSums(int threads) : sums_(threads) {}

    // All zero, `size` floats each.
    void clear(std::size_t size);
    float* of(int thread) { return sums_[thread].data(); }
    // Adds them up in the threads' order.
    const float* total();

  private:
    std::vector<std::vector<float>> sums_;
};

// The sums of a thread, all zero.
void clear_sums(const LayerPlan& plan, LayerWorkspace& workspace);

// gradient = that of the filters, from the sums of all threads, added in the threads' order.
void fold_sums(Workers& workers, const LayerPlan& plan, const FilterView<float>& gradient,
               std::vector<LayerWorkspace>& workspaces);

}  // namespace tengen::nn
