#include "numbers/answers/find/prose.hpp"

#include <algorithm>
#include <array>

#include "numbers/answers/read/syntax.hpp"

namespace facevalue::numbers {

namespace {

using namespace std::string_view_literals;

// Signs of more than one byte that an expression may contain.
constexpr std::array SIGNS{"×"sv,  "÷"sv,  "·"sv,  "−"sv,  "–"sv,      "∗"sv,      "⋅"sv,     "∙"sv,  "∕"sv,
                           "⁄"sv,  "∶"sv,  "✕"sv,  "✖"sv,  "＊"sv,     "／"sv,     "－"sv,    "＋"sv, "（"sv,
                           "）"sv, "＝"sv, "［"sv, "］"sv, "\u00a0"sv, "\u2009"sv, "\u202f"sv};
// What pages write for operators.
constexpr std::array ENTITIES{"&times;"sv, "&divide;"sv, "&minus;"sv, "&plus;"sv, "&middot;"sv, "&sdot;"sv,
                              "&#215;"sv,  "&#247;"sv,   "&#8722;"sv, "&#xd7;"sv, "&#xf7;"sv,   "&#x2212;"sv};
// Commands that contain words or things that no answer may have.
constexpr std::array WORDY{"\\text"sv,    "\\textbf"sv,     "\\textit"sv,     "\\mathrm"sv, "\\mathbf"sv,   "\\sqrt"sv,
                           "\\implies"sv, "\\Rightarrow"sv, "\\rightarrow"sv, "\\to"sv,     "\\therefore"sv};
constexpr std::string_view ALONE = "0123456789+-*/()[]{}=$ \t";
constexpr std::string_view OPERATORS = "+-*/";

bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '\''; }

char neighbour(std::string_view text) {
    const std::size_t place = text.find_first_not_of(" \t");
    return place == text.npos ? '\0' : text[place];
}
char neighbour_before(std::string_view text) {
    const std::size_t place = text.find_last_not_of(" \t");
    return place == text.npos ? '\0' : text[place];
}

// A letter counts if it is alone, as a sign or as a card, next to something that belongs to an expression.
std::size_t letter_length(std::string_view line, std::size_t place) {
    const std::string_view before = line.substr(0, place), after = line.substr(place + 1);
    if ((!before.empty() && is_letter(before.back())) || (!after.empty() && is_letter(after[0]))) return 0;
    const char left = neighbour_before(before), right = neighbour(after);
    if (lower(line[place]) == 'x') {
        const bool follows = is_digit(left) || left == ')' || left == ']';
        return follows && (is_digit(right) || right == '(' || right == '[' || right == '\\') ? 1 : 0;
    }
    if ("ajqk"sv.find(lower(line[place])) == std::string_view::npos) return 0;
    const bool has_operator =
        "+-*/("sv.find(left) != std::string_view::npos || "+-*/)"sv.find(right) != std::string_view::npos;
    return left != '\0' || right != '\0' ? has_operator : 0;
}

std::size_t command_length(std::string_view rest) {
    std::size_t length = 1;
    while (length < rest.size() && is_letter(rest[length])) ++length;
    if (length == 1) return rest.starts_with("\\\\") ? 0 : std::min<std::size_t>(2, rest.size());  // a line break
    return std::ranges::find(WORDY, rest.substr(0, length)) == WORDY.end() ? length : 0;
}

// An exclamation mark after a number or a bracket is a factorial, unless it ends a claim: `6*4 = 24!`.
bool is_factorial(std::string_view before, std::string_view after) {
    if (before.empty() || !(is_digit(before.back()) || before.back() == ')')) return false;
    if ("+-*/^)]}=|"sv.find(neighbour(after)) != std::string_view::npos) return true;
    const std::size_t last = before.find_last_not_of("0123456789");
    return last == before.npos || neighbour_before(before.substr(0, last + 1)) != '=';
}

// The length of the sign of a function at this place, or 0.
std::size_t function_length(std::string_view line, std::size_t place) {
    const std::string_view before = line.substr(0, place), rest = line.substr(place);
    if (rest[0] == '!') return is_factorial(before, rest.substr(1)) ? 1 : 0;
    if (rest.starts_with("sqrt")) return before.empty() || !is_letter(before.back()) ? 4 : 0;
    for (const std::string_view sign : {"^"sv, "||"sv, "√"sv, "\\sqrt"sv})
        if (rest.starts_with(sign)) return sign.size();
    return 0;
}
bool has_function(std::string_view run) {
    return run.find_first_of("^|") != run.npos || run.find("√") != run.npos || run.find("sqrt") != run.npos;
}

// The length of the token at this place if it can belong to an expression; 0 if it is prose.
std::size_t piece_length(std::string_view line, std::size_t place, bool functions) {
    const char c = line[place];
    const std::string_view rest = line.substr(place);
    if (const std::size_t length = functions ? function_length(line, place) : 0) return length;
    if (ALONE.find(c) != ALONE.npos) return 1;
    if (c == '.') return rest.size() > 1 && is_digit(rest[1]) ? 1 : 0;
    if (c == ':') return rest.size() > 1 && (is_digit(rest[1]) || rest[1] == '(') ? 1 : 0;
    if (c == '\\') return command_length(rest);
    if (is_letter(c)) return letter_length(line, place);
    const auto begins = [&](std::string_view each) { return rest.starts_with(each); };
    if (c == '&') {
        const auto entity = std::ranges::find_if(ENTITIES, begins);
        return entity == ENTITIES.end() ? 0 : entity->size();
    }
    const auto sign = std::ranges::find_if(SIGNS, begins);
    return sign == SIGNS.end() ? 0 : sign->size();
}

bool has_number(std::string_view run) {
    return std::ranges::any_of(run, [](char c) { return is_digit(c) || (c != 'x' && c != 'X' && is_letter(c)); });
}

// Between two operands: not the bullet or the minus of a list, and not the decoration at its ends.
bool has_operator(std::string_view run, bool functions) {
    const std::string_view inside = trimmed(run);
    if (!has_number(inside)) return false;
    if (functions && has_function(inside)) return true;
    const std::size_t first = inside.find_first_of("0123456789([{\\AJQKajqk$");
    if (first == inside.npos) return false;
    const std::size_t last = inside.find_last_of("0123456789)]}AJQKajqk$");
    const std::string_view body = inside.substr(first, last == inside.npos || last < first ? 0 : last - first);
    if (body.find_first_of(OPERATORS) != body.npos || body.find('x') != body.npos || body.find('X') != body.npos)
        return true;
    if (body.find(':') != body.npos || body.find("\\times") != body.npos || body.find("\\cdot") != body.npos ||
        body.find("\\div") != body.npos || body.find("frac") != body.npos)
        return true;
    return body.find('&') != body.npos || std::ranges::any_of(std::span(SIGNS).first(17), [&](std::string_view sign) {
               return body.find(sign) != body.npos;
           });
}

}  // namespace

std::size_t line_start(std::string_view text, std::size_t place) {
    const std::size_t before = text.substr(0, place).rfind('\n');
    return before == NOT_FOUND ? 0 : before + 1;
}
std::string_view line_at(std::string_view text, std::size_t start) {
    return text.substr(start, text.find('\n', start) - start);
}

std::string_view clause(std::string_view line) {
    for (std::size_t place = line.size(); place-- > 1;)
        if (is_blank(line[place]) && ".,;!?"sv.find(line[place - 1]) != NOT_FOUND) return line.substr(place);
    return line;
}

bool begins_with(std::string_view text, std::string_view word) {
    return text.size() >= word.size() &&
           std::ranges::equal(text.substr(0, word.size()), word, {}, [](char c) { return lower(c); });
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text[0])) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

std::size_t last_phrase(std::string_view text, std::span<const std::string_view> phrases) {
    std::size_t last = text.npos;
    bool is_start = true;
    for (std::size_t place = 0; place < text.size(); ++place) {
        if (is_start && is_letter(text[place])) {
            const std::string_view rest = text.substr(place);
            for (const std::string_view phrase : phrases)
                if (begins_with(rest, phrase) && (rest.size() == phrase.size() || !is_word(rest[phrase.size()])))
                    last = place;
        }
        is_start = !is_word(text[place]);
    }
    return last;
}

std::size_t last_contraction(std::string_view text) {
    for (std::size_t place = text.rfind('t'); place != text.npos;
         place = place ? text.rfind('t', place - 1) : text.npos)
        for (const std::string_view before : {"n'"sv, "n’"sv})
            if (text.substr(0, place).ends_with(before)) return place - before.size();
    return text.npos;
}

Runs runs_in(std::string_view line, bool functions) {
    Runs runs;
    std::size_t start = 0;
    const auto close = [&](std::size_t end) {
        const std::string_view run = line.substr(start, end - start);
        const bool is_called = start > 0 && !run.empty() && is_letter(line[start - 1]) && !is_blank(run[0]);  // f(1+2)
        if (is_called || !has_operator(run, functions)) return;
        if (runs.count++ == 0) runs.first = run;
    };
    for (std::size_t place = 0; place < line.size();) {
        const std::size_t length = piece_length(line, place, functions);
        if (length == 0) close(place);
        place += length == 0 ? 1 : length;
        if (length == 0) start = place;
    }
    close(line.size());
    return runs;
}

std::string_view last_run(std::string_view line, bool functions) {
    std::size_t start = 0;
    for (std::size_t place = 0; place < line.size();) {
        const std::size_t length = piece_length(line, place, functions);
        place += length == 0 ? 1 : length;
        if (length == 0) start = place;
    }
    return line.substr(start);
}

}  // namespace facevalue::numbers
