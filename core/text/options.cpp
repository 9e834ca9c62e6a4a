#include "text/options.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <limits>

#include "text/joined.hpp"

namespace facevalue {

namespace {

constexpr std::size_t LONGEST_WORD = 100;  // no word is longer
// At least 7 of 10 characters are in common blocks.
struct Share {
    std::size_t part, whole;

    friend bool operator==(const Share& one, const Share& other) {
        return one.part * other.whole == other.part * one.whole;
    }
    friend bool operator<(const Share& one, const Share& other) {
        return one.part * other.whole < other.part * one.whole;
    }
};
constexpr Share SIMILAR{7, 10};
// A message lists up to so many words; of more, one less and where all are listed.
constexpr std::size_t MOST_LISTED = 6;

// Where Python lists all the words of an option; other interfaces replace it.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> LISTS{{
    {"rules", "fv.RULES"},
    {"notation", "fv.NOTATIONS"},
    {"game", "fv.poker.GAMES"},
    {"pay table", "fv.poker.PAY_TABLES"},
    {"template", "fv.datasets.TEMPLATES"},
    {"format", "fv.datasets.FORMATS"},
    {"role", "fv.datasets.ROLES"},
    {"fault", "fv.datasets.FAULTS"},
}};
// Options whose errors name the option: "distinct must be one of raw, ..., not 'x'". The errors of others name a kind
// of thing: "unknown game 'x'".
constexpr std::array<std::string_view, 17> PLAIN_OPTIONS{"by",       "claim",   "difficulty", "difficulty_model",
                                                         "distinct", "extract", "file_type",  "grouping",
                                                         "kind",     "method",  "model",      "order",
                                                         "paper",    "reason",  "split_by",   "use",
                                                         "values"};

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr char lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string folded(std::string_view text) {
    std::string made(text);
    std::ranges::transform(made, made.begin(), lower_case);
    return made;
}

bool equals_in_any_case(std::string_view one, std::string_view other) {
    return std::ranges::equal(one, other, {}, lower_case, lower_case);
}

using Characters = std::u32string_view;

// The number of characters in common blocks: the longest one, the first of several, and those on both of its sides.
std::size_t matching(Characters one, Characters other) {
    std::size_t matched = 0;
    std::vector<std::pair<Characters, Characters>> left{{one, other}};
    while (!left.empty()) {
        const auto [a, b] = left.back();
        left.pop_back();
        std::size_t size = 0, at_a = 0, at_b = 0;
        for (std::size_t i = 0; i < a.size(); ++i)
            for (std::size_t j = 0; j < b.size(); ++j) {
                std::size_t length = 0;
                while (i + length < a.size() && j + length < b.size() && a[i + length] == b[j + length]) ++length;
                if (length > size) size = length, at_a = i, at_b = j;
            }
        if (size == 0) continue;
        matched += size;
        left.emplace_back(a.substr(0, at_a), b.substr(0, at_b));
        left.emplace_back(a.substr(at_a + size), b.substr(at_b + size));
    }
    return matched;
}

std::u32string characters_of(std::string_view text, std::size_t most) {
    std::u32string found;
    while (!text.empty() && found.size() < most) found += take_character(text);
    return found;
}

// Python's white space in ASCII.
constexpr std::string_view WHITE_SPACE = " \t\n\v\f\r\x1C\x1D\x1E\x1F";

bool is_whole(std::string_view text) {
    const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
    return !digits.empty() && digits.size() <= MOST_DIGITS_IN_ONE &&
           digits.find_first_not_of("0123456789") == digits.npos;
}

// Without zeros at the start, as Python prints it.
std::string plain_digits(std::string_view text) {
    const bool is_negative = text.starts_with('-');
    std::string_view digits = text.substr(is_negative ? 1 : 0);
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size() - 1));
    return (is_negative && digits != "0" ? "-" : "") + std::string(digits);
}

// The parts between commas.
std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t end = text.find(',');
        parts.push_back(stripped(text.substr(0, end)));
        if (end == text.npos) return parts;
        text.remove_prefix(end + 1);
    }
}

}  // namespace

std::optional<std::string_view> nearest_word(std::string_view given, const WordList& words) {
    const std::u32string start = characters_of(folded(given), LONGEST_WORD);
    std::optional<std::string_view> best;
    Share best_share = SIMILAR;
    for (const std::string_view word : words) {
        const std::u32string characters = characters_of(word, LONGEST_WORD);
        const std::size_t size = characters.size() + start.size();
        if (size == 0) continue;
        const Share share{2 * matching(characters, start), size};
        // Of equally similar words the one that sorts last.
        if (best_share < share || (share == best_share && (!best || word > *best))) best = word, best_share = share;
    }
    return best;
}

std::string bare_name(std::string_view name) {
    const auto is_punctuation = [](char32_t sign) {
        return (sign >= 0xA0 && sign < 0xC0) || (sign >= 0x2000 && sign < 0x2070) || (sign >= 0x3000 && sign < 0x3040);
    };
    std::string made;
    while (!name.empty()) {
        const char32_t sign = take_character(name);
        const bool is_upper = sign >= U'A' && sign <= U'Z', is_lower = sign >= U'a' && sign <= U'z';
        if (is_upper)
            made += static_cast<char>(sign | 0x20);
        else if (is_lower || (sign >= U'0' && sign <= U'9') || sign == U'+' || (sign >= 0x80 && !is_punctuation(sign)))
            append_character(made, sign);
    }
    return made;
}

Problem unknown_word(std::string_view what, const Argument& given, const WordList& words) {
    std::string some;
    const bool is_cut = words.size() > MOST_LISTED;
    for (std::size_t i = 0; i < (is_cut ? MOST_LISTED - 1 : words.size()); ++i)
        some.append(i > 0 ? ", " : "").append(words[i]);
    if (is_cut) some += ", ...";
    const auto near = given.is_text() ? nearest_word(given.text, words) : std::nullopt;
    const std::string suggestion = near ? joined({"; did you mean ", represented(*near), "?"}) : "";
    if (std::ranges::find(PLAIN_OPTIONS, what) != PLAIN_OPTIONS.end())
        return rule_problem(joined({what, " must be one of ", some, ", not ", quoted(given), suggestion}));
    std::string kind(what);
    std::ranges::replace(kind, '_', ' ');
    std::string sentence = joined({"unknown ", kind, " ", quoted(given)});
    if (near) return rule_problem(sentence + suggestion);
    sentence += "; choose one of " + some;
    const auto* const list = std::ranges::find(LISTS, kind, &decltype(LISTS)::value_type::first);
    if (is_cut && list != LISTS.end()) sentence += joined({" (", list->second, " lists all ", words.size(), ")"});
    return rule_problem(std::move(sentence));
}

Expected<std::size_t> one_of(std::string_view what, const Argument& given, const WordList& words) {
    if (given.is_text()) {
        const auto place = [&](auto found) { return static_cast<std::size_t>(found - words.begin()); };
        if (const auto same = std::ranges::find(words, given.text); same != words.end()) return place(same);
        const auto alike =
            std::ranges::find_if(words, [&](std::string_view word) { return equals_in_any_case(word, given.text); });
        if (alike != words.end()) return place(alike);
    }
    return unknown_word(what, given, words);
}

std::string_view stripped(std::string_view text) {
    const std::size_t first = text.find_first_not_of(WHITE_SPACE);
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(WHITE_SPACE) + 1 - first);
}

// Whole numbers up to 10^15, and powers of ten up to 10^22, are exact; so one operation on them rounds once.
std::optional<double> read_decimal(std::string_view text) {
    constexpr int MOST_DIGITS_KEPT = 15, LARGEST_POWER = 400;
    const bool is_negative = text.starts_with('-');
    if (is_negative || text.starts_with('+')) text.remove_prefix(1);
    double digits = 0;
    int kept = 0, power = 0;
    bool has_digits = false, has_point = false;
    while (!text.empty() && (is_digit(text.front()) || (text.front() == '.' && !has_point))) {
        const char c = text.front();
        text.remove_prefix(1);
        if (c == '.') {
            has_point = true;
            continue;
        }
        has_digits = true;
        const bool is_kept = kept < MOST_DIGITS_KEPT;
        if (is_kept) digits = 10 * digits + (c - '0');
        if (is_kept && (kept > 0 || c != '0')) ++kept;
        power += (is_kept ? 0 : 1) - (has_point ? 1 : 0);
    }
    if (!has_digits) return std::nullopt;
    if (text.starts_with('e') || text.starts_with('E')) {
        text.remove_prefix(1);
        if (text.starts_with('+')) text.remove_prefix(1);
        int exponent = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
        if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
        power += std::clamp(exponent, -LARGEST_POWER, LARGEST_POWER);
    } else if (!text.empty()) {
        return std::nullopt;
    }
    double scale = 1;
    for (int i = 0; i < std::min(std::abs(power), LARGEST_POWER); ++i) scale *= 10;
    const double value = power < 0 ? digits / scale : digits == 0 ? 0 : digits * scale;
    if (value > std::numeric_limits<double>::max()) return std::nullopt;
    return is_negative ? -value : value;
}

Problem wrong_whole_number(std::string_view name, const Argument& given, std::string_view low, std::string_view high) {
    const std::string bounds = high.empty() ? joined({"of at least ", low}) : joined({"from ", low, " to ", high});
    return rule_problem(joined({name, " must be a whole number ", bounds, ", not ", quoted(given)}));
}

Expected<std::int64_t> whole_number(std::string_view name, const Argument& given, std::int64_t low,
                                    std::optional<std::int64_t> high) {
    std::int64_t number = 0;
    const std::string& text = given.text;
    if (given.kind == Argument::Kind::Whole) {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error == std::errc() && number >= low && (!high || number <= *high)) return number;
    }
    return wrong_whole_number(name, given, std::to_string(low), high ? std::to_string(*high) : "");
}

Problem wrong_flag(std::string_view name, const Argument& given) {
    return rule_problem(joined({name, " must be True or False, not ", quoted(given)}));
}

Expected<bool> true_or_false(std::string_view name, const Argument& given) {
    if (given.kind == Argument::Kind::Flag) return given.flag;
    return wrong_flag(name, given);
}

Expected<bool> yes_or_no(std::string_view name, const Argument& given) {
    if (given.kind == Argument::Kind::Flag) return given.flag;
    if (given.is_text()) {
        for (const auto& [word, flag] : {std::pair("yes", true), {"true", true}, {"no", false}, {"false", false}})
            if (equals_in_any_case(given.text, word)) return flag;
    }
    return rule_problem(joined({name, " must be yes or no, not ", quoted(given)}));
}

Problem wrong_string(std::string_view name, const Argument& given) {
    return rule_problem(joined({name, " must be a string, not ", quoted(given)}));
}

Expected<std::string> string_option(std::string_view name, const Argument& given, bool is_needed) {
    if (given.is_text() && !(is_needed && given.text.empty())) return given.text;
    return wrong_string(name, given);
}

Expected<OptionSpelling> read_options(std::string_view spelling, const WordList& allowed, std::string_view example) {
    OptionSpelling found;
    std::vector<std::string_view> options = split(spelling);
    if (options.front().find('=') == std::string_view::npos) {
        found.name = options.front();
        options.erase(options.begin());
    }
    for (const std::string_view option : options) {
        const std::size_t equals = option.find('=');
        const std::string_view word = stripped(option.substr(0, equals));
        const std::string_view value = equals == option.npos ? "" : stripped(option.substr(equals + 1));
        if (value.empty()) return rule_problem(joined({"write an option as ", example, ", not ", quoted(option)}));
        std::string name(word);
        std::ranges::replace(name, '-', '_');
        const auto field = one_of("option", Argument::of(std::string_view(name)), allowed);
        if (!field) return field.problem();
        const std::string_view known = allowed[*field];
        if (std::ranges::find(found.changes, known,
                              [](const auto& change) { return std::string_view(change.first); }) != found.changes.end())
            return rule_problem(joined({"the option ", quoted(word), " is repeated: ", quoted(spelling)}));
        found.changes.emplace_back(known, is_whole(value) ? Argument::whole(plain_digits(value)) : Argument::of(value));
    }
    return found;
}

}  // namespace facevalue
