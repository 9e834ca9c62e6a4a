// Unlocked: releases Python's lock while a thread is in the core.
//
// When the interpreter exits, running calls of daemon threads must end. A thread that requests the lock of an exiting
// interpreter would be killed (up to Python 3.13) and could take the process down; here it sleeps instead.
#pragma once

#include <nanobind/nanobind.h>

namespace facevalue {

class Unlocked {
  public:
    Unlocked();
    ~Unlocked();
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

    // Is the interpreter exiting on another thread? Then a call must end soon and not request the lock.
    static bool must_end();

    // Have a few milliseconds passed since this thread last checked for Ctrl-C? Checking takes the lock, for which a
    // call may have to wait as long as other threads run Python. Counts as a check.
    static bool is_time_to_look();

    // Called with the lock when the interpreter exits: stops all calls and waits for them, a few seconds at most.
    static void close();

  private:
    PyThreadState* state_;
};

// Makes the interpreter call `close` when it exits.
void close_at_exit();

}  // namespace facevalue
