// Workers: the same job on several threads, with one of them free to ask whether to stop.
//
// For: long work that splits. With one worker the job runs where it is called. The caller's `stop` is only ever
// asked on the calling thread (it may need Python's lock), about how far all workers are together.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

#include "pulse.hpp"

namespace facevalue {

// Runs job(worker, pulse) for each worker; false when stopped. `work` is raised by what the pulses counted.
inline bool run_workers(std::size_t workers, const Stop& stop, std::uint64_t& work,
                        const std::function<void(std::size_t, Pulse&)>& job) {
    if (workers <= 1) {
        Pulse pulse(stop);
        job(0, pulse);
        work += pulse.work();
        return !pulse.stopped();
    }
    std::atomic<bool> stopped{false};
    std::atomic<std::uint64_t> worked{0};
    std::vector<std::atomic<std::uint64_t>> steps(workers);
    std::mutex mutex;
    std::condition_variable finished;
    std::size_t running = workers;
    std::vector<std::jthread> threads;
    for (std::size_t worker = 0; worker < workers; ++worker)
        threads.emplace_back([&, worker] {
            Pulse pulse([&, worker](Progress own) {
                steps[worker] = own.done;
                return stopped.load();
            });
            job(worker, pulse);
            worked += pulse.work();
            const std::lock_guard lock(mutex);
            --running;
            finished.notify_one();
        });
    std::unique_lock lock(mutex);
    while (running > 0) {
        finished.wait_for(lock, std::chrono::milliseconds(20));
        if (running > 0 && stop && !stopped) {
            lock.unlock();
            if (stop(std::accumulate(steps.begin(), steps.end(), std::uint64_t{0}))) stopped = true;
            lock.lock();
        }
    }
    lock.unlock();
    threads.clear();
    work += worked;
    return !stopped;
}

}  // namespace facevalue
