#include "poker/evaluate/game_cards.hpp"

#include "poker/cards/card_text.hpp"
#include "poker/cards/combinations.hpp"
#include "text/joined.hpp"
#include "text/quoted.hpp"

namespace facevalue::poker {

namespace {

// The first card, suit by suit, as messages show it.
std::string first_card(Cards cards) { return represented(text_of(lowest(cards))); }

}  // namespace

Cards GameCards::missing() const {
    const Cards ranks = (Cards{1} << (DECK - deck) / SUITS) - 1;
    return ranks | ranks << RANKS | ranks << 2 * RANKS | ranks << 3 * RANKS;
}

std::optional<Problem> clash(std::span<const Place> places) {
    for (std::size_t i = 0; i < places.size(); ++i)
        for (const auto& [where, cards] : places.subspan(i + 1))
            if (const Cards both = places[i].cards & cards; both != 0)
                return card_problem(joined({first_card(both), " is both ", places[i].where, " and ", where}));
    return std::nullopt;
}

std::optional<Problem> missing_card(const GameCards& game, Cards cards) {
    const Cards missing = cards & game.missing();
    if (missing == 0) return std::nullopt;
    return card_problem(
        joined({"the deck of ", game.name, " has only ", game.deck, " cards, without ", first_card(missing)}));
}

Problem wrong_count(const GameCards& game, int fewest, int most, int count) {
    const std::string upper = most > fewest ? joined({" to ", most}) : "";
    return card_problem(joined({game.name, " needs ", fewest, upper, " cards, not ", count}));
}

}  // namespace facevalue::poker
