#include "poker/equity/matchup.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <unordered_map>
#include <utility>
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
constexpr std::size_t LANES = 8;
using Vector = Small __attribute__((vector_size(LANES * sizeof(Small))));

constexpr std::size_t in_whole_vectors(std::size_t count) { return (count + LANES - 1) / LANES * LANES; }
// The others of a set, filled up to whole vectors; one alone is not in a vector.
constexpr std::size_t padded(std::size_t others) { return others == 1 ? 1 : in_whole_vectors(others); }

Vector read(const Small* from) {
    Vector vector;
    std::memcpy(&vector, from, sizeof vector);
    return vector;
}
Vector smaller(Vector a, Vector b) { return a < b ? a : b; }

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
        all.resize(in_whole_vectors(PATTERNS));
        for (std::size_t i = 0; i < suited.size(); ++i) {
            const FlushBoards& boards = tables().flush_boards[i];
            for (std::size_t at = 0; at < boards.patterns.size(); ++at) {
                suited[i].push_back(all[boards.patterns[at]]);
                if ((at + 1) % boards.others == 0) suited[i].resize(padded(boards.others) * ((at + 1) / boards.others));
            }
            suited[i].resize(in_whole_vectors(suited[i].size()));
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

// The values of a hand's flushes with this many cards of a suit on the board, or a value worse than all. A flush
// excludes four of a kind and full houses, so the better of flush and other value counts.
class FlushValues {
  public:
    FlushValues() = default;
    FlushValues(Cards hand, int suit, int cards, HandOrder order)
        : own_(ranks_of_suit(hand, suit)),
          values_(cards + size(own_) >= BOARD ? order.table + section::SUITED : nullptr) {}
    Small operator()(Ranks board) const {
        return static_cast<Small>(values_ != nullptr ? values_[board | own_] : FIRST_VALUES.back());
    }

  private:
    Ranks own_ = 0;
    const std::uint16_t* values_ = nullptr;
};

// How often each pattern of ranks comes from these cards.
std::array<Small, in_whole_vectors(PATTERNS)> weights_of_patterns(Cards left) {
    const PatternTables& all = tables();
    const Ways ways = ways_to_take(rank_counts(left));
    std::vector<std::uint32_t> weights(all.fewer.size(), 1);
    for (std::size_t i = 1; i < weights.size(); ++i)
        weights[i] = weights[all.fewer[i].before] * ways[all.fewer[i].rank][all.fewer[i].count];
    std::array<Small, in_whole_vectors(PATTERNS)> of_full{};
    for (std::size_t i = 0; i < PATTERNS; ++i) {
        const auto [before, rank, count] = all.full[i];
        of_full[i] = static_cast<Small>(weights[before] * ways[rank][count]);
    }
    return of_full;
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

// Sums of weights of boards by the set of players who win them, of a number of players that is known when this is
// compiled, or of any. Few sets have a sum in each lane of a vector; the caller sees to it that no lane overflows. The
// boards that the last of few players wins alone are not counted: they are all others.
template <std::size_t KNOWN>
class SetSums {
  public:
    static constexpr std::size_t SETS = KNOWN == 0 ? 0 : std::size_t{1} << KNOWN, LAST_ALONE = SETS / 2;

    explicit SetSums(SetCounts& total) : total_(total) {}
    SetSums(const SetSums&) = delete;
    SetSums& operator=(const SetSums&) = delete;
    ~SetSums() {
        for (std::size_t set = 1; set < SETS; ++set)
            for (std::size_t i = 0; i < LANES; ++i) total_[set] += static_cast<std::uint64_t>(lanes_[set][i]);
    }

    // Adds the weights to the sets, or subtracts them, if SIGN is -1.
    template <int SIGN>
    void add(Vector winners, Vector weights) {
        if constexpr (KNOWN == 0)
            for (std::size_t i = 0; i < LANES; ++i)
                total_[static_cast<std::size_t>(winners[i])] += static_cast<std::uint64_t>(SIGN * weights[i]);
        else
            for (std::size_t set = 1; set < SETS; ++set)
                if (set != LAST_ALONE) put<SIGN>(set, (winners == static_cast<Small>(set)) & weights);
    }
    // The same of two players, with their values.
    template <int SIGN>
    void add(Vector one, Vector other, Vector weights) {
        put<SIGN>(0b01, (one < other) & weights);
        put<SIGN>(0b11, (one == other) & weights);
    }

  private:
    template <int SIGN>
    void put(std::size_t set, Vector weights) {
        lanes_[set] = SIGN > 0 ? lanes_[set] + weights : lanes_[set] - weights;
    }

    Vector lanes_[SETS + 1]{};
    SetCounts& total_;  // wraps around meanwhile
};

// Counts the boards of one deal.
template <std::size_t KNOWN>
class BoardCount {
  public:
    BoardCount(std::span<const Cards> hands, Cards dead, HandOrder order)
        : order_(order), count_(hands.size()), left_(FULL_DECK & ~(dead | union_of(hands))) {
        std::copy(hands.begin(), hands.end(), hands_.begin());
        for (std::size_t i = 0; i < players(); ++i) values_[i] = &values_of(hands[i], order);
    }

    SetCounts count() {
        add_ranks();
        for (int suit = 0; suit < SUITS; ++suit) {
            int most = 0;
            for (std::size_t i = 0; i < players(); ++i) most = std::max(most, size(ranks_of_suit(hands_[i], suit)));
            for (int cards = BOARD - most; cards < BOARD; ++cards) correct(suit, cards);
            correct_boards(suit);
        }
        const std::uint64_t others = std::accumulate(sets_.begin(), sets_.end(), std::uint64_t{0});
        if constexpr (KNOWN != 0) sets_[SetSums<KNOWN>::LAST_ALONE] = choose(size(left_), BOARD) - others;
        return std::move(sets_);
    }

  private:
    static constexpr std::size_t MOST = KNOWN == 0 ? MOST_HANDS : KNOWN;
    using Values = std::array<Vector, MOST>;  // of the players
    using Rows = std::array<const Small*, MOST>;
    using Sums = SetSums<KNOWN>;

    std::size_t players() const { return KNOWN == 0 ? count_ : KNOWN; }
    static const PatternValues& values_of(Cards hand, HandOrder order) {
        const int one = std::countr_zero(hand) % RANKS, other = std::countr_zero(without_lowest(hand)) % RANKS;
        return values_of_ranks(std::max(one, other), std::min(one, other), order);
    }
    template <int SIGN>
    void add(Sums& sums, const Values& values, Vector weights) const {
        if constexpr (KNOWN == 2) return sums.template add<SIGN>(values[0], values[1], weights);
        Vector best = values[0], who{};
        for (std::size_t i = 1; i < players(); ++i) best = smaller(best, values[i]);
        for (std::size_t i = 0; i < players(); ++i) who |= (values[i] == best) & static_cast<Small>(1 << i);
        sums.template add<SIGN>(who, weights);
    }
    // Moves the boards of a vector to the sets that win them with flushes.
    void change(Sums& sums, const Rows& rows, std::size_t at, const Values& flushes, Vector weights) const {
        Values values, with;
        for (std::size_t i = 0; i < players(); ++i) {
            values[i] = read(rows[i] + at);
            with[i] = smaller(values[i], flushes[i]);
        }
        add<-1>(sums, values, weights);
        add<1>(sums, with, weights);
    }
    Rows rows_of(std::size_t kind) const {
        Rows rows;
        for (std::size_t i = 0; i < players(); ++i) rows[i] = values_[i]->suited[kind].data();
        return rows;
    }
    std::array<FlushValues, MOST> flushes_of(int suit, int cards) const {
        std::array<FlushValues, MOST> flushes;
        for (std::size_t i = 0; i < players(); ++i) flushes[i] = FlushValues(hands_[i], suit, cards, order_);
        return flushes;
    }

    // Adds all boards as if there were no flushes.
    void add_ranks() {
        constexpr std::size_t HEAVIEST = 4 * 4 * 4 * 4 * 4, AT_ONCE = LANES * (INT16_MAX / HEAVIEST);
        const auto weights = weights_of_patterns(left_);
        for (std::size_t from = 0; from < weights.size(); from += AT_ONCE) {
            Sums sums(sets_);
            for (std::size_t at = from; at < std::min(from + AT_ONCE, weights.size()); at += LANES) {
                Values values;
                for (std::size_t i = 0; i < players(); ++i) values[i] = read(values_[i]->all.data() + at);
                add<1>(sums, values, read(weights.data() + at));
            }
        }
    }
    // Corrects the boards with so many cards of the suit and others, whose weights together are below 2^15 in a lane.
    void correct(int suit, int cards) {
        const std::size_t kind = static_cast<std::size_t>(cards - LEAST_SUITED);
        const std::vector<std::uint16_t>& sets = tables().flush_boards[kind].sets;
        const Ranks gone = ~ranks_of_suit(left_, suit);
        const auto flushes = flushes_of(suit, cards);
        const Rows rows = rows_of(kind);
        const Cards suit_cards = Cards{ALL_RANKS} << RANKS * suit;
        const auto weights = ways_of_others(left_ & ~suit_cards, BOARD - cards);
        Sums sums(sets_);
        for (std::size_t set = 0; set < sets.size(); ++set) {
            if ((sets[set] & gone) != 0) continue;
            Values values;
            for (std::size_t i = 0; i < players(); ++i) values[i] = Vector{} + flushes[i](sets[set]);
            for (std::size_t at = 0; at < weights.size(); at += LANES)
                change(sums, rows, set * weights.size() + at, values, read(weights.data() + at));
        }
    }
    // The same of boards of one suit: a set is a board, so vectors do many sets at once.
    void correct_boards(int suit) {
        constexpr std::size_t KIND = BOARD - LEAST_SUITED, ALL = in_whole_vectors(MOST_SUITED);
        const std::vector<std::uint16_t>& sets = tables().flush_boards[KIND].sets;
        const Ranks gone = ~ranks_of_suit(left_, suit);
        const auto flushes = flushes_of(suit, BOARD);
        const Rows rows = rows_of(KIND);
        std::array<Small, ALL> weights{};
        std::array<std::array<Small, ALL>, MOST> values{};
        for (std::size_t set = 0; set < sets.size(); ++set) {
            weights[set] = (sets[set] & gone) == 0;
            for (std::size_t i = 0; i < players(); ++i) values[i][set] = flushes[i](sets[set]);
        }
        Sums sums(sets_);
        for (std::size_t at = 0; at < ALL; at += LANES) {
            Values each;
            for (std::size_t i = 0; i < players(); ++i) each[i] = read(values[i].data() + at);
            change(sums, rows, at, each, read(weights.data() + at));
        }
    }

    HandOrder order_;
    std::size_t count_;
    Cards left_;
    std::array<Cards, MOST> hands_;
    std::array<const PatternValues*, MOST> values_;
    SetCounts sets_ = no_sets(count_);
};

}  // namespace

SetCounts count_before_flop(std::span<const Cards> hands, Cards dead, HandOrder order) {
    if (hands.size() == 2) return BoardCount<2>(hands, dead, order).count();
    if (hands.size() == 3) return BoardCount<3>(hands, dead, order).count();
    return BoardCount<0>(hands, dead, order).count();
}

Matchup matchup(Cards hero, Cards villain, HandOrder order) {
    const std::array hands{hero, villain};
    const SetCounts sets = BoardCount<2>(hands, missing_cards(order), order).count();
    return {static_cast<std::uint32_t>(sets[0b01]), static_cast<std::uint32_t>(sets[0b11])};
}

}  // namespace facevalue::poker
