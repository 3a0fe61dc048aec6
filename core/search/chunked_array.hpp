// Memory of a tree: contiguous runs out of large chunks, addressed by 32-bit indices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace tengen {

// Elements never move once allocated; clear() keeps the chunks for the next tree.
template <class T, int LogChunkSize>
class ChunkedArray {
  public:
    static constexpr std::uint32_t chunk_size = 1U << LogChunkSize;

    T& operator[](std::uint32_t index) {
        return chunks_[index >> LogChunkSize][index & (chunk_size - 1)];
    }
    const T& operator[](std::uint32_t index) const {
        return chunks_[index >> LogChunkSize][index & (chunk_size - 1)];
    }

    // The index of `count` elements in a row, count up to chunk_size. Their content is undefined.
    std::uint32_t allocate(std::uint32_t count) {
        const std::uint32_t room = chunk_size - (used_ & (chunk_size - 1));
        if (count > room) used_ += room;
        const std::uint32_t index = used_;
        used_ += count;
        if (((used_ - 1) >> LogChunkSize) >= chunks_.size())
            chunks_.emplace_back(std::make_unique_for_overwrite<T[]>(chunk_size));
        return index;
    }

    void clear() { used_ = 0; }
    void give_back_memory() {
        clear();
        chunks_.clear();
    }
    std::uint32_t used() const { return used_; }
    std::size_t used_bytes() const { return std::size_t{used_} * sizeof(T); }
    std::size_t bytes() const { return chunks_.size() * chunk_size * sizeof(T); }

  private:
    std::vector<std::unique_ptr<T[]>> chunks_;
    std::uint32_t used_ = 0;
};

}  // namespace tengen
