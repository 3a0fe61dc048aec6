// Threads that sleep until there is something to do together.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace tengen {

class Workers {
  public:
    // The caller of `run` is one of the threads. Throws std::invalid_argument for fewer than one.
    explicit Workers(int threads);
    ~Workers();

    int threads() const { return static_cast<int>(others_.size()) + 1; }

    // job(0) to job(threads - 1), all at once; returns when all have returned, and only then throws
    // what one of them threw. One call at a time.
    void run(const std::function<void(int)>& job);
    // Shares out 0 to count - 1: body(thread, first, last) for every thread that gets any. Nobody
    // is woken for a single one.
    template <class Body>
    void share(int count, const Body& body);

  private:
    class Worker;

    std::vector<std::unique_ptr<Worker>> others_;
};

template <class Body>
void Workers::share(int count, const Body& body) {
    if (count == 1) return body(0, 0, 1);
    const std::int64_t total = count;
    run([&](int thread) {
        const auto first = static_cast<int>(total * thread / threads());
        const auto last = static_cast<int>(total * (thread + 1) / threads());
        if (first < last) body(thread, first, last);
    });
}

}  // namespace tengen
