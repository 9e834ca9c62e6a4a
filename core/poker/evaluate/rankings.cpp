#include "poker/evaluate/rankings.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "poker/evaluate/evaluator.hpp"
#include "poker/evaluate/patterns.hpp"

namespace facevalue::poker {

namespace {

constexpr int MOST_CHOICE = 16;                // cards to choose from
constexpr std::uint32_t STRONGEST = 1U << 24;  // above every worth

// Ranks as this ranking orders them.
Ranks ordered(const Ranking& ranking, Ranks ranks) { return ranking.is_ace_low ? ace_low(ranks) : ranks; }

int top(Ranks ranks) { return std::bit_width(ranks) - 1; }

Pattern pattern_of(const Ranking& ranking, Cards cards) {
    Pattern hand;
    std::array<int, RANKS> counts{};
    for (int suit = 0; suit < SUITS; ++suit) {
        const Ranks ranks = ordered(ranking, ranks_of_suit(cards, suit));
        hand.is_one_suit |= size(ranks) == ranking.cards;
        for (Ranks left = ranks; left != 0; left = without_lowest(left)) ++counts[std::countr_zero(left)];
    }
    for (int rank = 0; rank < RANKS; ++rank) hand.times[counts[rank]] |= 1U << rank;
    return hand;
}

Category category(const Ranking& ranking, const Pattern& hand, bool is_straight) {
    const bool is_flush = ranking.has_sequences && hand.is_one_suit;
    if (hand.times[5] != 0) return Category::FiveOfAKind;
    if (is_straight) return is_flush ? Category::StraightFlush : Category::Straight;
    const Category by_ranks = hand.times[4] != 0                         ? Category::FourOfAKind
                              : hand.times[3] != 0 && hand.times[2] != 0 ? Category::FullHouse
                              : hand.times[3] != 0                       ? Category::ThreeOfAKind
                              : hand.times[2] == 0                       ? Category::HighCard
                              : size(hand.times[2]) == 2                 ? Category::TwoPair
                                                                         : Category::OnePair;
    // A flush of several decks may have pairs.
    return is_flush && ranking.place(Category::Flush) < ranking.place(by_ranks) ? Category::Flush : by_ranks;
}

// The category as a number, higher for better.
std::uint32_t height(const Ranking& ranking, Category category) {
    const std::size_t count = ranking.categories.size();
    return static_cast<std::uint32_t>(category == Category::FiveOfAKind ? count + 1 : count - ranking.place(category));
}

std::uint32_t score_high(const Ranking&, Cards cards) {
    const std::uint32_t value = hand_value(cards);
    return value == 0 ? 0 : FIRST_VALUES.back() - value;
}

std::uint32_t score_by_worth(const Ranking& ranking, Cards cards) {
    const Ranks ranks = ordered(ranking, ranks_of(cards));
    if ((ranks & ~ranking.allowed_ranks) != 0) return 0;
    if (ranking.has_no_pair && size(ranks) < ranking.cards) return 0;
    return score_of_worth(ranking, worth(ranking, pattern_of(ranking, cards)));
}

// Cards of different ranks and suits: more cards are stronger, then lower ones, compared from the highest.
std::uint32_t score_badugi(const Ranking& ranking, Cards cards) {
    const Ranks ranks = ordered(ranking, ranks_of(cards));
    bool different = size(ranks) == size(cards);
    for (int suit = 0; suit < SUITS; ++suit) different &= size(ranks_of_suit(cards, suit)) <= 1;
    return different ? static_cast<std::uint32_t>(size(cards)) << RANKS | (ALL_RANKS ^ ranks) : 0;
}

constexpr std::array SHORT_DECK_ORDER{// with fewer cards, flushes are rarer than full houses
                                      Category::StraightFlush, Category::FourOfAKind, Category::Flush,
                                      Category::FullHouse,     Category::Straight,    Category::ThreeOfAKind,
                                      Category::TwoPair,       Category::OnePair,     Category::HighCard};
constexpr std::array THREE_CARD_ORDER{Category::StraightFlush, Category::ThreeOfAKind, Category::Straight,
                                      Category::Flush,         Category::OnePair,      Category::HighCard};
constexpr std::array FOUR_CARD_ORDER{Category::FourOfAKind, Category::StraightFlush, Category::ThreeOfAKind,
                                     Category::Flush,       Category::Straight,      Category::TwoPair,
                                     Category::OnePair,     Category::HighCard};

const Ranking RANKINGS[] = {
    {.name = "high", .score = score_high},
    {.name = "short",
     .score = score_by_worth,
     .wheel_top = SHORT_DECK_LOWEST + 3,
     .allowed_ranks = ALL_RANKS >> SHORT_DECK_LOWEST << SHORT_DECK_LOWEST,
     .categories = SHORT_DECK_ORDER},
    {.name = "three-card", .score = score_by_worth, .cards = 3, .wheel_top = 1, .categories = THREE_CARD_ORDER},
    {.name = "four-card", .score = score_by_worth, .cards = 4, .wheel_top = 2, .categories = FOUR_CARD_ORDER},
    {.name = "low-a5",
     .score = score_by_worth,
     .is_low = true,
     .is_ace_low = true,
     .has_sequences = false,
     .wheel_top = NO_WHEEL},
    {.name = "low-8",
     .score = score_by_worth,
     .is_low = true,
     .is_ace_low = true,
     .has_sequences = false,
     .wheel_top = NO_WHEEL,
     .allowed_ranks = EIGHT_OR_LOWER,
     .has_no_pair = true},
    {.name = "low-27", .score = score_by_worth, .is_low = true, .wheel_top = NO_WHEEL},
    {.name = "badugi",
     .score = score_badugi,
     .cards = 4,
     .has_smaller_hands = true,
     .is_low = true,
     .is_ace_low = true,
     .has_sequences = false,
     .wheel_top = NO_WHEEL},
    {.name = "badugi-27",
     .score = score_badugi,
     .cards = 4,
     .has_smaller_hands = true,
     .is_low = true,
     .has_sequences = false,
     .wheel_top = NO_WHEEL},
};

// The cards at the places of the bits of `choice`.
Cards chosen(const std::array<Cards, MOST_CHOICE>& cards, unsigned choice) {
    Cards set = 0;
    for (; choice != 0; choice &= choice - 1) set |= cards[std::countr_zero(choice)];
    return set;
}

// Calls visit(set) for every way to take `count` of the cards.
template <class Visit>
void each_choice(Cards from, int count, const Visit& visit) {
    std::array<Cards, MOST_CHOICE> cards{};
    const unsigned end = 1U << size(from);
    for (int i = 0; from != 0; from = without_lowest(from)) cards[i++] = from & -from;
    for (unsigned choice = 0; choice < end; ++choice)
        if (std::popcount(choice) == count) visit(chosen(cards, choice));
}

// The sets of `count` cards that may play; from_hole as in `best`.
template <class Visit>
void each_play(Cards hole, Cards board, int from_hole, int count, const Visit& visit) {
    if (from_hole == 0) return each_choice(hole | board, count, visit);
    each_choice(hole, from_hole,
                [&](Cards own) { each_choice(board, count - from_hole, [&](Cards shared) { visit(own | shared); }); });
}

void keep_better(const Ranking& ranking, Cards cards, std::optional<Played>& strongest) {
    const std::uint32_t score = ranking.score(ranking, cards);
    if (score != 0 && (!strongest || score > strongest->score)) strongest = Played{score, cards};
}

}  // namespace

const Ranking* ranking_of(std::string_view name) {
    const auto* row =
        std::find_if(std::begin(RANKINGS), std::end(RANKINGS), [&](const Ranking& row) { return row.name == name; });
    return row == std::end(RANKINGS) ? nullptr : row;
}

std::span<const Ranking> rankings() { return RANKINGS; }

int straight_top(const Ranking& ranking, Ranks ranks) {
    if (size(ranks) != ranking.cards) return -1;
    const int length = ranking.cards;
    if (ranks == (((1U << length) - 1) << std::countr_zero(ranks))) return top(ranks);
    if (ranking.wheel_top == NO_WHEEL) return -1;
    const Ranks low = ((1U << (length - 1)) - 1) << (ranking.wheel_top - length + 2);
    return ranks == (low | 1U << (RANKS - 1)) ? ranking.wheel_top : -1;
}

std::uint32_t worth(const Ranking& ranking, const Pattern& hand) {
    const int straight = ranking.has_sequences ? straight_top(ranking, hand.times[1]) : -1;
    const Category found = category(ranking, hand, straight >= 0);
    std::uint32_t worth = height(ranking, found);
    if (straight >= 0) return worth << 20 | static_cast<std::uint32_t>(straight) << 16;
    int places = LARGEST_HAND;
    const auto add = [&](int rank) {
        worth = worth << 4 | static_cast<std::uint32_t>(rank);
        --places;
    };
    if (found == Category::Flush) {  // by all cards, from the highest, also where several decks have equal ones
        for (int rank = RANKS; rank-- > 0;)
            for (std::size_t times = 1; times < hand.times.size(); ++times)
                for (std::size_t i = 0; (hand.times[times] >> rank & 1) != 0 && i < times; ++i) add(rank);
    } else {
        for (std::size_t times = LARGEST_HAND; times > 0; --times)
            for (Ranks left = hand.times[times]; left != 0; left ^= 1U << top(left)) add(top(left));
    }
    return worth << 4 * places;
}

std::uint32_t score_of_worth(const Ranking& ranking, std::uint32_t worth) {
    return ranking.is_low ? STRONGEST - worth : worth;
}

std::uint32_t score_of_five(const Ranking& ranking, int rank) {
    if (ranking.score == score_high) return FIRST_VALUES.back() + static_cast<std::uint32_t>(rank);
    Pattern hand;
    hand.times[LARGEST_HAND] = ordered(ranking, 1U << rank);
    return score_of_worth(ranking, worth(ranking, hand));
}

Category category_of_worth(const Ranking& ranking, std::uint32_t worth) {
    const std::size_t height = worth >> 20, count = ranking.categories.size();
    return height > count ? Category::FiveOfAKind : ranking.categories[count - height];
}

Category category_of_score(const Ranking& ranking, std::uint32_t score) {
    if (ranking.score != score_high) return category_of_worth(ranking, score);
    if (score >= FIRST_VALUES.back()) return Category::FiveOfAKind;
    const std::uint32_t value = FIRST_VALUES.back() - score;
    std::size_t category = CATEGORIES - 1;
    while (FIRST_VALUES[category] > value) --category;
    return static_cast<Category>(category);
}

void for_each_play(Cards hole, Cards board, int from_hole, int cards, const std::function<void(Cards)>& visit) {
    each_play(hole, board, from_hole, cards, visit);
}

std::optional<Played> best(const Ranking& ranking, Cards hole, Cards board, int from_hole) {
    std::optional<Played> strongest;
    const Cards all = hole | board;
    if ((all & ~FULL_DECK) != 0 || (hole & board) != 0) return strongest;
    if (from_hole == 0 && !ranking.has_smaller_hands && size(all) > MOST_CARDS) return best_pattern(ranking, {all});
    if (size(all) > MOST_CHOICE) return strongest;
    const int least = ranking.has_smaller_hands ? 1 : ranking.cards;
    for (int count = least; count <= ranking.cards; ++count)
        each_play(hole, board, from_hole, count, [&](Cards cards) { keep_better(ranking, cards, strongest); });
    return strongest;
}

}  // namespace facevalue::poker
