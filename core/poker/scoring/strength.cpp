#include "poker/scoring/strength.hpp"

#include "poker/cards/given_cards.hpp"
#include "poker/scoring/wild_cards.hpp"
#include "text/joined.hpp"

namespace facevalue::poker {

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
    return *too_many_jokers(game, jokers, 1, seen);
}

std::optional<Played> strongest(const Game& game, const Ranking& ranking, Cards hole, Cards board, const Stop& stop) {
    if (!game.has_wild_cards()) return best(ranking, hole, board, game.from_hole);
    return best_with_wild_cards(ranking, hole, board, {game.from_hole, game.wilds, game.missing()}, stop);
}

}  // namespace facevalue::poker
