// Pulse: lets long work be stopped from outside, and reports progress. One per thread.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <utility>

namespace facevalue {

// Steps done; a total of 0 means unknown.
struct Progress {
    std::uint64_t done = 0, total = 0;
};

// A function that is called now and then and returns whether to stop; after that, results are invalid. It may have the
// progress as its parameter.
class Stop {
  public:
    Stop() = default;
    template <std::predicate<Progress> Test>
    Stop(Test test) : test_(std::move(test)) {}
    template <std::predicate Test>
    Stop(Test test) : test_([test = std::move(test)](Progress) mutable { return test(); }) {}

    // The same, for work with this many steps in total.
    Stop of(std::uint64_t steps) const {
        Stop known = *this;
        known.total_ = steps;
        return known;
    }
    explicit operator bool() const { return static_cast<bool>(test_); }
    bool operator()(std::uint64_t done) const { return test_({done, total_}); }

  private:
    std::function<bool(Progress)> test_;
    std::uint64_t total_ = 0;
};

// Calls its Stop every few milliseconds of work or more often, and remembers when that returned true.
class Pulse {
  public:
    static constexpr std::uint64_t INTERVAL = 20'000;  // look-ups: 0.2 to 3 ms

    explicit Pulse(Stop stop = {}) : stop_(std::move(stop)) {}
    bool stopped() const { return stopped_; }
    std::uint64_t work() const { return work_; }
    void beat(std::uint64_t work, std::uint64_t steps = 0) {
        work_ += work;
        steps_ += steps;
        spend(work);
    }
    // Time was spent as for this many look-ups, but `work` does not count it.
    void spend(std::uint64_t work) {
        pending_ += work;
        if (pending_ < INTERVAL) return;
        pending_ = 0;
        if (stop_ && !stopped_) stopped_ = stop_(steps_);
    }

    // A Stop for work that is part of this work.
    Stop inner() {
        return Stop([this] {
            beat(INTERVAL);
            return stopped_;
        });
    }

  private:
    Stop stop_;
    bool stopped_ = false;
    std::uint64_t work_ = 0;
    std::uint64_t steps_ = 0;
    std::uint64_t pending_ = 0;
};

}  // namespace facevalue
