// What all bindings translate alike: numbers, rules, Ctrl-C and the interpreter's lock.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <chrono>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "numbers/operations.hpp"
#include "numbers/ratio.hpp"
#include "numbers/solver.hpp"
#include "numbers/tables.hpp"
#include "unlocked.hpp"
#include "work/pulse.hpp"

namespace facevalue {

namespace nb = nanobind;

using Pair = std::pair<std::int64_t, std::int64_t>;  // numerator, denominator
using RulesTuple = std::tuple<std::string, std::string, std::string, std::string, std::string>;
using Matrix = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Vector = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

inline Number number(const Pair& pair) { return {pair.first, pair.second}; }

inline std::vector<Number> numbers(const std::vector<Pair>& pairs) {
    std::vector<Number> all;
    for (const Pair& pair : pairs) all.push_back(number(pair));
    return all;
}

// Raises one of our errors, made of what its constructor takes.
template <class... Arguments>
[[noreturn]] void raise_error(const char* name, const Arguments&... arguments) {
    const nb::object error = nb::module_::import_("facevalue.errors").attr(name);
    PyErr_SetObject(error.ptr(), error(arguments...).ptr());
    throw nb::python_error();
}

template <class Value, std::size_t N>
Value named(const std::string& name, const std::pair<const char*, Value> (&rows)[N]) {
    for (const auto& [known, value] : rows)
        if (name == known) return value;
    raise_error("RuleError", "unknown name: '" + name + "'");
}

inline Op operation(char symbol) {
    const auto op = op_of(symbol);
    if (!op) raise_error("RuleError", "unknown operator: '" + std::string(1, symbol) + "'");
    return *op;
}

// (operators, use, order, grouping, values), as in the Python Rules.
inline Rules rules(const RulesTuple& row) {
    Rules rules;
    rules.operators = std::get<0>(row);
    if (rules.operators.empty()) raise_error("RuleError", "expected at least one operator");
    for (const char symbol : rules.operators) operation(symbol);
    rules.use_all = named<bool>(std::get<1>(row), {{"all", true}, {"any", false}});
    rules.any_order = named<bool>(std::get<2>(row), {{"any", true}, {"given", false}});
    rules.grouping = named<Grouping>(std::get<3>(row), {{"any", Grouping::Any},
                                                        {"flat", Grouping::Flat},
                                                        {"left", Grouping::Left},
                                                        {"forth", Grouping::Forth},
                                                        {"orders", Grouping::Orders}});
    rules.values = named<Values>(std::get<4>(row), {{"rational", Values::Rational},
                                                    {"nonnegative", Values::Nonnegative},
                                                    {"integer", Values::Integer},
                                                    {"natural", Values::Natural},
                                                    {"positive", Values::Positive}});
    return rules;
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

// A search that has no answer: the pending KeyboardInterrupt goes on, or one of our errors says why.
inline void check(Ended ended) {
    if (ended == Ended::Ready) return;
    if (ended == Ended::TooLarge)
        raise_error("LimitError", "the search needs too much memory: give fewer or smaller numbers", MOST_VALUES);
    if (ended == Ended::Refused)
        PyErr_SetString(PyExc_RuntimeError, "this thread is in the middle of a call of the same object");
    throw nb::python_error();
}

inline std::vector<Puzzle> puzzles(const Matrix& rows, const Vector& targets) {
    if (targets.shape(0) != rows.shape(0)) throw std::invalid_argument("expected a target for each row");
    std::vector<Puzzle> all(rows.shape(0));
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t j = 0; j < rows.shape(1); ++j) all[i].numbers.push_back({rows(i, j), 1});
        all[i].target = {targets(i), 1};
    }
    return all;
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
