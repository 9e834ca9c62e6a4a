// What the core needs of the operating system and of exceptions, in one place: locks, the number of CPUs, the time, the
// environment, and what happens when memory runs out. A portable build (FACEVALUE_PORTABLE, for WebAssembly) has one
// thread, no clock and no environment, and ends at once where others throw std::bad_alloc.
#pragma once

#ifndef FACEVALUE_PORTABLE
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <new>
#include <thread>
#endif

namespace facevalue {

#ifdef FACEVALUE_PORTABLE

inline constexpr bool HAS_THREADS = false;

struct Mutex {
    void lock() {}
    bool try_lock() { return true; }
    void unlock() {}
};
using RecursiveMutex = Mutex;

struct LockGuard {
    explicit LockGuard(Mutex&) {}
};
struct TryLock {
    explicit TryLock(Mutex&) {}
    explicit operator bool() const { return true; }
};

inline unsigned cpu_count() { return 1; }
inline double seconds_now() { return 0; }
inline const char* environment(const char*) { return nullptr; }
// WebAssembly ends the instance here; whoever called it makes a new one.
[[noreturn]] inline void run_out_of_memory() { __builtin_trap(); }

#else

inline constexpr bool HAS_THREADS = true;

using Mutex = std::mutex;
using RecursiveMutex = std::recursive_mutex;

template <class Lock>
struct [[nodiscard]] LockGuard : std::lock_guard<Lock> {
    using std::lock_guard<Lock>::lock_guard;
};
template <class Lock>
LockGuard(Lock&) -> LockGuard<Lock>;

// Takes the lock if nobody has it; true if it did.
class [[nodiscard]] TryLock {
  public:
    explicit TryLock(Mutex& mutex) : lock_(mutex, std::try_to_lock) {}
    explicit operator bool() const { return lock_.owns_lock(); }

  private:
    std::unique_lock<Mutex> lock_;
};

inline unsigned cpu_count() { return std::thread::hardware_concurrency(); }  // 0 if unknown
inline double seconds_now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
inline const char* environment(const char* name) { return std::getenv(name); }
[[noreturn]] inline void run_out_of_memory() { throw std::bad_alloc(); }

#endif

}  // namespace facevalue
