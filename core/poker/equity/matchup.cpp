#include "poker/equity/matchup.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

#include "poker/evaluate/evaluator.hpp"
#include "work/once.hpp"

namespace facevalue::poker {

namespace {

constexpr std::size_t PAIRS = RANKS * (RANKS + 1) / 2;  // of two ranks, possibly equal
constexpr int LEAST_SUITED = 3;                         // of a board, for a flush

using Counts = std::array<int, RANKS>;  // how often each rank comes

std::uint64_t key(const Counts& counts) {
    std::uint64_t key = 0;
    for (const int count : counts) key = key * (SUITS + 1) + static_cast<std::uint64_t>(count);
    return key;
}

constexpr std::size_t pair_of(int high, int low) { return static_cast<std::size_t>(high * (high + 1) / 2 + low); }

template <class Visit>
void each_pair(const Visit& visit) {
    for (int high = 0; high < RANKS; ++high)
        for (int low = 0; low <= high; ++low) visit(high, low);
}

// The cards and one of this rank, of a suit that they lack; no other card if they have all four.
Cards with_rank(Cards cards, int rank) {
    for (int suit = 0; suit < SUITS; ++suit)
        if ((cards & card(rank, suit)) == 0) return cards | card(rank, suit);
    return cards;
}

// A pattern is a smaller pattern (`before`) and `count` cards of a higher rank. Its weight is computed in the same way.
struct Step {
    std::uint16_t before;
    std::uint8_t rank, count;
};

// Sets of ranks of one suit on a board, and the patterns they make with the ranks of the other cards.
struct FlushBoards {
    std::vector<std::uint16_t> sets;
    std::size_t others = 0;               // choices of the other cards' ranks
    std::vector<std::uint16_t> patterns;  // for each set and choice
};

struct PatternTables {
    std::vector<Step> fewer, full;  // patterns of up to four cards; of five
    std::vector<Counts> counts;     // of the full ones
    std::vector<Cards> boards;      // the same as cards: the suits in turn, so each occurs at most twice
    std::array<FlushBoards, BOARD - LEAST_SUITED + 1> flush_boards;

    PatternTables() {
        fewer.push_back({0, 0, 0});
        grow(0, {}, 0, 0, 0);
        std::unordered_map<std::uint64_t, std::uint16_t> places;
        for (std::size_t i = 0; i < counts.size(); ++i) places[key(counts[i])] = static_cast<std::uint16_t>(i);
        for (int cards = LEAST_SUITED; cards <= BOARD; ++cards) add_suited(cards, places);
    }

  private:
    void grow(std::size_t before, const Counts& known, Cards board, int cards, int from) {
        for (int rank = from; rank < RANKS; ++rank) {
            Counts more = known;
            Cards larger = board;
            for (int count = 1; count <= SUITS && cards + count <= BOARD; ++count) {
                more[rank] = count;
                larger |= card(rank, (cards + count) % SUITS);
                const bool is_full = cards + count == BOARD;
                (is_full ? full : fewer)
                    .push_back({static_cast<std::uint16_t>(before), static_cast<std::uint8_t>(rank),
                                static_cast<std::uint8_t>(count)});
                if (is_full) {
                    counts.push_back(more);
                    boards.push_back(larger);
                } else
                    grow(fewer.size() - 1, more, larger, cards + count, rank + 1);
            }
        }
    }
    void add_suited(int cards, const std::unordered_map<std::uint64_t, std::uint16_t>& places) {
        FlushBoards& all = flush_boards[cards - LEAST_SUITED];
        for_each_subset(ALL_RANKS, cards, 0, [&](Cards set) {
            all.sets.push_back(static_cast<std::uint16_t>(set));
            Counts ranks{};
            for (int rank = 0; rank < RANKS; ++rank) ranks[rank] = static_cast<int>(set >> rank & 1);
            add_others(BOARD - cards, ranks, RANKS - 1, [&](const Counts& board) {
                const auto found = places.find(key(board));
                all.patterns.push_back(found != places.end() ? found->second : 0);  // five of a rank never come
            });
        });
        all.others = all.patterns.size() / all.sets.size();
    }
    // In the order of each_pair for two of them.
    template <class Visit>
    static void add_others(int count, const Counts& ranks, int highest, const Visit& visit) {
        if (count == 0) return visit(ranks);
        for (int rank = 0; rank <= highest; ++rank) {
            Counts more = ranks;
            ++more[rank];
            add_others(count - 1, more, rank, visit);
        }
    }
};

const PatternTables& tables() {
    static constinit Once<PatternTables> tables;
    return tables.get([] { return PatternTables(); });
}

// The value of two hole ranks with each pattern, without flushes. Two cards make no flush with the boards of
// PatternTables.
std::vector<std::uint16_t> evaluated(int high, int low) {
    std::vector<Cards> hands = tables().boards;
    for (Cards& hand : hands) hand = with_rank(with_rank(hand, high), low);
    std::vector<std::uint16_t> values(hands.size());
    chosen_lanes<SimdKernels>().masks(hands.data(), hands.size(), high_order(), values.data());
    return values;
}

// The same, computed once: a match-up of two hands needs two of the 91 lists.
const std::uint16_t* values_of_ranks(int high, int low) {
    static constinit std::array<Once<std::vector<std::uint16_t>>, PAIRS> values;
    return values[pair_of(high, low)].get([=] { return evaluated(high, low); }).data();
}

// [rank][count]: how many ways there are to take that many of the remaining cards of a rank.
using Ways = std::array<std::array<std::uint32_t, SUITS + 1>, RANKS>;

Ways ways_to_take(const Counts& left) {
    Ways ways{};
    for (int rank = 0; rank < RANKS; ++rank)
        for (int count = 0; count <= SUITS; ++count)
            ways[rank][count] = static_cast<std::uint32_t>(choose(left[rank], count));
    return ways;
}

// How many of the cards there are of each rank.
Counts rank_counts(Cards cards) {
    Counts counts{};
    for (int suit = 0; suit < SUITS; ++suit)
        for (int rank = 0; rank < RANKS; ++rank)
            counts[rank] += static_cast<int>(ranks_of_suit(cards, suit) >> rank & 1);
    return counts;
}

struct PlayerHand {
    Cards cards;
    const std::uint16_t* values;  // by pattern, flushes aside

    explicit PlayerHand(Cards hand) : cards(hand) {
        const int one = std::countr_zero(hand) % RANKS, other = std::countr_zero(without_lowest(hand)) % RANKS;
        values = values_of_ranks(std::max(one, other), std::min(one, other));
    }
};

// The values of a hand's flushes with this many cards of a suit on the board, or a value worse than all. A flush
// excludes four of a kind and full houses, so the better of flush and other value counts.
class FlushValues {
  public:
    FlushValues(Cards hand, int suit, int cards)
        : own_(ranks_of_suit(hand, suit)),
          values_(cards + size(own_) >= BOARD ? kev_table().data() + section::SUITED : nullptr) {}
    std::uint16_t operator()(Ranks board) const {
        return values_ != nullptr ? values_[board | own_] : FIRST_VALUES.back();
    }

  private:
    Ranks own_;
    const std::uint16_t* values_;
};

struct WinCounts {
    std::uint32_t wins = 0, ties = 0;  // may wrap below 0 meanwhile; the final sums are correct
};

// Adds up all boards as if there were no flushes.
void add_ranks(const PlayerHand& hero, const PlayerHand& villain, Cards left, WinCounts& sum) {
    const PatternTables& all = tables();
    const Ways ways = ways_to_take(rank_counts(left));
    std::vector<std::uint32_t> weights(all.fewer.size(), 1);
    for (std::size_t i = 1; i < weights.size(); ++i)
        weights[i] = weights[all.fewer[i].before] * ways[all.fewer[i].rank][all.fewer[i].count];
    for (std::size_t i = 0; i < all.full.size(); ++i) {
        const auto [before, rank, count] = all.full[i];
        const std::uint32_t weight = weights[before] * ways[rank][count];
        sum.wins += hero.values[i] < villain.values[i] ? weight : 0;
        sum.ties += hero.values[i] == villain.values[i] ? weight : 0;
    }
}

// In how many ways `count` cards of these have each choice of ranks, in the order of FlushBoards.
std::vector<std::uint32_t> ways_of_others(Cards left, int count) {
    const Ways ways = ways_to_take(rank_counts(left));
    std::vector<std::uint32_t> weights;
    if (count == 0) weights.push_back(1);
    if (count == 1)
        for (const auto& rank : ways) weights.push_back(rank[1]);
    if (count == 2)
        each_pair(
            [&](int high, int low) { weights.push_back(high == low ? ways[high][2] : ways[high][1] * ways[low][1]); });
    return weights;
}

// Corrects the boards with this many cards of the suit.
void correct(const PlayerHand& hero, const PlayerHand& villain, Cards left, int suit, int cards, WinCounts& sum) {
    const FlushBoards& flush_boards = tables().flush_boards[cards - LEAST_SUITED];
    const Cards suit_cards = Cards{ALL_RANKS} << RANKS * suit;
    const auto weights = ways_of_others(left & ~suit_cards, BOARD - cards);
    const FlushValues one_flush(hero.cards, suit, cards), other_flush(villain.cards, suit, cards);
    const Ranks gone = ~ranks_of_suit(left, suit);
    for (std::size_t set = 0; set < flush_boards.sets.size(); ++set) {
        if ((flush_boards.sets[set] & gone) != 0) continue;
        const std::uint16_t* pattern = &flush_boards.patterns[set * flush_boards.others];
        const std::uint16_t one = one_flush(flush_boards.sets[set]), other = other_flush(flush_boards.sets[set]);
        for (std::size_t i = 0; i < weights.size(); ++i) {
            const std::uint16_t a = hero.values[pattern[i]], b = villain.values[pattern[i]];
            const std::uint16_t best_a = std::min(a, one), best_b = std::min(b, other);
            sum.wins += weights[i] * static_cast<std::uint32_t>((best_a < best_b) - (a < b));
            sum.ties += weights[i] * static_cast<std::uint32_t>((best_a == best_b) - (a == b));
        }
    }
}

}  // namespace

Matchup matchup(Cards hero, Cards villain) {
    const PlayerHand one(hero), other(villain);
    const Cards left = FULL_DECK & ~(hero | villain);
    WinCounts sum;
    add_ranks(one, other, left, sum);
    for (int suit = 0; suit < SUITS; ++suit) {
        const int most = std::max(size(ranks_of_suit(hero, suit)), size(ranks_of_suit(villain, suit)));
        for (int cards = BOARD - most; cards <= BOARD; ++cards) correct(one, other, left, suit, cards, sum);
    }
    return {sum.wins, sum.ties};
}

}  // namespace facevalue::poker
