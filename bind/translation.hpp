// What all bindings translate alike: errors, arrays, Ctrl-C, progress and the interpreter's lock.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <chrono>
#include <stdexcept>
#include <string>
#include <utility>

#include "unlocked.hpp"
#include "work/pulse.hpp"

namespace facevalue {

namespace nb = nanobind;

using Matrix = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Vector = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Raises one of our errors, made of what its constructor takes.
template <class... Arguments>
[[noreturn]] void raise_error(const char* name, const Arguments&... arguments) {
    const nb::object error = nb::module_::import_("facevalue.errors").attr(name);
    PyErr_SetObject(error.ptr(), error(arguments...).ptr());
    throw nb::python_error();
}

// Has somebody pressed Ctrl-C, or is the interpreter about to exit? Asked without the lock, now and then.
inline bool interrupted() {
    if (Unlocked::must_end()) return true;
    const nb::gil_scoped_acquire lock;
    return PyErr_CheckSignals() != 0;
}

template <class Call>
auto unlocked(Call call) {
    const Unlocked away;
    return call();
}

// The same for what can be stopped: a pending KeyboardInterrupt goes on.
template <class Call>
auto interruptible(const Call& call) {
    auto result = unlocked(call);
    if (PyErr_Occurred()) throw nb::python_error();
    return result;
}

// The same, with progress(done, total) called ten times a second unless it is None. Whatever it raises ends the call.
class Watch {
  public:
    explicit Watch(nb::handle progress) : progress_(progress) {}
    bool ends(Progress so_far) {
        if (Unlocked::must_end()) return true;
        const nb::gil_scoped_acquire lock;
        return PyErr_CheckSignals() != 0 || !told(so_far);
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds PERIOD{100};

    bool told(Progress so_far) {
        if (progress_.is_none() || Clock::now() - last_ < PERIOD) return true;
        last_ = Clock::now();
        try {
            progress_(so_far.done, so_far.total);
        } catch (nb::python_error& error) {
            error.restore();
            return false;
        }
        return true;
    }

    nb::handle progress_;
    Clock::time_point last_ = Clock::now();
};

template <class Call>
auto interruptible(nb::handle progress, const Call& call) {
    Watch watch(progress);
    const Stop stop([&](Progress so_far) { return watch.ends(so_far); });
    return interruptible([&] { return call(stop); });
}

inline void require(bool holds, const char* expected) {
    if (!holds) throw std::invalid_argument(expected);
}

}  // namespace facevalue
