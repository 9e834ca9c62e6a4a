// Deadlines: after one has passed, the calls of its thread end with an error.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>

namespace facevalue {

// One `with` statement. Other threads may read it; only the two flags ever change.
class DeadlineState : public std::enable_shared_from_this<DeadlineState> {
  public:
    using Clock = std::chrono::steady_clock;

    DeadlineState(std::optional<double> seconds, std::shared_ptr<const DeadlineState> outer)
        : seconds_(seconds), end_(end_after(seconds)), outer_(std::move(outer)) {}

    // This deadline or the innermost one around it that is over, or null.
    const DeadlineState* passed() const;
    bool is_cancelled() const { return is_cancelled_; }
    std::optional<double> seconds() const { return seconds_; }

  private:
    friend class Deadline;
    static Clock::time_point end_after(std::optional<double> seconds);

    std::optional<double> seconds_;
    Clock::time_point end_;
    std::shared_ptr<const DeadlineState> outer_;
    mutable std::atomic<bool> is_cancelled_{false}, is_left_{false};
};

// What `with facevalue.deadline(...)` enters and leaves; one `with` at a time.
class Deadline {
  public:
    explicit Deadline(std::optional<double> seconds) : seconds_(seconds) {}
    Deadline(Deadline&&) = default;
    // The thread that entered must not keep a state that is gone, if nobody leaves.
    ~Deadline() {
        if (thread_ != std::thread::id()) leave();
    }

    // Starts the clock. False if it is in use.
    bool enter();
    void leave();
    // From any thread.
    void cancel();
    bool is_over() const;

    // The deadline of the calling thread that is over, or null. Needs no lock.
    static const DeadlineState* passed();
    // For the helper threads of a call: over when one of the calling thread's is, or when it is cancelled.
    static Deadline for_helpers();
    // What a helper thread enters.
    Deadline of_helper() const;

  private:
    std::optional<double> seconds_;
    std::shared_ptr<const DeadlineState> given_;  // around it, instead of the deadlines of the thread
    std::shared_ptr<DeadlineState> state_;
    std::thread::id thread_;  // that entered
};

// Sets the error of a deadline. Needs Python's lock.
void set_deadline_error(const DeadlineState& passed);

}  // namespace facevalue
