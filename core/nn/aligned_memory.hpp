// Memory for weights and workspaces: zeroed floats on cache-line boundaries, freed all at once.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace tengen::nn {

// The next odd number of cache lines, in floats: pieces of memory that far apart fall into
// different cache sets.
constexpr std::ptrdiff_t odd_lines(std::ptrdiff_t floats) {
    constexpr std::ptrdiff_t floats_per_line = 16;
    return ((floats + floats_per_line - 1) / floats_per_line | 1) * floats_per_line;
}

class AlignedMemory {
  public:
    // expected: floats that will be taken; they then lie in one piece. More may be taken all the
    // same.
    explicit AlignedMemory(std::size_t expected) : block_size_(expected) {}

    // Stays valid as long as this object. Throws std::bad_alloc.
    float* take(std::size_t count);

  private:
    struct Release {
        void operator()(float* block) const;
    };

    void add_block(std::size_t count);

    std::vector<std::unique_ptr<float, Release>> blocks_;
    std::size_t block_size_;
    float* next_ = nullptr;
    std::size_t left_ = 0;
};

}  // namespace tengen::nn
