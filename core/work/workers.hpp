// Runs the same job on several threads. The caller's `stop` is only called on the calling thread, because it may need
// Python's lock.
//
// Every worker's job runs exactly once: if the system starts fewer threads than requested, or a thread has no memory to
// start, the other threads do the remaining jobs, or the caller if no thread started. An exception in a job ends the
// others soon and is thrown again in the caller.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

#include "pulse.hpp"
#include "system.hpp"

#ifndef FACEVALUE_PORTABLE
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

#include "throwing.hpp"
#endif

namespace facevalue {

// The most threads that a caller may ask for.
inline constexpr std::int64_t MOST_WORKERS = 64;

using WorkerJob = std::function<void(std::size_t, Pulse&)>;

#ifndef FACEVALUE_PORTABLE
// The jobs of one call, handed out to threads.
class WorkerJobs {
  public:
    WorkerJobs(std::size_t workers, const WorkerJob& job) : job_(job), workers_(workers), steps_(workers) {}

    // In a new thread: does jobs until there are no more.
    void run_in_thread() noexcept {
        if (prepare_to_throw())
            run(nullptr);
        else
            end_runner();
    }
    // Does jobs until there are no more. `stop` is also called between them: only in the calling thread.
    void run(const Stop* stop) noexcept {
        try {
            for (std::size_t worker = next_++; worker < workers_ && !stopped_; worker = next_++) do_one(worker, stop);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!thrown_) thrown_ = std::current_exception();
            stopped_ = true;
        }
        end_runner();
    }
    void add_runner() { ++running_; }  // before its thread starts
    void drop_runner() { --running_; }

    // Waits until all runners have ended. Calls `stop` every few milliseconds.
    void wait(const Stop& stop) {
        std::unique_lock lock(mutex_);
        while (running_ > 0) {
            finished_.wait_for(lock, std::chrono::milliseconds(5));
            if (running_ == 0 || !stop || stopped_) continue;
            lock.unlock();
            if (stop(steps())) stopped_ = true;
            lock.lock();
        }
    }
    void end() { stopped_ = true; }
    bool is_stopped() const { return stopped_; }
    std::uint64_t work() const { return work_; }
    void rethrow() const {
        if (thrown_) std::rethrow_exception(thrown_);
    }

  private:
    void end_runner() {
        const std::lock_guard lock(mutex_);
        --running_;
        finished_.notify_one();
    }
    void do_one(std::size_t worker, const Stop* stop) {
        Pulse pulse([&, worker](Progress own) {
            steps_[worker] = own.done;
            if (stop != nullptr && *stop && !stopped_ && (*stop)(steps())) stopped_ = true;
            return stopped_.load();
        });
        job_(worker, pulse);
        work_ += pulse.work();
    }
    std::uint64_t steps() const { return std::accumulate(steps_.begin(), steps_.end(), std::uint64_t{0}); }

    const WorkerJob& job_;
    std::size_t workers_;
    std::vector<std::atomic<std::uint64_t>> steps_;
    std::atomic<std::size_t> next_{0};
    std::atomic<std::uint64_t> work_{0};
    std::atomic<bool> stopped_{false};
    std::exception_ptr thrown_;
    std::mutex mutex_;
    std::condition_variable finished_;
    std::atomic<std::size_t> running_{0};
};
#endif

// Rows 0 to `count` that workers take in turn, `step` at a time.
class SharedRows {
  public:
    SharedRows(std::size_t count, std::size_t step) : count_(count), step_(step) {}

    // Calls visit(first, end) for rows that no other worker has taken, until all are taken or the pulse has stopped.
    template <class Visit>
    void take(const Pulse& pulse, const Visit& visit) {
        while (!pulse.stopped()) {
            const std::size_t first = next_.fetch_add(step_);
            if (first >= count_) return;
            visit(first, std::min(first + step_, count_));
        }
    }

  private:
    std::size_t count_, step_;
    std::atomic<std::size_t> next_{0};
};

// Runs job(worker, pulse) for each worker; false when stopped. Adds what the pulses counted to `work`.
inline bool run_workers(std::size_t workers, const Stop& stop, const WorkerJob& job, std::uint64_t* work = nullptr) {
    if (workers <= 1 || !HAS_THREADS) {
        Pulse pulse(stop);
        for (std::size_t worker = 0; worker < std::max(workers, std::size_t{1}); ++worker) job(worker, pulse);
        if (work != nullptr) *work += pulse.work();
        return !pulse.stopped();
    }
#ifndef FACEVALUE_PORTABLE
    WorkerJobs jobs(workers, job);
    struct Threads {  // if anything is thrown here, the threads end first
        WorkerJobs& jobs;
        std::vector<std::thread> started{};
        void join() {
            for (std::thread& thread : started) thread.join();
            started.clear();
        }
        ~Threads() {
            if (!started.empty()) jobs.end();
            join();
        }
    } threads{jobs};
    threads.started.reserve(workers);
    for (std::size_t i = 0; i < workers; ++i) {
        jobs.add_runner();
        try {
            threads.started.emplace_back([&jobs] { jobs.run_in_thread(); });
        } catch (const std::system_error&) {  // no more threads: the started ones do the work
            jobs.drop_runner();
            break;
        }
    }
    jobs.wait(stop);
    threads.join();
    jobs.add_runner();
    jobs.run(&stop);  // the jobs that no thread has taken
    jobs.rethrow();
    if (work != nullptr) *work += jobs.work();
    return !jobs.is_stopped();
#endif
}

}  // namespace facevalue
