// What all bindings share: errors, arrays, Ctrl-C, progress and Python's lock.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "casters.hpp"
#include "deadline.hpp"
#include "unlocked.hpp"
#include "work/pulse.hpp"

namespace facevalue {

namespace nb = nanobind;

using Matrix = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Vector = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Raises one of our errors with these arguments of its constructor.
template <class... Arguments>
[[noreturn]] void raise_error(const char* name, const Arguments&... arguments) {
    const nb::object error = nb::module_::import_("facevalue.errors").attr(name);
    PyErr_SetObject(error.ptr(), error(arguments...).ptr());
    throw nb::python_error();
}

// Must this call end, because of Ctrl-C or a deadline? Then the error is set, once: a call may look again before it
// ends. Needs the lock.
inline bool must_stop() {
    if (PyErr_Occurred() != nullptr || PyErr_CheckSignals() != 0) return true;
    const DeadlineState* const passed = Deadline::passed();
    if (passed != nullptr) set_deadline_error(*passed);
    return passed != nullptr;
}

// The same, or is the interpreter exiting? Called without the lock.
inline bool interrupted() {
    if (Unlocked::must_end()) return true;
    if (Deadline::passed() == nullptr && !Unlocked::is_time_to_look()) return false;
    const nb::gil_scoped_acquire lock;
    return must_stop();
}

inline void check_deadline() {
    const DeadlineState* const passed = Deadline::passed();
    if (passed == nullptr) return;
    set_deadline_error(*passed);
    throw nb::python_error();
}

// Each call checks its deadline before it starts, so that a loop of many short calls also ends in time.
template <class Call>
auto unlocked(Call call) {
    check_deadline();
    const Unlocked away;
    return call();
}

// The same for calls that can be stopped: a pending KeyboardInterrupt is raised.
template <class Call>
auto interruptible(const Call& call) {
    auto result = unlocked(call);
    if (PyErr_Occurred()) throw nb::python_error();
    return result;
}

// Calls progress unless it is None; false if it raised an error, which is then pending. Needs the lock.
template <class... Counts>
bool reported(nb::handle progress, Counts... counts) {
    if (progress.is_none()) return true;
    try {
        progress(counts...);
    } catch (nb::python_error& error) {
        error.restore();
        return false;
    }
    return true;
}

// Calls progress(done, total) ten times a second. An error that it raises ends the call.
class Watch {
  public:
    explicit Watch(nb::handle progress) : progress_(progress) {}
    bool ends(Progress so_far) {
        if (interrupted()) return true;
        if (Clock::now() - last_ < PERIOD) return false;
        last_ = Clock::now();
        const nb::gil_scoped_acquire lock;
        return !reported(progress_, so_far.done, so_far.total);
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds PERIOD{100};

    nb::handle progress_;
    Clock::time_point last_ = Clock::now();
};

template <class Call>
auto interruptible(nb::handle progress, const Call& call) {
    Watch watch(progress);
    const Stop stop([&](Progress so_far) { return watch.ends(so_far); });
    return interruptible([&] { return call(stop); });
}

// A NumPy array that owns the items.
template <class Array, class Item>
Array array_of(std::vector<Item>&& items, std::initializer_list<std::size_t> shape) {
    auto* kept = new std::vector<Item>(std::move(items));
    const nb::capsule owner(kept, [](void* items) noexcept { delete static_cast<std::vector<Item>*>(items); });
    return Array(kept->data(), shape, owner);
}

inline void require(bool holds, const char* expected) {
    if (!holds) throw std::invalid_argument(expected);
}

}  // namespace facevalue
