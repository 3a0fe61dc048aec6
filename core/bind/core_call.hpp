// Calls into the core that may take long, and the end of the interpreter.
//
// A thread that wants Python's lock while the interpreter is taken down is ended by Python in a way
// that C++ frames do not survive: the process aborts. So the interpreter waits at its end until
// nobody is in the core any more, and lets nobody in.
#pragma once

#include <nanobind/nanobind.h>

namespace tengen {

class CoreCall {
  public:
    // Lets go of Python's lock until the end of the call, unless Python is to be asked during it.
    // Once the interpreter ends it throws SystemExit, which ends a thread without a word.
    explicit CoreCall(bool unlock = true);
    ~CoreCall();
    CoreCall(const CoreCall&) = delete;
    CoreCall& operator=(const CoreCall&) = delete;

    // Whether calls that could go on should come to their end.
    static bool should_end() noexcept;

  private:
    PyThreadState* state_ = nullptr;
};

// Python's atexit calls it.
void end_core_calls();

}  // namespace tengen
