#include "base/workers.hpp"

#include <atomic>
#include <chrono>
#include <exception>
#include <thread>
#include <utility>

#include "base/ranges.hpp"

namespace tengen {

namespace {

// Raised by one thread, awaited by another. Work that is shared out step by step has the next step
// within microseconds, and waking a thread that sleeps takes longer than many a step: so it is
// looked for some tens of microseconds before sleeping. A patient thread goes on looking for a
// millisecond, unless somebody else wants its core.
class Signal {
  public:
    explicit Signal(Patience patience) : is_patient_(patience == Patience::lasting) {}

    void raise() {
        raised_.store(true, std::memory_order_release);
        raised_.notify_one();
    }

    void await() {
        for (int look = 0; look < looks && !is_raised(); ++look) rest();
        if (is_patient_) look_politely();
        raised_.wait(false, std::memory_order_acquire);
        raised_.store(false, std::memory_order_relaxed);
    }

  private:
    using Clock = std::chrono::steady_clock;

    static constexpr int looks = 2000;
    static constexpr std::chrono::microseconds patience{1000};
    // Who gets the core back as late as this had to share it, and sleeps.
    static constexpr std::chrono::microseconds given_away{50};

    bool is_raised() const { return raised_.load(std::memory_order_acquire); }

    void look_politely() const {
        const Clock::time_point end = Clock::now() + patience;
        for (Clock::time_point last = Clock::now(); last < end && !is_raised();) {
            std::this_thread::yield();
            const Clock::time_point now = Clock::now();
            if (now - last > given_away) return;
            last = now;
        }
    }

    static void rest() {
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
    }

    const bool is_patient_;
    std::atomic<bool> raised_ = false;
};

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
    Worker(int number, Patience patience)
        : number_(number), begin_(patience), done_(patience), thread_([this] { serve(); }) {}

    ~Worker() {
        job_ = nullptr;
        begin_.raise();
    }

    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    void begin(const std::function<void(int)>& job) {
        job_ = &job;
        begin_.raise();
    }

    // Waits for the job to be done; what it threw.
    std::exception_ptr finish() {
        done_.await();
        return std::exchange(error_, nullptr);
    }

  private:
    void serve() {
        for (begin_.await(); job_ != nullptr; begin_.await()) {
            error_ = error_of(*job_, number_);
            done_.raise();
        }
    }

    int number_;
    const std::function<void(int)>* job_ = nullptr;
    std::exception_ptr error_;
    Signal begin_;
    Signal done_;
    std::jthread thread_;  // last: it uses everything above
};

int expect_threads(int threads) {
    expect_range("threads", threads, 1, 1024);
    return threads;
}

Workers::Workers(int threads, Patience patience) {
    expect_threads(threads);
    for (int number = 1; number < threads; ++number)
        others_.push_back(std::make_unique<Worker>(number, patience));
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
