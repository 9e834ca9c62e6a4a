#include "poker/video_poker/draw_sums.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "poker/cards/combinations.hpp"

namespace facevalue::poker {
namespace {

using Hand = std::array<int, DRAW_HAND>;

// CHOOSE[k][card]: the sets of k + 1 cards below the card, so that the number of a set is a sum over its cards.
constexpr auto CHOOSE = [] {
    std::array<std::array<std::uint32_t, LARGEST_DRAW_DECK>, DRAW_HAND> ways{};
    for (int k = 0; k < DRAW_HAND; ++k)
        for (int card = 0; card < LARGEST_DRAW_DECK; ++card)
            ways[static_cast<std::size_t>(k)][static_cast<std::size_t>(card)] =
                static_cast<std::uint32_t>(choose(card, k + 1));
    return ways;
}();

// The numbers of all 32 subsets of a hand.
std::array<std::uint32_t, HOLDS> subset_numbers(const Hand& hand) {
    std::array<std::uint32_t, HOLDS> numbers{};
    for (unsigned set = 1; set < HOLDS; ++set) {
        const unsigned highest = std::bit_floor(set);
        const auto card = static_cast<std::size_t>(hand[static_cast<std::size_t>(std::countr_zero(highest))]);
        const auto below = static_cast<std::size_t>(std::popcount(set)) - 1;
        numbers[set] = numbers[set ^ highest] + CHOOSE[below][card];
    }
    return numbers;
}

// Calls visit(hand) in colexicographic order; false if stopped.
template <class Visit>
bool for_each_hand(int deck, const Stop& stop, const Visit& visit) {
    Pulse pulse(stop);
    Hand hand{};
    for (hand[4] = 4; hand[4] < deck; ++hand[4])
        for (hand[3] = 3; hand[3] < hand[4]; ++hand[3]) {
            for (hand[2] = 2; hand[2] < hand[3]; ++hand[2])
                for (hand[1] = 1; hand[1] < hand[2]; ++hand[1])
                    for (hand[0] = 0; hand[0] < hand[1]; ++hand[0]) visit(hand);
            pulse.spend(HOLDS * choose(hand[3], 3));
            if (pulse.stopped()) return false;
        }
    return true;
}

// How many hands a hand stands for if suits may be exchanged: 1 to 24 for one of them, 0 for the others.
std::int64_t suit_orders(const Hand& hand) {
    std::array<std::uint32_t, SUITS> ranks{};
    for (const int card : hand)
        if (card < DECK) ranks[static_cast<std::size_t>(card % SUITS)] |= 1U << (card / SUITS);
    std::int64_t orders = 1;
    int equal = 1;
    for (std::size_t suit = 1; suit < SUITS; ++suit) {
        if (ranks[suit] > ranks[suit - 1]) return 0;
        equal = ranks[suit] == ranks[suit - 1] ? equal + 1 : 1;
        orders = orders * static_cast<std::int64_t>(suit + 1) / equal;
    }
    return orders;
}

}  // namespace

std::optional<DrawSums> DrawSums::of(std::vector<std::int32_t> payouts, int deck, const Stop& stop) {
    DrawSums made;
    made.deck_ = static_cast<std::size_t>(deck);
    made.payouts_ = std::move(payouts);
    for (int size = 0; size < DRAW_HAND; ++size) made.sums_[static_cast<std::size_t>(size)].resize(choose(deck, size));
    for (int drawn = 0; drawn <= DRAW_HAND; ++drawn)
        made.denominator_ = std::lcm(made.denominator_, static_cast<std::int64_t>(choose(deck - DRAW_HAND, drawn)));
    std::size_t number = 0;
    const bool is_whole = for_each_hand(deck, stop, [&](const Hand& hand) {
        const std::int64_t payout = made.payouts_[number++];
        if (payout == 0) return;
        const auto numbers = subset_numbers(hand);
        for (unsigned set = 0; set < HOLDS - 1; ++set)
            made.sums_[static_cast<std::size_t>(std::popcount(set))][numbers[set]] += payout;
    });
    if (!is_whole) return std::nullopt;
    return made;
}

std::array<std::int64_t, HOLDS> DrawSums::holds(const Hand& hand) const {
    const auto numbers = subset_numbers(hand);
    std::array<std::int64_t, HOLDS> sums{};
    for (unsigned set = 0; set < HOLDS - 1; ++set)
        sums[set] = sums_[static_cast<std::size_t>(std::popcount(set))][numbers[set]];
    sums[HOLDS - 1] = payouts_[numbers[HOLDS - 1]];
    // Take away the hands that contain a discarded card, one discarded card after another.
    for (unsigned card = 1; card < HOLDS; card *= 2)
        for (unsigned set = 0; set < HOLDS; ++set)
            if ((set & card) == 0) sums[set] -= sums[set | card];
    return sums;
}

std::optional<std::int64_t> DrawSums::best_total(const Stop& stop) const {
    std::array<std::int64_t, DRAW_HAND + 1> scale{};  // by the number of held cards
    for (int held = 0; held <= DRAW_HAND; ++held)
        scale[static_cast<std::size_t>(held)] =
            denominator_ / static_cast<std::int64_t>(choose(static_cast<int>(deck_) - DRAW_HAND, DRAW_HAND - held));
    std::int64_t total = 0;
    const bool is_whole = for_each_hand(static_cast<int>(deck_), stop, [&](const Hand& hand) {
        const std::int64_t orders = suit_orders(hand);
        if (orders == 0) return;
        const auto sums = holds(hand);
        std::int64_t best = 0;
        for (unsigned set = 0; set < HOLDS; ++set)
            best = std::max(best, sums[set] * scale[static_cast<std::size_t>(std::popcount(set))]);
        total += orders * best;
    });
    if (!is_whole) return std::nullopt;
    return total;
}

}  // namespace facevalue::poker
