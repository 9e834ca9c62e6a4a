// Pulse: lets long work be stopped from outside, and reports progress. One per thread.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <utility>

namespace facevalue {

// Steps of the work; a total of 0 is not known.
struct Progress {
    std::uint64_t done = 0, total = 0;
};

// Asked now and then whether to end early; after a yes the results are void. Made of what takes the progress, or
// nothing.
class Stop {
  public:
    Stop() = default;
    template <std::predicate<Progress> Ask>
    Stop(Ask ask) : ask_(std::move(ask)) {}
    template <std::predicate Ask>
    Stop(Ask ask) : ask_([ask = std::move(ask)](Progress) mutable { return ask(); }) {}

    // The same for work of so many steps.
    Stop of(std::uint64_t steps) const {
        Stop known = *this;
        known.total_ = steps;
        return known;
    }
    explicit operator bool() const { return static_cast<bool>(ask_); }
    bool operator()(std::uint64_t done) const { return ask_({done, total_}); }

  private:
    std::function<bool(Progress)> ask_;
    std::uint64_t total_ = 0;
};

// Asks its owner now and then whether to stop, and remembers a yes.
class Pulse {
  public:
    static constexpr std::uint64_t INTERVAL = 200'000;  // look-ups: a few milliseconds

    explicit Pulse(Stop stop = {}) : stop_(std::move(stop)) {}
    bool stopped() const { return stopped_; }
    std::uint64_t work() const { return work_; }
    void beat(std::uint64_t work, std::uint64_t steps = 0) {
        work_ += work;
        steps_ += steps;
        spend(work);
    }
    // The time that so many look-ups take was spent on something else, which `work` does not count.
    void spend(std::uint64_t work) {
        pending_ += work;
        if (pending_ < INTERVAL) return;
        pending_ = 0;
        if (stop_ && !stopped_) stopped_ = stop_(steps_);
    }

  private:
    Stop stop_;
    bool stopped_ = false;
    std::uint64_t work_ = 0;
    std::uint64_t steps_ = 0;
    std::uint64_t pending_ = 0;
};

}  // namespace facevalue
