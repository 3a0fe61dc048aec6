// Threads that sleep until there is something to do together.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "base/forks.hpp"

namespace tengen {

// Throws std::invalid_argument unless 1 to 1024; returns them.
int expect_threads(int threads);

// How long threads look for the next job before they sleep; lasting: where the caller has other
// work of less than a millisecond between two jobs, as a training step has.
enum class Patience { brief, lasting };

class Workers {
  public:
    // The caller of `run` is one of the threads. Throws std::invalid_argument for numbers that
    // expect_threads refuses.
    explicit Workers(int threads, Patience patience = Patience::brief);
    ~Workers();

    // Throws ThreadsLost in a child of the process that made the threads: to be asked before
    // waiting for anything that one of them might have held.
    void expect_present() const {
        if (are_lost()) throw ThreadsLost();
    }

    int threads() const { return static_cast<int>(others_.size()) + 1; }

    // job(0) to job(threads - 1), all at once; returns when all have returned, and only then throws
    // what one of them threw. One call at a time. Throws ThreadsLost in a child of the process that
    // made the threads.
    void run(const std::function<void(int)>& job);
    // The numbers from first up to last, of 0 to count - 1, that are a thread's share.
    std::pair<int, int> part(int count, int thread) const {
        const std::int64_t total = count;
        return {static_cast<int>(total * thread / threads()),
                static_cast<int>(total * (thread + 1) / threads())};
    }
    // Shares out 0 to count - 1: body(thread, first, last) for every thread that gets any. Nobody
    // is woken for a single one.
    template <class Body>
    void share(int count, const Body& body);

  private:
    class Worker;

    bool are_lost() const { return !others_.empty() && generation_ != fork_generation(); }

    std::uint64_t generation_ = fork_generation();
    std::vector<std::unique_ptr<Worker>> others_;
};

template <class Body>
void Workers::share(int count, const Body& body) {
    if (count == 1) return body(0, 0, 1);
    run([&](int thread) {
        const auto [first, last] = part(count, thread);
        if (first < last) body(thread, first, last);
    });
}

}  // namespace tengen
