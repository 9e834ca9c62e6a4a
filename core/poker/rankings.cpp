// The rows of rankings, and the scores that order hands under them.
#include "rankings.hpp"

#include <algorithm>
#include <array>

#include "evaluator.hpp"

namespace facevalue::poker {

using ScoreFunction = std::uint32_t (*)(const Ranking& ranking, Cards cards);

// What one order of hands is made of. A score of 0 says that the cards are no hand.
struct Ranking {
    std::string_view name;
    ScoreFunction score;
    int most_cards = 5;
    bool smaller_hands = false;     // fewer cards make a hand too
    int lowest = 0;                 // the lowest rank of the deck
    bool ace_low = false;           // the ace is the lowest rank
    bool runs_count = true;         // straights and flushes are more than high cards
    bool wheel = true;              // the ace stands below the lowest rank in a straight
    bool flush_beats_full = false;  // fewer flushes than full houses
    bool low = false;               // the weakest hand wins
    Ranks may_hold = ALL_RANKS;     // of a hand that qualifies, the ace low if it is
    bool different = false;         // a hand qualifies only without a pair
};

namespace {

constexpr int MOST = 16;                       // cards to choose from
constexpr std::uint32_t STRONGEST = 1U << 24;  // above every worth

// Ranks as this ranking orders them.
Ranks ordered(const Ranking& ranking, Ranks ranks) {
    return ranking.ace_low ? ((ranks << 1) | (ranks >> (RANKS - 1))) & ALL_RANKS : ranks;
}

int top(Ranks ranks) { return std::bit_width(ranks) - 1; }

// Five cards by how often each rank comes, and whether they are of one suit.
struct Five {
    std::array<Ranks, SUITS + 1> times{};  // ranks that come exactly so often
    bool one_suit = false;
};

Five five(const Ranking& ranking, Cards cards) {
    Five hand;
    std::array<int, RANKS> counts{};
    for (int suit = 0; suit < SUITS; ++suit) {
        const Ranks ranks = ordered(ranking, ranks_of_suit(cards, suit));
        hand.one_suit |= size(ranks) == ranking.most_cards;
        for (Ranks left = ranks; left != 0; left = without_lowest(left)) ++counts[std::countr_zero(left)];
    }
    for (int rank = 0; rank < RANKS; ++rank) hand.times[counts[rank]] |= 1U << rank;
    return hand;
}

// The highest rank of a straight, or -1.
int straight_top(const Ranking& ranking, Ranks ranks) {
    if (ranks == (0b11111U << std::countr_zero(ranks))) return top(ranks);
    const Ranks wheel = 0b1111U << ranking.lowest | 1U << (RANKS - 1);
    return ranking.wheel && ranks == wheel ? ranking.lowest + 3 : -1;
}

Category category(const Ranking& ranking, const Five& hand, bool straight) {
    const bool flush = ranking.runs_count && hand.one_suit;
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

// From the category down, greater for better.
std::uint32_t height(const Ranking& ranking, Category category) {
    if (ranking.flush_beats_full) category = flush_first(category);
    return static_cast<std::uint32_t>(CATEGORIES) - static_cast<std::uint32_t>(category);
}

// The category and then the ranks, four bits each, those that come oftener first.
std::uint32_t worth(const Ranking& ranking, Cards cards) {
    const Five hand = five(ranking, cards);
    const int straight = ranking.runs_count && size(hand.times[1]) == 5 ? straight_top(ranking, hand.times[1]) : -1;
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

Ranks ranks_of(const Ranking& ranking, Cards cards) {
    return ordered(
        ranking, ranks_of_suit(cards, 0) | ranks_of_suit(cards, 1) | ranks_of_suit(cards, 2) | ranks_of_suit(cards, 3));
}

std::uint32_t score_five(const Ranking& ranking, Cards cards) {
    const Ranks ranks = ranks_of(ranking, cards);
    if ((ranks & ~ranking.may_hold) != 0) return 0;
    if (ranking.different && size(ranks) < ranking.most_cards) return 0;
    return ranking.low ? STRONGEST - worth(ranking, cards) : worth(ranking, cards);
}

// Cards of different ranks and suits: more are stronger, then lower ones, the highest first.
std::uint32_t score_badugi(const Ranking& ranking, Cards cards) {
    const Ranks ranks = ranks_of(ranking, cards);
    bool different = size(ranks) == size(cards);
    for (int suit = 0; suit < SUITS; ++suit) different &= size(ranks_of_suit(cards, suit)) <= 1;
    return different ? static_cast<std::uint32_t>(size(cards)) << RANKS | (ALL_RANKS ^ ranks) : 0;
}

constexpr Ranks EIGHT_OR_LOWER = 0b1111'1111;  // ace to eight, the ace low

const Ranking ROWS[] = {
    {.name = "high", .score = score_high},
    {.name = "short",
     .score = score_five,
     .lowest = SHORT_DECK_LOWEST,
     .flush_beats_full = true,
     .may_hold = ALL_RANKS >> SHORT_DECK_LOWEST << SHORT_DECK_LOWEST},
    {.name = "low-a5", .score = score_five, .ace_low = true, .runs_count = false, .low = true},
    {.name = "low-8",
     .score = score_five,
     .ace_low = true,
     .runs_count = false,
     .low = true,
     .may_hold = EIGHT_OR_LOWER,
     .different = true},
    {.name = "low-27", .score = score_five, .wheel = false, .low = true},
    {.name = "badugi", .score = score_badugi, .most_cards = 4, .smaller_hands = true, .ace_low = true},
};

// The cards at the places of the bits of `choice`.
Cards chosen(const std::array<Cards, MOST>& cards, unsigned choice) {
    Cards set = 0;
    for (; choice != 0; choice &= choice - 1) set |= cards[std::countr_zero(choice)];
    return set;
}

// Calls visit(set) for every way to take `count` of the cards.
template <class Visit>
void each_choice(Cards from, int count, const Visit& visit) {
    std::array<Cards, MOST> cards{};
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
        std::find_if(std::begin(ROWS), std::end(ROWS), [&](const Ranking& row) { return row.name == name; });
    return row == std::end(ROWS) ? nullptr : row;
}

std::string_view name_of(const Ranking& ranking) { return ranking.name; }

std::optional<Played> best(const Ranking& ranking, Cards hole, Cards board, int from_hole) {
    std::optional<Played> strongest;
    if (((hole | board) & ~FULL_DECK) != 0 || (hole & board) != 0 || size(hole | board) > MOST) return strongest;
    const int least = ranking.smaller_hands ? 1 : ranking.most_cards;
    for (int count = least; count <= ranking.most_cards; ++count)
        each_play(hole, board, from_hole, count, [&](Cards cards) { keep_better(ranking, cards, strongest); });
    return strongest;
}

}  // namespace facevalue::poker
