#include "poker/cards/given_cards.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "text/joined.hpp"
#include "text/options.hpp"

namespace facevalue::poker {

namespace {

using Check = std::optional<Problem>;

Check add_cards(std::string_view text, GivenCards& found) {
    const auto ids = read_cards(text);
    if (!ids) return ids.problem();
    found.ids.insert(found.ids.end(), ids->begin(), ids->end());
    return std::nullopt;
}

Check add_cards_and_jokers(std::string_view text, GivenCards& found) {
    std::size_t start = 0;
    for (std::size_t at = 0; at <= text.size(); ++at) {
        const std::size_t joker = joker_at(text.substr(at));
        if (joker == 0 && at < text.size()) continue;
        const std::string_view cards = text.substr(start, at - start);
        if (cards.find_first_not_of(" ,") != cards.npos)
            if (auto problem = add_cards(cards, found)) return problem;
        if (joker == 0) break;
        found.ids.push_back(GivenCards::JOKER_ID);
        start = at + joker;
        at = start - 1;
    }
    return std::nullopt;
}

Check add_item(const Argument& item, GivenCards& found) {
    if (item.is_text()) {
        const auto id = read_card(item.text);
        if (!id) return id.problem();
        found.ids.push_back(static_cast<std::uint8_t>(*id));
        return std::nullopt;
    }
    const auto id = whole_number("id", item, 0, DECK - 1);
    if (!id) return wrong_id(item);
    found.ids.push_back(static_cast<std::uint8_t>(*id));
    return std::nullopt;
}

Expected<GivenCards> read_all(const Argument& given, bool may_have_jokers) {
    GivenCards found;
    const auto add_text = [&](std::string_view text) {
        return may_have_jokers ? add_cards_and_jokers(text, found) : add_cards(text, found);
    };
    const auto add = [&](const Argument& item) {
        return item.is_text() && may_have_jokers ? add_text(item.text) : add_item(item, found);
    };
    if (given.is_text()) {
        if (auto problem = add_text(given.text)) return *std::move(problem);
    } else if (given.kind == Argument::Kind::List) {
        for (const Argument& item : given.items)
            if (auto problem = add(item)) return *std::move(problem);
    } else if (!given.is_nothing()) {
        return not_cards(given);
    }
    return found;
}

}  // namespace

std::optional<Problem> dealt_too_often(const Ids& cards, int decks) {
    std::array<int, DECK> times{};
    for (const int id : cards)
        if (id < DECK) ++times[static_cast<std::size_t>(id)];
    for (const int id : cards) {
        const int found = id < DECK ? times[static_cast<std::size_t>(id)] : 0;
        const std::string shown = found > decks ? represented(card_text(id)) : "";
        if (found > decks && decks == 1) return card_problem(shown + " is repeated");
        if (found > decks) return card_problem(joined({shown, " appears ", found, " times in ", decks, " decks"}));
    }
    return std::nullopt;
}

std::optional<Problem> too_many_jokers(std::string_view game, int jokers, int decks, int seen) {
    const int most = jokers * decks;
    if (seen <= most) return std::nullopt;
    return card_problem(
        joined({"the ", decks == 1 ? "deck" : joined({decks, " decks"}), " of ", game, decks == 1 ? " has " : " have ",
                most, most == 1 ? " joker" : " jokers", ", not ", seen}));
}

std::optional<Problem> too_many_jokers(std::string_view game, int jokers, int decks, const Ids& cards) {
    return too_many_jokers(game, jokers, decks, static_cast<int>(std::ranges::count(cards, GivenCards::JOKER_ID)));
}

Problem not_cards(const Argument& given) {
    return card_problem(joined({"cards must be a string or a sequence, not ", quoted(given)}));
}

Problem wrong_id(const Argument& given) {
    return card_problem(joined({"the id of a card must be from 0 to ", DECK - 1, ", not ", quoted(given)}));
}

Cards GivenCards::mask() const {
    Cards all = 0;
    for (const int id : ids)
        if (id != JOKER_ID) all |= card_of(id);
    return all;
}

int GivenCards::jokers() const { return static_cast<int>(std::ranges::count(ids, JOKER_ID)); }

Expected<GivenCards> read_given_cards(const Argument& given, bool may_have_jokers) {
    auto found = read_all(given, may_have_jokers);
    if (!found) return found;
    Ids natural = found->ids;
    std::erase(natural, GivenCards::JOKER_ID);
    if (auto problem = repeated_card(natural)) return *std::move(problem);
    return found;
}

Expected<Ids> read_repeated_cards(const Argument& given, bool may_have_jokers) {
    auto found = read_all(given, may_have_jokers);
    if (!found) return std::move(found.problem());
    return std::move(found->ids);
}

Expected<Cards> read_mask(const Argument& given) {
    const auto found = read_given_cards(given);
    if (!found) return found.problem();
    return found->mask();
}

}  // namespace facevalue::poker
