// Number puzzles for JavaScript: numbers.wasm. See calls.hpp for the form of a call. Queries take and return JSON; the
// other functions are for js/src/numbers/generate.js.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "calls.hpp"
#include "numbers/backward/value_tables.hpp"
#include "numbers/deal/filters.hpp"
#include "numbers/deal/puzzle_space.hpp"
#include "numbers/difficulty/difficulty.hpp"
#include "numbers/difficulty/language_models.hpp"
#include "numbers/exact/join.hpp"
#include "numbers/labels/labels.hpp"
#include "numbers/plan/plan.hpp"
#include "numbers/plan/solutions.hpp"
#include "query/numbers/refusals.hpp"
#include "query/numbers/tables.hpp"
#include "query/query.hpp"

using namespace facevalue;
using namespace facevalue::numbers;
using namespace facevalue::wasm;

namespace {

// 24, -5 or 3/4, in lowest terms.
std::optional<Number> number_in(std::string_view word) {
    const std::size_t bar = word.find('/');
    const auto numerator = as_int<std::int64_t>(word.substr(0, bar));
    const auto denominator =
        bar == word.npos ? std::optional<std::int64_t>(1) : as_int<std::int64_t>(word.substr(bar + 1));
    if (!numerator || !denominator || *denominator < 1 || *numerator == INT64_MIN) return std::nullopt;
    return Number{*numerator, *denominator};
}

// Numbers separated by spaces.
std::optional<std::vector<Number>> numbers_in(std::string_view line) {
    std::vector<Number> numbers;
    while (!line.empty()) {
        const auto number = number_in(Request::word(line));
        if (!number) return std::nullopt;
        numbers.push_back(*number);
    }
    return numbers;
}

// The tables that JavaScript has sent.
std::unique_ptr<query::Tables>& tables() {
    static std::unique_ptr<query::Tables>& kept = *new std::unique_ptr<query::Tables>;
    return kept;
}

// The name of rules, or their fields, as JSON.
std::optional<query::FullRules> rules_in(std::string_view line) {
    const auto given = read_json(line);
    if (!tables() || !given) return std::nullopt;
    auto rules = tables()->rules(*given);
    return rules ? std::optional(std::move(*rules)) : std::nullopt;
}

// The first lines of most requests: rules, numbers, target.
struct PuzzleRequest {
    Rules rules;
    Puzzle puzzle;

    static std::optional<PuzzleRequest> in(Request& request) {
        const auto rules = rules_in(request.line());
        auto numbers = numbers_in(request.line());
        const auto target = number_in(request.line());
        if (!rules || !numbers || numbers->empty() || numbers->size() > 1000 || !target) return std::nullopt;
        return PuzzleRequest{rules->game.rules, {std::move(*numbers), *target}};
    }
};

// Whole numbers separated by spaces.
std::optional<std::vector<std::int64_t>> wholes_in(std::string_view line) {
    std::vector<std::int64_t> wholes;
    while (!line.empty()) {
        const auto whole = as_int<std::int64_t>(Request::word(line));
        if (!whole) return std::nullopt;
        wholes.push_back(*whole);
    }
    return wholes;
}

// Finds the space of puzzles that lines describe, or returns why there is none. Calls for the same space follow each
// other, so the last one is kept.
std::optional<Problem> find_space(std::string description, const PuzzleSpace*& space) {
    static std::pair<std::string, std::optional<PuzzleSpace>>& kept =
        *new std::pair<std::string, std::optional<PuzzleSpace>>;
    if (!kept.second || kept.first != description) {
        Request request(description);
        const auto rules = rules_in(request.line());
        const auto sizes = wholes_in(request.line()), span = wholes_in(request.line());
        const auto targets = wholes_in(request.line());
        const std::string_view dealable = request.line();
        if (!rules || !sizes || sizes->empty() || sizes->front() < 1 || sizes->back() > std::int64_t{MOST_GENERATED} ||
            !span || !targets || targets->size() != 2)
            return std::nullopt;
        SpaceOptions options{{sizes->begin(), sizes->end()}, {}, {(*targets)[0], (*targets)[1]}, {}, false};
        if (span->size() == 2) options.span = Targets{(*span)[0], (*span)[1]};
        if (!dealable.empty()) options.dealable = dealable == "1";
        options.keeps_order = !rules->game.rules.any_order;
        auto made = PuzzleSpace::make(rules->dealt_from(), options, {});
        if (!made) return std::move(made.problem());
        kept = {std::move(description), std::move(*made)};
    }
    space = &*kept.second;
    return std::nullopt;
}

// Lines of words, "" for no filter: whether puzzles must be solvable (0 or 1) and need a fraction; the lowest and
// highest percentile, as the bits of floating-point numbers; the minimum and maximum of solutions.
std::optional<PuzzleFilters> filters_in(Request& request) {
    PuzzleFilters filters;
    for (std::optional<bool>* flag : {&filters.solvable, &filters.needs_fraction})
        if (const std::string_view word = request.line(); !word.empty()) *flag = word == "1";
    const auto ranks = wholes_in(request.line()), counts = wholes_in(request.line());
    if (!ranks || !counts || ranks->size() % 2 != 0 || counts->size() % 2 != 0) return std::nullopt;
    if (!ranks->empty()) filters.difficulty = {std::bit_cast<double>((*ranks)[0]), std::bit_cast<double>((*ranks)[1])};
    if (!counts->empty()) filters.counts = {(*counts)[0], (*counts)[1]};
    return filters;
}

// "2048 3 2048 5": how many puzzles were labelled and found, up to where there was a match, and how many are needed,
// if not all.
std::optional<SearchPlace> place_in(std::string_view line) {
    const auto parts = wholes_in(line);
    if (!parts || parts->size() < 3) return std::nullopt;
    const auto part = [&](std::size_t i) { return static_cast<std::uint64_t>((*parts)[i]); };
    SearchPlace place{part(0), part(1), part(2), {}};
    if (parts->size() > 3) place.needed = part(3);
    return place;
}

// "1362 0 5000" on each line that is left: solutions, whether they need a fraction, and the percentile in hundredths.
std::optional<std::vector<FilterLabel>> filter_labels_in(Request& request) {
    std::vector<FilterLabel> labels;
    while (!request.is_empty()) {
        const auto parts = wholes_in(request.line());
        if (!parts || parts->size() != 3) return std::nullopt;
        labels.push_back(
            {static_cast<std::uint64_t>((*parts)[0]), (*parts)[1] != 0, static_cast<double>((*parts)[2]) / 100});
    }
    return labels;
}

// A search of at most 16 numbers that fit the widest number type.
bool is_searchable(const PuzzleRequest& query) {
    const auto& [rules, puzzle] = query;
    return puzzle.numbers.size() <= 16 && has_reach_bound(bounding(puzzle.numbers, rules));
}

}  // namespace

extern "C" {

// The tables as JSON, once.
[[clang::export_name("tables")]] wasm::Status read_tables(std::size_t size) {
    return answered(size, [](Request& request) {
        auto found = query::Tables::read(request.rest());
        if (!found) return Bad;
        tables() = std::make_unique<query::Tables>(std::move(*found));
        return Ready;
    });
}

// The name of a query, and its arguments as JSON. The result as JSON.
[[clang::export_name("query")]] wasm::Status run_query(std::size_t size) {
    return answered(size, [](Request& request) {
        const std::string_view name = request.line();
        const auto arguments = read_json(request.rest());
        if (!tables() || !arguments) return Bad;
        const auto found = query::answer(*tables(), name, *arguments, {.has_floats = true});
        if (!found) return refuse(found.problem());
        wasm::result_text() = found->json;
        return Ready;
    });
}

// Rules, numbers, target. Refused if finding one solution would take longer than usual.
[[clang::export_name("check_plan")]] wasm::Status check_plan(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto query = PuzzleRequest::in(request);
        if (!query || query->puzzle.numbers.size() > MOST_SEARCHED) return Bad;
        const Plan made =
            plan(query->puzzle, query->rules, Distinct::Essential, Find::First, 0, query::USUAL_LIMIT, {});
        if (!exceeds(made, query::USUAL_LIMIT)) return Ready;
        return refuse(query::plan_problem(made, query::USUAL_LIMIT, false));
    });
}

// Rules, and how many numbers there are. Refused if no search takes so many.
[[clang::export_name("check_size")]] wasm::Status check_size(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto rules = rules_in(request.line());
        const auto count = as_int<std::size_t>(request.line());
        if (!rules || !count) return Bad;
        const auto problem = rules->wrong_size(*count);
        return problem ? refuse(*problem) : Ready;
    });
}

// Rules; the seed, and the positions from and to, each a line; the sizes, the smallest and largest number or "", the
// first and last target, whether to be dealable (0, 1 or ""). How many puzzles there are; then the numbers and the
// target of the puzzle at each position.
[[clang::export_name("space")]] wasm::Status list_space(std::size_t size) {
    return answered(size, [](Request& request) {
        std::string description(request.line());
        const auto seed = as_int<std::uint64_t>(request.line()), first = as_int<std::uint64_t>(request.line());
        const auto last = as_int<std::uint64_t>(request.line());
        description.append("\n").append(request.rest());
        const PuzzleSpace* space = nullptr;
        if (const auto problem = find_space(std::move(description), space)) return refuse(*problem);
        if (space == nullptr || !seed || !first || !last || *first > *last || *last > space->count()) return Bad;
        reply(space->count());
        std::vector<std::string> lines(static_cast<std::size_t>(*last - *first));
        for (const SpaceRows& rows : space->rows(*seed, *first, *last, {}))
            for (std::size_t row = 0; row < rows.targets.size(); ++row) {
                std::string& line = lines[static_cast<std::size_t>(rows.positions[row]) - *first];
                for (std::size_t i = 0; i < rows.width; ++i)
                    line += std::to_string(rows.numbers[row * rows.width + i]) + ' ';
                line += std::to_string(rows.targets[row]);
            }
        for (const std::string& line : lines) reply(line);
        return Ready;
    });
}

// Filters and labels. The places of the labels that match.
[[clang::export_name("matching")]] wasm::Status find_matching(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto filters = filters_in(request);
        const auto labels = filter_labels_in(request);
        if (!filters || !labels) return Bad;
        for (std::size_t i = 0; i < labels->size(); ++i)
            if (filters->matches((*labels)[i])) reply(i);
        return Ready;
    });
}

// Filters, the place of a search, and how many puzzles there are. How many to label next; and, if there are too few,
// 1, and 1 if the error needs the labels of all.
[[clang::export_name("next_batch")]] wasm::Status plan_batch(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto filters = filters_in(request);
        const auto place = place_in(request.line());
        const auto total = as_int<std::uint64_t>(request.line());
        if (!filters || !place || !total) return Bad;
        reply(next_batch(*place), int{is_fruitless(*place, *total)}, int{needs_labels(*filters, *total)});
        return Ready;
    });
}

// The same, the number of puzzles requested as messages write it, and labels. The error of a fruitless search.
[[clang::export_name("refuse_search")]] wasm::Status refuse_fruitless(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto filters = filters_in(request);
        const auto place = place_in(request.line());
        const auto total = as_int<std::uint64_t>(request.line());
        const std::string needed(request.line());
        const auto labels = filter_labels_in(request);
        if (!filters || !place || !total || !labels) return Bad;
        return refuse(too_few_puzzles(*filters, *place, *total, needed, *labels));
    });
}

// Rules, numbers, target, the simplest solution. The score for language models.
[[clang::export_name("language_model_score")]] wasm::Status language_model_score(std::size_t size) {
    return answered(size, [](Request& request) {
        auto query = PuzzleRequest::in(request);
        if (!query || !is_searchable(*query)) return Bad;
        const Distinct distinct = usual_distinct(query->rules.has_functions());
        const Solutions solutions(std::move(query->puzzle), query->rules, distinct, false, 0, {});
        const auto score = score_for_language_models(solutions, request.line(), query::USUAL_LIMIT);
        if (!score) return refuse(query::problem_of(score.unanswered(), query::USUAL_LIMIT, false));
        reply(std::to_string(*score));
        return Ready;
    });
}

// Rules, whether to write the simplest solutions (0 or 1), then the numbers and the
// target of a puzzle a line. For each: the number of solutions, whether they need a fraction, the percentile, and the
// simplest one.
[[clang::export_name("labels")]] wasm::Status label_puzzles(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto full_rules = rules_in(request.line());
        const bool simplest = request.line() == "1";
        if (!full_rules) return Bad;
        const Rules& rules = full_rules->game.rules;
        std::vector<Puzzle> puzzles;
        while (!request.is_empty()) {
            auto numbers = numbers_in(request.line());
            if (!numbers || numbers->size() < 2) return Bad;
            const Number target = numbers->back();
            numbers->pop_back();
            puzzles.push_back({std::move(*numbers), target});
            if (!is_searchable({rules, puzzles.back()})) return Bad;
        }
        const Labels labels = label(puzzles, rules, models_for(rules), 1, {}, {.simplest = simplest});
        if (labels.status != SearchStatus::Ready) return refuse(query::too_much_problem(too_many_in_batch(false)));
        for (std::size_t row = 0; row < puzzles.size(); ++row) {
            const Label& found = labels.rows[row];
            reply(std::to_string(found.solvable ? found.solutions : 0), int{found.needs_fraction}, found.percentile,
                  simplest ? labels.simplest[row] : "");
        }
        return Ready;
    });
}

}  // extern "C"
