// What a pass through the trunk leaves behind for the way back.
#pragma once

#include "nn/training/batch_norm.hpp"

namespace tengen::nn {

class TrunkRecord {
  public:
    TrunkRecord(const TrunkShape& shape, int capacity);
    TrunkRecord(const TrunkRecord&) = delete;
    TrunkRecord& operator=(const TrunkRecord&) = delete;

    const TrunkShape& shape() const { return shape_; }
    int capacity() const { return capacity_; }
    // Boards of the last pass.
    int boards() const { return boards_; }
    void hold(int boards) { boards_ = boards; }
    // [boards][cells][channels]: what a layer's convolution gave, and the input of a block.
    float* convolved(int layer) { return boards_of(layer); }
    float* entering(int block) { return boards_of(static_cast<int>(norms_.size()) + block); }
    NormState& norm(int layer) { return norms_[layer]; }

  private:
    float* boards_of(int number) { return start_ + number * size_; }

    TrunkShape shape_;
    int capacity_;
    int boards_ = 0;
    std::ptrdiff_t size_;  // floats of all boards
    std::vector<NormState> norms_;
    AlignedMemory memory_;
    float* start_;
};

}  // namespace tengen::nn
