#include "poker/evaluate/rankings.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "poker/evaluate/evaluator.hpp"

namespace facevalue::poker {

namespace {

constexpr int MOST_CHOICE = 16;                // cards to choose from
constexpr std::uint32_t STRONGEST = 1U << 24;  // above every worth

// Ranks as this ranking orders them.
Ranks ordered(const Ranking& ranking, Ranks ranks) { return ranking.is_ace_low ? ace_low(ranks) : ranks; }

int top(Ranks ranks) { return std::bit_width(ranks) - 1; }

// Five cards by how often each rank occurs, and whether they are of one suit.
struct Five {
    std::array<Ranks, SUITS + 1> times{};  // [n]: the ranks that occur n times
    bool one_suit = false;
};

Five five(const Ranking& ranking, Cards cards) {
    Five hand;
    std::array<int, RANKS> counts{};
    for (int suit = 0; suit < SUITS; ++suit) {
        const Ranks ranks = ordered(ranking, ranks_of_suit(cards, suit));
        hand.one_suit |= size(ranks) == ranking.cards;
        for (Ranks left = ranks; left != 0; left = without_lowest(left)) ++counts[std::countr_zero(left)];
    }
    for (int rank = 0; rank < RANKS; ++rank) hand.times[counts[rank]] |= 1U << rank;
    return hand;
}

// The highest rank of a straight, or -1.
int straight_top(const Ranking& ranking, Ranks ranks) {
    if (ranks == (0b11111U << std::countr_zero(ranks))) return top(ranks);
    if (ranking.wheel_top == NO_WHEEL) return -1;
    const Ranks wheel = 0b1111U << (ranking.wheel_top - 3) | 1U << (RANKS - 1);
    return ranks == wheel ? ranking.wheel_top : -1;
}

Category category(const Ranking& ranking, const Five& hand, bool straight) {
    const bool flush = ranking.has_sequences && hand.one_suit;
    if (straight && flush) return Category::StraightFlush;
    if (hand.times[4] != 0) return Category::FourOfAKind;
    if (hand.times[3] != 0 && hand.times[2] != 0) return Category::FullHouse;
    if (flush) return Category::Flush;
    if (straight) return Category::Straight;
    if (hand.times[3] != 0) return Category::ThreeOfAKind;
    if (hand.times[2] == 0) return Category::HighCard;
    return size(hand.times[2]) == 2 ? Category::TwoPair : Category::OnePair;
}

Category flush_first(Category category) {
    if (category == Category::Flush) return Category::FullHouse;
    return category == Category::FullHouse ? Category::Flush : category;
}

// The category as a number, higher for better.
std::uint32_t height(const Ranking& ranking, Category category) {
    if (ranking.is_flush_above_full_house) category = flush_first(category);
    return static_cast<std::uint32_t>(CATEGORIES) - static_cast<std::uint32_t>(category);
}

// The category and then the ranks, four bits each, the most frequent first.
std::uint32_t worth(const Ranking& ranking, Cards cards) {
    const Five hand = five(ranking, cards);
    const int straight = ranking.has_sequences && size(hand.times[1]) == 5 ? straight_top(ranking, hand.times[1]) : -1;
    std::uint32_t worth = height(ranking, category(ranking, hand, straight >= 0));
    if (straight >= 0) return worth << 20 | static_cast<std::uint32_t>(straight) << 16;
    int places = 5;
    for (std::size_t times = SUITS; times > 0; --times)
        for (Ranks left = hand.times[times]; left != 0; left ^= 1U << top(left), --places)
            worth = worth << 4 | static_cast<std::uint32_t>(top(left));
    return worth << 4 * places;
}

std::uint32_t score_high(const Ranking&, Cards cards) {
    const std::uint32_t value = hand_value(cards);
    return value == 0 ? 0 : FIRST_VALUES.back() - value;
}

std::uint32_t score_five(const Ranking& ranking, Cards cards) {
    const Ranks ranks = ordered(ranking, ranks_of(cards));
    if ((ranks & ~ranking.allowed_ranks) != 0) return 0;
    if (ranking.has_no_pair && size(ranks) < ranking.cards) return 0;
    return ranking.is_low ? STRONGEST - worth(ranking, cards) : worth(ranking, cards);
}

// Cards of different ranks and suits: more cards are stronger, then lower ones, compared from the highest.
std::uint32_t score_badugi(const Ranking& ranking, Cards cards) {
    const Ranks ranks = ordered(ranking, ranks_of(cards));
    bool different = size(ranks) == size(cards);
    for (int suit = 0; suit < SUITS; ++suit) different &= size(ranks_of_suit(cards, suit)) <= 1;
    return different ? static_cast<std::uint32_t>(size(cards)) << RANKS | (ALL_RANKS ^ ranks) : 0;
}

const Ranking RANKINGS[] = {
    {.name = "high", .score = score_high},
    {.name = "short",
     .score = score_five,
     .wheel_top = SHORT_DECK_LOWEST + 3,
     .is_flush_above_full_house = true,
     .allowed_ranks = ALL_RANKS >> SHORT_DECK_LOWEST << SHORT_DECK_LOWEST},
    {.name = "low-a5",
     .score = score_five,
     .is_low = true,
     .is_ace_low = true,
     .has_sequences = false,
     .wheel_top = NO_WHEEL},
    {.name = "low-8",
     .score = score_five,
     .is_low = true,
     .is_ace_low = true,
     .has_sequences = false,
     .wheel_top = NO_WHEEL,
     .allowed_ranks = EIGHT_OR_LOWER,
     .has_no_pair = true},
    {.name = "low-27", .score = score_five, .is_low = true, .wheel_top = NO_WHEEL},
    {.name = "badugi",
     .score = score_badugi,
     .cards = 4,
     .has_smaller_hands = true,
     .is_low = true,
     .is_ace_low = true,
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

Category category_of_score(const Ranking& ranking, std::uint32_t score) {
    if (ranking.is_flush_above_full_house)
        return flush_first(static_cast<Category>(static_cast<std::uint32_t>(CATEGORIES) - (score >> 20)));
    const std::uint32_t value = FIRST_VALUES.back() - score;
    std::size_t category = CATEGORIES - 1;
    while (FIRST_VALUES[category] > value) --category;
    return static_cast<Category>(category);
}

std::array<Category, CATEGORIES> categories_in_order(const Ranking& ranking) {
    std::array<Category, CATEGORIES> order{};
    for (std::size_t place = 0; place < CATEGORIES; ++place) {
        const auto category = static_cast<Category>(place);
        order[place] = ranking.is_flush_above_full_house ? flush_first(category) : category;
    }
    return order;
}

std::optional<Played> best(const Ranking& ranking, Cards hole, Cards board, int from_hole) {
    std::optional<Played> strongest;
    if (((hole | board) & ~FULL_DECK) != 0 || (hole & board) != 0 || size(hole | board) > MOST_CHOICE) return strongest;
    const int least = ranking.has_smaller_hands ? 1 : ranking.cards;
    for (int count = least; count <= ranking.cards; ++count)
        each_play(hole, board, from_hole, count, [&](Cards cards) { keep_better(ranking, cards, strongest); });
    return strongest;
}

}  // namespace facevalue::poker
