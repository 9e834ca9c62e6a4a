#include "numbers/answers/find/any_answer.hpp"

#include <algorithm>

#include "numbers/answers/find/extract.hpp"
#include "numbers/answers/find/json_text.hpp"
#include "numbers/answers/find/prose.hpp"
#include "numbers/answers/find/remarks.hpp"
#include "numbers/answers/read/syntax.hpp"

namespace facevalue::numbers {

namespace {

using namespace std::string_view_literals;

// At the start of a line after an answer, before another answer that replaces it.
constexpr std::array CORRECTIONS{"correction"sv, "corrected"sv, "actually"sv, "i meant"sv, "i mean"sv,
                                 "make that"sv,  "or rather"sv, "rather"sv,   "no"sv,      "edit"sv,
                                 "update"sv,     "revised"sv,   "fixed"sv,    "better"sv,  "it should have been"sv,
                                 "wait"sv,       "oops"sv,      "sorry"sv};
// Between an expression and the value that it is said to have: `8*3, which equals 24`.
constexpr std::array CLAIMS{"equals"sv,   "is equal to"sv,  "is"sv,         "makes"sv,  "gives"sv,
                            "yields"sv,   "evaluates to"sv, "results in"sv, "to get"sv, "to make"sv,
                            "equal to"sv, "making"sv,       "giving"sv};
// Before the expression of a last line: it is only an attempt.
constexpr std::array TRIES{"try"sv,     "tried"sv,    "trying"sv,     "attempt"sv,   "maybe"sv,   "perhaps"sv,
                           "could"sv,   "consider"sv, "what about"sv, "how about"sv, "suppose"sv, "might"sv,
                           "check"sv,   "step"sv,     "almost"sv,     "closest"sv,   "nearly"sv,  "puzzle"sv,
                           "problem"sv, "question"sv, "or"sv};
constexpr std::array PHRASES{"final answer"sv, "the answer is"sv, "answer:"sv, "answer**:"sv};

struct Match {
    std::string_view answer;          // a part of the text; meaningless if there are several
    std::size_t first = 0, last = 0;  // the mark around it
    bool is_one = true;
    std::string_view claimed{};  // the value that the next words say it has
};
using Maybe = std::optional<Match>;

Match match_of(std::string_view text, std::string_view answer) {
    const std::size_t first = place_in(text, answer);
    return {answer, first, first + answer.size()};
}
// Not one answer: nothing is found, whatever the later rules would say.
constexpr Match REFUSED{{}, 0, 0, false};

// Calls `look` with each line and its place, the last line first, until it finds something.
template <class Look>
Maybe from_last_line(std::string_view text, const Look& look) {
    for (std::size_t end = text.size();;) {
        const std::size_t start = line_start(text, end);
        if (auto found = look(text.substr(start, end - start))) return found;
        if (start == 0) return std::nullopt;
        end = start - 1;
    }
}

// Another mark of the same kind on the same line makes two answers, unless both say the same.
template <class Rule>
Match alone(std::string_view text, const Match& last, const Rule& rule) {
    const std::size_t start = line_start(text, last.first);
    const Maybe before = rule(text.substr(start, last.first - start));
    const bool is_other = before && !trimmed(before->answer).empty() && trimmed(before->answer) != trimmed(last.answer);
    return is_other ? REFUSED : last;
}

// --- tags

struct Tag {
    bool closes;
    std::size_t end;
};
std::optional<Tag> tag_at(std::string_view text, std::size_t place) {
    const auto skip = [&] {
        while (place < text.size() && is_blank(text[place])) ++place;
    };
    ++place;
    skip();
    const bool closes = place < text.size() && text[place] == '/';
    if (closes) ++place;
    skip();
    if (!begins_with(text.substr(std::min(place, text.size())), "answer")) return std::nullopt;
    place += 6;
    skip();
    if (place >= text.size() || text[place] != '>') return std::nullopt;
    return Tag{closes, place + 1};
}

Maybe last_pair(std::string_view text) {
    std::size_t closing = NOT_FOUND, end = 0;
    Maybe empty;  // counts only if all are empty
    for (std::size_t place = text.rfind('<'); place != NOT_FOUND;
         place = place == 0 ? NOT_FOUND : text.rfind('<', place - 1)) {
        const auto tag = tag_at(text, place);
        if (!tag) continue;
        if (tag->closes) closing = place, end = tag->end;
        if (tag->closes || closing == NOT_FOUND) continue;
        const Match found{text.substr(tag->end, closing - tag->end), place, end};
        if (!trimmed(found.answer).empty()) return found;
        if (!empty) empty = found;
        closing = NOT_FOUND;
    }
    return empty;
}

Maybe answer_tag(std::string_view text, bool) {
    const Maybe last = last_pair(text);
    return last ? Maybe(alone(text, *last, last_pair)) : last;
}

// --- boxes

Maybe last_closed_box(std::string_view text) {
    for (std::size_t place = text.rfind('\\'); place != NOT_FOUND;
         place = place == 0 ? NOT_FOUND : text.rfind('\\', place - 1)) {
        const std::string_view rest = text.substr(place);
        if (!rest.starts_with("\\boxed") && !rest.starts_with("\\fbox")) continue;
        const std::size_t brace = rest.find_first_not_of(" \t\r\n", rest[1] == 'b' ? 6 : 5);
        if (brace == NOT_FOUND || rest[brace] != '{') continue;
        if (const auto inside = braced(rest.substr(brace + 1)))
            return Match{*inside, place, place + brace + 1 + inside->size() + 1};
        text = text.substr(0, place);  // never closed; so its contents are read only once
    }
    return std::nullopt;
}

// The length of the delimiter at the start of the string that closes mathematics.
std::size_t closers(std::string_view text) {
    const std::string_view rest = text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
    for (const std::string_view closer : {"$$"sv, "$"sv, "\\]"sv, "\\)"sv})
        if (rest.starts_with(closer)) return place_in(text, rest) + closer.size();
    return 0;
}

// The box may be around the value of a claim: `6*4 = \boxed{24}`.
Match with_its_claim(std::string_view text, const Match& box, bool functions) {
    const std::size_t start = line_start(text, box.first);
    const std::string_view before = last_run(text.substr(start, box.first - start), functions);
    if (!box.is_one || !trimmed(before).ends_with('=') || runs_in(box.answer, functions).count > 0) return box;
    const std::size_t first = place_in(text, before), last = box.last + closers(text.substr(box.last));
    return {trimmed(text.substr(first, last - first)), first, last};
}

Maybe boxed(std::string_view text, bool functions) {
    const Maybe last = last_closed_box(text);
    return last ? Maybe(with_its_claim(text, alone(text, *last, last_closed_box), functions)) : last;
}

// --- one expression in a line

constexpr std::string_view DECORATION = " \t:*_=`\"'";

std::string_view without_decoration(std::string_view run) {
    while (!run.empty() && (run.back() == '*' || run.back() == '_' || is_blank(run.back()))) run.remove_suffix(1);
    const std::size_t first = run.find_first_not_of(" \t*_=");
    return first == NOT_FOUND ? run.substr(run.size()) : run.substr(first);
}

// The rest of the line after an expression must not continue the calculation or be a question.
bool may_follow(std::string_view rest) { return rest.find('?') == NOT_FOUND && std::ranges::none_of(rest, is_digit); }

// The number in ", which equals 24" at the start of the rest of a line; nothing if that is not all that it says.
std::optional<std::string_view> claimed_value(std::string_view rest, bool functions) {
    const auto skip = [&](std::string_view characters) {
        rest.remove_prefix(std::min(rest.find_first_not_of(characters), rest.size()));
    };
    skip(" \t,;:*_`$)");
    for (const std::string_view pronoun : {"which "sv, "that "sv, "this "sv, "it "sv, "and "sv})
        if (begins_with(rest, pronoun)) rest.remove_prefix(pronoun.size());
    const auto begins = [&](std::string_view claim) { return begins_with(rest, claim); };
    const auto claim = std::ranges::find_if(CLAIMS, begins);
    if (claim == CLAIMS.end()) return std::nullopt;
    rest.remove_prefix(claim->size());
    skip(" \t:*_`$");
    if (begins_with(rest, "exactly ")) rest.remove_prefix(8);
    skip("*_`$");
    const std::size_t size = std::min(rest.find_first_not_of("0123456789"), rest.size());
    const std::string_view continues = functions ? "/^!" : "/^";
    if (size == 0 || !may_follow(rest.substr(size))) return std::nullopt;
    if (size < rest.size() && continues.find(rest[size]) != NOT_FOUND) return std::nullopt;
    return rest.substr(0, size);
}

// The only expression of a line; `several` if it contains more, or continues after it.
Maybe expression_in(std::string_view text, std::string_view line, bool functions) {
    line = unstruck(line, functions);
    const Runs runs = runs_in(line, functions);
    if (runs.count == 0) return std::nullopt;
    const std::string_view rest = line.substr(place_in(line, runs.first) + runs.first.size());
    const auto claimed = claimed_value(rest, functions);
    if (runs.count > 1 || (!claimed && !may_follow(rest))) return REFUSED;
    Match found = match_of(text, without_decoration(runs.first));
    if (claimed && found.answer.find('=') == NOT_FOUND) found.claimed = *claimed;
    return found;
}

// Without the number or the bullet of a list.
std::string_view without_bullet(std::string_view line) {
    line = trimmed(line);
    const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
    const std::size_t mark = digits > 0 && digits <= 2 ? digits : 0;
    const bool is_number = mark > 0 && mark < line.size() && (line[mark] == '.' || line[mark] == ')');
    const bool is_bullet = mark == 0 && !line.empty() && "-*+"sv.find(line[0]) != NOT_FOUND;
    if ((is_number || is_bullet) && mark + 1 < line.size() && is_blank(line[mark + 1])) return line.substr(mark + 2);
    return line;
}

Maybe hashes(std::string_view text, bool functions) {
    return from_last_line(text, [&](std::string_view line) -> Maybe {
        const std::size_t place = line.rfind("####");
        if (place == NOT_FOUND) return std::nullopt;
        const std::string_view rest = line.substr(place + 4);
        const std::string_view run = last_run(rest, functions);
        return run.data() == rest.data() ? expression_in(text, rest, functions) : std::nullopt;  // no words: no heading
    });
}

// --- phrases

// The line after its last phrase; nothing if it has no phrase.
std::optional<std::string_view> after_phrase(std::string_view line) {
    for (std::size_t place = line.size(); place-- > 0;) {
        if (lower(line[place]) != 'f' && lower(line[place]) != 't' && lower(line[place]) != 'a') continue;
        for (const std::string_view phrase : PHRASES)
            if (begins_with(line.substr(place), phrase)) return line.substr(place + phrase.size());
    }
    return std::nullopt;
}

// The contents of the next lines: mathematics or code over several lines, or one line.
Maybe next_lines(std::string_view text, std::size_t place, bool functions) {
    place = text.find_first_not_of(" \t\r\n", place);
    if (place == NOT_FOUND) return std::nullopt;
    const std::string_view rest = text.substr(place);
    constexpr std::array<std::array<std::string_view, 2>, 2> BLOCKS{{{"\\[", "\\]"}, {"$$", "$$"}}};
    for (const auto& [opening, closing] : BLOCKS) {
        const std::size_t end = rest.starts_with(opening) ? rest.find(closing, opening.size()) : NOT_FOUND;
        if (end != NOT_FOUND) return match_of(text, rest.substr(0, end + closing.size()));
    }
    const std::string_view line = without_bullet(line_at(text, place));
    return line.starts_with("```") ? std::nullopt
                                   : expression_in(text, line, functions);  // a code block has a separate rule
}

Maybe phrase(std::string_view text, bool functions) {
    return from_last_line(text, [&](std::string_view line) -> Maybe {
        const auto after = after_phrase(line);
        if (!after) return std::nullopt;
        std::string_view rest = *after;
        while (!rest.empty() && DECORATION.find(rest[0]) != NOT_FOUND) rest.remove_prefix(1);
        if (begins_with(rest, "is ") || begins_with(rest, "is:")) rest.remove_prefix(3);
        if (!trimmed(rest).empty()) return expression_in(text, rest, functions);
        if (has_denial(line)) return REFUSED;
        return next_lines(text, place_in(text, line) + line.size(), functions);
    });
}

// --- JSON, code blocks and bold runs

Maybe json(std::string_view text, bool) {
    const std::size_t opens = text.find('{'), closes = text.rfind('}');
    for (std::size_t key = text.rfind("answer"); key != NOT_FOUND;
         key = key == 0 ? NOT_FOUND : text.rfind("answer", key - 1)) {
        const char quote = key > 0 ? text[key - 1] : ' ';
        std::size_t place = key + 6;
        if ((quote != '"' && quote != '\'') || place >= text.size() || text[place] != quote) continue;
        place = text.find_first_not_of(" \t\r\n", place + 1);
        if (place == NOT_FOUND || text[place] != ':') continue;
        place = text.find_first_not_of(" \t\r\n", place + 1);
        if (place == NOT_FOUND || (text[place] != '"' && text[place] != '\'')) continue;
        const std::string_view rest = text.substr(place + 1);
        const std::string_view inside = rest.substr(0, json_end(rest, text[place]));
        const std::size_t end = place + 1 + inside.size();
        if (opens > key || closes == NOT_FOUND) continue;
        if (end == text.size() && rest.find(text[place]) != NOT_FOUND) return REFUSED;  // the quote is escaped
        if (end == text.size() || closes < end) continue;
        return is_json_text(inside) ? Match{inside, key, end + 1} : REFUSED;
    }
    return std::nullopt;
}

// Without the language on the line of the opening fence.
std::string_view code_of(std::string_view block) {
    const std::size_t end = block.find('\n');
    if (end != NOT_FOUND && std::ranges::all_of(trimmed(block.substr(0, end)), is_letter)) block.remove_prefix(end + 1);
    return trimmed(block);
}

// A whole line or run that is one expression.
Maybe whole_expression(std::string_view text, std::string_view part, bool functions) {
    part = trimmed(part);
    if (part.ends_with('.')) part.remove_suffix(1);
    const Runs runs = runs_in(part, functions);
    if (runs.count != 1 || runs.first.size() != part.size()) return std::nullopt;
    return match_of(text, part);
}

Maybe code_block(std::string_view text, bool functions) {
    Maybe found;
    std::size_t open = text.find("```");
    while (open != NOT_FOUND) {
        const std::size_t close = text.find("```", open + 3);
        if (close == NOT_FOUND) break;
        const std::string_view code = code_of(text.substr(open + 3, close - open - 3));
        const Maybe block = whole_expression(text, code.substr(line_start(code, code.size())), functions);
        if (block) found = Match{block->answer, open, close + 3};
        open = text.find("```", close + 3);
    }
    return found;
}

Maybe bold(std::string_view text, bool functions) {
    return from_last_line(text, [&](std::string_view line) -> Maybe {
        Maybe found;
        for (std::size_t open = line.find("**"); open != NOT_FOUND;) {
            const std::size_t close = line.find("**", open + 2);
            if (close == NOT_FOUND) break;
            if (auto run = whole_expression(text, line.substr(open + 2, close - open - 2), functions)) found = run;
            open = line.find("**", close + 2);
        }
        return found;
    });
}

// --- the last line

Maybe last_line(std::string_view text, bool functions) {
    return from_last_line(text, [&](std::string_view line) -> Maybe {
        if (is_quoted(line)) return std::nullopt;
        const std::string_view said = unstruck(without_bullet(line), functions);
        const Maybe found = expression_in(text, said, functions);
        if (!found || !found->is_one) return found;
        const std::string_view before = said.substr(0, found->first - place_in(text, said));
        const bool is_unclosed = before.find('<') != NOT_FOUND;
        return is_unclosed || has_phrase(before, TRIES) ? Maybe(REFUSED) : found;
    });
}

// --- what the text says about it

// The last line that corrects an answer before it, if an expression is all that it says.
Maybe correction(std::string_view text, bool functions) {
    return from_last_line(text, [&](std::string_view line) -> Maybe {
        const auto skip = [&](std::string_view characters) {
            line.remove_prefix(std::min(line.find_first_not_of(characters), line.size()));
        };
        line = without_bullet(line);
        skip(" \t.,;:*_#`)");
        const auto begins = [&](std::string_view word) {
            return begins_with(line, word) && (line.size() == word.size() || !is_letter(line[word.size()]));
        };
        bool corrects = false;
        for (auto word = std::ranges::find_if(CORRECTIONS, begins); word != CORRECTIONS.end();
             word = std::ranges::find_if(CORRECTIONS, begins)) {
            corrects = true;
            line.remove_prefix(word->size());
            skip(" \t.,;:!*_`-");
        }
        if (!corrects) return std::nullopt;
        for (const std::string_view subject : {"the answer is "sv, "it is "sv, "it's "sv, "answer: "sv, "to "sv})
            if (begins_with(line, subject)) line.remove_prefix(subject.size());
        skip(" \t:*_`\"'");
        if (line.empty()) {
            const Maybe next = next_lines(text, place_in(text, line), functions);
            return next && next->is_one ? next : std::nullopt;
        }
        const Runs runs = runs_in(line, functions);
        if (runs.count != 1 || runs.first.data() != line.data()) return std::nullopt;
        const Maybe found = expression_in(text, line, functions);
        const std::string_view rest = line.substr(runs.first.size());
        const bool is_all = std::ranges::none_of(rest, is_letter) && last_withdrawal(rest) == NOT_FOUND;
        return found && found->is_one && (is_all || !found->claimed.empty()) ? found : std::nullopt;
    });
}

// The text after the thoughts, or before thoughts that never end.
std::string_view without_thoughts(std::string_view text) {
    constexpr std::array<std::array<std::string_view, 2>, 2> THOUGHTS{
        {{"<think>", "</think>"}, {"<thinking>", "</thinking>"}}};
    for (const auto& [opening, closing] : THOUGHTS) {
        const std::size_t closed = text.rfind(closing);
        if (closed != NOT_FOUND) text = text.substr(closed + closing.size());
        text = text.substr(0, text.find(opening));
    }
    return text;
}

constexpr std::array<Maybe (*)(std::string_view, bool), FOUND_BY.size()> RULES{
    answer_tag, boxed, hashes, phrase, json, code_block, bold, last_line};
constexpr std::size_t PHRASE = 3, JSON = 4, LAST_LINE = 7;
constexpr std::size_t STATED = 5;  // the first rules find what is said to be the answer, the others an expression

struct FirstFound {
    Maybe match;
    std::size_t rule;
};
// What the first of the first `count` rules finds.
FirstFound first_found(std::string_view text, std::size_t count, bool functions) {
    for (std::size_t rule = 0; rule < count; ++rule)
        if (auto match = RULES[rule](text, functions)) return {match, rule};
    return {std::nullopt, count};
}

}  // namespace

std::optional<FoundAnswer> any_answer(std::string_view completion, bool functions) {
    std::string_view text = without_thoughts(completion), withdrawn;
    // After a withdrawal, only an answer that is stated counts; what takes that back comes later, so twice is enough.
    for (const bool is_again : {false, true}) {
        const auto [found, rule] = first_found(text, is_again ? STATED : RULES.size(), functions);
        if (!found || !found->is_one) return std::nullopt;
        const std::size_t start = line_start(text, found->first);
        const std::string_view before = text.substr(start, found->first - start), after = text.substr(found->last);
        if (is_denied(before)) return std::nullopt;
        const std::size_t taken_back = last_withdrawal(after);
        const Maybe later = correction(after, functions);
        if (later && (taken_back == NOT_FOUND || taken_back < later->first)) {
            if (first_found(after.substr(later->last), LAST_LINE, functions).match) return std::nullopt;  // which one?
            return FoundAnswer{later->answer, FOUND_BY[PHRASE], false, later->claimed};
        }
        const std::string_view answer = trimmed(found->answer);
        if (taken_back == NOT_FOUND && !is_struck(text, answer)) {
            if (is_again && (answer == withdrawn || last_withdrawal(clause(before)) != NOT_FOUND)) return std::nullopt;
            const bool has_escapes = rule == JSON && answer.find('\\') != NOT_FOUND;
            return FoundAnswer{answer, FOUND_BY[rule], has_escapes, found->claimed};
        }
        withdrawn = answer;
        text = after.substr(taken_back == NOT_FOUND ? 0 : taken_back);
    }
    return std::nullopt;
}

}  // namespace facevalue::numbers
