// What the bindings of number puzzles share: numbers, options, batches and the status of a search.
#pragma once

#include "numbers/backward/value_tables.hpp"
#include "numbers/exact/operations.hpp"
#include "numbers/exact/ratio.hpp"
#include "numbers/exact/rules.hpp"
#include "numbers/plan/refusals.hpp"
#include "numbers/solve/puzzle_rows.hpp"
#include "numbers/solve/solver.hpp"
#include "problem.hpp"
#include "translation.hpp"

namespace facevalue::numbers {

using Pair = std::pair<std::int64_t, std::int64_t>;  // numerator, denominator

inline Number exact_number(const Pair& pair) { return {pair.first, pair.second}; }

inline std::vector<Number> exact_numbers(const std::vector<Pair>& pairs) {
    std::vector<Number> all;
    for (const Pair& pair : pairs) all.push_back(exact_number(pair));
    return all;
}

// The option for a word; unknown words are errors.
template <class Option>
Option known(const std::optional<Option>& option, const char* what, std::string_view word) {
    if (!option) raise_error("RuleError", "unknown " + std::string(what) + ": '" + std::string(word) + "'");
    return *option;
}
template <class Option, std::size_t N>
Option named(const char* what, std::string_view word, const Words<Option, N>& words) {
    return known(option_named(word, words), what, word);
}

inline Op operation(std::string_view symbol) {
    return known(symbol.size() == 1 ? op_of(symbol[0]) : std::nullopt, "operator", symbol);
}

// Raises the error of a search without a result: the pending KeyboardInterrupt or one of ours.
inline void check(SearchStatus status, const TooMuch& too_much) {
    if (status == SearchStatus::Ready) return;
    if (status == SearchStatus::TooLarge) raise_problem(too_much_problem(too_much));
    if (status == SearchStatus::Refused)
        PyErr_SetString(PyExc_RuntimeError, "this thread is in the middle of a call of the same object");
    if (status == SearchStatus::Lost)
        PyErr_SetString(PyExc_RuntimeError,
                        "this process was forked in the middle of a call of the same object: make a new one");
    throw nb::python_error();
}

// The same for a batch whose limits cannot be lifted.
inline void check(SearchStatus status) {
    check(status, status == SearchStatus::TooLarge ? too_many_in_batch(false) : TooMuch());
}

// The puzzles in arrays, which must not change meanwhile.
inline PuzzleRows puzzle_rows(const Matrix& rows, const Vector& targets) {
    require(targets.shape(0) == rows.shape(0), "expected a target for each row");
    return {rows.data(), rows.shape(1), {targets.data(), targets.shape(0)}};
}

}  // namespace facevalue::numbers
