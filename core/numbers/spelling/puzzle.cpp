#include "numbers/spelling/puzzle.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "numbers/spelling/numbers.hpp"
#include "text/joined.hpp"
#include "text/json.hpp"
#include "text/quoted.hpp"

namespace facevalue::numbers {

namespace {

constexpr std::string_view ALL_SPACES = " \t\n\v\f\r\x1C\x1D\x1E\x1F";
constexpr std::string_view LABEL_EDGES = " \t\r\n|;,";

// Each part as it is written; nothing for a part that the string does not have.
struct WrittenParts {
    std::string numbers;
    std::optional<std::string> target, rules;
};

enum LabelKind : std::uint8_t { NumbersLabel, TargetLabel, RulesLabel };
constexpr std::array<std::pair<std::string_view, LabelKind>, 6> LABEL_WORDS{{{"numbers", NumbersLabel},
                                                                             {"nums", NumbersLabel},
                                                                             {"cards", NumbersLabel},
                                                                             {"target", TargetLabel},
                                                                             {"goal", TargetLabel},
                                                                             {"rules", RulesLabel}}};

struct LabelWord {
    LabelKind kind;
    std::size_t start, word_end, end;  // the end is after a colon or an equals sign
};

constexpr char lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr bool is_of_word(char c) {
    return (lower_case(c) >= 'a' && lower_case(c) <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

bool starts_in_any_case(std::string_view text, std::string_view word) {
    return text.size() >= word.size() &&
           std::equal(word.begin(), word.end(), text.begin(), [](char a, char b) { return a == lower_case(b); });
}

// The words of labels as whole words, in any case.
std::vector<LabelWord> labels_in(std::string_view text) {
    std::vector<LabelWord> found;
    for (std::size_t start = 0; start < text.size(); ++start) {
        if (start > 0 && is_of_word(text[start - 1])) continue;
        const std::string_view rest = text.substr(start);
        const auto* const label = std::ranges::find_if(LABEL_WORDS, [&](const auto& row) {
            const std::size_t size = row.first.size();
            return starts_in_any_case(rest, row.first) && (rest.size() == size || !is_of_word(rest[size]));
        });
        if (label == LABEL_WORDS.end()) continue;
        const std::size_t word_end = start + label->first.size();
        std::size_t end = std::min(text.find_first_not_of(NUMBER_BLANKS, word_end), text.size());
        if (end < text.size() && (text[end] == ':' || text[end] == '=')) ++end;
        found.push_back({label->second, start, word_end, end});
        start = end - 1;
    }
    return found;
}

// With "=" instead of each arrow: ->, -->, =>, ==>.
std::string without_arrows(std::string_view text) {
    std::string made;
    std::size_t last = 0;  // the end of the last arrow
    for (const char c : text) {
        const char mark = made.size() > last ? made.back() : ' ';
        made += c;
        if (c != '>' || (mark != '-' && mark != '=')) continue;
        const bool is_long = made.size() > last + 2 && made[made.size() - 3] == mark;
        made.resize(made.size() - (is_long ? 3 : 2));
        made += '=';
        last = made.size();
    }
    return made;
}

// Of numbers, which spaces or commas end.
std::size_t count_numbers(std::string_view side) {
    std::size_t count = 0;
    bool is_inside = false;
    for (const char c : side) {
        const bool is_part = c != ',' && ALL_SPACES.find(c) == ALL_SPACES.npos;
        count += is_part && !is_inside ? 1 : 0;
        is_inside = is_part;
    }
    return count;
}

std::optional<std::string> unless_empty(std::string_view target) {
    return trimmed_text(target, ALL_SPACES).empty() ? std::nullopt : std::optional(std::string(target));
}

Problem spelling_problem(std::string sentence, std::string_view text, std::size_t place) {
    return {ErrorClass::Notation, std::move(sentence), std::string(text), characters(text.substr(0, place))};
}

// Numbers in brackets, and the rest; nothing if there are other brackets.
std::optional<std::pair<std::string_view, std::string_view>> listed_in(std::string_view text) {
    const std::string_view list =
        trimmed_text(text, NUMBER_BLANKS).empty() ? text : text.substr(text.find_first_not_of(NUMBER_BLANKS));
    if (!list.starts_with('(') && !list.starts_with('[')) return std::nullopt;
    const std::size_t end = list.find_first_of("()[]", 1);
    if (end == list.npos || list[end] == '(' || list[end] == '[') return std::nullopt;
    const std::string_view rest = list.substr(end + 1);
    if (rest.starts_with(']') || rest.starts_with(')')) return std::nullopt;
    return std::pair{list.substr(1, end - 1), rest};
}

// The parts of numbers and a target on two sides of a mark.
Expected<WrittenParts> read_sides(std::string_view sides, std::optional<std::string> rules, std::string_view text) {
    const std::string question = without_arrows(sides);
    const char mark = question.find('=') == question.npos ? ':' : '=';
    const std::size_t place = question.find(mark);
    std::string numbers = question.substr(0, place), target = place == question.npos ? "" : question.substr(place + 1);
    const std::size_t before = count_numbers(numbers), after = count_numbers(target);
    if (place != question.npos && before == 1 && after > 1)
        std::swap(numbers, target);
    else if (mark == ':' && before == 1 && after == 1) {
        const std::string example =
            facevalue::joined({trimmed_text(numbers, ALL_SPACES), " -> ", trimmed_text(target, ALL_SPACES)});
        return spelling_problem("two single numbers; write " + represented(example), text, numbers.size());
    }
    return WrittenParts{std::move(numbers), unless_empty(target), std::move(rules)};
}

// The parts of a string without labels.
Expected<WrittenParts> read_unlabelled(std::string_view text) {
    const auto listed = listed_in(text);
    const std::string_view question = listed ? listed->second : text;
    const std::size_t bracket = question.find('(');
    std::optional<std::string> rules;
    if (bracket != question.npos) {
        // The name of custom rules may contain anything, also brackets.
        const std::size_t closing = question.rfind(')');
        const bool is_closed = closing != question.npos && closing > bracket;
        if (!is_closed || !trimmed_text(question.substr(closing + 1), ALL_SPACES).empty())
            return spelling_problem("expected the rules in brackets at the end", text, text.find('('));
        rules = question.substr(bracket + 1, closing - bracket - 1);
    }
    const std::string_view sides = question.substr(0, bracket);
    if (!listed) return read_sides(sides, std::move(rules), text);
    const std::string_view numbers = trimmed_text(listed->first, ALL_SPACES);
    const std::string target = without_arrows(sides);
    return WrittenParts{numbers.empty() ? "[]" : std::string(numbers), unless_empty(trimmed_text(target, " \t\r\n:=,")),
                        std::move(rules)};
}

// The parts of "Target: 98 | Numbers: [44 19 35]", or of "44 19 35, target 98".
Expected<WrittenParts> read_labelled(std::string_view text, const std::vector<LabelWord>& labels) {
    const std::string_view before = trimmed_text(text.substr(0, labels[0].start), LABEL_EDGES);
    std::array<std::optional<std::string_view>, 3> parts;
    if (!before.empty()) parts[NumbersLabel] = before;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const LabelWord& label = labels[i];
        const bool is_sentence = i == 0 && !before.empty() && before.find_first_of("0123456789") == before.npos;
        if (label.kind == NumbersLabel && is_sentence)
            return spelling_problem("expected a puzzle like '8 8 3 3 -> 24', not a sentence", text, 0);
        if (parts[label.kind]) {
            const std::string_view words = trimmed_text(text.substr(label.start, label.end - label.start), ALL_SPACES);
            return spelling_problem(represented(words) + " is repeated", text, label.start);
        }
        const std::size_t end = i + 1 < labels.size() ? labels[i + 1].start : text.size();
        parts[label.kind] = trimmed_text(text.substr(label.end, end - label.end), LABEL_EDGES);
    }
    const std::string_view numbers = parts[NumbersLabel].value_or("");
    if (numbers.empty()) return spelling_problem("expected numbers, like 'Numbers: 3 8'", text, text.size());
    auto spelled = read_unlabelled(numbers);
    if (!spelled) return spelled;
    if (parts[TargetLabel]) spelled->target = *parts[TargetLabel];
    if (parts[RulesLabel]) spelled->rules = *parts[RulesLabel];
    return spelled;
}

Expected<WrittenParts> read_parts(std::string_view text) {
    const std::vector<LabelWord> labels = labels_in(text);
    if (labels.empty()) return read_unlabelled(text);
    const std::string_view before = text.substr(0, labels[0].start);
    const bool is_option = std::ranges::count(before, '(') != std::ranges::count(before, ')');  // of the rules
    return is_option ? read_unlabelled(text) : read_labelled(text, labels);
}

// The parts of a JSON object with `numbers` (or `nums`), and optionally `target`, `rules` and `cards`.
Expected<PuzzleParts> read_object(std::string_view text) {
    JsonFault fault;
    const auto fields = read_json(text, fault);
    if (!fault.repeated.empty())
        return rule_problem(
            facevalue::joined({"the key ", quoted(std::string_view(fault.repeated)), " appears twice"}));
    if (!fields || fields->kind != Argument::Kind::Object) return spelling_problem(NOT_AN_OBJECT, text, fault.position);
    const auto field = [&](const char* name) {
        const Argument* const found = fields->find(name);
        return found == nullptr ? Argument() : *found;
    };
    PuzzleParts parts{field("numbers"), field("target"), field("rules"), field("cards")};
    if (parts.numbers.is_nothing()) parts.numbers = field("nums");
    if (parts.numbers.is_nothing()) return spelling_problem("expected the key \"numbers\" in the object", text, 0);
    return parts;
}

}  // namespace

bool is_object(std::string_view text) {
    text = trimmed_text(text);
    if (!text.starts_with('{')) return false;
    text = trimmed_text(text.substr(1));
    return text.starts_with('"') || text.starts_with('}');
}

bool has_more_than_numbers(std::string_view text) {
    if (std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; })) return true;
    if (text.find_first_of("]=>(:") != text.npos) return true;
    for (std::size_t brace = text.find('{'); brace != text.npos; brace = text.find('{', brace + 1))
        if (const std::string_view rest = trimmed_text(text.substr(brace + 1), ALL_SPACES);
            rest.starts_with('"') || rest.starts_with('}'))
            return true;
    return std::ranges::any_of(labels_in(text), [](const LabelWord& label) { return label.kind != RulesLabel; });
}

Expected<PuzzleParts> read_spelling(std::string_view text, const WordList& names_of_rules) {
    if (is_object(text)) return read_object(text);
    const std::string plain = to_ascii(text);
    const std::size_t colon = plain.find(':');
    const std::string_view name = trimmed_text(std::string_view(plain).substr(0, colon));
    const bool is_named = std::ranges::find(names_of_rules, name) != names_of_rules.end();
    auto written = read_parts(is_named ? std::string_view(plain).substr(std::min(colon, plain.size() - 1) + 1) : plain);
    if (!written) return std::move(written.problem());
    if (is_named && written->rules)
        return rule_problem(facevalue::joined({"the rules are given twice: ", quoted(text)}));
    if (is_named) written->rules = name;
    const auto part = [](const std::optional<std::string>& words) {
        return words ? Argument::of(std::string_view(*words)) : Argument();
    };
    return PuzzleParts{part(written->numbers), part(written->target), part(written->rules), {}};
}

}  // namespace facevalue::numbers
