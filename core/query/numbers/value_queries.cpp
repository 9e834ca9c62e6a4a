#include "query/numbers/value_queries.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "numbers/answers/explain/sentences.hpp"
#include "numbers/deal/generate_options.hpp"
#include "numbers/exact/text.hpp"
#include "numbers/plan/answered.hpp"
#include "numbers/plan/refusals.hpp"
#include "numbers/solve/batch.hpp"
#include "numbers/walk/candidates.hpp"
#include "query/numbers/expressions.hpp"
#include "query/numbers/puzzle.hpp"
#include "query/values.hpp"
#include "text/cost.hpp"

namespace facevalue::query {

using namespace numbers;

namespace {

constexpr std::size_t AT_ONCE = 256;                   // expressions
constexpr std::uint64_t WORK_OF_AN_EXPRESSION = 1000;  // in look-ups

// As many numbers as the rules need; the target is not used.
Expected<AskedPuzzle> read_numbers_and_rules(const NumberCall& call) {
    auto puzzle = read_puzzle(call.tables, call.arguments, {.without_target = call.name});
    if (puzzle)
        if (auto problem = puzzle->rules.wrong_size(puzzle->numbers.size())) return *std::move(problem);
    return puzzle;
}

// When stopped, only some of the expressions.
Outcome write_expressions(NumberCall& call, const Argument& row, const std::vector<std::string>& texts, Pulse& pulse) {
    for (const std::string& text : texts) {
        if (auto problem = write_expression(call, row, text)) return problem;
        pulse.beat(WORK_OF_AN_EXPRESSION);
        if (pulse.stopped()) break;
    }
    return std::nullopt;
}

// A bound of values; nothing for none.
Expected<std::optional<Number>> bound_of(const NumberCall& call, const char* name) {
    if (!call.has(name)) return std::optional<Number>();
    const auto value = read_number(call.argument(name), {});
    if (!value) return value.problem();
    return std::optional(Number{*value->numerator().as_word(), *value->denominator().as_word()});
}

void write_bound(JsonWriter& json, const std::optional<Number>& bound) {
    if (!bound)
        json.null();
    else if (bound->denominator == 1)
        json.value(bound->numerator);
    else
        json.value(value_text(*bound));
}

}  // namespace

Outcome candidates_query(NumberCall& call) {
    const auto puzzle = read_numbers_and_rules(call);
    if (!puzzle) return puzzle.problem();
    const GameRules& game = puzzle->rules.game;
    if (game.rules.has_functions()) return no_functions(game.name);
    const auto row = notation_of(call);
    if (!row) return row.problem();
    const auto is_counted = call.flag("count");
    if (!is_counted) return is_counted.problem();
    const std::vector<Number> numbers = puzzle->searchable().numbers;
    const Uint128 count = candidate_count(numbers, game.rules);
    JsonWriter& json = call.json;
    write(json.begin_object().key("numbers"), puzzle->numbers);
    Tables::write(json.key("rules"), puzzle->rules);
    json.key("candidate_count").whole(decimal(count)).key("expressions").begin_list();
    Pulse pulse(call.options.stop);
    Candidates walk(numbers, game.rules);
    for (bool is_last = *is_counted; !is_last && !pulse.stopped();) {
        const Candidates::Part part = walk.next(AT_ONCE, pulse.inner());
        is_last = part.texts.empty();
        if (auto problem = write_expressions(call, **row, part.texts, pulse)) return problem;
    }
    json.end_list().key("truncated").value(*is_counted && count > 0).end_object();
    return std::nullopt;
}

Outcome values_query(NumberCall& call) {
    const auto puzzle = read_numbers_and_rules(call);
    if (!puzzle) return puzzle.problem();
    const GameRules& game = puzzle->rules.game;
    const auto low = bound_of(call, "low");
    if (!low) return low.problem();
    const auto high = bound_of(call, "high");
    if (!high) return high.problem();
    if (*low && *high && **low > **high) return in_wrong_order(value_text(**low), value_text(**high));
    const auto limit = read_limit(call.arguments, USUAL_LIMIT);
    if (!limit) return limit.problem();
    const auto row = notation_of(call);
    if (!row) return row.problem();
    const std::vector<Number> numbers = puzzle->searchable().numbers;
    Pulse pulse(call.options.stop);
    const Stop stop = pulse.inner();
    const Plan made = plan({numbers, {0, 1}}, game.rules, Distinct::Essential, Find::Values, 0, *limit, stop);
    if (exceeds(made, *limit)) return plan_problem(made, *limit, true);
    const auto all = all_values(numbers, game.rules, stop);
    if (!all) return no_values();
    std::span<const Number> values = *all;
    if (*high)
        values = values.first(static_cast<std::size_t>(std::ranges::upper_bound(values, **high) - values.begin()));
    if (*low)
        values = values.subspan(static_cast<std::size_t>(std::ranges::lower_bound(values, **low) - values.begin()));
    const Plan of_expressions = plan_expressions(numbers, game.rules, values.size(), stop);
    if (exceeds(of_expressions, *limit)) return plan_problem(of_expressions, *limit, true);
    JsonWriter& json = call.json;
    write(json.begin_object().key("numbers"), puzzle->numbers);
    Tables::write(json.key("rules"), puzzle->rules);
    write_bound(json.key("low"), *low);
    write_bound(json.key("high"), *high);
    json.key("value_count").value(values.size()).key("expressions").begin_list();
    call.is_found = !values.empty();
    while (!values.empty() && !pulse.stopped()) {
        const std::span<const Number> part = values.first(std::min(AT_ONCE, values.size()));
        values = values.subspan(part.size());
        const BatchResult found = simplest_for_values(numbers, part, game.rules, stop);
        if (found.status == SearchStatus::TooLarge) return too_much_problem(too_many_in_batch(false));
        if (found.status != SearchStatus::Ready) break;
        for (const std::vector<std::string>& first : found.texts)
            if (auto problem = write_expressions(call, **row, first, pulse)) return problem;
    }
    json.end_list().end_object();
    return std::nullopt;
}

}  // namespace facevalue::query
