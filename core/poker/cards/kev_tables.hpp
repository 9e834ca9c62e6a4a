// The tables of Cactus Kev's Poker Hand Evaluator: the value of 5, 6 or 7 cards is the sum of two entries.
//
// `table_places` finds the two entries from the ranks of each suit. It is one template for plain integers and for
// vectors of 16-bit lanes, so it has no branches. A full adder over the suits gives the ranks that occur at least
// twice, exactly three times and four times; straights are found by shifts. One entry is for the ranks of pairs, threes
// and fours, the other for the kickers: the paired ranks are shifted out of the remaining ranks, and the table has the
// value of the best one, two or three of these. Seven cards with a flush or straight cannot contain four of a kind or a
// full house, so flushes and straights are tested first. The table takes 128 KB and is computed at first use; every
// 16-bit index is within it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "poker/cards/cards.hpp"

namespace facevalue::poker {

// Nine categories, best first, and the best value of each; five of a kind needs wild cards or several decks, and has no
// value. The nine have 10, 13 * 12, 13 * 12, 1277, 10, 13 * 66, 78 * 11,
// 13 * 220 and 1277 values; 1277 sets of five ranks are not straights.
enum class Category : std::uint8_t {
    StraightFlush,
    FourOfAKind,
    FullHouse,
    Flush,
    Straight,
    ThreeOfAKind,
    TwoPair,
    OnePair,
    HighCard,
    FiveOfAKind
};
inline constexpr std::size_t CATEGORIES = 9;
inline constexpr std::array<std::uint16_t, CATEGORIES + 1> FIRST_VALUES{1,    11,   167,  323,  1600,
                                                                        1610, 2468, 3326, 6186, 7463};

// Where each kind of part starts. Kickers are sets of 12 ranks or fewer, all others of 13.
namespace section {
inline constexpr std::uint16_t DIFFERENT = 0;            // straight or high card: any five or more ranks
inline constexpr std::uint16_t SUITED = 1 << 13;         // the same of one suit
inline constexpr std::uint16_t ONE_KICKER = 2 << 13;     // the best one of these
inline constexpr std::uint16_t TWO_KICKERS = 5 << 12;    // the best two
inline constexpr std::uint16_t THREE_KICKERS = 6 << 12;  // the best three
inline constexpr std::uint16_t PAIRS = 7 << 12;          // one pair, or the best two of two or three
inline constexpr std::uint16_t THREE = 9 << 12;
inline constexpr std::uint16_t FULL_HOUSE = 11 << 12;
inline constexpr std::uint16_t FOUR = 13 << 12;
inline constexpr std::uint16_t NOTHING = PAIRS;  // no pair adds 0
}  // namespace section

using KevTable = std::array<std::uint16_t, 1 << 16>;
const KevTable& kev_table();

inline constexpr int SHORT_DECK_LOWEST = 4;  // the lowest rank of a short deck

inline constexpr int SHORT_DECK = DECK - SHORT_DECK_LOWEST * SUITS;  // cards

// An order of hands with a lookup table. In the order for the short deck, a flush beats a full house, and values only
// serve to compare hands.
struct HandOrder {
    const std::uint16_t* table;
    int lowest;  // the lowest rank of the deck, 0 or SHORT_DECK_LOWEST: the ace also counts below it in a straight
};
HandOrder high_order();
HandOrder short_deck_order();
// The cards below the lowest rank.
inline constexpr Cards missing_cards(HandOrder order) {
    const Cards ranks = (Cards{1} << order.lowest) - 1;
    return ranks | ranks << RANKS | ranks << 2 * RANKS | ranks << 3 * RANKS;
}
// The order of the ranking high or short (rankings.hpp); nothing for any other name.
std::optional<HandOrder> order_of(std::string_view ranking);

// Ranks that occur at least once, at least twice, exactly three times, four times.
template <class Lane>
struct Multiples {
    Lane once, twice, three, four;
};

template <class Lane>
struct TablePlaces {
    Lane first, second;  // places in the table
};

template <class Lane>
inline Multiples<Lane> multiples(Lane clubs, Lane diamonds, Lane hearts, Lane spades) {
    const Lane minor = clubs ^ diamonds, both_minor = clubs & diamonds;
    const Lane major = hearts ^ spades, both_major = hearts & spades;
    const Lane twice = both_minor | both_major | (minor & major);
    return {minor | major | both_minor | both_major, twice, twice & (minor ^ major), both_minor & both_major};
}

// Not zero if there are five ranks in a row; the ace is also below the rank `lowest`.
template <class Lane>
inline Lane straight_bits(Lane ranks, int lowest = 0) {
    const Lane row = ranks << 1 | (ranks >> (RANKS - 1)) << lowest;
    const Lane two = row & row << 1;
    const Lane four = two & two << 2;
    return four & row << 4;
}

// The ranks of a suit if they are five or more, else 0.
template <class Lane>
inline Lane ranks_if_five(Lane ranks_of_suit) {
    const Lane fewer = without_lowest(without_lowest(without_lowest(without_lowest(ranks_of_suit))));
    return fewer != 0 ? ranks_of_suit : fewer;
}

// At most one suit has five of seven cards.
template <class Lane>
inline Lane flush_ranks(Lane clubs, Lane diamonds, Lane hearts, Lane spades) {
    return ranks_if_five(clubs) | ranks_if_five(diamonds) | ranks_if_five(hearts) | ranks_if_five(spades);
}

// Removes the place of one rank from a set, so that higher ranks move down by one. Rank 0 moves nothing.
template <class Lane>
inline Lane shift_out(Lane ranks, Lane rank) {
    return (ranks + (ranks & (rank - 1))) >> 1;
}

template <class Lane>
inline Lane constant(std::uint16_t value) {
    return Lane{} + value;
}

template <class Lane>
inline TablePlaces<Lane> table_places(Lane clubs, Lane diamonds, Lane hearts, Lane spades, int lowest = 0) {
    const auto [once, twice, three, four] = multiples(clubs, diamonds, hearts, spades);
    const Lane flush = flush_ranks(clubs, diamonds, hearts, spades);
    const Lane straight = straight_bits(once, lowest);
    // The best two of three pairs, the best one of two threes.
    const Lane second_pair = without_lowest(twice), second_three = without_lowest(three);
    const Lane pairs = without_lowest(second_pair) != 0 ? second_pair : twice;
    const Lane best_three = second_three != 0 ? second_three : three;
    const Lane main = four != 0 ? four : three != 0 ? best_three : pairs;
    const Lane zero{};
    const Lane full = four != 0 ? zero : three != 0 ? twice ^ best_three : zero;
    const Lane lower = main & (zero - main);
    const Lane kickers = shift_out<Lane>(shift_out<Lane>((full != 0 ? twice : once) ^ main, main ^ lower), lower);

    const Lane one = constant<Lane>(section::ONE_KICKER);
    const Lane of_three = full != 0 ? one : constant<Lane>(section::TWO_KICKERS);
    const Lane of_pairs = second_pair != 0 ? one : constant<Lane>(section::THREE_KICKERS);
    const Lane kicker_section = four != 0 ? one : three != 0 ? of_three : of_pairs;
    const Lane of_main = full != 0 ? constant<Lane>(section::FULL_HOUSE) : constant<Lane>(section::THREE);
    const Lane main_section = four != 0    ? constant<Lane>(section::FOUR)
                              : three != 0 ? of_main
                                           : constant<Lane>(section::PAIRS);

    const Lane row = flush | straight;
    const Lane first = twice != 0 ? (straight != 0 ? once : kicker_section + kickers) : once;
    return {flush != 0 ? flush + section::SUITED : first,
            row != 0 ? constant<Lane>(section::NOTHING) : main_section + main};
}

// The number of the Category; `lowest` is the lowest rank of the deck.
template <class Lane>
inline Lane category(Lane clubs, Lane diamonds, Lane hearts, Lane spades, int lowest) {
    const auto [once, twice, three, four] = multiples(clubs, diamonds, hearts, spades);
    const Lane flush = flush_ranks(clubs, diamonds, hearts, spades);
    const Lane second = without_lowest(twice);
    const auto number = [](Category category) { return constant<Lane>(static_cast<std::uint16_t>(category)); };
    const Lane of_pairs = twice == 0    ? number(Category::HighCard)
                          : second != 0 ? number(Category::TwoPair)
                                        : number(Category::OnePair);
    const Lane of_three = second != 0 ? number(Category::FullHouse) : number(Category::ThreeOfAKind);
    const Lane of_multiples = four != 0 ? number(Category::FourOfAKind) : three != 0 ? of_three : of_pairs;
    const Lane of_flush = straight_bits(flush, lowest) != 0 ? number(Category::StraightFlush) : number(Category::Flush);
    const Lane of_straight = straight_bits(once, lowest) != 0 ? number(Category::Straight) : of_multiples;
    return flush != 0 ? of_flush : of_straight;
}

}  // namespace facevalue::poker
