#include "numbers/answers/steps/step_lines.hpp"

#include <algorithm>

#include "numbers/answers/read/reader.hpp"
#include "text/quoted.hpp"

namespace facevalue::numbers {

namespace {

constexpr std::string_view BLANKS = " \t\r\n", SEPARATORS = " \t\r\n,";
constexpr std::string_view STEP_OPERATORS = "+-*/xX\x03";
// What other characters become: a bullet, an arrow, a sign of multiplication that is only read in steps, all others.
constexpr char BULLET = '\x01', ARROW = '\x02', TIMES = '\x03', OTHER = '\x04';
constexpr std::size_t NONE = std::string_view::npos;
constexpr std::size_t MOST_STEP_DIGITS = 4, MOST_LABEL_DIGITS = 3;

struct Meaning {
    std::string_view text;
    char meaning;
};
constexpr Meaning MEANINGS[] = {{"×", '*'},    {"·", '*'},    {"∙", '*'},   {"⋅", '*'},   {"∗", '*'},    {"＊", '*'},
                                {"÷", '/'},    {"∕", '/'},    {"⁄", '/'},   {"／", '/'},  {"−", '-'},    {"–", '-'},
                                {"－", '-'},   {"＋", '+'},   {"✕", TIMES}, {"✖", TIMES}, {"•", BULLET}, {"▪", BULLET},
                                {"◦", BULLET}, {"‣", BULLET}, {"→", ARROW}, {"⟶", ARROW}, {"➜", ARROW},  {"➡", ARROW},
                                {"⇒", ARROW},  {"⟹", ARROW}};

constexpr bool is_space(char32_t c) {
    return c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F || c == 0x3000;
}

char plain(std::string_view& text) {
    if (static_cast<unsigned char>(text.front()) < 0x80) {
        const char c = text.front();
        text.remove_prefix(1);
        return c > OTHER ? c : OTHER;  // control characters are not the marks above
    }
    const std::string_view before = text;
    const char32_t character = take_character(text);
    if (is_space(character)) return ' ';
    const std::string_view bytes = before.substr(0, before.size() - text.size());
    const auto* const sign = std::ranges::find(MEANINGS, bytes, &Meaning::text);
    return sign == std::ranges::end(MEANINGS) ? OTHER : sign->meaning;
}

constexpr bool is_one_of(char c, std::string_view all) {  // faster than a call of memchr for so few
    return std::ranges::any_of(all, [=](char one) { return one == c; });
}
constexpr bool continues_word(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == OTHER; }
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

// A place in a part of an answer. Each function moves past what it reads, or stays and returns false.
class Scanner {
  public:
    Scanner(std::string_view text, std::size_t place, bool decimals)
        : text_(text), place_(place), decimals_(decimals) {}

    std::size_t place() const { return place_; }
    bool is_at_end() const { return place_ == text_.size(); }
    char at(std::size_t ahead = 0) const { return place_ + ahead < text_.size() ? text_[place_ + ahead] : '\0'; }
    void skip(std::size_t count = 1) { place_ += count; }

    bool blanks() { return run(BLANKS); }
    bool run(std::string_view characters) {
        const std::size_t start = place_;
        while (!is_at_end() && is_one_of(at(), characters)) ++place_;
        return place_ > start;
    }
    bool one_of(std::string_view characters) {
        if (is_at_end() || !is_one_of(at(), characters)) return false;
        ++place_;
        return true;
    }
    bool word(std::string_view expected) {
        if (text_.substr(place_, expected.size()) != expected) return false;
        place_ += expected.size();
        return true;
    }
    // In upper or lower case.
    bool any_case(std::string_view expected) {
        for (std::size_t i = 0; i < expected.size(); ++i)
            if (lower(at(i)) != expected[i]) return false;
        place_ += expected.size();
        return true;
    }
    std::size_t digits(std::size_t most = NONE) {
        std::size_t count = 0;
        while (count < most && is_digit(at(count))) ++count;
        place_ += count;
        return count;
    }
    // Signs around words, as in Markdown.
    void markup() {
        if (!word("**") && !word("__")) one_of("`$");
    }

    // A whole number: 24, or 1,000 with commas between thousands.
    bool whole() {
        if (at() == '0') return !is_digit(at(1)) && (skip(), true);
        const std::size_t start = place_, first = digits();
        if (first == 0) return false;
        if (first > 3) return true;
        while (is_thousands()) skip(4);
        if (!is_digit(at())) return true;
        place_ = start + first;  // as in 1,0000
        return true;
    }
    // A number with a sign and, if it follows directly, a denominator or decimals.
    bool number(bool with_fraction = true) {
        const std::size_t start = place_;
        one_of("-");
        if (!whole()) {
            place_ = start;
            return false;
        }
        if (with_fraction && at() == '/' && at(1) >= '1' && at(1) <= '9')
            skip(), digits();
        else if (with_fraction && decimals_ && at() == '.' && is_digit(at(1)))
            skip(), digits();
        return true;
    }
    // The same, or in brackets.
    bool operand(bool with_fraction = true) {
        const std::size_t start = place_;
        if (number(with_fraction)) return true;
        if (one_of("(")) {
            blanks();
            if (number()) {
                blanks();
                if (one_of(")")) return true;
            }
        }
        place_ = start;
        return false;
    }
    // More items after spaces and commas, until none follows.
    template <class Read>
    void more(const Read& read) {
        for (std::size_t end = place_;; end = place_)
            if (!run(SEPARATORS) || !read()) {
                place_ = end;
                return;
            }
    }
    // Goes back if `read` fails.
    template <class Read>
    bool maybe(const Read& read) {
        const std::size_t start = place_;
        if (read()) return true;
        place_ = start;
        return false;
    }

  private:
    bool is_thousands() const { return at() == ',' && is_digit(at(1)) && is_digit(at(2)) && is_digit(at(3)); }

    std::string_view text_;
    std::size_t place_;
    bool decimals_;
};

// `Step 1:`, `then`, `(2)`.
bool read_label(Scanner& in) {
    constexpr std::string_view NAMED[] = {"step", "operation", "move"};
    constexpr std::string_view WORDS[] = {"first", "second",  "third",  "then", "next",
                                          "now",   "finally", "lastly", "so",   "and"};
    const auto named = [&](std::string_view name) {
        return in.maybe([&] {
            if (!in.any_case(name)) return false;
            in.one_of("sS");
            in.blanks();
            if (in.digits(MOST_LABEL_DIGITS) > 0) in.blanks();
            return in.one_of(":.),-");
        });
    };
    const auto word = [&](std::string_view name) {
        return in.maybe([&] { return in.any_case(name) && !continues_word(in.at()); }) && (in.one_of(":,"), true);
    };
    const auto numbered = [&] {
        in.one_of("(");
        return in.digits(MOST_LABEL_DIGITS) > 0 && in.one_of(".):") && !in.is_at_end() &&
               is_one_of(in.at(), " \t\r\n*_`$");
    };
    return std::ranges::any_of(NAMED, named) || std::ranges::any_of(WORDS, word) || in.maybe(numbered);
}

// `step 2` or `number`: the number of the step, or 0.
std::optional<int> read_source(Scanner& in) {
    if (in.word("number")) return 0;
    if (!in.word("step")) return std::nullopt;
    in.blanks();
    if (in.at() == '0') return std::nullopt;
    int step = 0;
    for (std::size_t count = 0; count < MOST_STEP_DIGITS && is_digit(in.at()); ++count, in.skip())
        step = step * 10 + (in.at() - '0');
    return step > 0 ? std::optional(step) : std::nullopt;
}

// `(from: step 1, number)`.
bool read_sources(Scanner& in, StepParts& step) {
    if (!in.word("(from:")) return false;
    in.blanks();
    const std::size_t start = in.place();
    const auto left = read_source(in);
    in.blanks();
    if (!left || !in.one_of(",")) return false;
    in.blanks();
    const auto right = read_source(in);
    in.blanks();
    if (!right || !in.one_of(")")) return false;
    step.source_start = start;
    step.sources.emplace(*left, *right);
    return true;
}

// `(left: 3 8/3)`.
bool read_left(Scanner& in, StepParts& step) {
    if (!in.one_of("(") || !in.any_case("left")) return false;
    in.blanks();
    if (!in.one_of(":")) return false;
    const std::size_t start = in.place();
    in.blanks();
    if (in.operand()) in.more([&] { return in.operand(); });
    in.run(SEPARATORS);
    const Span numbers{start, in.place()};
    if (!in.one_of(")")) return false;
    step.left = numbers;
    return true;
}

// From the operation to the end. `8/3` may be a number or a division.
std::optional<StepParts> read_operation(Scanner in, bool is_fraction) {
    StepParts step;
    step.operation.start = in.place();
    if (!in.operand(is_fraction)) return std::nullopt;
    in.blanks();
    if (!in.one_of(STEP_OPERATORS)) return std::nullopt;
    in.blanks();
    if (!in.operand()) return std::nullopt;
    step.operation.end = in.place();
    in.blanks();
    if (!in.one_of("=")) return std::nullopt;
    in.blanks();
    step.result.start = in.place();
    step.is_undefined = !in.operand();
    if (step.is_undefined && !in.word("undefined")) return std::nullopt;
    step.result.end = in.place();
    in.blanks();
    in.maybe([&] { return read_sources(in, step); });
    in.blanks();
    in.maybe([&] { return read_left(in, step); });
    in.blanks();
    in.one_of(".,");
    in.markup();
    in.one_of(".,");
    in.blanks();
    return in.is_at_end() ? std::optional(step) : std::nullopt;
}

// `Final answer:`.
bool read_answer_label(Scanner& in) {
    in.blanks();
    in.markup();
    if (in.any_case("final")) in.blanks();
    if (!in.any_case("answer")) return false;
    in.blanks();
    if (!in.one_of(":")) return false;
    in.markup();
    return true;
}

// A string in quotes, on one line.
std::optional<Span> read_quoted(std::string_view text, std::size_t start) {
    if (start >= text.size() || !is_one_of(text[start], "'\"")) return std::nullopt;
    const char ends[] = {text[start], '\n', '\0'};
    const std::size_t end = text.find_first_of(ends, start + 1);
    if (end == text.npos || text[end] == '\n') return std::nullopt;
    return Span{start, end + 1};
}

// A list of quoted steps, as printed by programs.
struct QuotedList {
    Span span{};
    std::vector<Span> items{};
};
bool read_list(std::string_view text, Scanner& in, QuotedList& list) {
    in.markup();
    if (!in.any_case("operations") && !in.any_case("steps")) return false;
    in.blanks();
    if (!in.one_of(":")) return false;
    in.markup();
    in.blanks();
    if (!in.one_of("[")) return false;
    in.blanks();
    const auto item = [&] {
        const auto found = read_quoted(text, in.place());
        if (!found) return false;
        in.skip(found->end - found->start);
        list.items.push_back(*found);
        return true;
    };
    const auto next = [&] {
        in.blanks();
        if (!in.one_of(",")) return false;
        in.blanks();
        return item();
    };
    if (!item()) return false;
    while (in.maybe(next)) {
    }
    in.one_of(",");
    in.blanks();
    if (!in.one_of("]")) return false;
    list.span.end = in.place();
    return true;
}

std::optional<QuotedList> last_list(std::string_view text) {
    std::optional<QuotedList> last;
    if (text.find('[') == text.npos) return last;
    for (std::size_t start = 0; start < text.size();) {
        QuotedList list{{start, start}, {}};
        Scanner in(text, start, false);
        in.blanks();  // no line that begins in them starts a list if this one does not
        std::size_t next = in.place();
        if (read_list(text, in, list)) {
            next = in.place();
            last = std::move(list);
        }
        start = text.find('\n', next);
        start = start == text.npos ? text.size() : start + 1;
    }
    return last;
}

// The numbers of the puzzle, as in `Numbers: 3, 3, 8, 8`.
bool has_only_numbers(std::string_view text) {
    std::size_t start = 0;
    while (start < text.size() && (is_letter(text[start]) || is_one_of(text[start], BLANKS))) ++start;
    if (start < text.size() && text[start] == ':')
        ++start;
    else if (start > 0 && !is_one_of(text[start - 1], BLANKS))
        return false;
    Scanner in(text, start, true);
    in.one_of("[(");
    in.blanks();
    if (!in.number()) return false;
    in.more([&] { return in.number(); });
    in.blanks();
    in.one_of("])");
    in.blanks();
    return in.is_at_end();
}

// Numbers with an operation between them: `8 ** 3`, `24 plus 1`; `8/3` may be a number.
bool begins_operation(Scanner in) {
    constexpr std::string_view SYMBOLS = "-+*xX^%", OPERAND = "-(0123456789";
    const char before = in.at();
    in.skip();
    if (before == '/') return in.blanks(), in.at() == '(';
    const bool has_blanks = in.blanks();
    if (in.at() == '/' && in.at(1) != '/') {
        if (before == ')') return true;
        const bool is_apart = has_blanks || is_one_of(in.at(1), BLANKS);
        in.skip();
        in.blanks();
        if (is_apart && is_one_of(in.at(), OPERAND)) return true;
        return false;
    }
    const auto symbol = [&] { return in.one_of(SYMBOLS) || in.word("//"); };
    if (before == ')' && in.at() == '/') return true;
    if (symbol()) {
        while (symbol()) {
        }
        in.blanks();
        return is_one_of(in.at(), OPERAND) && !in.is_at_end();
    }
    if (!has_blanks) return false;
    if (!in.word("plus") && !in.word("minus") && !in.word("times")) {
        if (!in.word("divided") && !in.word("multiplied")) return false;
        if (!in.blanks() || !in.word("by")) return false;
    }
    return in.blanks() && is_one_of(in.at(), "(0123456789");
}

// May a part that is not a step contain one?
bool looks_like_step(std::string_view text) {
    for (std::size_t place = 0; place < text.size(); ++place)
        if (is_one_of(text[place], "0123456789)/") && begins_operation(Scanner(text, place, false))) return true;
    const std::size_t equals = text.find('=');
    if (equals == text.npos) return false;
    const std::string_view left = text.substr(0, equals);
    return std::ranges::any_of(left, is_digit) && !has_only_numbers(left);
}

std::string_view stripped(std::string_view text, std::string_view characters) {
    while (!text.empty() && is_one_of(text.front(), characters)) text.remove_prefix(1);
    while (!text.empty() && is_one_of(text.back(), characters)) text.remove_suffix(1);
    return text;
}

}  // namespace

StepText::StepText(std::string_view text, bool decimals) : decimals_(decimals) {
    text_.reserve(text.size());
    while (!text.empty()) text_ += plain(text);
}

std::vector<StepLine> StepText::lines() const {
    std::vector<StepLine> found;
    const auto each_line = [&](std::size_t start, std::size_t end, const auto& call) {
        while (start < end) {
            const std::size_t next = std::min(text_.find('\n', start), end);
            if (next > start) call(Span{start, next});
            start = next + 1;
        }
    };
    std::size_t begin = 0;
    if (const auto list = last_list(text_)) {
        each_line(0, list->span.start, [&](Span line) { found.push_back({LineKind::Other, line}); });
        for (const Span& item : list->items) found.push_back(part({item.start + 1, item.end - 1}));
        begin = list->span.end;
    }
    each_line(begin, text_.size(), [&](Span line) { read_line(line, found); });
    return found;
}

// The parts of a line between `;` and arrows. The label of an answer is before the rest of the line.
void StepText::read_line(Span line, std::vector<StepLine>& found) const {
    const auto separator = [&](std::size_t place) -> std::size_t {  // its length, or 0
        if (text_[place] == ';' || text_[place] == ARROW) return 1;
        if (!is_one_of(text_[place], "-=") || (place > 0 && is_one_of(text_[place - 1], "-="))) return 0;
        const std::size_t end = text_.find_first_not_of("-=", place);
        return end < line.end && text_[end] == '>' ? end + 1 - place : 0;
    };
    std::size_t start = line.start;
    for (std::size_t place = line.start; place <= line.end;) {
        const std::size_t length = place == line.end ? 1 : separator(place);
        if (length == 0) {
            ++place;
            continue;
        }
        if (!stripped(view({start, place}), BLANKS).empty()) {
            Scanner in(std::string_view(text_).substr(0, line.end), start, decimals_);
            if (read_answer_label(in)) {
                found.push_back({LineKind::Answer, {start, line.end}, in.place()});
                return;
            }
            found.push_back(part({start, place}));
        }
        place += length;
        start = place;
    }
}

StepLine StepText::part(Span span) const {
    if (auto parts = step(span)) return {LineKind::Step, span, 0, std::move(parts)};
    return {looks_like_step(view(span)) ? LineKind::Unreadable : LineKind::Other, span};
}

std::optional<StepParts> StepText::step(Span span) const {
    for (const bool has_bullet : {true, false}) {
        Scanner in(std::string_view(text_).substr(0, span.end), span.start, decimals_);
        in.blanks();
        if (has_bullet && (!in.one_of("-*+>\x01") || !in.blanks())) continue;
        in.markup();
        for (const bool has_label : {true, false}) {
            Scanner after = in;
            if (has_label && !read_label(after)) continue;
            if (has_label) after.markup();
            after.blanks();
            for (const bool is_fraction : {true, false})
                if (auto parts = read_operation(after, is_fraction)) return parts;
        }
    }
    return std::nullopt;
}

bool StepText::is_operand(std::string_view word) const {
    Scanner in(word, 0, decimals_);
    return in.operand() && in.is_at_end();
}

std::vector<std::size_t> StepText::cuts(Span operation) const {
    std::vector<std::size_t> places;
    for (std::size_t place = operation.start; place < operation.end; ++place)
        if (is_one_of(text_[place], STEP_OPERATORS)) places.push_back(place);
    if (places.size() == 1) return places;
    std::erase_if(places, [&](std::size_t place) {
        return !is_operand(stripped(view({operation.start, place}), BLANKS)) ||
               !is_operand(stripped(view({place + 1, operation.end}), BLANKS));
    });
    return places;
}

Op StepText::operator_at(std::size_t place) const { return op_of(text_[place]).value_or(Op::Multiply); }

BigFraction StepText::value(Span part) const {
    std::string text(stripped(view(part), " \t\r\n()"));
    std::erase(text, ',');
    const std::size_t dot = text.find('.');
    if (dot == text.npos) return reduced(parse_fraction(text));
    const std::string under = "1" + std::string(text.size() - dot - 1, '0');
    text.erase(dot, 1);
    return reduced({BigInt::parse(text), BigInt::parse(under)});
}

std::optional<std::vector<BigFraction>> StepText::numbers_in(const std::vector<Span>& words) const {
    std::vector<BigFraction> numbers;
    for (const Span& word : words) {
        if (!is_operand(view(word))) return std::nullopt;
        numbers.push_back(value(word));
    }
    std::ranges::sort(numbers, [](const BigFraction& a, const BigFraction& b) { return a < b; });
    return numbers;
}

std::vector<std::vector<BigFraction>> StepText::left_lists(Span left) const {
    // Is a comma between the thousands of a number?
    const auto is_inside = [&](std::size_t place) {
        std::size_t count = 0;
        while (place + 1 + count < left.end && is_digit(text_[place + 1 + count])) ++count;
        return count == 3;
    };
    const auto words_with = [&](bool keeps_thousands) {
        std::vector<Span> words;
        for (std::size_t place = left.start; place < left.end; ++place) {
            const bool is_comma = text_[place] == ',';
            if (is_one_of(text_[place], BLANKS) || (is_comma && !(keeps_thousands && is_inside(place)))) continue;
            if (words.empty() || words.back().end != place) words.push_back({place, place});
            words.back().end = place + 1;
        }
        return words;
    };
    std::vector<std::vector<BigFraction>> lists;
    for (const bool keeps_thousands : {false, true})
        if (auto numbers = numbers_in(words_with(keeps_thousands))) lists.push_back(std::move(*numbers));
    return lists;
}

bool StepText::has_long_number(Span part) const {
    std::size_t digits = 0;
    for (const char c : view(part)) {
        if (c != ',') digits = is_digit(c) ? digits + 1 : 0;
        if (digits > MOST_DIGITS_IN_ONE) return true;
    }
    return false;
}

}  // namespace facevalue::numbers
