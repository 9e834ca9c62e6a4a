#include "numbers/deal/generate_options.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "numbers/difficulty/difficulty.hpp"
#include "numbers/difficulty/language_models.hpp"
#include "text/joined.hpp"
#include "text/options.hpp"

namespace facevalue::numbers {

namespace {

constexpr std::int64_t MOST_SOLUTIONS = std::numeric_limits<std::int64_t>::max();

const Argument& option_of(const Argument& options, std::string_view name) {
    static const Argument nothing;
    const Argument* const found = options.find(name);
    return found == nullptr ? nothing : *found;
}

bool is_finite_number(const Argument& given) {
    const bool is_number = given.kind == Argument::Kind::Whole || given.kind == Argument::Kind::Other;
    return is_number && read_decimal(given.text);
}

std::optional<std::int64_t> whole_of(const Argument& given) {
    return given.kind == Argument::Kind::Whole ? std::optional(saturated(given)) : std::nullopt;
}

// The ends of a range; a single number is both ends.
using Ends = std::pair<Argument, Argument>;
Expected<Ends> ends_of(std::string_view name, const Argument& given) {
    const bool is_list = given.kind == Argument::Kind::List;
    const std::vector<Argument> ends = is_list ? given.items : std::vector{given, given};
    if (ends.size() == 2 && std::ranges::all_of(ends, is_finite_number) &&
        *read_decimal(ends[0].text) <= *read_decimal(ends[1].text))
        return Ends{ends[0], ends[1]};
    return rule_problem(
        facevalue::joined({name, " must be a number, or the smallest and the largest, not ", quoted(given)}));
}

Expected<std::vector<std::size_t>> read_sizes(const Argument& given, std::size_t dealt) {
    if (given.is_nothing()) {
        const auto size = whole_number("size", Argument::of(static_cast<std::int64_t>(dealt)), 1, MOST_GENERATED);
        if (!size) return size.problem();
        return std::vector{dealt};
    }
    const bool is_list = given.kind == Argument::Kind::List;
    std::vector<std::size_t> sizes;
    for (const Argument& item : is_list ? given.items : std::vector{given}) {
        const auto size = whole_number("size", item, 1, MOST_GENERATED);
        if (!size) return size.problem();
        sizes.push_back(static_cast<std::size_t>(*size));
    }
    if (sizes.empty())
        return rule_problem(facevalue::joined({"size must be 1 to ", MOST_GENERATED, ", not ", quoted(given)}));
    std::ranges::sort(sizes);
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());  // not std::ranges: Clang 14
    return sizes;
}

// The smallest and the largest number on the cards of a deck.
Targets values_of(const Deck& deck) {
    Targets values{MOST_SOLUTIONS, std::numeric_limits<std::int64_t>::min()};
    for (const auto* cards : {&deck.small, &deck.large})
        for (const std::int64_t card : *cards) {
            values.low = std::min(values.low, deck.value(card));
            values.high = std::max(values.high, deck.value(card));
        }
    return values;
}

Problem not_whole(const Argument& low, const Argument& high) {
    return rule_problem(
        facevalue::joined({"low and high must be whole numbers, not (", quoted(low), ", ", quoted(high), ")"}));
}

Expected<std::optional<Targets>> read_span(const Argument& low, const Argument& high, const Deck& deck) {
    if (low.is_nothing() && high.is_nothing()) return std::optional<Targets>();
    const Targets usual = values_of(deck);
    const auto end_of = [](const Argument& given, std::int64_t own) {
        return given.is_nothing() ? std::optional(own) : whole_of(given);
    };
    const auto first = end_of(low, usual.low), last = end_of(high, usual.high);
    if (!first || !last) return not_whole(low, high);
    const auto shown = [](const Argument& given, std::int64_t end) {
        return given.is_nothing() ? std::to_string(end) : quoted(given);
    };
    const std::string lowest = shown(low, *first), highest = shown(high, *last);
    if (*first > *last) return in_wrong_order(lowest, highest);
    if (*first < -MOST_VALUE || *last > MOST_VALUE)
        return Problem{.error = ErrorClass::Limit,
                       .sentence = facevalue::joined({"low and high must be from -", MOST_VALUE, " to ", MOST_VALUE,
                                                      ", not ", lowest, " to ", highest}),
                       .text = {},
                       .limit = MOST_VALUE};
    return std::optional(Targets{*first, *last});
}

Expected<Targets> read_target_span(const Argument& given, const Deck& deck, const Argument& of_rules) {
    if (given.is_nothing() && deck.targets) return *deck.targets;
    if (given.is_nothing() && deck.next_is_target) return values_of(deck);
    const Argument& wanted = given.is_nothing() ? of_rules : given;
    const auto ends = ends_of("target", wanted);
    if (!ends) return ends.problem();
    const auto first = whole_of(ends->first), last = whole_of(ends->second);
    if (first && last && *first >= -MOST_VALUE && *last <= MOST_VALUE) return Targets{*first, *last};
    return rule_problem(
        facevalue::joined({"target must be a whole number up to ", MOST_VALUE, ", not ", quoted(wanted)}));
}

Expected<std::pair<std::uint64_t, std::uint64_t>> read_solution_span(const Argument& given) {
    const auto ends = ends_of("solution_count", given);
    if (!ends) return ends.problem();
    const auto first = whole_of(ends->first), last = whole_of(ends->second);
    const bool is_small = last && (*last < MOST_SOLUTIONS || ends->second.text == std::to_string(MOST_SOLUTIONS));
    if (first && is_small && *first >= 0)
        return std::pair(static_cast<std::uint64_t>(*first), static_cast<std::uint64_t>(*last));
    return rule_problem(facevalue::joined({"solution_count must be a whole number or a range, not ", quoted(given)}));
}

std::optional<std::pair<double, double>> read_spelled_percentiles(std::string_view text) {
    const auto name = std::ranges::find_if(DIFFICULTIES, [&](const auto& row) {
        return one_of("difficulty", Argument::of(text), {row.first}) ? true : false;
    });
    if (name != DIFFICULTIES.end()) return std::pair<double, double>(name->second.first, name->second.second);
    const std::size_t dash = text.find('-');
    const auto first = read_decimal(facevalue::stripped(text.substr(0, dash)));
    const auto last = dash == text.npos ? first : read_decimal(facevalue::stripped(text.substr(dash + 1)));
    return first && last ? std::optional(std::pair(*first, *last)) : std::nullopt;
}

}  // namespace

Problem in_wrong_order(std::string_view low, std::string_view high) {
    return rule_problem(facevalue::joined({"`low=", low, "` is greater than `high=", high, "`"}));
}

std::int64_t saturated(const Argument& whole) {
    const char *const start = whole.text.data(), *const end = start + whole.text.size();
    std::int64_t number = 0;
    const auto [last, error] = std::from_chars(start, end, number);
    if (error == std::errc() && last == end) return number;
    return whole.text.starts_with('-') ? std::numeric_limits<std::int64_t>::min() : MOST_SOLUTIONS;
}

Expected<std::pair<double, double>> read_percentiles(const Argument& given) {
    std::optional<std::pair<double, double>> ends;
    if (given.is_text()) {
        ends = read_spelled_percentiles(facevalue::stripped(given.text));
        if (!ends) {
            std::string names;
            for (const auto& [name, percentiles] : DIFFICULTIES) names.append(name).append(", ");
            return rule_problem(facevalue::joined(
                {"difficulty must be ", names, "a percentile or a range such as 90-100, not ", quoted(given)}));
        }
    } else {
        const bool is_list = given.kind == Argument::Kind::List;
        const std::vector<Argument> items = is_list ? given.items : std::vector{given, given};
        if (items.size() != 2)
            return rule_problem(facevalue::joined({"difficulty must be one or two percentiles, not ", quoted(given)}));
        for (const Argument& item : items)
            if (!is_finite_number(item))
                return rule_problem(facevalue::joined({"difficulty must be a finite number, not ", quoted(item)}));
        ends = std::pair(*read_decimal(items[0].text), *read_decimal(items[1].text));
    }
    if (0 <= ends->first && ends->first <= ends->second && ends->second <= 100) return *ends;
    return rule_problem(facevalue::joined({"difficulty must be a percentile from 0 to 100, not ", quoted(given)}));
}

Expected<Targets> read_targets(const Argument& low, const Argument& high) {
    const auto first = whole_of(low), last = whole_of(high);
    if (!first || !last)
        return rule_problem(
            facevalue::joined({"low and high must be whole numbers, not ", quoted(first ? high : low)}));
    if (std::max(std::max(*first, *last), -std::max(std::min(*first, *last), -MOST_SOLUTIONS)) > LARGEST_TARGET)
        return Problem{.error = ErrorClass::Limit,
                       .sentence = facevalue::joined(
                           {"targets may be at most ", LARGEST_TARGET, ": ", quoted(low), " to ", quoted(high)}),
                       .text = {},
                       .limit = LARGEST_TARGET};
    if (*first > *last) return in_wrong_order(std::to_string(*first), std::to_string(*last));
    if (*last - *first >= MOST_TARGETS)
        return Problem{.error = ErrorClass::Limit,
                       .sentence = facevalue::joined(
                           {"at most ", MOST_TARGETS, " targets are allowed, not ", *first, " to ", *last}),
                       .text = {},
                       .limit = MOST_TARGETS};
    return Targets{*first, *last};
}

Expected<GenerateOptions> read_generate_options(const Argument& options, const Deck& deck, const Argument& target) {
    const auto option = [&](std::string_view name) -> const Argument& { return option_of(options, name); };
    GenerateOptions made{{.sizes = {}, .targets = {}}, {}, false};
    auto sizes = read_sizes(option("size"), deck.size);
    if (!sizes) return std::move(sizes.problem());
    made.space.sizes = std::move(*sizes);
    made.filters.solvable = true;
    for (const auto& [name, place] : {std::pair("dealable", &made.space.dealable),
                                      {"solvable", &made.filters.solvable},
                                      {"needs_fraction", &made.filters.needs_fraction}}) {
        const Argument* const given = options.find(name);
        if (given == nullptr) continue;
        place->reset();
        if (given->is_nothing()) continue;
        const auto flag = true_or_false(name, *given);
        if (!flag) return flag.problem();
        *place = *flag;
    }
    const auto span = read_span(option("low"), option("high"), deck);
    if (!span) return span.problem();
    made.space.span = *span;
    const auto targets = read_target_span(option("target"), deck, target);
    if (!targets) return targets.problem();
    made.space.targets = *targets;
    const Argument &difficulty = option("difficulty"), &audience = option("difficulty_model");
    if (!difficulty.is_nothing() && made.filters.solvable != true)
        return rule_problem(
            facevalue::joined({"`difficulty` cannot be combined with `solvable=", quoted(option("solvable")), "`"}));
    WordList words;
    for (const auto& [word, whom] : AUDIENCES) words.push_back(word);
    const auto place = audience.is_nothing() ? 0 : one_of("difficulty_model", audience, words);
    if (!place) return place.problem();
    made.rates_models = AUDIENCES[*place].second == Audience::LanguageModels;
    if (made.rates_models)
        if (auto problem = rating_problem(made.space.sizes.back())) return *std::move(problem);
    if (!difficulty.is_nothing()) {
        const auto ranks = read_percentiles(difficulty);
        if (!ranks) return ranks.problem();
        made.filters.difficulty = *ranks;
    }
    if (!option("solution_count").is_nothing()) {
        const auto counts = read_solution_span(option("solution_count"));
        if (!counts) return counts.problem();
        made.filters.counts = *counts;
    }
    return made;
}

}  // namespace facevalue::numbers
