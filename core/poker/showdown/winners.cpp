#include "poker/showdown/winners.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>

#include "poker/cards/given_cards.hpp"
#include "poker/evaluate/patterns.hpp"
#include "poker/scoring/strength.hpp"
#include "poker/scoring/wild_cards.hpp"
#include "text/joined.hpp"
#include "text/quoted.hpp"

namespace facevalue::poker {

namespace {

constexpr int LEAST_BOARD = 3;

bool is_joker(int id) { return id >= DECK; }

// Higher is stronger.
using Scores = std::vector<std::uint32_t>;

Winners places_of_highest(const Scores& scores) {
    Winners places;
    const std::uint32_t highest = std::ranges::max(scores);
    for (std::size_t i = 0; i < scores.size(); ++i)
        if (scores[i] == highest) places.push_back(i);
    return places;
}

// Each hand has different cards from those on the board.
Expected<Scores> scores_of(const Game& game, const std::vector<Cards>& hands, Cards board, const Stop& stop) {
    Scores scores;
    for (const Cards hand : hands) {
        if (auto problem = wrong_hand(game, hand, board)) return *std::move(problem);
        const auto played = strongest(game, *game.ranking, hand, board, stop);
        if (!played) return card_problem("no hand qualifies");  // only after a stop: `Game` has no such ranking
        scores.push_back(played->score);
    }
    return scores;
}

// A card is in two hands, or in a hand and on the board.
std::optional<Problem> wrong_deal(const Game& game, const std::vector<Cards>& hands, Cards board) {
    if (board == 0)
        if (auto problem = repeated_board(game, hands)) return problem;
    std::vector<std::string> names;
    for (const Cards hand : hands) {
        std::string cards;
        for (int suit = 0; suit < SUITS; ++suit)
            for (int rank = 0; rank < RANKS; ++rank)
                if ((hand & card(rank, suit)) != 0) cards += text_of(card(rank, suit));
        names.push_back(joined({"in the hand ", represented(cards)}));
    }
    std::vector<Place> places;
    for (std::size_t i = 0; i < hands.size(); ++i) places.push_back({names[i], hands[i]});
    places.push_back({"on the board", board});
    return clash(places);
}

Cards mask_of(const Ids& ids) {
    Cards all = 0;
    for (const int id : ids) all |= is_joker(id) ? 0 : card_of(id);
    return all;
}

Ids together(const Ids& hand, const Ids& board) {
    Ids all = hand;
    all.insert(all.end(), board.begin(), board.end());
    return all;
}

Copies copies_of(const Ids& cards) {
    Copies copies{};
    for (const int id : cards)
        if (id < DECK) ++copies[static_cast<std::size_t>(id % SUITS)][static_cast<std::size_t>(id / SUITS)];
    return copies;
}

}  // namespace

std::uint32_t score_of_decks(const Game& game, const Ranking& ranking, const Ids& hand, const Ids& board,
                             const Stop& stop) {
    if (ranking.has_smaller_hands) {  // equal cards cannot both play
        const auto jokers = static_cast<int>(std::ranges::count_if(together(hand, board), is_joker));
        const Cards cards = mask_of(hand) | mask_of(board) | jokers_from(0, std::min(jokers, ranking.cards));
        const Cards wilds = game.wilds | jokers_from(0, ranking.cards);
        return best_with_wild_cards(ranking, cards, 0, {0, wilds, game.missing()}, stop).value_or(Played{}).score;
    }
    const auto score = [&](const Ids& cards) {
        Ids natural;
        for (const int id : cards)
            if (!is_joker(id) && (card_of(id) & game.wilds) == 0) natural.push_back(static_cast<std::uint8_t>(id));
        return best_of_copies(ranking, copies_of(natural), static_cast<int>(cards.size() - natural.size()),
                              game.missing());
    };
    const Ids cards = together(hand, board);
    if (game.from_hole == 0) return score(cards);
    const unsigned own = (1U << hand.size()) - 1;
    std::uint32_t highest = 0;
    for (unsigned choice = 0; choice >> cards.size() == 0; ++choice) {
        if (std::popcount(choice) != ranking.cards || std::popcount(choice & own) != game.from_hole) continue;
        Ids played;
        for (unsigned left = choice; left != 0; left &= left - 1) played.push_back(cards[std::countr_zero(left)]);
        highest = std::max(highest, score(played));
    }
    return highest;
}

std::optional<Problem> wrong_hand_of_decks(const Game& game, const Ids& hand, const Ids& board) {
    if (auto problem = missing_card(game, mask_of(hand) | mask_of(board))) return problem;
    return wrong_sizes(game, static_cast<int>(hand.size()), static_cast<int>(board.size()));
}

Expected<Winners> winners_of(const Game& game, const std::vector<Cards>& hands, Cards board, const Stop& stop) {
    if (auto problem = wrong_deal(game, hands, board)) return *std::move(problem);
    const auto scores = scores_of(game, hands, board, stop);
    if (!scores) return scores.problem();
    return places_of_highest(*scores);
}

Expected<Winners> winners_of(const Game& game, const std::vector<Ids>& hands, const Ids& board, int decks,
                             const Stop& stop) {
    if (decks == 1) {
        int jokers = 0;
        const auto mask = [&](const Ids& ids) {
            const auto own = static_cast<int>(std::ranges::count_if(ids, is_joker));
            jokers += own;
            return mask_of(ids) | jokers_from(jokers - own, own);
        };
        const Cards shared = mask(board);
        std::vector<Cards> masks;
        for (const Ids& hand : hands) masks.push_back(mask(hand));
        return winners_of(game, masks, shared, stop);
    }
    for (const Ids& hand : hands)
        if (auto problem = wrong_hand_of_decks(game, hand, board)) return *std::move(problem);
    Scores scores;
    for (const Ids& hand : hands) scores.push_back(score_of_decks(game, *game.ranking, hand, board, stop));
    return places_of_highest(scores);
}

std::optional<Problem> repeated_board(const Game& game, const std::vector<Cards>& hands) {
    if (hands.size() < 2 || game.board == 0) return std::nullopt;
    Cards board = hands[0];
    for (const Cards hand : hands) board &= hand;
    const int shared = size(board);
    if (shared < LEAST_BOARD || shared > game.board) return std::nullopt;
    if (std::ranges::any_of(hands, [&](Cards hand) { return size(hand) != game.hole + shared; })) return std::nullopt;
    return card_problem(joined({hands.size() == 2 ? "both" : "all", " hands contain ", quoted(text_of(board)),
                                "; give the board once, with ", "`board='", text_of(board), "'`"}));
}

std::optional<Problem> wrong_decks(const Game& game, const Ids& cards, int decks) {
    if (auto problem = too_many_jokers(game.name, game.jokers, decks, cards)) return problem;
    return dealt_too_often(cards, decks);
}

}  // namespace facevalue::poker
