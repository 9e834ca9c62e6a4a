#include "numbers/answers/find/remarks.hpp"

#include <algorithm>
#include <array>

#include "numbers/answers/find/extract.hpp"
#include "numbers/answers/find/prose.hpp"

namespace facevalue::numbers {

namespace {

using namespace std::string_view_literals;

// Before an answer, in its clause or line: it is denied, or shown as an example.
constexpr std::array DENIALS{"not"sv,         "never"sv, "cannot"sv,   "wrong"sv,     "incorrect"sv,
                             "false"sv,       "doubt"sv, "mistaken"sv, "unless"sv,    "instead of"sv,
                             "rather than"sv, "if"sv,    "neither"sv,  "impossible"sv};
constexpr std::array EXAMPLES{"example"sv, "e.g"sv,     "such as"sv,  "for instance"sv, "template"sv,
                              "prompt"sv,  "says to"sv, "asked to"sv, "instructions"sv, "instructed"sv};
// After an answer: it is withdrawn.
constexpr std::array WITHDRAWALS{
    "wait"sv,      "wrong"sv,     "incorrect"sv, "mistake"sv,  "oops"sv,      "invalid"sv,    "impossible"sv,
    "nevermind"sv, "sorry"sv,     "retract"sv,   "withdraw"sv, "disregard"sv, "ignore"sv,     "unsolvable"sv,
    "fails"sv,     "untrue"sv,    "nope"sv,      "mistaken"sv, "erroneous"sv, "discard"sv,    "discarded"sv,
    "rejected"sv,  "retracted"sv, "withdrawn"sv, "doubtful"sv, "unsure"sv,    "correction:"sv};
constexpr std::array SAID_OTHERWISE{
    "never mind"sv,       "scratch that"sv,      "take it back"sv,  "take that back"sv,    "no solution"sv,
    "hold on"sv,          "on second thought"sv, "cannot be"sv,     "is false"sv,          "that's false"sv,
    "it's false"sv,       "was false"sv,         "or not"sv,        "an error"sv,          "in error"sv,
    "take this back"sv,   "taken back"sv,        "forget that"sv,   "forget it"sv,         "forget this"sv,
    "strike that"sv,      "cancel that"sv,       "i doubt"sv,       "give up"sv,           "gave up"sv,
    "just kidding"sv,     "i was joking"sv,      "made it up"sv,    "made that up"sv,      "no good"sv,
    "i apologize"sv,      "my apologies"sv,      "let me redo"sv,   "let me reconsider"sv, "let me start over"sv,
    "let me try again"sv, "let me fix"sv,        "let me correct"sv};
constexpr std::array NOT_SO{"not correct"sv, "not right"sv, "not valid"sv, "not allowed"sv, "not work"sv,
                            "not equal"sv,   "not the"sv,   "not a"sv,     "not what"sv,    "not sure"sv,
                            "not make"sv,    "not give"sv,  "not true"sv,  "not so"sv,      "not it"sv,
                            "not quite"sv,   "not my"sv,    "not one"sv,   "not an"sv};
// Negations of other languages next to an answer, which is then neither accepted nor rejected: whole words, and words
// of languages that are written without spaces or that have no short words in common with others.
constexpr std::array NEGATIONS{
    "nicht"sv,    "kein"sv,    "keine"sv,       "falsch"sv,     "no es"sv,      "no son"sv,     "no da"sv,
    "no sirve"sv, "no vale"sv, "no funciona"sv, "incorrecto"sv, "incorrecta"sv, "equivocado"sv, "equivocada"sv,
    "falso"sv,    "pas"sv,     "faux"sv,        "incorrecte"sv, "non è"sv,      "sbagliato"sv,  "sbagliata"sv,
    "errato"sv,   "não"sv,     "errado"sv,      "errada"sv,     "niet"sv,       "fout"sv};
constexpr std::array NEGATION_PARTS{"不是"sv, "不对"sv,   "不對"sv,   "不等"sv, "不正"sv,    "不成"sv,        "不行"sv,
                                    "不能"sv, "错"sv,     "錯"sv,     "并非"sv, "並非"sv,    "无效"sv,        "無效"sv,
                                    "無効"sv, "ではな"sv, "じゃな"sv, "違"sv,   "неверно"sv, "неправильно"sv, " не "sv,
                                    "아니"sv, "틀렸"sv,   "틀린"sv,   "नहीं"sv,  "गलत"sv,     "ليس"sv,         "خطأ"sv};
// Marks on the line of an answer.
constexpr std::array CROSSES{"❌"sv, "✗"sv, "✘"sv, "❎"sv, "🚫"sv, "👎"sv, "⛔"sv};
constexpr std::array TICKS{"✅"sv, "✔"sv, "✓"sv, "☑"sv, "👍"sv};
// Around an answer: it is struck out. The braces of commands may contain others.
constexpr std::array<std::array<std::string_view, 2>, 4> STRIKES{
    {{"~~", "~~"}, {"<s>", "</s>"}, {"<del>", "</del>"}, {"<strike>", "</strike>"}}};
constexpr std::array STRIKING_COMMANDS{"\\cancel{"sv, "\\xcancel{"sv, "\\bcancel{"sv, "\\sout{"sv, "\\st{"sv};

template <std::size_t N>
std::size_t last_of(std::string_view text, const std::array<std::string_view, N>& words) {
    std::size_t last = NOT_FOUND;
    for (const std::string_view word : words) {
        const std::size_t place = text.rfind(word);
        if (place != NOT_FOUND && (last == NOT_FOUND || last < place)) last = place;
    }
    return last;
}
template <std::size_t N>
std::size_t first_of(std::string_view text, const std::array<std::string_view, N>& words) {
    std::size_t first = NOT_FOUND;
    for (const std::string_view word : words) first = std::min(first, text.find(word));
    return first;
}

}  // namespace

bool is_quoted(std::string_view line) { return trimmed(line).starts_with('>'); }

bool has_denial(std::string_view text) { return has_phrase(text, DENIALS); }

bool is_denied(std::string_view before) {
    const std::string_view near = clause(before);
    const std::size_t cross = last_of(before, CROSSES), tick = last_of(before, TICKS);
    return is_quoted(before) || has_denial(near) || has_contraction(near) || has_phrase(before, EXAMPLES) ||
           has_phrase(near, NEGATIONS) || first_of(near, NEGATION_PARTS) != NOT_FOUND ||
           (cross != NOT_FOUND && (tick == NOT_FOUND || tick < cross));
}

bool is_struck(std::string_view text, std::string_view part) {
    const std::size_t first = place_in(text, part), last = first + part.size();
    // Without an empty line in between.
    const auto covers = [&](std::size_t open, std::size_t end) {
        return open <= first && last <= end && text.substr(open, end - open).find("\n\n") == NOT_FOUND;
    };
    for (const auto& [opening, closing] : STRIKES) {
        for (std::size_t open = text.find(opening); open != NOT_FOUND && open <= first;) {
            const std::size_t inside = text.find_first_not_of('~', open);
            if (opening == "~~" && inside != NOT_FOUND && inside - open != 2) {  // a fence
                open = text.find(opening, inside);
                continue;
            }
            const std::size_t close = text.find(closing, open + opening.size());
            if (close == NOT_FOUND) break;
            if (covers(open, close + closing.size())) return true;
            open = text.find(opening, close + closing.size());
        }
    }
    for (const std::string_view opening : STRIKING_COMMANDS) {
        for (std::size_t open = text.find(opening); open != NOT_FOUND && open <= first;) {
            const auto inside = braced(text.substr(open + opening.size()));
            if (!inside) break;
            const std::size_t end = open + opening.size() + inside->size() + 1;
            if (covers(open, end)) return true;
            open = text.find(opening, end);
        }
    }
    return false;
}

std::size_t last_withdrawal(std::string_view after) {
    std::size_t last = NOT_FOUND;
    const auto add = [&](std::size_t place) {
        if (place != NOT_FOUND && (last == NOT_FOUND || last < place)) last = place;
    };
    add(last_phrase(after, WITHDRAWALS));
    add(last_phrase(after, SAID_OTHERWISE));
    add(last_phrase(after, NOT_SO));
    add(last_contraction(after));
    // Marks and other languages count on the line of the answer and the next one.
    const std::size_t line_end = std::min(after.find('\n'), after.size());
    const std::size_t next = std::min(after.find_first_not_of(" \t\r\n", line_end), after.size());
    const std::string_view line = after.substr(0, line_end), next_line = line_at(after, next);
    const std::string_view near = after.substr(0, next + next_line.size());
    add(last_phrase(near, NEGATIONS));
    add(last_of(near, NEGATION_PARTS));
    const std::size_t cross = first_of(line, CROSSES);
    if (cross < first_of(line, TICKS)) add(cross);
    if (first_of(next_line, CROSSES) == 0) add(next);
    return last;
}

std::string_view unstruck(std::string_view line, bool functions) {
    for (const auto& [opening, closing] : STRIKES) {
        const std::size_t open = line.find(opening), close = line.rfind(closing);
        if (open == NOT_FOUND || close == NOT_FOUND || close <= open) continue;
        const std::string_view after = line.substr(close + closing.size());
        line = runs_in(after, functions).count > 0 ? after : line.substr(0, open);
    }
    return line;
}

}  // namespace facevalue::numbers
