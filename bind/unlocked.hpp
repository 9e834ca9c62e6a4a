// Unlocked: the time that a thread spends in the core without the interpreter's lock.
//
// For: every call that takes long. Others run meanwhile, and when the interpreter exits, calls that daemon threads are
// in the middle of are told to end. A thread that asks an exiting interpreter for its lock would be ended by force
// (up to Python 3.13), through C++ frames that do not allow it, and take the process with it; here it sleeps instead
// until the process is gone.
#pragma once

#include <nanobind/nanobind.h>

namespace facevalue {

class Unlocked {
  public:
    Unlocked();
    ~Unlocked();
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

    // Is the interpreter exiting, and this is not the thread that does it? Then a call ends as soon as it can, and does
    // not ask for the lock.
    static bool must_end();

    // Runs when the interpreter exits, with its lock: tells all calls to end and waits for them, some seconds at most.
    static void close();

  private:
    PyThreadState* state_;
};

// Has the interpreter call `close` when it exits.
void close_at_exit();

}  // namespace facevalue
