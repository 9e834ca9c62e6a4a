#include "players.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "poker/cards/given_cards.hpp"
#include "poker/hands.hpp"
#include "poker/tables.hpp"
#include "problem.hpp"
#include "query/arguments.hpp"
#include "query/values.hpp"
#include "work/workers.hpp"

namespace facevalue {

using namespace poker;

namespace {

// The content of a field of a Python object, if it is of this class.
template <class Kept>
const Kept* kept_in(nb::handle object, const char* field) {
    const Kept* kept = nullptr;
    nb::try_cast(nb::getattr(object, field, nb::none()), kept);
    return kept;
}

Player list_hands(PlayerHands hands, std::optional<std::string> given, const OmahaOrder* order) {
    return result_of(interruptible([&] { return player_of(std::move(hands), std::move(given), order, interrupted); }));
}

Player list_range(PlayerHands range, int cards, const Game& game, const OmahaOrder* order) {
    std::string text = text_of(range);
    raise_if(wrong_range(text, cards, game));
    Player player = list_hands(std::move(range), std::move(text), order);
    add_jokers(player, game);
    return player;
}

Player read_player(nb::handle given, const Game& game) {
    if (PyUnicode_Check(given.ptr())) {
        const Argument text = Argument::of(std::string_view(copied(given)));
        const OmahaOrder* const order = order_for(text.text, game);
        return result_of(interruptible([&] { return poker::read_player(text, game, order, Stop(interrupted)); }));
    }
    auto hand = plain_cards(given.ptr());
    if (!hand) {
        if (const auto* const range = kept_in<HandWeights>(given, "_hands"))
            return list_range(*range, 2, game, nullptr);
        if (const auto* const range = kept_in<poker::OmahaRange>(given, "_items"))
            return list_range(*range, range->size, game, kept_in<OmahaOrder>(given, "_order"));
        hand = cards_in(given, game);
    }
    if (wrong_known(game, size(*hand), 0, {})) {
        const nb::object shown = nb::module_::import_("facevalue.errors").attr("quoted")(given);
        raise_if(wrong_known(game, size(*hand), 0, copied(shown)));
    }
    return {*hand, Holding::of_hand(*hand)};
}

}  // namespace

std::size_t workers_in(nb::handle given) {
    return static_cast<std::size_t>(result_of(whole_number("workers", argument_of(given), 1, MOST_WORKERS)));
}

double limit_in(nb::handle limit) {
    const Argument arguments{Argument::Kind::Object, false, {}, {limit_argument(limit)}, {"limit"}};
    return result_of(query::read_limit(arguments, USUAL_LIMIT));
}

Cards mask_in(nb::handle cards) {
    if (const auto mask = plain_cards(cards.ptr())) return *mask;
    return nb::cast<Cards>(nb::module_::import_("facevalue.poker.hands.masks").attr("mask_of")(cards));
}

Cards cards_in(nb::handle cards, const Game& game) {
    if (game.jokers == 0) return mask_in(cards);
    const GivenCards found = result_of(read_given_cards(argument_of(cards), true));
    return found.mask() | jokers_from(0, std::min(found.jokers(), MOST_CARDS));
}

std::vector<nb::object> split_players(nb::handle players) {
    std::vector<nb::object> found;
    for (const nb::handle player : nb::iter(players)) {
        if (!PyUnicode_Check(player.ptr()))
            found.push_back(nb::borrow(player));
        else
            for (const std::string& part : poker::split_players(copied(player))) found.push_back(python_text(part));
    }
    return found;
}

const OmahaOrder* order_for(std::string_view range, const Game& game) {
    const bool may_have = game.is_omaha() && game.hole <= MOST_ORDERED;
    return may_have && range.find('%') != range.npos ? loaded_omaha_order(game.hole) : nullptr;
}

std::vector<Player> read_players(const std::vector<nb::object>& players, const Game& game) {
    std::vector<Player> read;
    std::vector<std::string> texts;
    for (const nb::object& player : players)
        if (PyUnicode_Check(player.ptr())) texts.push_back(copied(player));
    if (texts.size() == players.size()) raise_if(repeated_board(game, texts));
    for (const nb::object& player : players) read.push_back(read_player(player, game));
    return read;
}

}  // namespace facevalue
