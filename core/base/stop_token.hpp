// A request to stop that any thread may make and that is never taken back, so it cannot be lost:
// not before the work begins, and not between two pieces of it.
#pragma once

#include <atomic>
#include <memory>
#include <utility>

namespace tengen {

class StopToken {
  public:
    // Requested as soon as `parent` is, but not the other way round: whoever ends one piece of work
    // does not end all the others of its caller.
    explicit StopToken(std::shared_ptr<const StopToken> parent = nullptr)
        : parent_(std::move(parent)) {}

    void request() noexcept { requested_.store(true, std::memory_order_relaxed); }
    bool requested() const noexcept {
        return requested_.load(std::memory_order_relaxed) || (parent_ && parent_->requested());
    }

  private:
    std::atomic<bool> requested_{false};
    std::shared_ptr<const StopToken> parent_;
};

}  // namespace tengen
