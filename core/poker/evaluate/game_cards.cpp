#include "poker/evaluate/game_cards.hpp"

#include <array>

#include "poker/cards/card_text.hpp"
#include "poker/cards/combinations.hpp"
#include "text/joined.hpp"
#include "text/quoted.hpp"

namespace facevalue::poker {

namespace {

// The first card, suit by suit, as messages show it.
std::string first_card(Cards cards) { return represented(text_of(lowest(cards))); }

// "5 to 7".
std::string bounds(int fewest, int most) {
    return most > fewest ? joined({fewest, " to ", most}) : std::to_string(fewest);
}

// The game has too few cards for a ranking, or another deck.
std::optional<Problem> too_few_cards(const GameCards& game, const Ranking& ranking) {
    if (ranking.name == "short" && game.deck != SHORT_DECK)
        return rule_problem(joined({"ranking 'short' needs a deck of ", SHORT_DECK, " cards"}));
    const int shared = ranking.cards - game.from_hole;
    const bool is_fixed = shared < 0 || (game.from_hole != 0 && game.board < shared);
    if (!is_fixed && game.hole + game.board >= ranking.cards) return std::nullopt;
    return rule_problem(joined({"ranking ", represented(ranking.name), " needs ", ranking.cards, " cards, not ",
                                is_fixed ? game.from_hole : game.hole, is_fixed ? " from the hole" : " in the hole",
                                " and ", game.board, " on the board"}));
}

}  // namespace

std::optional<Problem> wrong_deck(int deck) {
    if (deck == SHORT_DECK || deck == DECK) return std::nullopt;
    return rule_problem(joined({"deck must be ", SHORT_DECK, " or ", DECK, ", not ", deck}));
}

std::optional<Problem> wrong_game(const GameCards& game, const Ranking* low) {
    if (auto problem = wrong_deck(game.deck)) return problem;
    if (game.ranking->name == "low-8")
        return rule_problem("the ranking 'low-8' can only be `low`, because not every hand qualifies for it");
    if (auto problem = too_few_cards(game, *game.ranking)) return problem;
    return low != nullptr ? too_few_cards(game, *low) : std::nullopt;
}

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

std::vector<Category> categories_of(const GameCards& game) {
    std::vector<Category> found;
    if (game.wilds != 0 && game.ranking->has_five_of_a_kind()) found.push_back(Category::FiveOfAKind);
    for (const Category category : game.ranking->categories) found.push_back(category);
    return found;
}

Problem wrong_count(const GameCards& game, int fewest, int most, int count) {
    return card_problem(joined({game.name, " needs ", bounds(fewest, most), " cards, not ", count}));
}

Problem wrong_board(const GameCards& game, int count) {
    return card_problem(joined({"the board of ", game.name, " has up to ", game.board, " cards, not ", count}));
}

std::optional<Problem> wrong_sizes(const GameCards& game, int held, int shared, bool may_have_more) {
    if (game.from_hole != 0) {
        if (held == game.hole && shared >= game.fewest_shared() && shared <= game.board) return std::nullopt;
        const std::string sizes = bounds(game.fewest_shared(), game.board);
        const std::string shown = shared != 0 ? joined({"a board of ", shared}) : "no board";
        return card_problem(joined({game.name, " needs ", game.hole, " cards and a board of ", sizes, ", not ", held,
                                    held == 1 ? " card" : " cards", " and ", shown}));
    }
    if (shared > game.board) return wrong_board(game, shared);
    if (shared != 0 && held != game.hole)
        return card_problem(joined({game.name, " needs ", game.hole, " cards with a board, not ", held}));
    const int fewest = game.ranking->cards, most = game.hole + game.board;
    const bool is_long = may_have_more && shared == 0 && game.has_choice();
    if (held + shared >= fewest && (is_long || held + shared <= most)) return std::nullopt;
    return wrong_count(game, fewest, most, held + shared);
}

std::optional<Problem> wrong_hand(const GameCards& game, Cards hand, Cards board, bool may_have_more) {
    if (auto problem = missing_card(game, hand | board)) return problem;
    if (auto problem = clash(std::array{Place{"in the hand", hand}, Place{"on the board", board}})) return problem;
    return wrong_sizes(game, size(hand), size(board), may_have_more);
}

}  // namespace facevalue::poker
