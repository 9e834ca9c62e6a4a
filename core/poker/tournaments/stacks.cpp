#include "poker/tournaments/stacks.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "poker/cards/read_cards.hpp"
#include "poker/tournaments/amounts.hpp"
#include "text/joined.hpp"

namespace facevalue::poker {

namespace {

constexpr std::string_view AFTER_NAME = "=:";
constexpr std::string_view A_STACK = "a stack";

bool has_name(std::string_view text) { return text.find_first_of(AFTER_NAME) != text.npos; }

// Without spaces and commas at its ends.
std::string_view trimmed(std::string_view text) {
    const auto skip = [&] {
        const std::size_t spaces = spaces_at(text);
        return spaces == 0 && text.starts_with(',') ? 1 : spaces;
    };
    for (std::size_t size = skip(); size != 0; size = skip()) text.remove_prefix(size);
    std::size_t end = 0;  // of the last other character
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t size = std::max<std::size_t>(spaces_at(rest), rest.starts_with(',') ? 1 : 0);
        if (size == 0) {
            take_character(rest);
            end = text.size() - rest.size();
        } else {
            rest.remove_prefix(size);
        }
    }
    return text.substr(0, end);
}

// The amount at the start of the text after a name, which is removed from it.
std::string_view take_amount(std::string_view& text) {
    while (const std::size_t spaces = spaces_at(text)) text.remove_prefix(spaces);
    const std::string_view start = text;
    const std::size_t size = std::min(text.find_first_not_of("0123456789.,/"), text.size());
    std::string_view amount = text.substr(0, size);
    while (amount.ends_with(',')) amount.remove_suffix(1);
    text.remove_prefix(size);
    if (text.empty() || spaces_at(text) != 0 || (size > amount.size() && !amount.empty())) return amount;
    while (!text.empty() && spaces_at(text) == 0) take_character(text);  // a word that is not a number
    return start.substr(0, start.size() - text.size());
}

// "12,500" is an amount with thousands separators.
std::string without_separators(std::string_view amount) {
    if (const auto two = split_amounts(joined({amount, " ", amount})); two && two->size() == 2) return two->front();
    return std::string(amount);
}

GivenStack named(std::string_view name, std::string_view amount) {
    const Argument value = Argument::of(std::string_view(without_separators(amount)));
    return {Argument::of(name), exact_value(value), Argument::of(amount)};
}

Problem without_name(std::string_view text) {
    return rule_problem(joined({"all players need a name, or none: ", quoted(text), " has no name; write Name=5000"}));
}

// The first of several words, if it is an amount.
std::string_view leading_amount(std::string_view name) {
    std::string_view rest = name;
    while (!rest.empty() && spaces_at(rest) == 0) take_character(rest);
    const std::string_view first = trimmed(name.substr(0, name.size() - rest.size()));
    const bool is_amount = !rest.empty() && exact_value(Argument::of(std::string_view(without_separators(first))));
    return is_amount ? first : std::string_view();
}

// The stacks of a string with names.
Expected<std::vector<GivenStack>> split_stacks(std::string_view text, std::size_t most) {
    std::vector<GivenStack> found;
    while (found.size() < most) {
        const std::size_t sign = text.find_first_of(AFTER_NAME);
        if (sign == text.npos) {
            if (const std::string_view rest = trimmed(text); !rest.empty()) return without_name(rest);
            break;
        }
        const std::string_view name = trimmed(text.substr(0, sign));
        if (const std::string_view amount = leading_amount(name); !amount.empty()) return without_name(amount);
        text.remove_prefix(sign + 1);
        const std::string_view amount = take_amount(text);
        found.push_back(named(name, amount));
    }
    return found;
}

bool is_printed(std::string_view text) {
    while (!text.empty())
        if (!is_printable(take_character(text))) return false;
    return true;
}

}  // namespace

Expected<GivenStack> read_stack(const Argument& given) {
    if (!given.is_text() || !has_name(given.text)) return GivenStack{{}, exact_value(given), given};
    auto stacks = split_stacks(given.text, 2);
    if (!stacks) return std::move(stacks.problem());
    if (stacks->size() != 1)
        return rule_problem(joined({"a player has one stack: ", quoted(given), "; give each in an item of the list"}));
    return std::move(stacks->front());
}

Expected<PlayerStacks> name_stacks(const std::vector<GivenStack>& stacks) {
    PlayerStacks made;
    const bool are_named = std::ranges::any_of(stacks, [](const GivenStack& stack) { return stack.name.has_value(); });
    for (const auto& [name, value, shown] : stacks) {
        auto amount = checked_amount(A_STACK, value, shown);
        if (!amount) return std::move(amount.problem());
        made.amounts.push_back(*std::move(amount));
        if (!are_named) continue;
        if (!name) return without_name(shown.text);
        if (!name->is_text() || name->text.empty() || characters(name->text) > MOST_NAME_CHARACTERS ||
            !is_printed(name->text))
            return rule_problem(joined({"the name of a player must have 1 to ", MOST_NAME_CHARACTERS,
                                        " printable characters, not ", quoted(*name)}));
        if (std::ranges::find(made.names, name->text) != made.names.end())
            return rule_problem(joined({"two players have the name ", quoted(*name), "; give each another name"}));
        made.names.push_back(name->text);
    }
    return made;
}

Expected<PlayerStacks> read_stacks(const Argument& given, std::size_t most) {
    std::vector<GivenStack> stacks;
    if (given.is_text() && has_name(given.text)) {
        auto found = split_stacks(given.text, most);
        if (!found) return std::move(found.problem());
        stacks = *std::move(found);
    } else if (given.kind == Argument::Kind::List) {
        for (const Argument& item : given.items) {
            if (stacks.size() == most) break;
            auto stack = read_stack(item);
            if (!stack) return std::move(stack.problem());
            stacks.push_back(*std::move(stack));
        }
    } else if (given.kind == Argument::Kind::Object) {
        for (std::size_t i = 0; i < std::min(given.items.size(), most); ++i)
            stacks.push_back(
                {Argument::of(std::string_view(given.names[i])), exact_value(given.items[i]), given.items[i]});
    } else {
        auto amounts = read_amounts(A_STACK, given, most);
        if (!amounts) return std::move(amounts.problem());
        return PlayerStacks{*std::move(amounts)};
    }
    return name_stacks(stacks);
}

}  // namespace facevalue::poker
