#include "nn/workers.hpp"

#include <semaphore>
#include <stdexcept>
#include <string>
#include <thread>

namespace tengen::nn {

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

    void finish() { done_.acquire(); }

  private:
    void serve() {
        for (begin_.acquire(); job_ != nullptr; begin_.acquire()) {
            (*job_)(number_);
            done_.release();
        }
    }

    int number_;
    const std::function<void(int)>* job_ = nullptr;
    std::binary_semaphore begin_{0};
    std::binary_semaphore done_{0};
    std::jthread thread_;  // last: it uses everything above
};

Workers::Workers(int threads) {
    if (threads < 1) {
        throw std::invalid_argument("threads: expected 1 or more, got " + std::to_string(threads));
    }
    for (int number = 1; number < threads; ++number)
        others_.push_back(std::make_unique<Worker>(number));
}

Workers::~Workers() = default;

void Workers::run(const std::function<void(int)>& job) {
    for (const auto& worker : others_) worker->begin(job);
    job(0);
    for (const auto& worker : others_) worker->finish();
}

}  // namespace tengen::nn
