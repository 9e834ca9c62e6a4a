#include "query/numbers/puzzle.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "numbers/spelling/numbers.hpp"
#include "numbers/spelling/puzzle.hpp"
#include "text/joined.hpp"

namespace facevalue::query {

using namespace numbers;

namespace {

constexpr std::string_view DECIMAL_DIGITS = "0123456789";

// A floating-point number of at most six decimals is meant as it is printed. Above 2^53, several whole numbers are the
// same one.
bool is_meant(const BigFraction& printed) {
    const BigInt finest(1'000'000), largest(std::int64_t{1} << 53);
    const BigInt& over = printed.numerator();
    return (finest % printed.denominator()).is_zero() &&
           !(largest * printed.denominator() < (over.is_negative() ? -over : over));
}

bool is_finite(std::string_view text) { return text.find_first_of(DECIMAL_DIGITS) != text.npos; }

// The options of numbers under rules.
NumberOptions options_under(const FullRules& rules, bool any_size) {
    return {any_size, static_cast<int>(rules.game.ace), static_cast<int>(rules.game.faces.value_or(0)),
            rules.digits().value_or(0)};
}

// The cards of an object: a string or strings.
Expected<poker::Ids> read_card_words(const Argument& given) {
    poker::Ids cards;
    if (given.is_nothing()) return cards;
    const bool is_list = given.kind == Argument::Kind::List;
    const std::vector<Argument> words = is_list ? given.items : std::vector{given};
    for (const Argument& word : words)
        if (!word.is_text())
            return card_problem(
                facevalue::joined({"expected \"cards\" as a list like [\"Ks\", \"7d\"]: ", quoted(given)}));
    for (const Argument& word : words) {
        const auto found = poker::read_cards(word.text);
        if (!found) return found.problem();
        cards.insert(cards.end(), found->begin(), found->end());
    }
    if (auto problem = poker::repeated_card(cards)) return *std::move(problem);
    return cards;
}

// Different cards that a string of numbers is written with.
poker::Ids cards_written(const std::string& numbers) {
    constexpr std::size_t DECK = 52;
    if (!poker::is_one_hand(numbers, DECK)) return {};
    const auto found = poker::read_cards(numbers);
    return found && !poker::repeated_card(*found) ? *found : poker::Ids();
}

// Why the cards do not show the numbers.
std::optional<Problem> wrong_cards(const AskedPuzzle& puzzle) {
    const auto is_shown = [&](const BigFraction& number, std::uint8_t card) {
        return number == BigFraction{puzzle.rules.value_of(poker::card_text(card)[0]), 1};
    };
    if (std::ranges::equal(puzzle.numbers, puzzle.cards, is_shown)) return std::nullopt;
    std::string cards, numbers;
    for (const int card : puzzle.cards) cards.append(cards.empty() ? "" : " ").append(poker::card_text(card));
    for (const BigFraction& number : puzzle.numbers)
        numbers.append(numbers.empty() ? "" : " ").append(value_text(number));
    return wrong_values(cards, numbers);
}

}  // namespace

Problem wrong_values(std::string_view cards, std::string_view numbers) {
    return rule_problem(
        facevalue::joined({"the values of the cards ", represented(cards), " are not the numbers ", numbers}));
}

Problem two_targets(std::string_view numbers, std::string_view target) {
    return rule_problem(facevalue::joined({"the target is given twice: ", quoted(numbers), " and ", quoted(target)}));
}

Puzzle AskedPuzzle::searchable() const {
    const auto narrow = [](const BigFraction& value) {
        return Number{*value.numerator().as_word(), *value.denominator().as_word()};
    };
    Puzzle puzzle{{}, narrow(target)};
    for (const BigFraction& number : numbers) puzzle.numbers.push_back(narrow(number));
    return puzzle;
}

PreparedPuzzle AskedPuzzle::prepared() const {
    const auto is_narrow = [](const BigFraction& value) {
        return value.numerator().as_word() && value.denominator().as_word();
    };
    PreparedPuzzle puzzle;
    if (is_narrow(target) && std::ranges::all_of(numbers, is_narrow)) {
        const Puzzle narrow = searchable();
        for (const Number& number : narrow.numbers) puzzle.add(number);
        puzzle.target = narrow.target;
        return puzzle;
    }
    for (const BigFraction& number : numbers)
        puzzle.has_forms |= number.numerator().is_negative() || !(number.denominator() == BigInt(1));
    puzzle.wide = std::make_shared<const WidePuzzle>(WidePuzzle{numbers, target});
    return puzzle;
}

Expected<BigFraction> read_number(const Argument& given, const NumberOptions& options) {
    const auto refuse = [&](NumberFault fault) { return number_problem(fault, quoted(given), given.text); };
    switch (given.kind) {
        case Argument::Kind::Text:
            return numbers::read_number(given.text, options);
        case Argument::Kind::Whole:
        case Argument::Kind::Exact: {
            const NumberFault too_large = options.any_size ? NumberFault::TooManyDigits : NumberFault::TooLarge;
            const bool is_whole = given.kind == Argument::Kind::Whole;
            const std::string& text = is_whole ? given.text : given.items[0].text;
            const std::size_t most = is_whole ? MOST_DIGITS_IN_ONE + text.starts_with('-') : text.npos;
            if (text.empty() || text.size() > most) return refuse(too_large);
            const BigFraction value = parse_fraction(text);
            const bool is_narrow = value.numerator().as_word() && value.denominator().as_word();
            if (options.any_size || is_narrow) return value;
            return refuse(too_large);
        }
        case Argument::Kind::Other:
            if (const auto printed = parse_decimal(given.text))
                if (BigFraction value = reduced(*printed); is_meant(value)) return value;
            return refuse(is_finite(given.text) && given.text.find('[') == std::string::npos ? NumberFault::Inexact
                                                                                             : NumberFault::NotNumber);
        default:
            return refuse(NumberFault::NotNumber);
    }
}

Expected<std::vector<BigFraction>> read_numbers(const Argument& given, bool any_size, const FullRules* rules,
                                                const Stop& stop) {
    const NumberOptions options = rules == nullptr ? NumberOptions{any_size} : options_under(*rules, any_size);
    if (given.is_text()) return numbers::read_numbers(given.text, options, stop);
    if (given.is_nothing()) return number_problem(NumberFault::Missing, "");
    if (given.kind != Argument::Kind::List) return number_problem(NumberFault::NotNumbers, quoted(given));
    if (given.items.empty()) return number_problem(NumberFault::NoNumbers, "");
    std::vector<BigFraction> numbers;
    for (const Argument& item : given.items) {
        auto number = read_number(item, options);
        if (!number) return std::move(number.problem());
        numbers.push_back(std::move(*number));
        if (stop && stop(numbers.size())) break;
        if (numbers.size() > MOST_NUMBERS) return number_problem(NumberFault::TooMany, "");
    }
    return numbers;
}

namespace {

// The string with spaces between the digits of its first word: 4878 -> 24 is 4 8 7 8 -> 24.
Expected<std::string> split_digits(const std::string& numbers) {
    constexpr std::string_view SPACES = " \t\n\v\f\r";
    const std::size_t start = std::min(numbers.find_first_not_of(SPACES), numbers.size());
    const std::size_t end = std::min(numbers.find_first_of(SPACES, start), numbers.size());
    const std::string digits = numbers.substr(start, end - start);
    if (digits.empty() || digits.find_first_not_of(DECIMAL_DIGITS) != digits.npos)
        return rule_problem(
            facevalue::joined({"digits must be a run of digits such as 4878, not ", quoted(std::string_view(digits))}));
    std::string split;
    for (const char digit : digits) split.append(split.empty() ? "" : " ").append(1, digit);
    const std::size_t rest = numbers.find_first_not_of(SPACES, end);
    return rest == numbers.npos ? split : facevalue::joined({split, " ", std::string_view(numbers).substr(rest)});
}

// Why a query does not take the string of a puzzle with a target. In an object it may be a number.
Problem unused_target(std::string_view query, std::string_view numbers, std::string_view target) {
    const std::string part = is_object(numbers) ? "\"target\"" : facevalue::joined({"'= ", trimmed_text(target), "'"});
    return rule_problem(facevalue::joined({query, " takes no target; leave out ", part, ": ", quoted(numbers)}));
}

Expected<AskedPuzzle> read_asked(const Tables& tables, const Argument& arguments, const PuzzleOptions& options,
                                 Argument numbers) {
    const auto argument = [&](const char* name) {
        const Argument* const found = arguments.find(name);
        return found == nullptr ? Argument() : *found;
    };
    const Argument given_rules = argument("rules");
    auto rules = options.rules != nullptr
                     ? Expected(*options.rules)
                     : tables.rules(given_rules.is_nothing() ? Argument::of(options.usual_rules) : given_rules);
    Argument target = argument("target"), cards, named_rules;
    bool has_target = false;
    const bool is_string = numbers.is_text();
    const std::string whole = numbers.text;
    if (is_string && has_more_than_numbers(whole)) {
        auto parts = read_spelling(whole, tables.names("rules"));
        if (!parts) return std::move(parts.problem());
        if (!parts->target.is_nothing()) {
            if (!options.without_target.empty())
                return unused_target(options.without_target, whole, parts->target.text);
            if (!target.is_nothing()) return two_targets(whole, target.text);
        }
        numbers = std::move(parts->numbers);
        cards = std::move(parts->cards);
        has_target = !parts->target.is_nothing();
        if (has_target) target = std::move(parts->target);
        // The name that the string was given with may be the one of custom rules.
        if (rules && !parts->rules.is_nothing() && parts->rules.text != rules->game.name) {
            named_rules = std::move(parts->rules);
            rules = tables.rules(named_rules);
        }
    }
    if (!rules) return std::move(rules.problem());
    const auto about = [&](Problem& problem) {
        const bool is_notation = problem.error == ErrorClass::Notation;
        return is_string && is_notation ? in_whole(problem, whole) : std::move(problem);
    };
    if (target.is_nothing()) target = Argument::whole(rules->game.target);
    auto exact_target = read_number(target, NumberOptions{options.any_size});
    if (!exact_target) return about(exact_target.problem());
    auto exact_numbers = read_numbers(numbers, options.any_size, &*rules, options.stop);
    if (!exact_numbers) return about(exact_numbers.problem());
    AskedPuzzle puzzle{std::move(*exact_numbers), std::move(*exact_target), std::move(*rules)};
    puzzle.has_target = has_target;
    puzzle.named_rules = std::move(named_rules);
    if (options.any_size || !is_string) return puzzle;
    auto dealt =
        cards.is_nothing() && numbers.is_text() ? Expected(cards_written(numbers.text)) : read_card_words(cards);
    if (!dealt) return std::move(dealt.problem());
    puzzle.cards = std::move(*dealt);
    if (options.compares_cards && !puzzle.cards.empty())
        if (auto problem = wrong_cards(puzzle)) return *std::move(problem);
    return puzzle;
}

}  // namespace

Expected<AskedPuzzle> read_puzzle(const Tables& tables, const Argument& arguments, const PuzzleOptions& options) {
    const auto read = [&](Argument numbers) { return read_asked(tables, arguments, options, std::move(numbers)); };
    const Argument *const numbers = arguments.find("numbers"), *const digits = arguments.find("digits");
    if (numbers == nullptr) return read({});
    if (digits == nullptr || digits->is_nothing()) return read(*numbers);
    const auto is_split = true_or_false("digits", *digits);
    if (!is_split) return is_split.problem();
    if (!*is_split || !numbers->is_text()) return read(*numbers);
    const auto split = split_digits(numbers->text);
    if (!split) return split.problem();
    auto puzzle = read(Argument::of(std::string_view(*split)));
    if (puzzle || puzzle.problem().error != ErrorClass::Notation) return puzzle;
    // The error is about the string that was given.
    Problem& problem = puzzle.problem();
    const auto [part, text] = parted(problem);
    if (text != *split) return puzzle;  // about the target
    const std::string whole =
        facevalue::joined({problem.part_lines > 0 ? std::string(part) + "\n" : "", numbers->text});
    problem.position += characters(numbers->text) - characters(*split);  // digits are never wrong
    problem.text = whole;
    return puzzle;
}

Expected<PuzzleSize> size_of(const Tables& tables, const Argument& arguments, bool any_size) {
    const auto puzzle = read_puzzle(tables, arguments, {.any_size = any_size});
    if (!puzzle) return puzzle.problem();
    const std::size_t count = puzzle->numbers.size();
    if (!any_size)
        if (auto problem = puzzle->rules.wrong_size(count)) return *std::move(problem);
    PuzzleSize size{count};
    const auto grow = [](BigInt& largest, const BigFraction& value) {
        const BigInt& numerator = value.numerator();
        largest = std::max({largest, numerator.is_negative() ? -numerator : numerator, value.denominator()});
    };
    for (const BigFraction& number : puzzle->numbers) grow(size.largest, number);
    grow(size.target, puzzle->target);
    return size;
}

}  // namespace facevalue::query
