// Once: a table that is made at its first use and never destroyed.
//
// A static variable in a function does the same, except if a process forks while another thread makes the table: that
// thread does not exist in the child, which then waits for the table forever; std::call_once is no better. So all
// tables are made under one lock, which a fork takes first: the child finds each table complete or not started. Getting
// a finished table costs one atomic load.
#pragma once

#include <atomic>
#include <memory>

#include "system.hpp"

namespace facevalue {

// The lock under which tables are made; recursive, because one table may need another. Never destroyed, because threads
// may outlive the objects of the program.
inline RecursiveMutex& table_lock = *new RecursiveMutex;

// For pthread_atfork: before a fork, and after it in the parent and in the child. The child's only thread has another
// id than the thread that took the lock, so it cannot release the lock but constructs a new one.
inline void hold_tables() { table_lock.lock(); }
inline void release_tables() { table_lock.unlock(); }
inline void renew_table_lock() { std::construct_at(&table_lock); }

template <class Table>
class Once {
  public:
    constexpr Once() = default;
    Once(const Once&) = delete;
    Once& operator=(const Once&) = delete;

    // The table; the first call gets it from `make`.
    template <class Make>
    const Table& get(const Make& make) {
        if (const Table* made = made_.load(std::memory_order_acquire)) return *made;
        const LockGuard lock(table_lock);
        if (made_.load(std::memory_order_relaxed) == nullptr)
            made_.store(new const Table(make()), std::memory_order_release);
        return *made_.load(std::memory_order_relaxed);
    }

  private:
    std::atomic<const Table*> made_{nullptr};
};

}  // namespace facevalue
