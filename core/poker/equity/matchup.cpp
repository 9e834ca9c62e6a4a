#include "poker/equity/matchup.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

#include "poker/evaluate/evaluator.hpp"
#include "work/once.hpp"

namespace facevalue::poker {

namespace {

constexpr std::size_t PAIRS = RANKS * (RANKS + 1) / 2;                      // of two ranks, possibly equal
constexpr std::size_t PATTERNS = choose(RANKS + BOARD - 1, BOARD) - RANKS;  // five cards of a rank never come
constexpr int LEAST_SUITED = 3;                                             // of a board, for a flush
constexpr std::size_t MOST_SUITED = choose(RANKS, BOARD);                   // boards of one suit

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

// Signed numbers, which all vectors compare. All values and weights are below 2^15.
using Small = std::int16_t;

// The others of a set, filled up to whole vectors; one alone is not in a vector.
constexpr std::size_t padded(std::size_t others) { return others == 1 ? 1 : (others + 7) / 8 * 8; }

// The value of two hole ranks with each pattern, without flushes: for all patterns, and for the
// patterns of each FlushBoards, in order, so that vectors can read them.
struct PatternValues {
    std::vector<Small> all;
    std::array<std::vector<Small>, BOARD - LEAST_SUITED + 1> suited;

    // Two cards make no flush with the boards of PatternTables.
    PatternValues(int high, int low, HandOrder order) {
        std::vector<Cards> hands = tables().boards;
        for (Cards& hand : hands) hand = with_rank(with_rank(hand, high), low);
        std::vector<std::uint16_t> values(hands.size());
        chosen_lanes<SimdKernels>().masks(hands.data(), hands.size(), order, values.data());
        all.assign(values.begin(), values.end());
        for (std::size_t i = 0; i < suited.size(); ++i) {
            const FlushBoards& boards = tables().flush_boards[i];
            for (std::size_t at = 0; at < boards.patterns.size(); ++at) {
                suited[i].push_back(all[boards.patterns[at]]);
                if ((at + 1) % boards.others == 0) suited[i].resize(padded(boards.others) * ((at + 1) / boards.others));
            }
        }
    }
};

// Computed once: a match-up of two hands needs two of the 91.
const PatternValues& values_of_ranks(int high, int low, HandOrder order) {
    static constinit std::array<std::array<Once<PatternValues>, PAIRS>, 2> values;  // of the two orders
    return values[order.lowest != 0][pair_of(high, low)].get([=] { return PatternValues(high, low, order); });
}

// [rank][count]: how many ways there are to take that many of the remaining cards of a rank.
using Ways = std::array<std::array<std::uint32_t, SUITS + 1>, RANKS>;

// [left][count]: how many ways there are to take that many of so many cards.
constexpr auto WAYS_OF_LEFT = [] {
    std::array<std::array<std::uint32_t, SUITS + 1>, SUITS + 1> ways{};
    for (int left = 0; left <= SUITS; ++left)
        for (int count = 0; count <= SUITS; ++count)
            ways[left][count] = static_cast<std::uint32_t>(choose(left, count));
    return ways;
}();

Ways ways_to_take(const Counts& left) {
    Ways ways;
    for (int rank = 0; rank < RANKS; ++rank) ways[rank] = WAYS_OF_LEFT[left[rank]];
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
    const PatternValues& values;

    PlayerHand(Cards hand, HandOrder order) : cards(hand), values(values_of(hand, order)) {}

  private:
    static const PatternValues& values_of(Cards hand, HandOrder order) {
        const int one = std::countr_zero(hand) % RANKS, other = std::countr_zero(without_lowest(hand)) % RANKS;
        return values_of_ranks(std::max(one, other), std::min(one, other), order);
    }
};

// The values of a hand's flushes with this many cards of a suit on the board, or a value worse than all. A flush
// excludes four of a kind and full houses, so the better of flush and other value counts.
class FlushValues {
  public:
    FlushValues(Cards hand, int suit, int cards, HandOrder order)
        : own_(ranks_of_suit(hand, suit)),
          values_(cards + size(own_) >= BOARD ? order.table + section::SUITED : nullptr) {}
    Small operator()(Ranks board) const {
        return static_cast<Small>(values_ != nullptr ? values_[board | own_] : FIRST_VALUES.back());
    }

  private:
    Ranks own_;
    const std::uint16_t* values_;
};

struct WinCounts {
    std::int32_t wins = 0, ties = 0;  // may be below 0 meanwhile
};

// Adds up all boards as if there were no flushes.
void add_ranks(const PlayerHand& hero, const PlayerHand& villain, Cards left, WinCounts& sum) {
    const PatternTables& all = tables();
    const Ways ways = ways_to_take(rank_counts(left));
    std::vector<std::uint32_t> weights(all.fewer.size(), 1);
    for (std::size_t i = 1; i < weights.size(); ++i)
        weights[i] = weights[all.fewer[i].before] * ways[all.fewer[i].rank][all.fewer[i].count];
    std::array<Small, PATTERNS> of_full;
    for (std::size_t i = 0; i < of_full.size(); ++i) {
        const auto [before, rank, count] = all.full[i];
        of_full[i] = static_cast<Small>(weights[before] * ways[rank][count]);
    }
    const Small *ours = hero.values.all.data(), *theirs = villain.values.all.data();
    for (std::size_t i = 0; i < of_full.size(); ++i) {
        const Small is_win = ours[i] < theirs[i], is_tie = ours[i] == theirs[i];
        sum.wins += is_win * of_full[i];
        sum.ties += is_tie * of_full[i];
    }
}

// In how many ways `count` cards of these have each choice of ranks, in the order of FlushBoards.
std::vector<Small> ways_of_others(Cards left, int count) {
    const Ways ways = ways_to_take(rank_counts(left));
    std::vector<Small> weights;
    if (count == 1)
        for (const auto& rank : ways) weights.push_back(static_cast<Small>(rank[1]));
    if (count == 2)
        each_pair([&](int high, int low) {
            weights.push_back(static_cast<Small>(high == low ? ways[high][2] : ways[high][1] * ways[low][1]));
        });
    weights.resize(padded(weights.size()));
    return weights;
}

// Adds what flushes change on `count` boards: place i has flushes of the values one(i) and other(i).
template <class One, class Other>
void add_changes(const Small* ours, const Small* theirs, const Small* weights, std::size_t count, const One& one,
                 const Other& other, WinCounts& sum) {
    std::int32_t wins = 0, ties = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Small a = ours[i], b = theirs[i], best_a = std::min(a, one(i)), best_b = std::min(b, other(i));
        const auto more_wins = static_cast<Small>((best_a < best_b) - (a < b));
        const auto more_ties = static_cast<Small>((best_a == best_b) - (a == b));
        wins += more_wins * weights[i];
        ties += more_ties * weights[i];
    }
    sum.wins += wins;
    sum.ties += ties;
}

// Corrects the boards with this many cards of the suit.
void correct(const PlayerHand& hero, const PlayerHand& villain, Cards left, int suit, int cards, HandOrder order,
             WinCounts& sum) {
    const std::size_t kind = static_cast<std::size_t>(cards - LEAST_SUITED);
    const std::vector<std::uint16_t>& sets = tables().flush_boards[kind].sets;
    const FlushValues one_flush(hero.cards, suit, cards, order), other_flush(villain.cards, suit, cards, order);
    const Ranks gone = ~ranks_of_suit(left, suit);
    const Small *ours = hero.values.suited[kind].data(), *theirs = villain.values.suited[kind].data();
    if (cards == BOARD) {  // a set is a board, so vectors do many sets at once
        std::array<Small, MOST_SUITED> weights, ones, others;
        for (std::size_t set = 0; set < sets.size(); ++set) {
            weights[set] = (sets[set] & gone) == 0;
            ones[set] = one_flush(sets[set]);
            others[set] = other_flush(sets[set]);
        }
        return add_changes(
            ours, theirs, weights.data(), sets.size(), [&](std::size_t set) { return ones[set]; },
            [&](std::size_t set) { return others[set]; }, sum);
    }
    const Cards suit_cards = Cards{ALL_RANKS} << RANKS * suit;
    const auto weights = ways_of_others(left & ~suit_cards, BOARD - cards);
    const std::size_t count = weights.size();
    for (std::size_t set = 0; set < sets.size(); ++set, ours += count, theirs += count) {
        if ((sets[set] & gone) != 0) continue;
        const Small one = one_flush(sets[set]), other = other_flush(sets[set]);
        add_changes(
            ours, theirs, weights.data(), count, [=](std::size_t) { return one; }, [=](std::size_t) { return other; },
            sum);
    }
}

}  // namespace

Matchup matchup(Cards hero, Cards villain, HandOrder order) {
    const PlayerHand one(hero, order), other(villain, order);
    const Cards left = FULL_DECK & ~(missing_cards(order) | hero | villain);
    WinCounts sum;
    add_ranks(one, other, left, sum);
    for (int suit = 0; suit < SUITS; ++suit) {
        const int most = std::max(size(ranks_of_suit(hero, suit)), size(ranks_of_suit(villain, suit)));
        for (int cards = BOARD - most; cards <= BOARD; ++cards) correct(one, other, left, suit, cards, order, sum);
    }
    return {static_cast<std::uint32_t>(sum.wins), static_cast<std::uint32_t>(sum.ties)};
}

}  // namespace facevalue::poker
