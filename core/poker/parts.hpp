// Parts: Cactus Kev's value of a hand, from 1 (royal flush) to 7462, as a sum of two numbers in one table.
//
// For: the evaluators, one hand at a time (evaluator.hpp) and many at once (lanes.hpp). `parts` turns the four suit
// planes of 5, 6 or 7 cards into two places of the table; the sum of the numbers there is the value. It is written
// once, for a plain integer and for vectors of 16-bit lanes, so it has no branch, only choices between two values.
// Method: a full adder over the suits gives the ranks held at least twice, thrice and four times; straights come by
// shifts. The main ranks (the pair, both pairs, the three...) are one part. The kickers are the other: the places of
// the main ranks are squeezed out of the ranks left, and the table knows what the best one, two or three of them are
// worth. A flush or straight excludes four of a kind and full house in seven cards, so it simply goes first.
// A short deck has the same parts, a table of its own, and another lowest straight.
// Cost: about 80 operations and two look-ups; the table is 128 KB, of which a few KB are in use, made from the rules at
// the first use. Any 16-bit place is inside it. Threads may share it: it is const after that.
// Source: Cactus Kev's Poker Hand Evaluator, for the values; bit planes are common lore of chess and poker programs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "cards.hpp"

namespace facevalue {

// Nine kinds of hand, the best first, and the best value of each: they have 10, 13 * 12, 13 * 12, 1277, 10, 13 * 66,
// 78 * 11, 13 * 220 and 1277 values; 1277 is how many sets of five ranks are no straight.
enum class Category : std::uint8_t {
    StraightFlush,
    FourOfAKind,
    FullHouse,
    Flush,
    Straight,
    ThreeOfAKind,
    TwoPair,
    OnePair,
    HighCard
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

using PartTable = std::array<std::uint16_t, 1 << 16>;
const PartTable& part_table();

inline constexpr int SIX = 4;  // the lowest rank of a short deck

// An order of hands that has a table. Under the one of the short deck a flush beats a full house, and a value says
// only which of two hands is the stronger.
struct Scale {
    const std::uint16_t* table;
    int lowest;  // the lowest rank of the deck, 0 or SIX: the ace stands below it in a straight too
};
Scale usual_scale();
Scale short_scale();
// That of the ranking (rankings.hpp) of this name: high or short; nothing for any other.
std::optional<Scale> scale_of(std::string_view ranking);

// Ranks held at least once, at least twice, exactly three times, four times.
template <class Lane>
struct Multiples {
    Lane once, twice, three, four;
};

template <class Lane>
struct Parts {
    Lane first, second;  // places in the table
};

template <class Lane>
inline Multiples<Lane> multiples(Lane clubs, Lane diamonds, Lane hearts, Lane spades) {
    const Lane minor = clubs ^ diamonds, both_minor = clubs & diamonds;
    const Lane major = hearts ^ spades, both_major = hearts & spades;
    const Lane twice = both_minor | both_major | (minor & major);
    return {minor | major | both_minor | both_major, twice, twice & (minor ^ major), both_minor & both_major};
}

// Not zero where five ranks stand in a row; the ace stands below the rank `lowest` too.
template <class Lane>
inline Lane straights(Lane ranks, int lowest = 0) {
    const Lane row = ranks << 1 | (ranks >> (RANKS - 1)) << lowest;
    const Lane two = row & row << 1;
    const Lane four = two & two << 2;
    return four & row << 4;
}

template <class Lane>
inline Lane without_lowest(Lane ranks) {
    return ranks & (ranks - 1);
}

// The plane itself where it has five cards or more, else 0.
template <class Lane>
inline Lane if_five(Lane plane) {
    const Lane fewer = without_lowest(without_lowest(without_lowest(without_lowest(plane))));
    return fewer != 0 ? plane : fewer;
}

// At most one suit has five of seven cards.
template <class Lane>
inline Lane suited(Lane clubs, Lane diamonds, Lane hearts, Lane spades) {
    return if_five(clubs) | if_five(diamonds) | if_five(hearts) | if_five(spades);
}

// Takes the place of one rank out of a set: those above move down by one. No rank (0): nothing moves.
template <class Lane>
inline Lane squeezed(Lane ranks, Lane rank) {
    return (ranks + (ranks & (rank - 1))) >> 1;
}

template <class Lane>
inline Lane constant(std::uint16_t value) {
    return Lane{} + value;
}

template <class Lane>
inline Parts<Lane> parts(Lane clubs, Lane diamonds, Lane hearts, Lane spades, int lowest = 0) {
    const auto [once, twice, three, four] = multiples(clubs, diamonds, hearts, spades);
    const Lane flush = suited(clubs, diamonds, hearts, spades);
    const Lane straight = straights(once, lowest);
    // Of three pairs the best two, of two threes the best one.
    const Lane second_pair = without_lowest(twice), second_three = without_lowest(three);
    const Lane pairs = without_lowest(second_pair) != 0 ? second_pair : twice;
    const Lane best_three = second_three != 0 ? second_three : three;
    const Lane main = four != 0 ? four : three != 0 ? best_three : pairs;
    const Lane zero{};
    const Lane full = four != 0 ? zero : three != 0 ? twice ^ best_three : zero;
    const Lane lower = main & (zero - main);
    const Lane kickers = squeezed<Lane>(squeezed<Lane>((full != 0 ? twice : once) ^ main, main ^ lower), lower);

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
    const Lane flush = suited(clubs, diamonds, hearts, spades);
    const Lane second = without_lowest(twice);
    const auto number = [](Category category) { return constant<Lane>(static_cast<std::uint16_t>(category)); };
    const Lane of_pairs = twice == 0    ? number(Category::HighCard)
                          : second != 0 ? number(Category::TwoPair)
                                        : number(Category::OnePair);
    const Lane of_three = second != 0 ? number(Category::FullHouse) : number(Category::ThreeOfAKind);
    const Lane of_multiples = four != 0 ? number(Category::FourOfAKind) : three != 0 ? of_three : of_pairs;
    const Lane of_flush = straights(flush, lowest) != 0 ? number(Category::StraightFlush) : number(Category::Flush);
    const Lane of_straight = straights(once, lowest) != 0 ? number(Category::Straight) : of_multiples;
    return flush != 0 ? of_flush : of_straight;
}

}  // namespace facevalue
