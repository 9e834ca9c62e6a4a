// Turn: lets one thread at a time use an object. Waiting threads check every few milliseconds whether to give up. A
// thread that already has the turn (a signal handler during a search) is refused, because it would wait for itself. If
// a process forks while another thread has the turn, the turn is lost in the child, which has no such thread.
#pragma once

#include <cstdint>
#include <utility>

#include "forks.hpp"
#include "pulse.hpp"
#include "system.hpp"

#ifndef FACEVALUE_PORTABLE
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#endif

namespace facevalue {

class Turn {
  public:
    enum class Outcome : std::uint8_t { Ready, Stopped, Refused, Lost };

    // Takes the turn until the end of the block.
    class Taken {
      public:
        Taken(Turn& turn, const Stop& stop) : turn_(turn), outcome_(turn.take(stop)) {}
        ~Taken() {
            if (outcome_ == Outcome::Ready) turn_.leave();
        }
        Taken(const Taken&) = delete;
        Taken& operator=(const Taken&) = delete;
        Outcome outcome() const { return outcome_; }

      private:
        Turn& turn_;
        Outcome outcome_;
    };

  private:
#ifdef FACEVALUE_PORTABLE
    Outcome take(const Stop&) { return std::exchange(is_taken_, true) ? Outcome::Refused : Outcome::Ready; }
    void leave() { is_taken_ = false; }

    bool is_taken_ = false;
#else
    Outcome take(const Stop& stop) {
        const std::thread::id me = std::this_thread::get_id();
        std::unique_lock lock(mutex_);
        if (owner_ == me) return Outcome::Refused;
        while (owner_ != std::thread::id()) {
            if (forks != forks_then_) return Outcome::Lost;
            left_.wait_for(lock, std::chrono::milliseconds(5));
            if (owner_ == std::thread::id() || !stop) continue;
            lock.unlock();
            const bool is_stopped = stop(0);
            lock.lock();
            if (is_stopped) return Outcome::Stopped;
        }
        owner_ = me;
        forks_then_ = forks;
        return Outcome::Ready;
    }
    void leave() {
        const std::lock_guard lock(mutex_);
        owner_ = {};
        left_.notify_one();
    }

    std::mutex mutex_;
    std::condition_variable left_;
    std::thread::id owner_;
    std::uint32_t forks_then_ = 0;  // when the owner took the turn
#endif
};

}  // namespace facevalue
