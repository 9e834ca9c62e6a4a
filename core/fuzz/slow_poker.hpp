// Poker hands in the slow and obvious way, from the rules of the games, for the fuzz targets to compare the core with.
//
// A strength is a number, higher for the winner, and 0 for cards that are not a hand. It knows the bits of a card
// (poker/cards/cards.hpp) and nothing else of the core.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "fuzz/fuzzing.hpp"
#include "poker/cards/cards.hpp"

namespace facevalue::fuzz {

using poker::Cards;
using Strength = std::uint64_t;

struct SlowCard {
    int rank, suit;  // 2 to 14
};

inline std::vector<SlowCard> slow_cards(Cards cards) {
    std::vector<SlowCard> all;
    for (int suit = 0; suit < 4; ++suit)
        for (int rank = 2; rank <= 14; ++rank)
            if ((cards & poker::card(rank - 2, suit)) != 0) all.push_back({rank, suit});
    return all;
}

// The strength of as many cards as a hand has: the category, then the ranks, the most frequent first.
struct SlowRules {
    bool ace_low = false, has_sequences = true;
    int wheel_from = 2;                    // the lowest card of the straight with the ace below it, or 0
    std::string_view order = "hp2tsfFqS";  // the categories, the weakest first: high card, pair, two pair, three of a
                                           // kind, straight, flush, full house, four of a kind, straight flush
};

inline int slow_straight(const std::vector<int>& falling, int wheel_from) {
    const int cards = static_cast<int>(falling.size());
    std::vector<int> row, wheel{14};
    for (int i = 0; i < cards; ++i) row.push_back(falling[0] - i);
    if (falling == row) return falling[0];
    for (int i = cards - 2; i >= 0; --i) wheel.push_back(wheel_from + i);
    return wheel_from != 0 && falling == wheel ? wheel[1] : 0;
}

inline Strength slow_worth(const std::vector<SlowCard>& hand, const SlowRules& rules) {
    std::array<int, 15> counts{};
    bool one_suit = rules.has_sequences;
    for (const SlowCard& card : hand) {
        ++counts[rules.ace_low && card.rank == 14 ? 1 : static_cast<std::size_t>(card.rank)];
        one_suit &= card.suit == hand[0].suit;
    }
    std::vector<int> ranks, shape;  // shape: how many cards of each rank, the most first
    for (int times = 4; times > 0; --times)
        for (std::size_t rank = 14; rank > 0; --rank) {
            if (counts[rank] != times) continue;
            shape.push_back(times);
            ranks.insert(ranks.end(), static_cast<std::size_t>(times), static_cast<int>(rank));
        }
    shape.push_back(0);
    const int straight =
        rules.has_sequences && ranks.size() == shape.size() - 1 ? slow_straight(ranks, rules.wheel_from) : 0;
    const char category = one_suit && straight != 0        ? 'S'
                          : shape[0] == 4                  ? 'q'
                          : shape[0] == 3 && shape[1] == 2 ? 'F'
                          : one_suit                       ? 'f'
                          : straight != 0                  ? 's'
                          : shape[0] == 3                  ? 't'
                          : shape[0] == 2 && shape[1] == 2 ? '2'
                          : shape[0] == 2                  ? 'p'
                                                           : 'h';
    Strength worth = rules.order.find(category);
    ranks.resize(5);
    for (const int rank : ranks) worth = worth << 4 | static_cast<Strength>(straight != 0 ? straight : rank);
    return worth + 1;
}

// Cards of different ranks and suits: more are stronger, then lower ones.
inline Strength slow_badugi(const std::vector<SlowCard>& cards, bool ace_low) {
    std::vector<int> ranks;
    for (const SlowCard& card : cards) {
        for (const SlowCard& other : cards)
            if (&card != &other && (card.rank == other.rank || card.suit == other.suit)) return 0;
        ranks.push_back(ace_low && card.rank == 14 ? 1 : card.rank);
    }
    std::sort(ranks.rbegin(), ranks.rend());
    ranks.resize(4);
    Strength worth = 0;
    for (const int rank : ranks) worth = worth << 4 | static_cast<Strength>(rank);
    return (Strength{cards.size()} << 20) - worth;
}

inline Strength slow_strength(std::string_view ranking, const std::vector<SlowCard>& cards) {
    constexpr Strength END = 1 << 28;
    const auto all = [&](auto fact) { return std::ranges::all_of(cards, fact); };
    if (ranking == "badugi") return slow_badugi(cards, true);
    if (ranking == "badugi-27") return slow_badugi(cards, false);
    if (ranking == "high") return slow_worth(cards, {});
    if (ranking == "three-card") return slow_worth(cards, {.order = "hpfstS"});
    if (ranking == "four-card") return slow_worth(cards, {.order = "hp2sftSq"});
    if (ranking == "short") {
        const bool is_short = all([](const SlowCard& card) { return card.rank >= 6; });
        return is_short ? slow_worth(cards, {.wheel_from = 6, .order = "hp2tsFfqS"}) : 0;
    }
    if (ranking == "low-27") return END - slow_worth(cards, {.wheel_from = 0});
    const Strength worth = slow_worth(cards, {.ace_low = true, .has_sequences = false});
    const bool is_eight = all([](const SlowCard& card) { return card.rank <= 8 || card.rank == 14; });
    const bool has_pair = worth > 1 << 20;
    return ranking == "low-8" && (!is_eight || has_pair) ? 0 : END - worth;
}

// Calls visit(cards) for all ways to take so many of the cards.
template <class Visit>
void slow_subsets(const std::vector<SlowCard>& from, int count, std::vector<SlowCard>& taken, std::size_t first,
                  const Visit& visit) {
    if (count == 0) return visit();
    for (std::size_t i = first; i < from.size(); ++i) {
        taken.push_back(from[i]);
        slow_subsets(from, count - 1, taken, i + 1, visit);
        taken.pop_back();
    }
}

// The strongest hand of exactly `from_hole` cards of the hole and others of the board, or of any where that is 0.
inline Strength slow_best(std::string_view ranking, Cards hole, Cards board, int from_hole) {
    const std::vector<SlowCard> own = slow_cards(from_hole == 0 ? hole | board : hole), shared = slow_cards(board);
    const bool is_badugi = ranking.starts_with("badugi");
    const int most = ranking == "three-card" ? 3 : is_badugi || ranking == "four-card" ? 4 : 5;
    const int least = is_badugi ? 1 : most;
    Strength best = 0;
    std::vector<SlowCard> taken;
    const auto keep = [&] { best = std::max(best, slow_strength(ranking, taken)); };
    for (int count = least; count <= most; ++count) {
        if (from_hole == 0) slow_subsets(own, count, taken, 0, keep);
        if (from_hole == 0 || count < from_hole) continue;
        slow_subsets(own, from_hole, taken, 0, [&] { slow_subsets(shared, count - from_hole, taken, 0, keep); });
    }
    return best;
}

// --- what the bytes say

// So many different cards of those left, which they are taken from; fewer if there are no more.
inline Cards deal(Bytes& bytes, int count, Cards& left) {
    Cards dealt = 0;
    for (; count > 0 && left != 0; --count) {
        Cards from = left;
        for (unsigned skip = bytes.below(static_cast<unsigned>(poker::size(left))); skip > 0; --skip)
            from = poker::without_lowest(from);
        const Cards one = from & (~from + 1);
        dealt |= one;
        left ^= one;
    }
    return dealt;
}

}  // namespace facevalue::fuzz
