#include "query/numbers/search.hpp"

#include <utility>

#include "numbers/answers/explain/sentences.hpp"
#include "query/values.hpp"
#include "text/cost.hpp"
#include "text/options.hpp"
#include "work/workers.hpp"

namespace facevalue::query {

using namespace numbers;

Expected<Search> Search::make(const Tables& tables, const Argument& arguments, const PuzzleOptions& options) {
    const auto given = [&](const char* name) {
        const Argument* const found = arguments.find(name);
        return found == nullptr || found->is_nothing() ? nullptr : found;
    };
    auto puzzle = read_puzzle(tables, arguments, options);
    if (!puzzle) return std::move(puzzle.problem());
    const GameRules& game = puzzle->rules.game;
    const Rules& rules = game.rules;
    std::optional<Distinct> level;
    if (const Argument* const word = given("distinct")) {
        WordList words;
        for (const auto& [name, distinct] : DISTINCTS) words.push_back(name);
        const auto place = one_of("distinct", *word, words);
        if (!place) return place.problem();
        level = DISTINCTS[*place].second;
    }
    const auto distinct = distinct_level(level, rules.has_functions());
    if (!distinct) return distinct.problem();
    bool walks = false;
    if (const Argument* const word = given("method")) {
        const auto place = one_of("method", *word, {METHODS.begin(), METHODS.end()});
        if (!place) return place.problem();
        walks = *place == 1;
    }
    std::optional<std::size_t> workers;
    if (const Argument* const count = given("workers")) {
        const auto threads = whole_number("workers", *count, 1, MOST_WORKERS);
        if (!threads) return threads.problem();
        workers = static_cast<std::size_t>(*threads);
    }
    const auto limit = read_limit(arguments, USUAL_LIMIT);
    if (!limit) return limit.problem();
    if (auto problem = puzzle->rules.wrong_size(puzzle->numbers.size())) return *std::move(problem);
    if (walks && rules.has_functions()) return no_functions(game.name);
    auto solutions = std::make_unique<Solutions>(puzzle->searchable(), rules, *distinct, walks, workers.value_or(0),
                                                 options.stop, *limit == NO_LIMIT ? ANY_NUMBER : MOST_COMPARED);
    Search made{std::move(*puzzle), *distinct, walks, workers, *limit, std::move(solutions)};
    if (auto problem = made.refusal(Find::First)) return *std::move(problem);
    return made;
}

std::optional<Problem> Search::refusal(Find find) const {
    const auto why = refusal_of(*solutions, find, limit);
    return why ? std::optional(problem_of(*why, limit)) : std::nullopt;
}

}  // namespace facevalue::query
