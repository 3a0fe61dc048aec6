// Memory for weights and workspaces: zeroed floats on cache-line boundaries, freed all at once.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace tengen::nn {

class Arena {
  public:
    // expected: floats that will be taken; they then lie in one piece. More may be taken all the
    // same.
    explicit Arena(std::size_t expected) : block_size_(expected) {}

    // Stays valid as long as the arena. Throws std::bad_alloc.
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
