#include "nn/training/trunk_record.hpp"

namespace tengen::nn {

TrunkRecord::TrunkRecord(const TrunkShape& shape, int capacity)
    : shape_(shape),
      capacity_(capacity),
      size_(odd_lines(capacity * shape.board_size())),
      norms_(shape.layers(), NormState(shape.channels)),
      memory_(0),
      start_(memory_.take((shape.layers() + shape.blocks()) * size_)) {}

}  // namespace tengen::nn
