#include "base/workers.hpp"

#include <exception>
#include <semaphore>
#include <thread>
#include <utility>

#include "base/ranges.hpp"

namespace tengen {

namespace {

std::exception_ptr error_of(const std::function<void(int)>& job, int number) {
    try {
        job(number);
        return nullptr;
    } catch (...) {
        return std::current_exception();
    }
}

}  // namespace

class Workers::Worker {
  public:
    explicit Worker(int number) : number_(number), thread_([this] { serve(); }) {}

    ~Worker() {
        job_ = nullptr;
        begin_.release();
    }

    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    void begin(const std::function<void(int)>& job) {
        job_ = &job;
        begin_.release();
    }

    // Waits for the job to be done; what it threw.
    std::exception_ptr finish() {
        done_.acquire();
        return std::exchange(error_, nullptr);
    }

  private:
    void serve() {
        for (begin_.acquire(); job_ != nullptr; begin_.acquire()) {
            error_ = error_of(*job_, number_);
            done_.release();
        }
    }

    int number_;
    const std::function<void(int)>* job_ = nullptr;
    std::exception_ptr error_;
    std::binary_semaphore begin_{0};
    std::binary_semaphore done_{0};
    std::jthread thread_;  // last: it uses everything above
};

int expect_threads(int threads) {
    expect_range("threads", threads, 1, 1024);
    return threads;
}

Workers::Workers(int threads) {
    expect_threads(threads);
    for (int number = 1; number < threads; ++number)
        others_.push_back(std::make_unique<Worker>(number));
}

// Threads that stayed in the parent can be neither woken nor waited for: what they used is left to
// the end of the process.
Workers::~Workers() {
    if (!are_lost()) return;
    for (auto& worker : others_) static_cast<void>(worker.release());
}

void Workers::run(const std::function<void(int)>& job) {
    expect_present();
    for (const auto& worker : others_) worker->begin(job);
    std::exception_ptr error = error_of(job, 0);
    // Every thread is waited for, whatever went wrong: they use what belongs to the caller.
    for (const auto& worker : others_) {
        if (std::exception_ptr other = worker->finish()) error = std::move(other);
    }
    if (error) std::rethrow_exception(error);
}

}  // namespace tengen
