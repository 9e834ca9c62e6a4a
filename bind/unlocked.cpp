#include "unlocked.hpp"

#include "work/forks.hpp"
#include "work/once.hpp"

#if !defined(_WIN32)
#include <pthread.h>
#endif

#include <atomic>
#include <chrono>
#include <thread>

namespace facevalue {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds LONGEST_WAIT{5};
constexpr std::chrono::milliseconds BETWEEN_LOOKS{5};

std::atomic<std::size_t> calls{0};  // running now, at most one per thread
// Nested calls of this thread, because a progress function may call again; and its last check for Ctrl-C. With this TLS
// model their memory is reserved at load. If it were allocated at first use, running out of memory would end the
// process.
struct ThreadState {
    std::size_t depth = 0;
    Clock::time_point looked{};
};
#if defined(__linux__)
[[gnu::tls_model("initial-exec")]]
#endif
thread_local ThreadState thread;
std::atomic<bool> closing{false}, closed{false};
std::atomic<std::thread::id> closer{};

[[noreturn]] void sleep_for_ever() {
    for (;;) std::this_thread::sleep_for(std::chrono::hours(24));
}

#if !defined(_WIN32)
// In the child process only the forking thread exists.
void after_fork() {
    calls = thread.depth > 0 ? 1 : 0;
    renew_table_lock();
    ++forks;
}
#endif

}  // namespace

Unlocked::Unlocked() : state_(nullptr) {
    if (thread.depth++ == 0) ++calls;
    state_ = PyEval_SaveThread();
    if (thread.depth > 1 || !must_end()) return;
    --calls;
    sleep_for_ever();
}

Unlocked::~Unlocked() {
    // Inside another call of this thread the lock is still available, because `close` waits for the outer call.
    if (must_end() && (thread.depth == 1 || closed)) {
        if (thread.depth == 1) --calls;
        sleep_for_ever();
    }
    PyEval_RestoreThread(state_);
    if (--thread.depth == 0) --calls;
}

bool Unlocked::must_end() { return closing && closer.load() != std::this_thread::get_id(); }

bool Unlocked::is_time_to_look() {
    const auto now = Clock::now();
    if (now - thread.looked < BETWEEN_LOOKS) return false;
    thread.looked = now;
    return true;
}

void Unlocked::close() {
    closer = std::this_thread::get_id();
    closing = true;
    const nanobind::gil_scoped_release release;
    for (const auto end = Clock::now() + LONGEST_WAIT; calls > 0 && Clock::now() < end;)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    closed = true;
}

void close_at_exit() {
#if !defined(_WIN32)
    pthread_atfork(hold_tables, release_tables, after_fork);
#endif
    const auto close = nanobind::cpp_function([] { Unlocked::close(); });
    nanobind::module_::import_("atexit").attr("register")(close);
}

}  // namespace facevalue
