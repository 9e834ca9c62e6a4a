// The fast paths of the search for number puzzles, each beside the plain one.
#include <doctest/doctest.h>

#include <array>
#include <random>
#include <string_view>
#include <tuple>

#include "numbers/search/form_counter.hpp"
#include "numbers/search/search_context.hpp"
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
typename FormCounter<Domain>::Count listed(Search<Domain>& search, std::uint32_t node, Kind kind, bool negative) {
    typename FormCounter<Domain>::Count count;
    for (const FormId id : search.all_forms(node, kind)) {
        const auto& form = search.forms()[id];
        if (!form.upside_down) ++((negative ? form.minus : form.plus) ? count.with_sign : count.without);
    }
    return count;
}

template <class Domain>
void check_counts(std::mt19937& random, std::size_t size, const Rules& rules, bool may_be_negative) {
    Pulse pulse;
    const Domain domain(must_be_whole(rules.values));
    Search<Domain> search(domain, rules, true, 4, pulse);
    FormCounter<Domain> counter(search.graph(), rules, pulse);
    const auto leaves = leaves_of(search.tables(), some_numbers(random, size, may_be_negative));
    const auto set = search.tables().set_of(leaves.data(), leaves.size());
    for (const auto& value : std::vector(search.tables().values(set))) {
        if (Forms<Domain>::is_zero(value.key)) continue;
        const auto node = search.node_of(set, value);
        for (const Kind kind : {Kind::Sum, Kind::Product})
            for (const bool negative : {false, true}) {
                const auto counted = counter.count(node, kind, negative), all = listed(search, node, kind, negative);
                CHECK(counted.with_sign == all.with_sign);
                CHECK(counted.without == all.without);
            }
    }
}

// What an arm of a node combines, without ids, which depend on what was asked before.
template <class Domain>
auto described(SearchGraph<Domain>& graph, std::uint32_t node) {
    std::vector<std::tuple<typename Domain::Key, typename Domain::Key, bool, bool, bool, Kind, Kind>> arms;
    for (const Kind kind : {Kind::Sum, Kind::Product})
        graph.for_each_arm(node, kind, [&](const auto& arm) {
            arms.push_back({graph.value(arm.block.node), graph.value(arm.rest.node), arm.block.inverse,
                            arm.rest.inverse, arm.turned, kind, arm.rest_kind});
        });
    return arms;
}

template <class Domain>
void check_edges(std::mt19937& random, const Rules& rules, bool essential) {
    Pulse pulse;
    const Domain domain(must_be_whole(rules.values));
    SearchGraph<Domain> graph(domain, rules, essential, 5, pulse);
    const auto numbers = some_numbers(random, 5, true);
    const auto leaves = leaves_of(graph.tables(), numbers);
    const auto set = graph.tables().set_of(leaves.data(), leaves.size());
    std::size_t place = 0;
    for (const auto& value : std::vector(graph.tables().values(set))) {
        const auto together = described(graph, graph.node_of(set, value));
        if (++place % 40 != 0) continue;
        SearchGraph<Domain> other(domain, rules, essential, 5, pulse);
        const auto same = leaves_of(other.tables(), numbers);
        CHECK(described(other, other.node_of(other.tables().set_of(same.data(), same.size()), value)) == together);
    }
}

// The texts of all forms, in order.
std::vector<std::string> texts_with_tables(int table_size, const std::vector<Number>& numbers, std::int64_t target,
                                           const Rules& rules, bool essential) {
    Pulse pulse;
    const Field<61> domain(must_be_whole(rules.values));
    Search<Field<61>> search(domain, rules, essential, table_size, pulse);
    const auto leaves = leaves_of(search.tables(), numbers);
    const auto value = domain.of({target, 1});
    const auto node = search.reached(search.tables().set_of(leaves.data(), leaves.size()), value.key);
    std::vector<std::string> texts;
    if (node == Search<Field<61>>::NONE) return texts;
    for (const Kind kind : {Kind::Sum, Kind::Product})
        for (const FormId form : search.all_forms(node, kind)) {
            const bool negative = !search.forms()[form].plus;
            texts.push_back(Printer<Field<61>>(search.forms(), true).text(form, negative).text);
        }
    return texts;
}

}  // namespace

TEST_CASE("forms are counted without a list as many as a list has") {
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
            Pulse pulse;
            SearchContext<Field<61>> context(rules, Distinct::Essential, true, 7, pulse),
                other(rules, Distinct::Essential, true, 7, pulse);
            CHECK(context.prepare(puzzle).count() == other.prepare(puzzle).all().size());
        }
    }
}

TEST_CASE("what a search writes does not depend on what it wrote before") {
    std::mt19937 random(5);
    for (const std::string_view operators : OPERATORS)
        for (const bool use_all : {true, false})
            for (const Distinct distinct : {Distinct::Essential, Distinct::Canonical}) {
                Rules rules = rules_with(operators, Values::Rational);
                rules.use_all = use_all;
                const bool skips_idle = distinct == Distinct::Essential && use_all;
                Pulse pulse;
                SearchContext<Field<61>> reused(rules, distinct, skips_idle, 4, pulse);
                for (int round = 0; round < rounds(60); ++round) {
                    const Puzzle puzzle{some_numbers(random, 4, round % 2 == 0), {round % 3 == 0 ? 1 : 0, 1}};
                    SearchContext<Field<61>> fresh(rules, distinct, skips_idle, 4, pulse);
                    CHECK(reused.prepare(puzzle).all() == fresh.prepare(puzzle).all());
                }
            }
}
