#include "bind/core_call.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

#include "base/forks.hpp"

namespace tengen {

namespace {

constexpr std::chrono::seconds longest_wait{10};
constexpr std::chrono::milliseconds look_again{1};

// Changed only while Python's lock is held, but for `ending`, which is read without it.
std::atomic<bool> ending{false};
int calls = 0;
std::uint64_t generation = fork_generation();

// The calls of other threads stay behind in the parent of a forked process.
void forget_calls_before_fork() {
    if (generation == fork_generation()) return;
    generation = fork_generation();
    calls = 0;
}

}  // namespace

CoreCall::CoreCall(bool unlock) {
    if (should_end()) {
        PyErr_SetString(PyExc_SystemExit, "the program is exiting");
        throw nanobind::python_error();
    }
    forget_calls_before_fork();
    ++calls;
    if (unlock) state_ = PyEval_SaveThread();
}

CoreCall::~CoreCall() {
    if (state_ != nullptr) PyEval_RestoreThread(state_);
    if (calls > 0) --calls;
}

bool CoreCall::should_end() noexcept { return ending.load(std::memory_order_relaxed); }

void end_core_calls() {
    ending.store(true, std::memory_order_relaxed);
    forget_calls_before_fork();
    const auto until = std::chrono::steady_clock::now() + longest_wait;
    while (calls > 0 && std::chrono::steady_clock::now() < until) {
        const nanobind::gil_scoped_release release;
        std::this_thread::sleep_for(look_again);
    }
}

}  // namespace tengen
