// What the bindings of number puzzles translate alike: numbers, rules, batches of puzzles and how a search ended.
#pragma once

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "numbers/exact/operations.hpp"
#include "numbers/exact/ratio.hpp"
#include "numbers/exact/rules.hpp"
#include "numbers/search/solver.hpp"
#include "numbers/search/value_tables.hpp"
#include "translation.hpp"

namespace facevalue::numbers {

using Pair = std::pair<std::int64_t, std::int64_t>;  // numerator, denominator
using RulesTuple = std::tuple<std::string, std::string, std::string, std::string, std::string>;

inline Number exact_number(const Pair& pair) { return {pair.first, pair.second}; }

inline std::vector<Number> exact_numbers(const std::vector<Pair>& pairs) {
    std::vector<Number> all;
    for (const Pair& pair : pairs) all.push_back(exact_number(pair));
    return all;
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

// A search that has no answer: the pending KeyboardInterrupt goes on, or one of our errors says why.
inline void check(SearchStatus status) {
    if (status == SearchStatus::Ready) return;
    if (status == SearchStatus::TooLarge)
        raise_error("LimitError", "the search needs too much memory: give fewer or smaller numbers", MOST_VALUES);
    if (status == SearchStatus::Refused)
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

}  // namespace facevalue::numbers
