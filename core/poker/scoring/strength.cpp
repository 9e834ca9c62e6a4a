#include "poker/scoring/strength.hpp"

#include "poker/cards/given_cards.hpp"
#include "poker/scoring/wild_cards.hpp"
#include "text/joined.hpp"

namespace facevalue::poker {

namespace {

// So many jokers, of which some are dealt already.
Cards jokers_from(int dealt, int count) { return ((Cards{1} << count) - 1) << (DECK + dealt); }

}  // namespace

Expected<std::vector<Cards>> read_hands(std::string_view game, int jokers, std::span<const Argument> hands) {
    std::vector<Cards> found;
    int dealt = 0, seen = 0;
    for (const Argument& hand : hands) {
        const auto cards = read_given_cards(hand, jokers > 0);
        if (!cards) return cards.problem();
        seen += cards->jokers();
        if (seen <= jokers) found.push_back(cards->mask() | jokers_from(dealt, cards->jokers()));
        dealt = seen;
    }
    if (seen <= jokers) return found;
    return card_problem(
        joined({"the deck of ", game, " has ", jokers, jokers == 1 ? " joker" : " jokers", ", not ", seen}));
}

std::optional<Played> strongest(const Game& game, const Ranking& ranking, Cards hole, Cards board, const Stop& stop) {
    if (!game.has_wild_cards()) return best(ranking, hole, board, game.from_hole);
    const Cards wild = game.wild_cards() | jokers_from(0, game.jokers);
    return best_with_wild_cards(ranking, hole | board, wild, game.missing(), stop);
}

}  // namespace facevalue::poker
