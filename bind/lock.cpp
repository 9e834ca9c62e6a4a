// Lock: a lock for Python's `with`. A thread that waits for it looks at Ctrl-C and its deadlines every few
// milliseconds. The thread that has it is refused, because it would wait for itself (a signal handler during a call).
// In a forked process the locks of other threads are free, because these threads do not exist there.
//
// A lock written in Python could be lost: Ctrl-C between its acquisition and the `with` block would leave it locked.
#include <nanobind/nanobind.h>

#include <cstdint>
#include <new>
#include <stdexcept>
#include <thread>

#include "translation.hpp"
#include "work/forks.hpp"

namespace nb = nanobind;

namespace facevalue {
namespace {

constexpr PY_TIMEOUT_T BETWEEN_LOOKS = 10'000;  // microseconds

PyThread_type_lock new_lock() {
    PyThread_type_lock made = PyThread_allocate_lock();
    if (made == nullptr) throw std::bad_alloc();
    return made;
}

// Python's lock guards the fields.
class Lock {
  public:
    Lock() = default;
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    ~Lock() {
        if (owner_ == std::thread::id()) PyThread_free_lock(lock_);
    }

    void enter() {
        const std::thread::id me = std::this_thread::get_id();
        if (owner_ == me) throw std::runtime_error("this thread is in the middle of a call of the same object");
        if (forks_then_ != forks) renew();
        if (PyThread_acquire_lock(lock_, NOWAIT_LOCK) == PY_LOCK_FAILURE)
            while (!wait())
                if (must_stop()) throw nb::python_error();
        owner_ = me;
    }
    void leave() {
        owner_ = {};
        PyThread_release_lock(lock_);
    }

  private:
    bool wait() {
        const Unlocked away;
        return PyThread_acquire_lock_timed(lock_, BETWEEN_LOOKS, 1) == PY_LOCK_ACQUIRED;
    }
    // The old one is not freed: another thread may have had it.
    void renew() {
        lock_ = new_lock();
        owner_ = {};
        forks_then_ = forks;
    }

    PyThread_type_lock lock_ = new_lock();
    std::thread::id owner_;
    std::uint32_t forks_then_ = forks;
};

}  // namespace
}  // namespace facevalue

void bind_lock(nb::module_& module) {
    using facevalue::Lock;
    nb::class_<Lock>(module, "Lock")
        .def(nb::init<>())
        .def("__enter__", &Lock::enter)
        .def(
            "__reduce__", [](nb::handle lock) { return nb::make_tuple(lock.type(), nb::make_tuple()); },
            nb::sig("def __reduce__(self) -> tuple[object, ...]"))
        .def(
            "__exit__", [](Lock& lock, const nb::args&) { lock.leave(); },
            nb::sig("def __exit__(self, *error: object) -> None"));
}
