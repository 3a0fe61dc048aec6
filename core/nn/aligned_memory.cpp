#include "nn/aligned_memory.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace tengen::nn {
namespace {

constexpr std::size_t cache_line = 64;
constexpr std::size_t huge_page = std::size_t{2} << 20;

std::size_t round_up(std::size_t value, std::size_t step) {
    return (value + step - 1) / step * step;
}

// Weights are streamed from end to end: with pages of 2 MB the hardware prefetcher is not stopped
// at every fourth kilobyte. A refusal of the system costs nothing but that.
void prefer_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)
    madvise(memory, bytes, MADV_HUGEPAGE);
#endif
}

}  // namespace

float* AlignedMemory::take(std::size_t count) {
    count = round_up(std::max<std::size_t>(count, 1), cache_line / sizeof(float));
    if (count > left_) add_block(std::max(count, block_size_));
    float* taken = next_;
    next_ += count;
    left_ -= count;
    return taken;
}

void AlignedMemory::add_block(std::size_t count) {
    const std::size_t wanted = count * sizeof(float);
    const std::size_t alignment = wanted >= huge_page / 2 ? huge_page : cache_line;
    const std::size_t bytes = round_up(wanted, alignment);
    blocks_.emplace_back(static_cast<float*>(std::aligned_alloc(alignment, bytes)));
    next_ = blocks_.back().get();
    if (next_ == nullptr) throw std::bad_alloc();
    if (alignment == huge_page) prefer_huge_pages(next_, bytes);
    std::memset(next_, 0, bytes);
    left_ = bytes / sizeof(float);
    block_size_ = std::min(block_size_, huge_page / sizeof(float));
}

void AlignedMemory::Release::operator()(float* block) const { std::free(block); }

}  // namespace tengen::nn
