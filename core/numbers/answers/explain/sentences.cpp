#include "numbers/answers/explain/sentences.hpp"

#include <algorithm>
#include <map>
#include <span>

#include "text/quoted.hpp"

namespace facevalue::numbers {

namespace {

constexpr std::size_t MOST_LISTED = 12;  // of one kind; more would hide the other problems

std::string times(std::size_t count) {
    return count == 1 ? "once" : count == 2 ? "twice" : std::to_string(count) + " times";
}

// "1, 2 and 3".
std::string listed(std::span<const std::string> words) {
    std::string text;
    const std::size_t shown = std::min(words.size(), MOST_LISTED), parts = words.size() > shown ? shown + 1 : shown;
    for (std::size_t i = 0; i < parts; ++i) {
        if (i > 0) text += i + 1 == parts ? " and " : ", ";
        text += i < shown ? shortened(words[i]) : "more";
    }
    return text;
}

void add_sentence(std::string& text, std::string_view sentence) {
    if (!text.empty()) text += "; ";
    text += sentence;
}

// A list with its verb.
void add_list(std::string& text, std::span<const std::string> words, const char* one, const char* several) {
    if (!words.empty()) add_sentence(text, listed(words) + " " + (words.size() == 1 ? one : several));
}

// How often a number is used, given and made.
struct Count {
    std::size_t used = 0, given = 0, made = 0;

    std::size_t there() const { return given + made; }
};

// The words without repetitions, in order.
std::vector<std::string> different(std::vector<std::string> words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    std::map<std::string_view, bool> seen;
    std::vector<std::string> once;
    for (const std::string& word : words)
        if (seen.emplace(word, true).second) once.push_back(word);
    return once;
}

std::string origins(const Count& count) {
    std::string text;
    if (count.given > 0) text += "given " + times(count.given);
    if (count.given > 0 && count.made > 0) text += " and ";
    if (count.made > 0) text += "made " + times(count.made);
    return text;
}

std::string joined_numbers(const UsedNumbers& numbers, bool needs_all) {
    return listed(numbers.used) + " cannot be made from " + listed(numbers.given) + ", alone or joined, " +
           (needs_all ? "each once" : "each at most once");
}

}  // namespace

std::string place_in_words(std::string_view text, std::size_t position) {
    return position >= characters(text) ? "at the end" : "at position " + std::to_string(position);
}

std::string describe_numbers(const UsedNumbers& numbers, bool needs_all, bool join) {
    if (join) return joined_numbers(numbers, needs_all);
    std::map<std::string_view, Count> counts;
    for (const std::string& word : numbers.used) ++counts[word].used;
    for (const std::string& word : numbers.given) ++counts[word].given;
    for (const std::string& word : numbers.made) ++counts[word].made;
    std::vector<std::string> strange, often, unused;
    for (const std::string& word : different(numbers.used, {})) {
        const Count& count = counts[word];
        if (count.there() == 0) strange.push_back(word);
        if (count.there() > 0 && count.there() < count.used && often.size() < MOST_LISTED) often.push_back(word);
    }
    for (const std::string& word : different(numbers.given, numbers.made)) {
        const Count& count = counts[word];
        if (count.there() > count.used) unused.insert(unused.end(), count.there() - count.used, word);
    }
    std::string text;
    add_list(text, strange, "is not one of the numbers", "are not among the numbers");
    for (const std::string& word : often)
        add_sentence(text, shortened(word) + " is used " + times(counts[word].used) + " but " + origins(counts[word]));
    if (needs_all) add_list(text, unused, "is unused", "are unused");
    return text.empty() ? "the numbers must be used in the given order" : text;
}

std::string results_range(const Rules& rules) {
    if (rules.largest == 0) return "";
    const std::string largest = std::to_string(rules.largest);
    return row(rules.values).least ? "up to " + largest : "from -" + largest + " to " + largest;
}

std::string forbidden_value(std::string_view value, const Rules& rules) {
    std::string allowed(row(rules.values).summary);
    if (rules.largest != 0) allowed += " " + results_range(rules);
    return std::string(value) + " is not allowed: every intermediate result must be " + allowed;
}

std::string forbidden_operator(const Rules& rules) {
    std::string allowed;
    for (const Op op : rules.operators) allowed += std::string(1, row(op).symbol) + " ";
    for (std::size_t i = 0; i < FUNCTIONS.size(); ++i)
        if (rules.functions.has(static_cast<Function>(i))) allowed += std::string(FUNCTIONS[i].name) + " ";
    allowed.pop_back();
    return "forbidden operator (the rules allow " + allowed + ")";
}

std::string most_in_a_row(const Rules& rules) {
    std::string names;
    for (std::size_t i = 0; i < FUNCTIONS.size(); ++i) {
        if (FUNCTIONS[i].operands != 1 || !rules.functions.has(static_cast<Function>(i))) continue;
        if (!names.empty()) names += " or ";
        names += FUNCTIONS[i].name;
        if (rules.unary != 1) names += 's';
    }
    return names.empty() ? "" : "at most " + std::to_string(rules.unary) + " " + names + " in a row";
}

Problem no_functions(std::string_view name) {
    return {ErrorClass::Rule, "the rules must allow no functions such as powers, unlike " + quoted(name), {}};
}

Problem no_joined_steps(std::string_view name) {
    return {ErrorClass::Rule, "steps cannot join numbers as " + quoted(name) + " allows; check an expression", {}};
}

Problem not_any_two(std::string_view name, bool joins, bool has_functions) {
    std::string needed = "any order and any grouping";
    if (joins) needed += ", and no joined numbers";
    if (has_functions) needed += ", and no functions";
    return {ErrorClass::Rule, "the rules must allow " + needed + ", unlike " + quoted(name), {}};
}

Expected<Distinct> distinct_level(std::optional<Distinct> level, bool has_functions) {
    if (level == Distinct::Essential && has_functions)
        return Problem{ErrorClass::Rule, "with functions, `distinct` must be raw or canonical, not 'essential'", {}};
    return level.value_or(usual_distinct(has_functions));
}

}  // namespace facevalue::numbers
