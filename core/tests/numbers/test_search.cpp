// The fast paths of the search for number puzzles, compared with the simple ones.
#include <doctest/doctest.h>

#include <array>
#include <random>
#include <string_view>
#include <tuple>

#include "numbers/backward/form_counter.hpp"
#include "numbers/backward/form_lists.hpp"
#include "numbers/backward/puzzle_search.hpp"
#include "numbers/forms/printer.hpp"
#include "tests/rounds.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

std::vector<Number> some_numbers(std::mt19937& random, std::size_t size, bool may_be_negative) {
    std::vector<Number> numbers;
    for (std::size_t i = 0; i < size; ++i) {
        const auto value = static_cast<std::int64_t>(random() % 9 + 1);
        numbers.push_back({may_be_negative && random() % 4 == 0 ? -value : value, 1});
    }
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

template <class Domain>
std::vector<LeafId> leaves_of(ValueTables<Domain>& tables, const std::vector<Number>& numbers) {
    std::vector<LeafId> leaves;
    for (const Number& number : numbers) leaves.push_back(tables.leaf_id(number));
    return leaves;
}

Rules rules_with(std::string_view operators, Values values) {
    Rules rules;
    rules.operators = *Operators::parse(operators);
    rules.values = values;
    return rules;
}

constexpr std::array<std::string_view, 4> OPERATORS{"+-*/", "+*/", "+-", "*/"};

// Counts the listed forms that count as solutions, by whether they can have the sign.
template <class Domain>
typename FormCounter<Domain>::Count listed(FormLists<Domain>& search, std::uint32_t node, Kind kind, bool negative) {
    typename FormCounter<Domain>::Count count;
    for (const FormId id : search.all_forms(node, kind)) {
        const auto& form = search.forms()[id];
        if (!form.duplicate) ++((negative ? form.minus : form.plus) ? count.with_sign : count.without);
    }
    return count;
}

template <class Domain>
void check_counts(std::mt19937& random, std::size_t size, const Rules& rules, bool may_be_negative) {
    Pulse pulse;
    const Domain domain(must_be_whole(rules.values));
    ValueTables<Domain> tables(domain, rules, pulse);
    FormLists<Domain> search(domain, rules, true, 4, tables, pulse);
    FormCounter<Domain> counter(search.graph(), rules, pulse);
    const auto leaves = leaves_of(search.tables(), some_numbers(random, size, may_be_negative));
    const auto set = search.tables().set_of(leaves.data(), leaves.size());
    for (const auto& value : std::vector(search.tables().values(set))) {
        if (Forms<Domain>::is_zero(value.key)) continue;
        const auto node = search.graph().node_of(set, value);
        for (const Kind kind : {Kind::Sum, Kind::Product})
            for (const bool negative : {false, true}) {
                const auto counted = counter.count(node, kind, negative), all = listed(search, node, kind, negative);
                CHECK(counted.with_sign == all.with_sign);
                CHECK(counted.without == all.without);
            }
    }
}

// The parts of a node, without ids, which depend on earlier calls.
template <class Domain>
auto described(ValueGraph<Domain>& graph, std::uint32_t node) {
    std::vector<std::tuple<typename Domain::Key, typename Domain::Key, bool, bool, bool, Kind, Kind>> all;
    for (const Kind kind : {Kind::Sum, Kind::Product})
        graph.for_each_parts(node, kind, [&](const auto& parts) {
            const auto& [_, first_inverse, second_inverse, negated] = parts.how;
            all.push_back({graph.value(parts.block), graph.value(parts.rest), first_inverse, second_inverse, negated,
                           kind, parts.rest_kind});
        });
    return all;
}

template <class Domain>
void check_edges(std::mt19937& random, const Rules& rules, bool essential) {
    Pulse pulse;
    const Domain domain(must_be_whole(rules.values));
    ValueTables<Domain> tables(domain, rules, pulse);
    ValueGraph<Domain> graph(domain, rules, essential, 5, tables, pulse);
    const auto numbers = some_numbers(random, 5, true);
    const auto leaves = leaves_of(graph.tables(), numbers);
    const auto set = graph.tables().set_of(leaves.data(), leaves.size());
    std::size_t place = 0;
    for (const auto& value : std::vector(graph.tables().values(set))) {
        const auto together = described(graph, graph.node_of(set, value));
        if (++place % 40 != 0) continue;
        ValueTables<Domain> other_tables(domain, rules, pulse);
        ValueGraph<Domain> other(domain, rules, essential, 5, other_tables, pulse);
        const auto same = leaves_of(other.tables(), numbers);
        CHECK(described(other, other.node_of(other.tables().set_of(same.data(), same.size()), value)) == together);
    }
}

// All forms as strings, in order.
std::vector<std::string> texts_with_tables(int table_size, const std::vector<Number>& numbers, std::int64_t target,
                                           const Rules& rules, bool essential) {
    Pulse pulse;
    const Field<61> domain(must_be_whole(rules.values));
    ValueTables<Field<61>> tables(domain, rules, pulse);
    FormLists<Field<61>> search(domain, rules, essential, table_size, tables, pulse);
    const auto leaves = leaves_of(search.tables(), numbers);
    const auto value = domain.of({target, 1});
    const auto node = search.graph().reached(search.tables().set_of(leaves.data(), leaves.size()), value.key);
    std::vector<std::string> texts;
    if (node == FormLists<Field<61>>::NONE) return texts;
    for (const Kind kind : {Kind::Sum, Kind::Product})
        for (const FormId form : search.all_forms(node, kind)) {
            const bool negative = !search.forms()[form].plus;
            texts.push_back(Printer<Field<61>>(search.forms(), true).text(form, negative).text);
        }
    return texts;
}

std::unique_ptr<PuzzleSearch> prepare(const Puzzle& puzzle, const Rules& rules, Distinct distinct, bool skip_idle) {
    auto search = make_puzzle_search({Method::Field61, rules, distinct, skip_idle, puzzle.numbers.size()});
    search->prepare(puzzle);
    return search;
}

}  // namespace

TEST_CASE("the search lists each canonical form of each value once") {
    const Rules rules;
    const Field<127> domain(false);
    const std::vector<std::int64_t> generic{131, 199, 229, 419, 739};  // they satisfy no equation
    for (const std::size_t n : {2U, 3U, 4U, 5U}) {
        if (IS_SANITIZED && n == 5) continue;
        Pulse pulse;
        ValueTables<Field<127>> tables(domain, rules, pulse);
        FormLists<Field<127>> search(domain, rules, false, 3, tables, pulse);
        std::vector<LeafId> leaves;
        for (std::size_t i = 0; i < n; ++i) leaves.push_back(search.tables().leaf_id({generic[i], 1}));
        std::sort(leaves.begin(), leaves.end());
        const auto set = search.tables().set_of(leaves.data(), n);
        std::size_t forms = 0;
        for (const auto& value : search.tables().values(set)) {
            const auto node = search.graph().node_of(set, value);
            forms += search.all_forms(node, Kind::Sum).size() + search.all_forms(node, Kind::Product).size();
        }
        const std::size_t expected[] = {0, 1, 5, 47, 733, 15907};
        CHECK(forms == expected[n]);
    }
}

TEST_CASE("lists come in the order of cost, lazily and at once") {
    const Rules rules;
    const Field<61> domain(false);
    Pulse pulse;
    std::vector<Cost> costs[2];
    for (const bool lazily : {false, true}) {
        ValueTables<Field<61>> tables(domain, rules, pulse);
        FormLists<Field<61>> search(domain, rules, true, 4, tables, pulse);
        std::vector<LeafId> leaves;
        for (const std::int64_t value : {1, 2, 3, 4, 5, 6, 7}) leaves.push_back(search.tables().leaf_id({value, 1}));
        const auto node = search.graph().reached(search.tables().set_of(leaves.data(), leaves.size()), Residue<61>(24));
        REQUIRE(node != FormLists<Field<61>>::NONE);
        if (!lazily) search.all_forms(node, Kind::Sum);
        for (std::size_t i = 0;; ++i) {
            const FormId form = search.form_at(node, Kind::Sum, i);
            if (form == Forms<Field<61>>::NONE) break;
            costs[lazily].push_back(search.forms()[form].cost);
        }
        CHECK(std::is_sorted(costs[lazily].begin(), costs[lazily].end()));
    }
    CHECK(costs[0] == costs[1]);
}

TEST_CASE("counting forms gives the length of their list") {
    std::mt19937 random(1);
    for (int round = 0; round < rounds(40); ++round)
        for (const std::string_view operators : OPERATORS) {
            const bool may_be_negative = round % 2 == 0;
            check_counts<Field<61>>(random, 4 + round % 2, rules_with(operators, Values::Rational), may_be_negative);
            check_counts<Whole>(random, 5, rules_with(operators, Values::Integer), may_be_negative);
            check_counts<Whole>(random, 5, rules_with(operators, Values::Positive), false);
        }
}

TEST_CASE("edges found for a whole set at once are those found one by one, in the same order") {
    std::mt19937 random(2);
    for (int round = 0; round < rounds(10); ++round)
        for (const bool essential : {false, true})
            for (const std::string_view operators : OPERATORS) {
                check_edges<Field<61>>(random, rules_with(operators, Values::Rational), essential);
                check_edges<Field<127>>(random, rules_with(operators, Values::Rational), essential);
                check_edges<Whole>(random, rules_with(operators, Values::Integer), essential);
            }
}

TEST_CASE("large sets without tables have the same forms as with them") {
    std::mt19937 random(3);
    for (int round = 0; round < rounds(20); ++round) {
        const auto numbers = some_numbers(random, 6, true);
        const std::int64_t target = round % 5;
        for (const Values values : {Values::Rational, Values::Integer}) {
            const Rules rules = rules_with(OPERATORS[0], values);
            const auto expected = texts_with_tables(6, numbers, target, rules, true);
            CHECK(texts_with_tables(3, numbers, target, rules, true) == expected);
            CHECK(texts_with_tables(2, numbers, target, rules, true) == expected);
        }
    }
}

TEST_CASE("seven numbers have as many solutions as are listed") {
    std::mt19937 random(4);
    for (int round = 0; round < rounds(20); ++round) {
        const Puzzle puzzle{some_numbers(random, 7, round % 2 == 1), {round % 4 == 0 ? 1 : round - 5, 1}};
        for (const Values values : {Values::Rational, Values::Positive}) {
            if (values == Values::Positive && round % 2 == 1) continue;
            const Rules rules = rules_with(OPERATORS[round % 3 == 0 ? 0 : 1], values);
            const auto counted = prepare(puzzle, rules, Distinct::Essential, true),
                       listed = prepare(puzzle, rules, Distinct::Essential, true);
            CHECK(counted->count() == listed->all().size());
        }
    }
}

TEST_CASE("superfluous parts are found both while forms are made and in finished forms") {
    std::mt19937 random(6);
    for (const std::string_view operators : OPERATORS)
        for (const ValueSet& values : VALUE_SETS)
            for (int round = 0; round < rounds(40); ++round) {
                Rules rules = rules_with(operators, *values_named(values.name));
                rules.use_all = false;
                Puzzle puzzle{some_numbers(random, 5, false), {static_cast<std::int64_t>(random() % 40), 1}};
                if (round % 4 == 0) puzzle.numbers[0] = {0, 1};
                CHECK(prepare(puzzle, rules, Distinct::Essential, true)->all() ==
                      prepare(puzzle, rules, Distinct::Essential, false)->all());
            }
}

TEST_CASE("solutions come in the same tiers whether or not all of them are known") {
    std::mt19937 random(7);
    for (int round = 0; round < rounds(60); ++round) {
        Rules rules = rules_with(OPERATORS[round % 4], Values::Rational);
        rules.use_all = round % 3 != 0;
        const Distinct distinct = round % 2 == 0 ? Distinct::Essential : Distinct::Raw;
        const Puzzle puzzle{some_numbers(random, 4, round % 5 == 0), {static_cast<std::int64_t>(random() % 12), 1}};
        const auto lazy = prepare(puzzle, rules, distinct, false), known = prepare(puzzle, rules, distinct, false),
                   late = prepare(puzzle, rules, distinct, false);
        known->count();
        for (int tier = 0; tier < 100; ++tier) {
            if (tier == 1) late->count();
            const auto texts = lazy->next();
            CHECK(known->next() == texts);
            CHECK(late->next() == texts);
            if (texts.empty()) break;
        }
    }
}

TEST_CASE("the solutions of a search do not depend on earlier puzzles") {
    std::mt19937 random(5);
    for (const std::string_view operators : OPERATORS)
        for (const bool use_all : {true, false})
            for (const Distinct distinct : {Distinct::Essential, Distinct::Canonical}) {
                Rules rules = rules_with(operators, Values::Rational);
                rules.use_all = use_all;
                const bool skips_idle = distinct == Distinct::Essential && use_all;
                const auto reused = make_puzzle_search({Method::Field61, rules, distinct, skips_idle, 4});
                for (int round = 0; round < rounds(200); ++round) {
                    const Puzzle puzzle{some_numbers(random, 4, round % 2 == 0), {round % 3 == 0 ? 1 : 0, 1}};
                    reused->prepare(puzzle);
                    CHECK(reused->all() == prepare(puzzle, rules, distinct, skips_idle)->all());
                }
            }
}
