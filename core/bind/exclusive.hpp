// One caller at a time: a second thread, or a callback into an object that is at work, gets an
// error instead of a race.
#pragma once

#include <atomic>
#include <stdexcept>
#include <string>

namespace tengen {

struct InUse : std::runtime_error {
    explicit InUse(const std::string& what)
        : std::runtime_error(what + " is in use by another call: one caller at a time") {}
};

class Exclusive {
  public:
    // `name` is what the error calls the object, such as "the search".
    explicit Exclusive(const char* name) : name_(name) {}

    class Use {
      public:
        explicit Use(Exclusive& object) : object_(object) {
            if (object_.taken_.test_and_set(std::memory_order_acquire)) throw InUse(object_.name_);
        }
        ~Use() { object_.taken_.clear(std::memory_order_release); }
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;

      private:
        Exclusive& object_;
    };

  private:
    const char* name_;
    std::atomic_flag taken_;
};

}  // namespace tengen
