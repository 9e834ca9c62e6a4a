// Pulse: lets long work be stopped from outside.
//
// For: whoever loops for long: it says how much work it did, and every few milliseconds the pulse asks its owner
// whether to stop. Not for several threads at once; workers have one each (workers.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

namespace facevalue {

// Asked now and then whether to end early; after a yes the results are void.
using Stop = std::function<bool()>;

// Asks its owner now and then whether to stop, and remembers a yes.
class Pulse {
  public:
    static constexpr std::uint64_t INTERVAL = 200'000;  // look-ups: a few milliseconds

    explicit Pulse(Stop stop = {}) : stop_(std::move(stop)) {}
    bool stopped() const { return stopped_; }
    std::uint64_t work() const { return work_; }
    void beat(std::uint64_t work) {
        work_ += work;
        pending_ += work;
        if (pending_ < INTERVAL) return;
        pending_ = 0;
        if (stop_ && !stopped_) stopped_ = stop_();
    }

  private:
    Stop stop_;
    bool stopped_ = false;
    std::uint64_t work_ = 0;
    std::uint64_t pending_ = 0;
};

}  // namespace facevalue
