#include "deadline.hpp"

#include <nanobind/nanobind.h>

#include <algorithm>

#include "translation.hpp"

namespace nb = nanobind;

namespace facevalue {
namespace {

// As in unlocked.cpp, the memory is reserved at load.
#if defined(__linux__)
[[gnu::tls_model("initial-exec")]]
#endif
thread_local const DeadlineState* innermost = nullptr;

std::shared_ptr<const DeadlineState> around() { return innermost == nullptr ? nullptr : innermost->shared_from_this(); }

constexpr double LONGEST = 1e9;  // seconds: thirty years, which the clock can add

}  // namespace

DeadlineState::Clock::time_point DeadlineState::end_after(std::optional<double> seconds) {
    if (!seconds) return Clock::time_point::max();
    const std::chrono::duration<double> given(std::min(*seconds, LONGEST));
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(given);
}

const DeadlineState* DeadlineState::passed() const {
    const auto now = Clock::now();
    for (const DeadlineState* state = this; state != nullptr; state = state->outer_.get())
        if (!state->is_left_ && (state->is_cancelled_ || now >= state->end_)) return state;
    return nullptr;
}

bool Deadline::enter() {
    if (state_) return false;
    state_ = std::make_shared<DeadlineState>(seconds_, given_ ? given_ : around());
    thread_ = std::this_thread::get_id();
    innermost = state_.get();
    return true;
}

void Deadline::leave() {
    if (!state_) return;
    state_->is_left_ = true;
    if (thread_ == std::this_thread::get_id()) {
        // Generators may leave in a different order than they entered; inner states keep the outer ones alive.
        while (innermost != nullptr && innermost->is_left_) innermost = innermost->outer_.get();
    } else {
        // Another thread closed a generator: the thread that entered may still read the state.
        new std::shared_ptr<DeadlineState>(state_);
    }
    state_.reset();
}

void Deadline::cancel() {
    if (state_) state_->is_cancelled_ = true;
}

bool Deadline::is_over() const { return state_ && state_->passed() != nullptr; }

const DeadlineState* Deadline::passed() { return innermost == nullptr ? nullptr : innermost->passed(); }

Deadline Deadline::for_helpers() {
    Deadline deadline(std::nullopt);
    deadline.state_ = std::make_shared<DeadlineState>(std::nullopt, around());
    return deadline;
}

Deadline Deadline::of_helper() const {
    Deadline deadline(std::nullopt);
    deadline.given_ = state_;
    return deadline;
}

void set_deadline_error(const DeadlineState& passed) {
    try {
        const std::optional<double> seconds = passed.is_cancelled() ? std::nullopt : passed.seconds();
        const nb::object error = nb::module_::import_("facevalue.errors").attr("DeadlineError")(seconds);
        PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
    } catch (nb::python_error& error) {
        error.restore();
    }
}

}  // namespace facevalue

void bind_deadline(nb::module_& module) {
    using facevalue::Deadline;
    nb::class_<Deadline>(module, "Deadline")
        .def(nb::init<std::optional<double>>(), nb::arg("seconds").none())
        .def("enter", &Deadline::enter)
        .def("leave", &Deadline::leave)
        .def("cancel", &Deadline::cancel)
        .def("of_helper", &Deadline::of_helper)
        .def_static("for_helpers", &Deadline::for_helpers)
        .def_prop_ro("is_over", &Deadline::is_over);
    module.def("check_deadline", &facevalue::check_deadline);
}
