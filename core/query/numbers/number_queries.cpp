// The queries about number puzzles.
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <memory>
#include <span>
#include <utility>

#include "numbers/answers/explain/explain.hpp"
#include "numbers/answers/explain/sentences.hpp"
#include "numbers/answers/notation/step_list.hpp"
#include "numbers/answers/steps/numbers_left.hpp"
#include "numbers/deal/day.hpp"
#include "numbers/deal/deal.hpp"
#include "numbers/deal/generate_options.hpp"
#include "numbers/difficulty/difficulty.hpp"
#include "numbers/difficulty/language_models.hpp"
#include "numbers/hint/hint.hpp"
#include "numbers/hint/still_solvable.hpp"
#include "numbers/plan/answered.hpp"
#include "numbers/plan/refusals.hpp"
#include "numbers/plan/solutions.hpp"
#include "numbers/reach/reach.hpp"
#include "numbers/walk/candidates.hpp"
#include "poker/cards/read_cards.hpp"
#include "query/call.hpp"
#include "query/numbers/expressions.hpp"
#include "query/numbers/generate.hpp"
#include "query/numbers/puzzle.hpp"
#include "query/numbers/search.hpp"
#include "query/numbers/value_queries.hpp"
#include "query/query.hpp"
#include "text/cost.hpp"
#include "text/joined.hpp"
#include "work/workers.hpp"

namespace facevalue::query {

using namespace numbers;

namespace {

void write_puzzle(NumberCall& call, const AskedPuzzle& puzzle) {
    write(call.json.key("numbers"), puzzle.numbers);
    write(call.json.key("target"), puzzle.target);
    Tables::write(call.json.key("rules"), puzzle.rules);
    call.json.key("cards").begin_list();
    for (const int card : puzzle.cards) call.json.value(poker::card_text(card));
    call.json.end_list();
}

// How many raw candidates there are; null if functions make them too many to count.
void write_candidate_count(JsonWriter& json, const Solutions& solutions) {
    const Rules& rules = solutions.rules();
    rules.has_functions() ? json.null() : json.whole(decimal(candidate_count(solutions.puzzle().numbers, rules)));
}

void write_stats(JsonWriter& json, const Solutions& solutions) {
    constexpr std::int64_t MILLION = 1'000'000;
    const SearchStats stats = solutions.stats();
    write_candidate_count(json.begin_object().key("candidates"), solutions);
    json.key("searched").value(stats.searched);
    json.key("seconds").decimal(std::llround(stats.seconds * static_cast<double>(MILLION)), MILLION);
    json.key("handled").begin_list();
    for (const std::uint64_t handled : stats.handled) json.value(handled);
    json.end_list().end_object();
}

// At most so many solutions, the simplest first.
Expected<std::vector<std::string>> first_solutions(const Search& search, std::size_t most) {
    std::vector<std::string> found;
    while (found.size() < most) {
        Solutions::Part part = search.solutions->from(found.size(), most - found.size());
        if (part.status != SearchStatus::Ready) return too_much_problem(part.too_much);
        std::ranges::move(part.texts, std::back_inserter(found));
        if (part.is_last || part.texts.empty()) break;
    }
    return found;
}

Expected<std::uint64_t> count_of(const Search& search) {
    const auto count = count_within(*search.solutions, search.limit);
    if (!count) return problem_of(count.unanswered(), search.limit);
    return *count;
}

// Ways to make the values nearest to the target, the lower value first; the target itself if there is a solution.
Expected<std::vector<std::string>> nearest_ways(const Search& search) {
    auto first = first_solutions(search, 1);
    if (!first || !first->empty()) return first;
    const auto values = closest_within(*search.solutions, search.limit);
    if (!values) {
        const Unanswered& why = values.unanswered();
        if (!why.plan && why.too_much.problem.empty()) return no_closest_value();
        return problem_of(why, search.limit);
    }
    std::vector<std::string> ways;
    for (const Number& value : *values) {
        Solutions near = search.solutions->of(value);
        const auto way = first_within(near, search.limit);
        if (!way) return problem_of(way.unanswered(), search.limit);
        if (!way->empty()) ways.push_back(*way);
    }
    return ways;
}

Outcome write_ways(NumberCall& call, const Argument& row, const std::vector<std::string>& ways) {
    call.json.begin_list();
    for (const std::string& way : ways)
        if (auto problem = write_expression(call, row, way)) return problem;
    call.json.end_list();
    return std::nullopt;
}

BigFraction distance_between(const BigFraction& one, const BigFraction& other) {
    BigFraction apart = *lowest_result(Op::Subtract, one, other);
    return apart.numerator().is_negative() ? BigFraction{-apart.numerator(), apart.denominator()} : apart;
}

// The smallest distance of their values from the target.
std::optional<BigFraction> distance_of(const std::vector<std::string>& ways, const BigFraction& target) {
    std::optional<BigFraction> best;
    for (const std::string& way : ways) {
        BigFraction apart = distance_between(*exact_value(read_infix(way)), target);
        if (!best || lowest_result(Op::Subtract, apart, *best)->numerator().is_negative()) best = std::move(apart);
    }
    return best;
}

Outcome solve(NumberCall& call) {
    const auto search = Search::make(call.tables, call.arguments, {.stop = call.options.stop});
    if (!search) return search.problem();
    const auto row = notation_of(call);
    if (!row) return row.problem();
    const auto is_first = call.flag("first"), has_stats = call.flag("stats");
    if (!is_first) return is_first.problem();
    if (!has_stats) return has_stats.problem();
    std::size_t most = SIZE_MAX;
    if (*is_first) {
        most = 1;
    } else if (call.has("most")) {
        const auto given = whole_number("most", call.argument("most"), 0, std::nullopt);
        if (!given) return given.problem();
        most = static_cast<std::size_t>(*given);
    } else if (auto problem = search->refusal(Find::All)) {
        return problem;
    }
    const auto listed = first_solutions(*search, most);
    if (!listed) return listed.problem();
    // The count is left open if only the first solution was searched for.
    const bool is_counted = !*is_first || listed->empty();
    std::uint64_t count = listed->size();
    if (is_counted && count == most) {
        const auto all = count_of(*search);
        if (!all) return all.problem();
        count = *all;
    }
    JsonWriter& json = call.json;
    json.begin_object();
    write_puzzle(call, search->puzzle);
    json.key("distinct").value(DISTINCTS[static_cast<std::size_t>(search->distinct)].first);
    json.key("solution_count");
    is_counted ? json.value(count) : json.null();
    json.key("solutions");
    if (auto problem = write_ways(call, **row, *listed)) return problem;
    json.key("truncated").value(!is_counted || listed->size() < count);
    write_candidate_count(json.key("candidate_count"), *search->solutions);
    json.key("distance");
    call.is_found = count > 0;
    std::vector<std::string> ways;
    if (call.is_found) {
        json.value(0);
    } else {
        auto found = nearest_ways(*search);
        const auto distance = found ? distance_of(*found, search->puzzle.target) : std::nullopt;
        distance ? write(json, *distance) : static_cast<void>(json.null());
        if (found) ways = std::move(*found);
    }
    json.key("closest");
    if (auto problem = write_ways(call, **row, ways)) return problem;
    if (*has_stats) write_stats(json.key("stats"), *search->solutions);
    json.end_object();
    return std::nullopt;
}

Outcome count(NumberCall& call) {
    const auto search = Search::make(call.tables, call.arguments, {.stop = call.options.stop});
    if (!search) return search.problem();
    const auto found = count_of(*search);
    if (!found) return found.problem();
    call.json.begin_object();
    write_puzzle(call, search->puzzle);
    call.json.key("distinct").value(DISTINCTS[static_cast<std::size_t>(search->distinct)].first);
    call.json.key("solution_count").value(*found).end_object();
    return std::nullopt;
}

Outcome is_solvable(NumberCall& call) {
    const auto search = Search::make(call.tables, call.arguments, {.stop = call.options.stop});
    if (!search) return search.problem();
    const auto first = first_solutions(*search, 1);
    if (!first) return first.problem();
    call.json.begin_object();
    write_puzzle(call, search->puzzle);
    call.json.key("solvable").value(!first->empty()).end_object();
    return std::nullopt;
}

Outcome parse_numbers(NumberCall& call) {
    const auto any_size = call.flag("any_size");
    if (!any_size) return any_size.problem();
    const auto found = read_numbers(call.argument("numbers"), *any_size, nullptr);
    if (!found) return found.problem();
    write(call.json.begin_object().key("numbers"), *found);
    call.json.end_object();
    return std::nullopt;
}

Outcome closest_query(NumberCall& call) {
    const auto search = Search::make(call.tables, call.arguments, {.stop = call.options.stop});
    if (!search) return search.problem();
    const auto row = notation_of(call);
    if (!row) return row.problem();
    const auto ways = nearest_ways(*search);
    if (!ways) return ways.problem();
    call.json.begin_object();
    write_puzzle(call, search->puzzle);
    call.json.key("distance");
    const auto distance = distance_of(*ways, search->puzzle.target);
    call.is_found = distance && distance->numerator().is_zero();
    distance ? write(call.json, *distance) : static_cast<void>(call.json.null());
    call.json.key("closest");
    if (auto problem = write_ways(call, **row, *ways)) return problem;
    call.json.end_object();
    return std::nullopt;
}

Outcome hint_query(NumberCall& call) {
    const auto search = Search::make(call.tables, call.arguments, {.stop = call.options.stop});
    if (!search) return search.problem();
    const auto level = call.has("level") ? whole_number("level", call.argument("level"), 1, std::nullopt) : 1;
    if (!level) return level.problem();
    const auto found = hint(*search->solutions, static_cast<std::uint64_t>(*level), search->limit);
    if (!found) return problem_of(found.unanswered(), search->limit);
    JsonWriter& json = call.json;
    const auto write_needs = [&](const char* key, const std::vector<Need>& needs) {
        json.key(key).begin_list();
        for (const Need need : needs) json.value(NEEDS[static_cast<std::size_t>(need)].name);
        json.end_list();
    };
    const auto write_list = [&](const char* key, const std::vector<std::string>& lines) {
        json.key(key).begin_list();
        for (const std::string& line : lines) json.value(line);
        json.end_list();
    };
    json.begin_object();
    write_puzzle(call, search->puzzle);
    json.key("level").value(found->level).key("is_last").value(found->is_last);
    call.is_found = found->solution_count > 0;
    json.key("solution_count").value(found->solution_count);
    write_needs("needs", found->needs);
    write_needs("allowed", found->allowed);
    json.key("operation").value(found->operation);
    write_list("steps", found->steps);
    json.key("solution");
    if (found->solution) {
        const Argument& infix = *call.tables.rows("notations").find("infix");
        if (auto problem = write_expression(call, infix, *found->solution)) return problem;
    } else {
        json.null();
    }
    json.key("closest_values");
    if (found->closest_values) {
        std::vector<BigFraction> values;
        for (const std::string& value : *found->closest_values) values.push_back(parse_fraction(value));
        write(json, values);
    } else {
        json.null();
    }
    write_list("lines", lines_of(*found));
    json.end_object();
    return std::nullopt;
}

// So many parts of a unit, which is a power of ten or of two.
void write_parts(JsonWriter& json, std::int64_t parts, std::int64_t unit) {
    constexpr std::int64_t MILLION = 1'000'000;
    MILLION % unit == 0 ? json.decimal(parts * (MILLION / unit), MILLION) : json.decimal(parts, unit);
}

Outcome difficulty_query(NumberCall& call) {
    WordList words;
    for (const auto& [word, audience] : AUDIENCES) words.push_back(word);
    const auto place = call.has("model") ? one_of("model", call.argument("model"), words) : 0;
    if (!place) return place.problem();
    const Audience audience = AUDIENCES[*place].second;
    if (audience == Audience::LanguageModels) {
        const auto puzzle = read_puzzle(call.tables, call.arguments);
        if (!puzzle) return puzzle.problem();
        if (auto problem = rating_problem(puzzle->numbers.size())) return problem;
    }
    const auto search = Search::make(call.tables, call.arguments, {.stop = call.options.stop});
    if (!search) return search.problem();
    const GameRules& game = search->puzzle.rules.game;
    if (game.rules.has_functions()) return no_functions(game.name);
    const auto found = difficulty(*search->solutions, audience, search->limit);
    if (!found) return problem_of(found.unanswered(), search->limit);
    JsonWriter& json = call.json;
    json.begin_object();
    write_puzzle(call, search->puzzle);
    json.key("difficulty");
    call.is_found = found->has_value();
    if (!call.is_found) {
        json.null().key("score").null().key("parts").begin_object().end_object().end_object();
        return std::nullopt;
    }
    const Difficulty& rated = **found;
    json.begin_object().key("percentile").decimal(rated.percentile, 100).key("seconds");
    rated.tenths ? json.decimal(*rated.tenths, 10) : json.null();
    json.key("model").value(rated.model).end_object().key("score");
    write_parts(json, rated.score, rated.unit);
    json.key("parts").begin_object();
    for (const auto& [name, amount] : rated.parts) write_parts(json.key(name), amount, rated.unit);
    json.end_object().end_object();
    return std::nullopt;
}

Outcome reach_query(NumberCall& call) {
    constexpr std::int64_t USUAL_LOW = 100, USUAL_HIGH = 999;
    const auto puzzle =
        read_puzzle(call.tables, call.arguments, {.usual_rules = "countdown", .without_target = call.name});
    if (!puzzle) return puzzle.problem();
    const GameRules& game = puzzle->rules.game;
    const auto limit = read_limit(call.arguments, USUAL_LIMIT);
    if (!limit) return limit.problem();
    if (auto problem = puzzle->rules.wrong_size(puzzle->numbers.size())) return problem;
    const auto bound = [&](const char* name, std::int64_t usual) {
        return call.has(name) ? call.argument(name) : Argument::of(usual);
    };
    const auto targets = read_targets(bound("low", USUAL_LOW), bound("high", USUAL_HIGH));
    if (!targets) return targets.problem();
    auto numbers = puzzle->searchable().numbers;
    const Plan plan = plan_reach(numbers, game.rules, *targets, *limit, call.options.stop);
    if (exceeds(plan, *limit)) return plan_problem(plan, *limit, true);
    std::vector<std::uint8_t> reached(targets->count());
    std::atomic<std::size_t> done{0};
    const std::size_t width = numbers.size();
    reach({std::move(numbers), width}, game.rules, *targets, 1, call.options.stop, done, reached.data());
    JsonWriter& json = call.json;
    write(json.begin_object().key("numbers"), puzzle->numbers);
    Tables::write(json.key("rules"), puzzle->rules);
    json.key("low").value(targets->low).key("high").value(targets->high);
    const auto reachable = std::ranges::count_if(reached, [](std::uint8_t mark) { return mark != 0; });
    call.is_found = reachable > 0;
    json.key("reachable_count").value(reachable);
    for (const bool is_reachable : {true, false}) {
        json.key(is_reachable ? "reachable" : "missing").begin_list();
        for (std::size_t i = 0; i < reached.size(); ++i)
            if ((reached[i] != 0) == is_reachable) json.value(targets->low + static_cast<std::int64_t>(i));
        json.end_list();
    }
    json.end_object();
    return std::nullopt;
}

// The verdict of the judge of answers, or of the judge of steps.
Expected<StepsVerdict> verdict_of(NumberCall& call, const AskedPuzzle& puzzle, const AskedSyntax& asked,
                                  bool in_steps) {
    const Argument& answer = call.argument("answer");
    const GameRules& game = puzzle.rules.game;
    if (in_steps && game.rules.has_functions()) return no_functions(game.name);
    if (in_steps && game.rules.join) return no_joined_steps(game.name);
    if (answer.is_nothing()) return StepsVerdict{Reason::NoAnswer, {}, {.message = NO_ANSWER}};
    if (!answer.is_text()) return StepsVerdict{Reason::Malformed, {}, {.message = not_a_string(quoted(answer))}};
    const Syntax &syntax = call.tables.syntax(asked, puzzle.rules),
                 &relaxed = call.tables.syntax({"relaxed"}, puzzle.rules);
    const PreparedPuzzle prepared = puzzle.prepared();
    if (in_steps) return judge_steps(answer.text, prepared, game.rules, syntax, relaxed, asked.decimals);
    const Judgement judgement = Judge(syntax, game.rules).judge(answer.text, prepared);
    if (judgement.reason == Reason::TooManyJoined) return too_many_joined(prepared.size());
    StepsVerdict verdict{judgement.reason, {}, {}};
    verdict.explained = Explainer(syntax, relaxed, game.rules).explain(answer.text, prepared, judgement, {});
    if (judgement.position != NOWHERE)
        verdict.position = characters(std::string_view(answer.text).substr(0, judgement.position));
    return verdict;
}

Outcome check(NumberCall& call) {
    const auto puzzle = read_puzzle(call.tables, call.arguments, {.any_size = true, .stop = call.options.stop});
    if (!puzzle) return puzzle.problem();
    const auto syntax = AskedSyntax::read(call.tables, call.word("syntax", "lenient"), call.argument("allow"));
    if (!syntax) return syntax.problem();
    const auto in_steps = call.flag("steps");
    if (!in_steps) return in_steps.problem();
    const auto found = verdict_of(call, *puzzle, *syntax, *in_steps);
    if (!found) return found.problem();
    call.is_found = found->reason == Reason::Correct;
    JsonWriter& json = call.json;
    write(json.begin_object().key("numbers"), puzzle->numbers);
    write(json.key("target"), puzzle->target);
    Tables::write(json.key("rules"), puzzle->rules);
    json.key("answer").value(call.argument("answer")).key("correct").value(call.is_found);
    json.key("reason").value(REASONS[static_cast<std::size_t>(found->reason)]).key("value");
    const auto& [value, expression, message] = found->explained;
    value ? write(json, *value) : static_cast<void>(json.null());
    json.key("expression");
    expression.empty() ? json.null() : json.value(expression);
    json.key("position").value(found->position).key("message").value(message).key("distance");
    if (value && (call.is_found || found->reason == Reason::WrongValue)) {
        const BigFraction apart = distance_between(*value, puzzle->target);
        write(json, apart);
        json.key("points").value(puzzle->rules.points_for(apart)).end_object();
    } else {
        json.null().key("points").null().end_object();
    }
    return std::nullopt;
}

Outcome still_solvable_query(NumberCall& call) {
    const auto puzzle = read_puzzle(call.tables, call.arguments);
    if (!puzzle) return puzzle.problem();
    const GameRules& game = puzzle->rules.game;
    if (!takes_any_two(game.rules)) return not_any_two(game.name, game.rules.join, game.rules.has_functions());
    if (auto problem = puzzle->rules.wrong_size(puzzle->numbers.size())) return problem;
    const Argument& steps = call.argument("steps");
    std::vector<std::string_view> parts;
    for (const Argument& part : steps.kind == Argument::Kind::List ? std::span(steps.items) : std::span(&steps, 1)) {
        if (!part.is_text()) return wrong_string("steps", steps);
        parts.push_back(part.text);
    }
    const auto limit = read_limit(call.arguments, USUAL_LIMIT);
    if (!limit) return limit.problem();
    const auto found = still_solvable(parts, puzzle->prepared(), game.rules, *limit, call.options.stop);
    if (!found) return problem_of(found.unanswered(), *limit);
    call.json.begin_object().key("still_solvable").begin_list();
    for (const std::optional<bool> after : *found) call.json.value(after);
    call.json.end_list().end_object();
    call.is_found = std::ranges::all_of(*found, [](std::optional<bool> after) { return after.value_or(false); });
    return std::nullopt;
}

// A deal, and what is drawn.
struct Dealt {
    FullRules rules;
    Deck deck;
    Deal deal;
};

Expected<Dealt> deal_by(const NumberCall& call, const Argument& given_rules, std::uint64_t seed, const Argument& large,
                        bool must_solve, bool all_rounds) {
    auto rules = call.tables.rules(given_rules);
    if (!rules) return std::move(rules.problem());
    const GameRules& game = rules->game;
    Dealt made{*rules, rules->dealt_from(), {}};
    const auto bounds = large_tiles(made.deck, !large.is_nothing());
    if (!bounds) return bounds.problem();
    DealRequest request{.all_rounds = all_rounds, .limit = USUAL_LIMIT};
    if (!large.is_nothing()) {
        const auto count = whole_number("large", large, static_cast<std::int64_t>(bounds->fewest),
                                        static_cast<std::int64_t>(bounds->most));
        if (!count) return count.problem();
        request.large = static_cast<std::size_t>(*count);
    }
    const auto target = Argument::whole(game.target);
    const auto exact = whole_number("target", target, INT64_MIN, std::nullopt);
    if (!exact) return exact.problem();
    request.target = *exact;
    if (must_solve) {
        if (auto problem = rules->wrong_size(rules->dealt())) return *std::move(problem);
        request.solvable_by = game.rules;
        const bool is_classic = rules->is_row && game.name == "classic";
        request.name = is_classic ? "" : facevalue::joined({" (", game.name, ")"});
    }
    SplitMix64 words(seed);
    DealResult found = deal(made.deck, request, words, call.options.stop);
    if (found.problem) return *std::move(found.problem);
    if (found.unanswered) return problem_of(*found.unanswered, USUAL_LIMIT, false);
    made.deal = std::move(found.deal);
    return made;
}

// The fields of the first puzzle.
void write_deal(JsonWriter& json, const Dealt& dealt) {
    const auto& [drawn, targets] = dealt.deal;
    json.key("numbers").begin_list();
    for (const std::int64_t card : drawn) json.value(dealt.deck.value(card));
    json.end_list().key("target").value(targets.front());
    Tables::write(json.key("rules"), dealt.rules);
    json.key("cards").begin_list();
    if (dealt.deck.kind == DeckKind::Cards)
        for (const std::int64_t card : drawn) json.value(poker::card_text(static_cast<int>(card)));
    json.end_list();
}

// The targets of all rounds, if there are several.
void write_targets(JsonWriter& json, const Dealt& dealt) {
    if (dealt.deal.targets.size() == 1) return;
    json.key("targets").begin_list();
    for (const std::int64_t target : dealt.deal.targets) json.value(target);
    json.end_list();
}

Outcome deal_rounds(NumberCall& call, bool all_rounds) {
    const auto seed = read_seed(call.argument("seed"));
    if (!seed) return seed.problem();
    const auto must_solve = call.flag("solvable");
    if (!must_solve) return must_solve.problem();
    const Argument rules = call.word("rules", "classic");
    const auto dealt = deal_by(call, rules, *seed, call.argument("large"), *must_solve, all_rounds);
    if (!dealt) return dealt.problem();
    write_deal(call.json.begin_object(), *dealt);
    call.json.key("seed").whole(decimal(*seed));
    write_targets(call.json, *dealt);
    call.json.end_object();
    return std::nullopt;
}

Outcome deal_game(NumberCall& call) { return deal_rounds(call, true); }
Outcome deal_puzzle(NumberCall& call) { return deal_rounds(call, false); }

Outcome daily(NumberCall& call) {
    const Argument& date = call.argument("date");
    if (!date.is_text()) return not_a_date(date);
    const auto day = day_of(date.text, date.text);
    if (!day) return day.problem();
    JsonWriter& json = call.json;
    json.begin_object().key("date").value(date.text).key("number").value(day->number).key("seed").value(day->seed);
    for (const char* game : {"classic", "countdown", "digits"}) {
        const auto dealt = deal_by(call, Argument::of(game), day->seed, {}, true, true);
        if (!dealt) return dealt.problem();
        write_deal(json.key(game).begin_object(), *dealt);
        write_targets(json, *dealt);
        json.end_object();
    }
    json.key("first").value(FIRST_DAY).end_object();
    return std::nullopt;
}

Outcome list_rules(NumberCall& call) {
    call.json.begin_object().key("rules").begin_list();
    const auto write_one = [&](const Argument& given) -> Outcome {
        const auto rules = call.tables.rules(given);
        if (!rules) return rules.problem();
        Tables::write_fields(call.json.begin_object(), *rules, true);
        call.json.end_object();
        return std::nullopt;
    };
    if (call.has("rules")) {
        if (auto problem = write_one(call.argument("rules"))) return problem;
    } else {
        for (const std::string_view name : call.tables.names("rules"))
            if (auto problem = write_one(Argument::of(name))) return problem;
    }
    call.json.end_list().end_object();
    return std::nullopt;
}

Outcome list_notations(NumberCall& call) {
    call.json.begin_object().key("notations").begin_list();
    for (const Argument& row : call.tables.rows("notations").items) {
        call.json.begin_object();
        for (const char* name : {"name", "summary", "example"}) call.json.key(name).value(text_in(row, name));
        call.json.end_object();
    }
    call.json.end_list().end_object();
    return std::nullopt;
}

const std::vector<QueryRow<Tables>>& queries() {
    static const std::vector<QueryRow<Tables>>& all = *new std::vector<QueryRow<Tables>>{
        {"solve",
         solve,
         {"numbers", "target", "rules", "digits", "distinct", "notation", "first", "most", "stats", "method", "workers",
          "limit"}},
        {"count", count, {"numbers", "target", "rules", "digits", "distinct", "method", "workers", "limit"}},
        {"is-solvable",
         is_solvable,
         {"numbers", "target", "rules", "digits", "distinct", "method", "workers", "limit"}},
        {"parse-numbers", parse_numbers, {"numbers", "any_size"}},
        {"closest", closest_query, {"numbers", "target", "rules", "digits", "notation", "limit"}},
        {"hint", hint_query, {"numbers", "target", "rules", "digits", "level", "limit"}},
        {"difficulty", difficulty_query, {"numbers", "target", "rules", "digits", "model", "limit"}},
        {"candidates", candidates_query, {"numbers", "rules", "digits", "notation", "count"}},
        {"values", values_query, {"numbers", "rules", "digits", "notation", "low", "high", "limit"}},
        {"reach", reach_query, {"numbers", "rules", "digits", "low", "high", "limit"}},
        {"check", check, {"answer", "numbers", "target", "rules", "digits", "syntax", "allow", "steps"}},
        {"still-solvable", still_solvable_query, {"steps", "numbers", "target", "rules", "digits", "limit"}},
        {"deal", deal_game, {"rules", "seed", "large", "solvable"}},
        {"deal-puzzle", deal_puzzle, {"rules", "seed", "large", "solvable"}},
        {"next-puzzles",
         next_puzzles,
         {"rules", "size", "low", "high", "target", "solvable", "difficulty", "difficulty_model", "solution_count",
          "needs_fraction", "dealable", "seed", "count", "place"}},
        {"daily", daily, {"date"}},
        {"rules", list_rules, {"rules"}},
        {"notations", list_notations, {}},
    };
    return all;
}

}  // namespace

Expected<QueryResult> answer(Tables& tables, std::string_view name, const Argument& arguments,
                             const QueryOptions& options) {
    return answer_by(queries(), tables, name, arguments, options);
}

std::vector<QueryNames> query_names() { return names_of(queries()); }

}  // namespace facevalue::query
