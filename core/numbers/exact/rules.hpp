// Rules: which operators, numbers, groupings and values a game allows. Python reads the tables of words below.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "numbers/exact/functions.hpp"
#include "numbers/exact/operations.hpp"

namespace facevalue::numbers {

// What every intermediate result must be. The numbers of the puzzle are not results.
enum class Values : std::uint8_t { Rational, Nonnegative, Integer, Natural, Positive };

struct ValueSet {
    std::string_view name;
    bool whole;
    std::optional<int> least;
    std::string_view summary;
};
inline constexpr std::array<ValueSet, 5> VALUE_SETS{{
    {"rational", false, std::nullopt, "a rational number"},
    {"nonnegative", false, 0, "a non-negative rational number"},
    {"integer", true, std::nullopt, "an integer"},
    {"natural", true, 0, "a non-negative integer"},
    {"positive", true, 1, "a positive integer"},
}};
constexpr const ValueSet& row(Values values) { return VALUE_SETS[static_cast<std::size_t>(values)]; }
// Comparisons instead of a look-up, for the innermost loops; `agrees` below checks them against the table.
constexpr bool must_be_whole(Values values) { return values >= Values::Integer; }
constexpr bool must_not_be_negative(Values values) {
    return values == Values::Nonnegative || values == Values::Natural || values == Values::Positive;
}

template <class Number>
bool allowed(Values values, const Number& result) {
    const int sign = result.sign();
    if (must_not_be_negative(values) && sign < 0) return false;
    if (values == Values::Positive && sign == 0) return false;
    return !must_be_whole(values) || result.is_whole();
}
constexpr bool agrees(Values values) {
    const ValueSet& set = row(values);
    const bool is_from_one = set.least == 1;
    return set.whole == must_be_whole(values) && set.least.has_value() == must_not_be_negative(values) &&
           is_from_one == (values == Values::Positive);
}
static_assert(agrees(Values::Rational) && agrees(Values::Nonnegative) && agrees(Values::Integer) &&
              agrees(Values::Natural) && agrees(Values::Positive));

enum class Grouping : std::uint8_t { Any, Flat, Left, Forth, Orders };
enum class Distinct : std::uint8_t { Raw, Canonical, Essential };

// The default. Rules with functions have no essential solutions.
constexpr Distinct usual_distinct(bool has_functions) {
    return has_functions ? Distinct::Canonical : Distinct::Essential;
}

// The words of each option.
template <class Option, std::size_t N>
using Words = std::array<std::pair<std::string_view, Option>, N>;
inline constexpr Words<bool, 2> USES{{{"all", true}, {"any", false}}};
inline constexpr Words<bool, 2> ORDERS{{{"any", true}, {"given", false}}};
inline constexpr Words<Grouping, 5> GROUPINGS{{{"any", Grouping::Any},
                                               {"flat", Grouping::Flat},
                                               {"left", Grouping::Left},
                                               {"forth", Grouping::Forth},
                                               {"orders", Grouping::Orders}}};
inline constexpr Words<Distinct, 3> DISTINCTS{
    {{"raw", Distinct::Raw}, {"canonical", Distinct::Canonical}, {"essential", Distinct::Essential}}};

template <class Option, std::size_t N>
constexpr std::optional<Option> option_named(std::string_view name, const Words<Option, N>& words) {
    for (const auto& [known, option] : words)
        if (known == name) return option;
    return std::nullopt;
}
constexpr std::optional<Values> values_named(std::string_view name) {
    for (std::size_t i = 0; i < VALUE_SETS.size(); ++i)
        if (VALUE_SETS[i].name == name) return static_cast<Values>(i);
    return std::nullopt;
}

// One or more of the four operations, each once, in any order.
class Operators {
  public:
    constexpr Operators() : Operators(*parse("+-*/")) {}

    // Nothing if a symbol is unknown or repeated, or if the string is empty.
    static constexpr std::optional<Operators> parse(std::string_view symbols) {
        Operators found(0);
        for (const char symbol : symbols) {
            const auto op = op_of(symbol);
            if (!op || found.has(*op)) return std::nullopt;
            found.all_[found.size_++] = *op;
        }
        if (found.size_ == 0) return std::nullopt;
        return found;
    }

    constexpr bool has(Op op) const {
        for (const Op each : *this)
            if (each == op) return true;
        return false;
    }
    friend bool operator==(const Operators&, const Operators&) = default;
    constexpr std::size_t size() const { return size_; }
    constexpr const Op* begin() const { return all_.data(); }
    constexpr const Op* end() const { return all_.data() + size_; }

  private:
    explicit constexpr Operators(std::size_t size) : size_(size) {}

    std::array<Op, OPERATIONS.size()> all_{};
    std::size_t size_;
};

// Any of the functions, each once.
class Functions {
  public:
    constexpr Functions() = default;

    // Their names with a space between two; nothing if one is unknown or repeated.
    static constexpr std::optional<Functions> parse(std::string_view names) {
        Functions found;
        while (!names.empty()) {
            const std::string_view name = names.substr(0, names.find(' '));
            std::size_t place = 0;
            while (place < FUNCTIONS.size() && FUNCTIONS[place].name != name) ++place;
            if (place == FUNCTIONS.size() || found.has(static_cast<Function>(place))) return std::nullopt;
            found.all_ = static_cast<std::uint8_t>(found.all_ | 1U << place);
            names.remove_prefix(std::min(names.size(), name.size() + 1));
        }
        return found;
    }

    constexpr bool has(Function function) const { return (all_ >> static_cast<unsigned>(function) & 1) != 0; }
    constexpr bool is_empty() const { return all_ == 0; }
    constexpr std::size_t size() const { return static_cast<std::size_t>(std::popcount(all_)); }
    friend bool operator==(const Functions&, const Functions&) = default;

  private:
    std::uint8_t all_ = 0;
};

// The rules of a game, with the same names as Python's `Rules`.
struct Rules {
    Operators operators{};
    bool use_all = true;
    bool any_order = true;
    Grouping grouping = Grouping::Any;
    Values values = Values::Rational;
    bool join = false;         // may numbers be joined, 1 and 5 to 15? (join.hpp)
    std::int64_t largest = 0;  // the largest absolute value of a result; 0 for any
    Functions functions{};
    int unary = 0;  // how many factorials and roots may be applied to a value one after another

    bool has(Op op) const { return operators.has(op); }
    bool has_functions() const { return !functions.is_empty(); }
    friend bool operator==(const Rules&, const Rules&) = default;
};

// May a step of an expression have this result?
template <class Number>
bool allowed(const Rules& rules, const Number& result) {
    return allowed(rules.values, result) && (rules.largest == 0 || result.is_within(rules.largest));
}

// The same rules with results of any size.
constexpr Rules without_bound(Rules rules) {
    rules.largest = 0;
    return rules;
}

constexpr bool has_any_tree(Grouping grouping) { return grouping == Grouping::Any || grouping == Grouping::Orders; }
// May a step take any two numbers on the table, in any order and grouping?
constexpr bool takes_any_two(const Rules& rules) {
    return rules.any_order && has_any_tree(rules.grouping) && !rules.join && !rules.has_functions();
}
// May every tree over the numbers be written, in every order, whatever its results but for the set of values?
constexpr bool allows_any_tree(const Rules& rules) { return takes_any_two(rules) && rules.largest == 0; }

}  // namespace facevalue::numbers
