// Threads that sleep until there is something to do together.
#pragma once

#include <functional>
#include <memory>
#include <vector>

namespace tengen::nn {

class Workers {
  public:
    // The caller of `run` is one of the threads. Throws std::invalid_argument for fewer than one.
    explicit Workers(int threads);
    ~Workers();

    int threads() const { return static_cast<int>(others_.size()) + 1; }

    // job(0) to job(threads - 1), all at once; returns when all have returned. One call at a time.
    // The job must not throw.
    void run(const std::function<void(int)>& job);

  private:
    class Worker;

    std::vector<std::unique_ptr<Worker>> others_;
};

}  // namespace tengen::nn
