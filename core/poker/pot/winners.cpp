#include "poker/pot/winners.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>

#include "poker/scoring/strength.hpp"
#include "text/joined.hpp"

namespace facevalue::poker {

namespace {

constexpr int HAND_SIZE = 5;
constexpr std::uint32_t ABOVE_ALL_WORTHS = 1U << 24;

// Higher is stronger.
using Scores = std::vector<std::uint32_t>;
using Five = std::array<std::uint8_t, HAND_SIZE>;

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
std::optional<Problem> wrong_deal(const std::vector<Cards>& hands, Cards board) {
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
    for (const int id : ids) all |= card_of(id);
    return all;
}

Ids together(const Ids& hand, const Ids& board) {
    Ids all = hand;
    all.insert(all.end(), board.begin(), board.end());
    return all;
}

// A card and how often it occurs.
struct Repeated {
    int id;
    std::size_t times;
};
// The first card that occurs more often than this.
std::optional<Repeated> first_above(const Ids& cards, std::size_t most) {
    std::array<std::size_t, DECK> times{};
    for (const int id : cards) ++times[static_cast<std::size_t>(id)];
    for (const int id : cards)
        if (const std::size_t found = times[static_cast<std::size_t>(id)]; found > most) return Repeated{id, found};
    return std::nullopt;
}

// How strong a category of high hands is, from 1 up.
std::uint32_t height_of(const Ranking& ranking, Category category) {
    const auto order = categories_in_order(ranking);
    return static_cast<std::uint32_t>(order.end() - std::ranges::find(order, category));
}

// What five cards are worth as a high hand: a category and then ranks, four bits each. The cards may be equal.
std::uint32_t worth_of(const Ranking& ranking, const Five& cards) {
    std::array<int, RANKS + 1> times{};  // of each rank, from 1 up; a low ace is 0
    bool is_flush = ranking.has_sequences;
    for (const int id : cards) {
        ++times[ranking.is_ace_low && id / SUITS == ACE ? 0 : static_cast<std::size_t>(id / SUITS) + 1];
        is_flush &= id % SUITS == cards[0] % SUITS;
    }
    // Of all cards, and of each rank once with the most frequent first.
    std::uint32_t ranks = 0, groups = 0;
    int kinds = 0, most = 0;
    for (std::uint32_t rank = times.size(); rank-- > 0;)
        for (int i = 0; i < times[rank]; ++i) ranks = ranks << 4 | rank;
    for (int often = HAND_SIZE; often > 0; --often)
        for (std::uint32_t rank = times.size(); rank-- > 0;) {
            if (times[rank] != often) continue;
            groups = groups << 4 | rank;
            most = std::max(most, often);
            ++kinds;
        }
    groups <<= 4 * (HAND_SIZE - kinds);
    const auto worth = [&](Category category, std::uint32_t below) {
        return height_of(ranking, category) << 4 * HAND_SIZE | below;
    };
    if (kinds == 1) return std::uint32_t{CATEGORIES + 1} << 4 * HAND_SIZE | groups;
    if (kinds == HAND_SIZE && ranking.has_sequences) {
        const auto wheel = static_cast<std::uint32_t>(ranking.wheel_top + 1);
        const bool is_wheel =
            ranking.wheel_top != NO_WHEEL &&
            ranks == (std::uint32_t{RANKS} << 16 | wheel << 12 | (wheel - 1) << 8 | (wheel - 2) << 4 | (wheel - 3));
        const std::uint32_t top = ranks >> 16, low = ranks & 0xF;
        if (is_wheel || top - low == HAND_SIZE - 1)
            return worth(is_flush ? Category::StraightFlush : Category::Straight, (is_wheel ? wheel : top) << 16);
    }
    constexpr std::array BY_KINDS{Category::FullHouse, Category::TwoPair, Category::OnePair, Category::HighCard};
    const Category category = most == 4                 ? Category::FourOfAKind
                              : kinds == 3 && most == 3 ? Category::ThreeOfAKind
                                                        : BY_KINDS[static_cast<std::size_t>(kinds) - 2];
    return std::max(worth(category, groups), is_flush ? worth(Category::Flush, ranks) : 0);
}

// The score of the best hand that a game allows.
std::uint32_t best_of_decks(const Game& game, const Ids& hand, const Ids& board) {
    const Ranking& ranking = *game.ranking;
    if (ranking.cards != HAND_SIZE) return best(ranking, mask_of(hand) | mask_of(board), 0, 0).value_or(Played{}).score;
    const Ids cards = together(hand, board);
    const unsigned own = (1U << hand.size()) - 1;
    std::uint32_t highest = 0;
    for (unsigned choice = 0; choice >> cards.size() == 0; ++choice) {
        if (std::popcount(choice) != HAND_SIZE) continue;
        if (game.from_hole != 0 && std::popcount(choice & own) != game.from_hole) continue;
        Five five{};
        std::size_t place = 0;
        for (unsigned left = choice; left != 0; left &= left - 1) five[place++] = cards[std::countr_zero(left)];
        const std::uint32_t worth = worth_of(ranking, five);
        highest = std::max(highest, ranking.is_low ? ABOVE_ALL_WORTHS - worth : worth);
    }
    return highest;
}

std::optional<Problem> wrong_hand_of_decks(const Game& game, const Ids& hand, const Ids& board) {
    const Ids cards = together(hand, board);
    if (auto problem = missing_card(game, mask_of(cards))) return problem;
    if (auto problem = wrong_sizes(game, static_cast<int>(hand.size()), static_cast<int>(board.size()))) return problem;
    const auto repeated = first_above(cards, 1);
    if (!repeated || !game.has_wild_cards()) return std::nullopt;
    return card_problem(joined({"a hand of ", game.name, ", which has wild cards, must have different cards: ",
                                represented(card_text(repeated->id)), " is repeated"}));
}

}  // namespace

Expected<Winners> winners_of(const Game& game, const std::vector<Cards>& hands, Cards board, const Stop& stop) {
    if (auto problem = wrong_deal(hands, board)) return *std::move(problem);
    const auto scores = scores_of(game, hands, board, stop);
    if (!scores) return scores.problem();
    return places_of_highest(*scores);
}

Expected<Winners> winners_of(const Game& game, const std::vector<Ids>& hands, const Ids& board, const Stop& stop) {
    Scores scores;
    const auto has_repeated = [&](const Ids& hand) { return first_above(together(hand, board), 1).has_value(); };
    if (std::ranges::none_of(hands, has_repeated)) {
        std::vector<Cards> masks;
        for (const Ids& hand : hands) masks.push_back(mask_of(hand));
        auto found = scores_of(game, masks, mask_of(board), stop);
        if (!found) return std::move(found.problem());
        return places_of_highest(*found);
    }
    for (const Ids& hand : hands)
        if (auto problem = wrong_hand_of_decks(game, hand, board)) return *std::move(problem);
    for (const Ids& hand : hands) scores.push_back(best_of_decks(game, hand, board));
    return places_of_highest(scores);
}

std::optional<Problem> wrong_decks(const Ids& cards, int decks) {
    const auto found = first_above(cards, static_cast<std::size_t>(decks));
    if (!found) return std::nullopt;
    const std::string shown = represented(card_text(found->id));
    if (decks == 1) return card_problem(joined({shown, " is repeated"}));
    return card_problem(joined({shown, " appears ", found->times, " times in ", decks, " decks"}));
}

Problem jokers_of_decks(int decks) {
    return rule_problem(joined({"jokers are dealt from one deck only, not from ", decks}));
}

}  // namespace facevalue::poker
