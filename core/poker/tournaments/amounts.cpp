#include "poker/tournaments/amounts.hpp"

#include <algorithm>

#include "poker/cards/read_cards.hpp"
#include "text/joined.hpp"

namespace facevalue::poker {

using numbers::BigFraction;
using numbers::BigInt;

namespace {

constexpr std::string_view DIGITS = "0123456789";
constexpr std::size_t MOST_AMOUNT_DIGITS = 18;

BigInt finest() { return BigInt(1'000'000'000'000'000'000); }

// Of digits and nothing else, so many at most.
bool are_digits(std::string_view text, std::size_t most) {
    return !text.empty() && text.size() <= most && text.find_first_not_of(DIGITS) == text.npos;
}
std::size_t digits_at(std::string_view text) { return std::min(text.find_first_not_of(DIGITS), text.size()); }

// "12", "12.5" or "3/4".
std::optional<BigFraction> value_of_string(std::string_view text) {
    const std::size_t size = digits_at(text);
    const std::string_view whole = text.substr(0, size);
    if (!are_digits(whole, MOST_AMOUNT_DIGITS)) return std::nullopt;
    if (size == text.size()) return BigFraction(BigInt::parse(whole), 1);
    std::string_view rest = text.substr(size + 1);
    if (text[size] == '.' && are_digits(rest, MOST_AMOUNT_DIGITS))
        return BigFraction(BigInt::parse(std::string(whole) += rest), numbers::big_power_of_ten(rest.size()));
    if (text[size] != '/') return std::nullopt;
    rest.remove_prefix(std::min(rest.find_first_not_of('0'), rest.size()));
    if (!are_digits(rest, MOST_AMOUNT_DIGITS)) return std::nullopt;
    return BigFraction(BigInt::parse(whole), BigInt::parse(rest));
}

// The length of a number with thousands separators, "1,234,567.5", at the start of a word, up to its end or a comma; 0
// if there is none. With `has_zeros`, each group starts with 0.
std::size_t grouped_at(std::string_view word, bool has_zeros = false) {
    constexpr std::size_t GROUP = 3;
    const std::size_t head = digits_at(word);
    if (head == 0 || head > GROUP || word[0] == '0') return 0;
    const auto is_group = [&](std::string_view rest) {
        return rest.starts_with(',') && digits_at(rest.substr(1, GROUP)) == GROUP && (!has_zeros || rest[1] == '0');
    };
    std::size_t end = head;
    while (is_group(word.substr(end))) end += 1 + GROUP;
    if (end == head) return 0;
    const std::string_view rest = word.substr(end);
    const std::size_t decimals = rest.starts_with('.') ? digits_at(rest.substr(1)) : 0;
    const std::size_t with_decimals = end + (decimals == 0 ? 0 : 1 + decimals);
    if (with_decimals == word.size() || word[with_decimals] == ',') return with_decimals;
    return end > head + 1 + GROUP ? end - 1 - GROUP : 0;  // the last group belongs to something else
}

// "925" or "925.5".
bool is_below_1000(std::string_view word) {
    const std::size_t size = digits_at(word);
    if (size == 0 || size > 3) return false;
    return size == word.size() || (word[size] == '.' && are_digits(word.substr(size + 1), word.size()));
}

std::string without_commas(std::string_view text) {
    std::string made(text);
    std::erase(made, ',');
    return made;
}

// The amounts of words: as few as possible, or as many as possible. No amount starts with a 0 before two digits.
std::vector<std::string> amounts_in(const std::vector<std::string_view>& words, bool are_many) {
    std::vector<std::string> amounts;
    for (std::string_view word : words)
        while (!word.empty()) {
            std::size_t size = grouped_at(word, are_many);
            if (size == 0) size = std::min(word.find(','), word.size());
            if (size > 0) amounts.push_back(without_commas(word.substr(0, size)));
            word.remove_prefix(std::max<std::size_t>(size, 1));
        }
    return amounts;
}

std::string_view without_outer_commas(std::string_view word) {
    const std::size_t first = word.find_first_not_of(',');
    return first == word.npos ? "" : word.substr(first, word.find_last_not_of(',') + 1 - first);
}

// The words between spaces, without commas at their ends.
struct Words {
    std::vector<std::string_view> words;
    bool has_comma_before_space = false;
};
Words words_of(std::string_view text) {
    Words found;
    while (true) {
        text.remove_prefix(spaces_at(text));
        if (text.empty()) return found;
        std::string_view rest = text;
        while (!rest.empty() && spaces_at(rest) == 0) take_character(rest);
        const std::string_view word = text.substr(0, text.size() - rest.size());
        found.words.push_back(without_outer_commas(word));
        found.has_comma_before_space |= word.ends_with(',') && !rest.empty();
        text = rest;
    }
}

std::string spaced(const std::vector<std::string>& amounts) {
    std::string text;
    for (const std::string& amount : amounts) text.append(text.empty() ? "" : " ").append(amount);
    return text;
}

}  // namespace

std::optional<BigFraction> exact_value(const Argument& given) {
    switch (given.kind) {
        case Argument::Kind::Text:
            return value_of_string(given.text);
        case Argument::Kind::Whole:
        case Argument::Kind::Other:
            return numbers::parse_decimal(given.text);
        default:
            return std::nullopt;
    }
}

Expected<BigFraction> checked_amount(std::string_view name, std::optional<BigFraction> value, const Argument& given) {
    if (value && value->sign() >= 0 && *value < BigFraction(finest(), 1)) {
        BigFraction amount = numbers::reduced(*value);
        if (!(finest() < amount.denominator())) return amount;
    }
    return rule_problem(joined({name, " must be a number from 0 to below 10^18, not ", quoted(given)}));
}

Expected<std::vector<std::string>> split_amounts(std::string_view text) {
    // A question shows no more amounts, and no longer ones than `checked_amount` accepts.
    constexpr std::size_t MOST_ASKED = 20, LONGEST = 40;
    const auto [words, has_comma_before_space] = words_of(text);
    auto few = amounts_in(words, false), many = amounts_in(words, true);
    const auto has_shape = [may_be_short = !has_comma_before_space](std::string_view word) {
        return grouped_at(word) == word.size() ? !word.empty() : may_be_short && is_below_1000(word);
    };
    if (few == many || (words.size() > 1 && std::ranges::all_of(words, has_shape))) return few;
    const bool is_one_list = words.size() == 1 &&
                             without_commas(words[0]).size() + many.size() - 1 == words[0].size() &&
                             words[0].find(",,") == words[0].npos;
    const bool is_long = std::ranges::any_of(many, [](const std::string& one) { return characters(one) > LONGEST; });
    // What no amount has is refused later, and never printed as it is.
    const auto has_signs = [](std::string_view left) {
        while (!left.empty())
            if (!is_printable(take_character(left))) return true;
        return false;
    };
    if (is_one_list || few.size() > MOST_ASKED || is_long || std::ranges::any_of(many, has_signs)) return many;
    return rule_problem(joined({"commas may separate thousands here: ", quoted(text), "; did you mean ",
                                shortened(spaced(few)), ", or ", shortened(spaced(many)), "?"}));
}

Problem no_amounts(std::string_view name, const Argument& given) {
    return rule_problem(joined({"expected a list of numbers, each ", name, ": ", quoted(given)}));
}

Expected<std::vector<BigFraction>> read_amounts(std::string_view name, const Argument& given, std::size_t most) {
    std::vector<Argument> items = given.items;
    if (given.is_text()) {
        const auto amounts = split_amounts(given.text);
        if (!amounts) return amounts.problem();
        for (const std::string& amount : *amounts) items.push_back(Argument::of(std::string_view(amount)));
    } else if (given.kind != Argument::Kind::List) {
        return no_amounts(name, given);
    }
    if (items.size() > most) items.resize(most);
    std::vector<BigFraction> found;
    for (const Argument& item : items) {
        auto amount = checked_amount(name, exact_value(item), item);
        if (!amount) return std::move(amount.problem());
        found.push_back(*std::move(amount));
    }
    return found;
}

}  // namespace facevalue::poker
