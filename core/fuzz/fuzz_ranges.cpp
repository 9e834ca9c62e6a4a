// Fuzzing of ranges: the bytes are ranges of hold'em hands with weights, a board and dead cards, or sets of cards, and
// every fast count must be what comparing hand with hand on board after board counts.
//
// For: finding ranges that a sweep, the walk on the flop or the sums over subsets count otherwise. Not for: what a hand
// is worth; fuzz_evaluators.cpp is for that.
#include <numeric>

#include "fuzz/slow_poker.hpp"
#include "poker/deal/disjoint_showdown.hpp"
#include "poker/evaluate/evaluator.hpp"
#include "poker/ranges/flop_range.hpp"
#include "poker/ranges/ranges.hpp"

using namespace facevalue;
using namespace facevalue::poker;
using fuzz::Bytes;
using fuzz::require;

namespace {

constexpr Cards BELOW_SIX = 0b1111 * (Cards{1} | Cards{1} << 13 | Cards{1} << 26 | Cards{1} << 39);
constexpr double MOST_COMPARED = 2e6;  // deals on all boards

struct Situation {
    std::vector<HoldemRange> players;
    Cards board = 0, dead = 0;
    bool is_short = false;
};

std::uint32_t random_weight(Bytes& bytes) {
    switch (bytes.below(4)) {
        case 0:
            return static_cast<std::uint32_t>(bytes.word());
        case 1:
            return bytes.byte();
        default:
            return 1;
    }
}

// A few hands, which may be equal, or nearly all of them.
HoldemRange random_range(Bytes& bytes, bool is_large) {
    HoldemRange range;
    if (is_large) {
        const unsigned step = 2 + bytes.below(16);
        const std::array<std::uint32_t, 2> weights{random_weight(bytes), random_weight(bytes)};
        for_each_subset(FULL_DECK, HOLE, 0, [&](Cards hand) {
            const std::size_t number = range.hands.size();
            range.hands.push_back(hand);
            range.weights.push_back(weights[number % step == 0]);
        });
        return range;
    }
    for (unsigned count = bytes.below(12); count > 0; --count) {
        Cards deck = FULL_DECK;
        const bool again = !range.hands.empty() && bytes.one_in(16);
        range.hands.push_back(again ? range.hands.back() : deal(bytes, HOLE, deck));
        range.weights.push_back(random_weight(bytes));
    }
    return range;
}

Situation random_situation(Bytes& bytes) {
    Situation made;
    const bool has_large = bytes.one_in(8);
    made.is_short = bytes.one_in(4);
    const unsigned players = 2 + bytes.below(2);
    for (unsigned player = 0; player < players; ++player)
        made.players.push_back(random_range(bytes, has_large && player == 0));
    if (has_large)
        for (std::size_t player = 1; player < players; ++player)
            for (auto& range = made.players[player]; range.hands.size() > 1; range.weights.pop_back())
                range.hands.pop_back();
    std::swap(made.players[0], made.players[bytes.below(players)]);
    made.dead = made.is_short ? BELOW_SIX : 0;
    Cards left = FULL_DECK & ~made.dead;
    made.board = deal(bytes, has_large ? 3 : static_cast<int>(bytes.below(6)), left);
    if (!has_large)
        made.dead |= deal(bytes, std::max(0, poker::size(left) - 5 - static_cast<int>(bytes.below(12))), left);
    return made;
}

// --- the slow way

HandOrder order_of(const Situation& situation) { return situation.is_short ? short_deck_order() : high_order(); }

// The values of the hands on a board, higher for better; 0 for hands that share a card with it.
std::vector<std::uint32_t> scores_of(const Situation& situation, const std::vector<Cards>& hands, Cards board) {
    std::vector<Cards> rows;
    for (const Cards hand : hands)
        if ((hand & (board | situation.dead)) == 0) rows.push_back(hand | board);
    std::vector<std::uint16_t> values(rows.size());
    if (!rows.empty()) chosen_lanes<SimdKernels>().values(rows.data(), rows.size(), order_of(situation), values.data());
    std::vector<std::uint32_t> scores;
    std::size_t next = 0;
    for (const Cards hand : hands)
        scores.push_back((hand & (board | situation.dead)) == 0 ? 10'000U - values[next++] : 0);
    return scores;
}

template <class Visit>
void each_board(const Situation& situation, const Visit& visit) {
    const Cards left = FULL_DECK & ~(situation.board | situation.dead);
    for_each_subset(left, BOARD - poker::size(situation.board), situation.board, visit);
}

// Every deal of hands that share no card, with the product of its weights.
struct SlowDeals {
    const Situation& situation;
    Cards board;
    std::vector<std::vector<std::uint32_t>> scores;  // by player and hand
    std::uint64_t& total;
    SetCounts& sets;

    void run(std::vector<std::uint32_t>& dealt, Cards taken, std::uint64_t weight) {
        if (dealt.size() == situation.players.size()) return settle(dealt, weight);
        const HoldemRange& own = situation.players[dealt.size()];
        for (std::size_t i = 0; i < own.hands.size(); ++i) {
            if ((own.hands[i] & taken) != 0) continue;
            dealt.push_back(scores[dealt.size()][i]);
            run(dealt, taken | own.hands[i], weight * own.weights[i]);
            dealt.pop_back();
        }
    }
    void settle(const std::vector<std::uint32_t>& dealt, std::uint64_t weight) {
        const std::uint32_t most = *std::ranges::max_element(dealt);
        std::size_t winners = 0;
        for (std::size_t player = 0; player < dealt.size(); ++player)
            winners |= static_cast<std::size_t>(dealt[player] == most) << player;
        total += weight;
        sets[winners] += weight;
    }
};

void check_walk(const Situation& situation) {
    const auto& players = situation.players;
    std::uint64_t total = 0;
    SetCounts sets = no_sets(players.size());
    each_board(situation, [&](Cards board) {
        SlowDeals slow{situation, board, {}, total, sets};
        for (const HoldemRange& range : players) slow.scores.push_back(scores_of(situation, range.hands, board));
        std::vector<std::uint32_t> dealt;
        slow.run(dealt, board | situation.dead, 1);
    });
    for (const std::size_t workers : {1, 2}) {
        const PotCounts found = walk_ranges(players, situation.board, situation.dead, workers, {}, order_of(situation));
        require(found.boards == total && found.high == sets, "ranges are dealt hand by hand");
    }
}

void check_equities(const Situation& situation) {
    const std::vector<Cards>& heroes = situation.players[0].hands;
    const HoldemRange& villain = situation.players[1];
    if (!is_heads_up(heroes, villain, situation.board, situation.dead)) return;
    std::vector<Outcome> slow(heroes.size());
    each_board(situation, [&](Cards board) {
        const auto own_scores = scores_of(situation, heroes, board),
                   scores = scores_of(situation, villain.hands, board);
        for (std::size_t hero = 0; hero < heroes.size(); ++hero) {
            const std::uint32_t own = own_scores[hero];
            if (own == 0) continue;
            for (std::size_t i = 0; i < scores.size(); ++i) {
                if (scores[i] == 0 || (villain.hands[i] & heroes[hero]) != 0) continue;
                slow[hero].wins += own > scores[i] ? villain.weights[i] : 0;
                slow[hero].ties += own == scores[i] ? villain.weights[i] : 0;
                slow[hero].total += villain.weights[i];
            }
        }
    });
    const auto found = range_equities(heroes, villain, situation.board, situation.dead, 2, {}, order_of(situation));
    require(found.size() == slow.size(), "every hand of the hero has an outcome");
    for (std::size_t hero = 0; hero < slow.size(); ++hero)
        require(found[hero].wins == slow[hero].wins && found[hero].ties == slow[hero].ties &&
                    found[hero].total == slow[hero].total,
                "a hand meets the range hand by hand");
}

void check_situation(Bytes& bytes) {
    const Situation situation = random_situation(bytes);
    if (!is_range_deal(situation.players, situation.board, situation.dead)) return;
    if (!do_weights_fit(situation.players, situation.board, situation.dead)) return;
    const int left = DECK - poker::size(situation.board | situation.dead);
    double compared = static_cast<double>(choose(left, BOARD - poker::size(situation.board)));
    for (const HoldemRange& range : situation.players) compared *= static_cast<double>(range.hands.size());
    if (compared > MOST_COMPARED) return;
    check_walk(situation);
    check_equities(situation);
}

// --- sums over subsets

std::vector<WeightedHand> random_sets(Bytes& bytes, Cards deck, int cards, std::size_t count) {
    std::vector<WeightedHand> sets;
    while (sets.size() < count) {
        Cards left = deck;
        const std::uint64_t weight = bytes.one_in(4) ? bytes.word() : 1;
        sets.push_back({deal(bytes, cards, left), bytes.below(7), weight});
    }
    return sets;
}

void check_disjoint(Bytes& bytes) {
    Cards all = FULL_DECK;
    const Cards deck = deal(bytes, 8 + static_cast<int>(bytes.below(10)), all);
    const int cards = static_cast<int>(bytes.below(5)), others = static_cast<int>(bytes.below(5));
    auto ones = random_sets(bytes, deck, cards, bytes.below(200));
    auto rest = random_sets(bytes, deck, others, bytes.below(200));
    SubsetSums sums(deck, std::max(cards, others));
    for (const WeightedHand& set : ones) sums.add(set.cards, set.weight);
    Contest slow;
    for (const WeightedHand& other : rest) {
        std::uint64_t met = 0;
        for (const WeightedHand& one : ones) {
            if ((one.cards & other.cards) != 0) continue;
            met += one.weight;
            slow.total += one.weight * other.weight;
            slow.wins += one.score > other.score ? one.weight * other.weight : 0;
            slow.ties += one.score == other.score ? one.weight * other.weight : 0;
            slow.neither += one.score == 0 && other.score == 0 ? one.weight * other.weight : 0;
        }
        require(sums.disjoint_from(other.cards) == met, "the sets that share no card weigh so much");
    }
    Pulse pulse;
    DisjointShowdown showdown(deck, cards, others, pulse);
    for (int turn = 0; turn < 2; ++turn) {  // the second time with the sums of the first
        const Contest found = showdown.count(ones, rest, true);
        require(found.wins == slow.wins && found.ties == slow.ties && found.total == slow.total &&
                    found.neither == slow.neither,
                "pairs that share no card");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    if (bytes.below(4) == 0)
        check_disjoint(bytes);
    else
        check_situation(bytes);
    return 0;
}
