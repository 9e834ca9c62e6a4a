// Unlocked: releases Python's lock while a thread is in the core.
//
// When the interpreter exits, running calls of daemon threads are told to end. A thread that asks an exiting
// interpreter for its lock would be killed (up to Python 3.13) and could take the process down; here it sleeps instead.
#pragma once

#include <nanobind/nanobind.h>

namespace facevalue {

class Unlocked {
  public:
    Unlocked();
    ~Unlocked();
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

    // Is the interpreter exiting on another thread? Then a call must end soon and not ask for the lock.
    static bool must_end();

    // Has this thread not looked for Ctrl-C for some milliseconds? Looking takes the lock, for which a call may have to
    // wait as long as other threads run Python. Counts as a look.
    static bool is_time_to_look();

    // Called with the lock when the interpreter exits: tells all calls to end and waits for them, some seconds at most.
    static void close();

  private:
    PyThreadState* state_;
};

// Makes the interpreter call `close` when it exits.
void close_at_exit();

}  // namespace facevalue
