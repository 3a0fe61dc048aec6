// Sessions that wait for the next caller, so that a call pays for its workspace only the first
// time.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "base/evaluator.hpp"

namespace tengen::nn {

class SessionPool {
  public:
    // An idle session, or null when all are in use.
    std::unique_ptr<EvaluatorSession> take() {
        const std::lock_guard lock(mutex_);
        if (idle_.empty()) return nullptr;
        std::unique_ptr<EvaluatorSession> session = std::move(idle_.back());
        idle_.pop_back();
        return session;
    }

    void give_back(std::unique_ptr<EvaluatorSession> session) {
        const std::lock_guard lock(mutex_);
        idle_.push_back(std::move(session));
    }

  private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<EvaluatorSession>> idle_;
};

}  // namespace tengen::nn
