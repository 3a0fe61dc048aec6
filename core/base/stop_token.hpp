// A request to stop that any thread may make and that is never taken back, so it cannot be lost:
// not before the work begins, and not between two pieces of it.
#pragma once

#include <atomic>

namespace tengen {

class StopToken {
  public:
    void request() noexcept { requested_.store(true, std::memory_order_relaxed); }
    bool requested() const noexcept { return requested_.load(std::memory_order_relaxed); }

  private:
    std::atomic<bool> requested_{false};
};

}  // namespace tengen
