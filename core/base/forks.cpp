#include "base/forks.hpp"

#include <atomic>

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#endif

namespace tengen {

namespace {

std::atomic<std::uint64_t> generation{0};

void watch_forks() {
#if defined(__unix__) || defined(__APPLE__)
    pthread_atfork(nullptr, nullptr, [] { generation.fetch_add(1, std::memory_order_relaxed); });
#endif
}

}  // namespace

std::uint64_t fork_generation() {
    static const bool watching = (watch_forks(), true);
    static_cast<void>(watching);
    return generation.load(std::memory_order_relaxed);
}

}  // namespace tengen
