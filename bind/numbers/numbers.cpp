// Number puzzles and plans for Python.
#include "answered.hpp"
#include "numbers/exact/join.hpp"
#include "numbers/exact/text.hpp"
#include "numbers/plan/solutions.hpp"
#include "numbers/solve/batch.hpp"
#include "numbers/walk/candidates.hpp"
#include "problem.hpp"
#include "puzzle_translation.hpp"
#include "query/arguments.hpp"
#include "text/cost.hpp"
#include "texts.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

BatchResult solved(const Matrix& rows, const Vector& targets, const Rules& rules, const std::string& level,
                   Output output, std::size_t workers, bool compares_any_number = false) {
    const std::uint64_t compared = compares_any_number ? ANY_NUMBER : MOST_COMPARED;
    const Distinct different = named("distinct", level, DISTINCTS);
    const PuzzleRows batch = puzzle_rows(rows, targets);
    BatchResult results =
        unlocked([&] { return solve_batch(batch, rules, different, output, workers, interrupted, compared); });
    check(results.status, compares_any_number ? too_many_values() : too_many_in_batch(output != Output::Solvable));
    return results;
}

// A list for each puzzle. There may be millions of strings, so Ctrl-C and deadlines also work while the lists are made.
nb::typed<nb::list, nb::typed<nb::list, nb::str>> as_lists(std::vector<std::vector<std::string>> rows) {
    constexpr std::size_t MADE_AT_ONCE = 10'000;  // in about a millisecond
    std::size_t made = 0;
    const auto look = [&] {
        if (++made % MADE_AT_ONCE == 0 && must_stop()) throw nb::python_error();
    };
    nb::list lists;
    for (std::vector<std::string>& texts : rows) {
        nb::list list;
        for (const std::string& text : texts) {
            list.append(nb::str(text.data(), text.size()));
            look();
        }
        lists.append(std::move(list));
        look();
        std::vector<std::string>().swap(texts);
    }
    return lists;
}

using Counts = nb::ndarray<nb::numpy, std::uint64_t, nb::ndim<1>>;

Counts counted(BatchResult results) {
    const std::size_t count = results.counts.size();
    return array_of<Counts>(std::move(results.counts), {count});
}

std::vector<Pair> as_pairs(const std::vector<Number>& numbers) {
    std::vector<Pair> pairs;
    pairs.reserve(numbers.size());
    for (const Number& number : numbers) pairs.emplace_back(number.numerator, number.denominator);
    return pairs;
}

// Converts millions of values in parts, so that Ctrl-C and deadlines work in between.
class FoundValues {
  public:
    explicit FoundValues(std::vector<Number> values) : values_(std::move(values)) {}
    std::vector<Pair> next(std::size_t most) {
        check_deadline();
        const std::size_t count = std::min(most, values_.size() - first_);
        const auto begin = values_.begin() + static_cast<std::ptrdiff_t>(first_);
        first_ += count;
        return as_pairs({begin, begin + static_cast<std::ptrdiff_t>(count)});
    }

  private:
    std::vector<Number> values_;
    std::size_t first_ = 0;
};

Plan plan_query(const std::vector<Pair>& given, const Pair& target, const Rules& rules, const std::string& level,
                const std::string& query, double limit) {
    const Puzzle puzzle{exact_numbers(given), exact_number(target)};
    const Distinct distinct = named("distinct", level, DISTINCTS);
    const Find find = named("find", query, FINDS);
    return interruptible([&] { return plan(puzzle, rules, distinct, find, 0, limit, interrupted); });
}

Plan plan_targets(const std::vector<Pair>& given, const Rules& rules,
                  const std::pair<std::int64_t, std::int64_t>& range, double limit) {
    const std::vector<Number> numbers = exact_numbers(given);
    const Targets targets{range.first, range.second};
    return interruptible([&] { return plan_reach(numbers, rules, targets, limit, interrupted); });
}

}  // namespace

void bind_numbers(nb::module_& module) {
    nb::class_<Solutions>(module, "Solutions")
        .def(
            "__init__",
            [](Solutions* self, const std::vector<Pair>& given, const Pair& target, const Rules& rules,
               const std::string& level, bool walks, std::size_t workers, bool compares_any_number) {
                new (self)
                    Solutions({exact_numbers(given), exact_number(target)}, rules, named("distinct", level, DISTINCTS),
                              walks, workers, interrupted, compares_any_number ? ANY_NUMBER : MOST_COMPARED);
            },
            nb::arg("numbers"), nb::arg("target"), nb::arg("rules"), nb::arg("distinct"), nb::arg("walks"),
            nb::arg("workers"), nb::arg("compares_any_number"))
        // Refuses a search that would take longer than the limit.
        .def(
            "check",
            [](const Solutions& solutions, const std::string& query, std::optional<double> limit) {
                const Find find = named("find", query, FINDS);
                const auto why = interruptible([&] { return refusal_of(solutions, find, limit.value_or(NO_LIMIT)); });
                if (why) raise(*why, limit);
            },
            nb::arg("find"), nb::arg("limit").none())
        // Solutions from a position on, and whether they are the last.
        .def(
            "texts",
            [](Solutions& solutions, std::size_t place, std::size_t most) {
                auto part = unlocked([&] { return solutions.from(place, most); });
                check(part.status, part.too_much);
                return std::pair(std::move(part.texts), part.is_last);
            },
            nb::arg("place"), nb::arg("most"))
        .def("count",
             [](Solutions& solutions) {
                 const auto counted = unlocked([&] { return solutions.count(); });
                 check(counted.status, counted.too_much);
                 return counted.count;
             })
        // Look-ups or candidates, seconds, and the candidates that each worker handled.
        .def("stats", [](const Solutions& solutions) {
            auto stats = solutions.stats();
            return std::tuple(stats.searched, stats.seconds, std::move(stats.handled));
        });

    module.def(
        "fits",
        [](const std::vector<Pair>& given, const Rules* rules) {
            return has_reach_bound(bounding(exact_numbers(given), rules == nullptr ? Rules{} : *rules));
        },
        nb::arg("numbers"), nb::arg("rules").none() = nb::none());

    module.def("closest", [](const std::vector<Pair>& given, const Pair& target, const Rules& rules) {
        const Puzzle puzzle{exact_numbers(given), exact_number(target)};
        const auto values = interruptible([&] { return closest(puzzle, rules, interrupted); });
        if (!values) raise_problem(no_closest_value());
        return as_pairs(*values);
    });

    // All values that the numbers can make; and the simplest expression for each of some.
    module.def("all_values", [](const std::vector<Pair>& given, const Rules& rules) {
        const std::vector<Number> numbers = exact_numbers(given);
        auto values = interruptible([&] { return all_values(numbers, rules, interrupted); });
        if (!values) raise_problem(no_values());
        return FoundValues(std::move(*values));
    });
    nb::class_<FoundValues>(module, "FoundValues").def("next", &FoundValues::next, nb::arg("most"));
    module.def("simplest", [](const std::vector<Pair>& given, const std::vector<Pair>& values, const Rules& rules) {
        const std::vector<Number> numbers = exact_numbers(given), some = exact_numbers(values);
        BatchResult found = unlocked([&] { return simplest_for_values(numbers, some, rules, interrupted); });
        check(found.status);
        return std::move(found.texts);
    });

    nb::class_<Candidates>(module, "Candidates")
        .def("__init__", [](Candidates* self, const std::vector<Pair>& given,
                            const Rules& rules) { new (self) Candidates(exact_numbers(given), rules); })
        .def(
            "next",
            [](Candidates& candidates, std::size_t most) {
                auto part = unlocked([&] { return candidates.next(most, interrupted); });
                check(part.status);
                return std::move(part.texts);
            },
            nb::arg("most"));

    module.def("table",
               [](const std::vector<std::int64_t>& digits, std::size_t count, const Pair& target, const Rules& rules) {
                   return interruptible([&] { return table(digits, count, exact_number(target), rules, interrupted); });
               });

    module.def("solve_many", [](const Matrix& rows, const Vector& targets, const Rules& rules, const std::string& level,
                                std::size_t workers, bool compares_any_number) {
        return as_lists(solved(rows, targets, rules, level, Output::All, workers, compares_any_number).texts);
    });
    module.def("count_many", [](const Matrix& rows, const Vector& targets, const Rules& rules, const std::string& level,
                                std::size_t workers, bool compares_any_number) {
        return counted(solved(rows, targets, rules, level, Output::Counts, workers, compares_any_number));
    });
    module.def("solvable_many", [](const Matrix& rows, const Vector& targets, const Rules& rules, std::size_t workers) {
        return counted(solved(rows, targets, rules, "essential", Output::Solvable, workers));
    });

    // Items of the postfix expression: a number as a pair, or an operator's symbol.
    module.def("canonical", [](const std::vector<std::tuple<std::string_view, std::int64_t, std::int64_t>>& postfix) {
        Postfix tokens;
        for (const auto& [symbol, numerator, denominator] : postfix) {
            if (symbol.empty())
                tokens.push_back({false, Op::Add, {numerator, denominator}});
            else
                tokens.push_back({true, operation(symbol), {}});
        }
        return unlocked([&] { return canonical(tokens); });
    });
}

void bind_plan(nb::module_& module) {
    module.attr("WIDEST_BOUND_BITS") = WIDEST_BOUND_BITS;
    module.attr("MOST_PART") = MOST_PART;
    nb::class_<Plan>(module, "Plan")
        .def_prop_ro("engine", [](const Plan& plan) { return ENGINES[static_cast<std::size_t>(plan.engine)]; })
        .def_ro("seconds", &Plan::seconds)
        .def_ro("megabytes", &Plan::megabytes)
        .def_ro("work", &Plan::work)
        // Refuses a query that is impossible or would take longer than the limit.
        .def(
            "check",
            [](const Plan& plan, std::optional<double> limit) {
                if (exceeds(plan, limit.value_or(NO_LIMIT))) raise(Unanswered{plan}, limit);
            },
            nb::arg("limit").none());
    module.def("plan", plan_query, nb::arg("numbers"), nb::arg("target"), nb::arg("rules"), nb::arg("distinct"),
               nb::arg("find"), nb::arg("limit"));
    module.def(
        "plan_expressions",
        [](const std::vector<Pair>& given, const Rules& rules, std::size_t values) {
            const std::vector<Number> numbers = exact_numbers(given);
            return interruptible([&] { return plan_expressions(numbers, rules, values, interrupted); });
        },
        nb::arg("numbers"), nb::arg("rules"), nb::arg("values"));
    module.def("plan_reach", plan_targets, nb::arg("numbers"), nb::arg("rules"), nb::arg("range"), nb::arg("limit"));
    // Refuses a batch of which the hardest possible row would take too long.
    module.def(
        "check_batch",
        [](const Matrix& rows, const Vector& targets, const Rules& rules, const std::string& level,
           const std::string& query, double limit) {
            const Distinct distinct = named("distinct", level, DISTINCTS);
            const Find find = named("find", query, FINDS);
            const BatchBounds bounds =
                bounds_of({rows.data(), rows.size()}, rows.shape(1), {targets.data(), targets.size()});
            const auto problem =
                interruptible([&] { return batch_problem(bounds, rules, distinct, find, limit, true, interrupted); });
            if (problem) raise_problem(*problem);
        },
        nb::arg("numbers"), nb::arg("targets"), nb::arg("rules"), nb::arg("distinct"), nb::arg("find"),
        nb::arg("limit"));
    module.def(
        "check_size",
        [](std::size_t count, std::optional<std::size_t> size, nb::handle name, bool joins) {
            Encoded encoded;
            if (const auto problem = size_problem(count, size, view(name, encoded), joins)) raise_problem(*problem);
        },
        nb::arg("count"), nb::arg("size").none(), nb::arg("name"), nb::arg("joins"));
    // Refuses other work that would take longer than the limit.
    module.def(
        "check_cost",
        [](const nb::str& work, double seconds, double limit, double megabytes) {
            if (seconds > limit) raise_problem(cost_problem(copied(work), seconds, megabytes, limit));
        },
        nb::arg("work"), nb::arg("seconds"), nb::arg("limit"), nb::arg("megabytes"),
        nb::sig("def check_cost(work: str, seconds: float, limit: float, megabytes: float) -> None"));
    // In decimal digits, because it may have more than 64 bits.
    module.def("candidate_count", [](const std::vector<Pair>& given, const Rules& rules) {
        return decimal(unlocked([&] { return candidate_count(exact_numbers(given), rules); }));
    });
}
