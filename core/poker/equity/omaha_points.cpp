#include "poker/equity/omaha_points.hpp"

#include <algorithm>
#include <array>

#include "poker/cards/combinations.hpp"
#include "poker/evaluate/evaluator.hpp"
#include "work/workers.hpp"

namespace facevalue::poker {

namespace {

constexpr int HOLE_CARDS = 4;
constexpr std::size_t LEFT = DECK - BOARD;
static_assert(OMAHA_HANDS == choose(DECK, HOLE_CARDS));
constexpr std::size_t PAIRS_LEFT = choose(LEFT, 2), TRIPLES_LEFT = choose(LEFT, 3), HANDS_LEFT = choose(LEFT, 4);

using Places = std::array<std::uint8_t, HOLE_CARDS>;  // of the cards of a hand, ascending

// The numbers of pairs, threes and fours of places in colexicographic order.
template <class Place>
constexpr std::size_t pair_number(Place a, Place b) {
    return b * (b - 1U) / 2 + a;
}
constexpr auto THREES = [] {
    std::array<std::size_t, DECK> below{};
    for (int card = 0; card < DECK; ++card) below[card] = choose(card, 3);
    return below;
}();
constexpr auto FOURS = [] {
    std::array<std::size_t, DECK> below{};
    for (int card = 0; card < DECK; ++card) below[card] = choose(card, 4);
    return below;
}();

// How many of the added hands contain each set of up to three cards.
class DisjointHands {
  public:
    void add(const Places& hand) {
        each_set(hand, [](std::uint32_t& count) { ++count; });
    }
    // How many of the added hands share no card with a hand that is not added.
    std::uint32_t count(const Places& hand) {
        std::uint32_t sums[HOLE_CARDS] = {};
        int size = 0, left = 1;
        constexpr int SETS[] = {1, 4, 6, 4};
        each_set(hand, [&](const std::uint32_t& count) {
            sums[size] += count;
            if (--left == 0 && ++size < HOLE_CARDS) left = SETS[size];
        });
        return sums[0] - sums[1] + sums[2] - sums[3];
    }

  private:
    // Visits the set without cards, the sets of one, of two and of three.
    template <class Visit>
    void each_set(const Places& hand, const Visit& visit) {
        const auto [a, b, c, d] = hand;
        visit(all_);
        for (const std::uint8_t one : {a, b, c, d}) visit(ones_[one]);
        visit(twos_[pair_number(a, b)]);
        visit(twos_[pair_number(a, c)]);
        visit(twos_[pair_number(b, c)]);
        visit(twos_[pair_number(a, d)]);
        visit(twos_[pair_number(b, d)]);
        visit(twos_[pair_number(c, d)]);
        visit(threes_[THREES[c] + pair_number(a, b)]);
        visit(threes_[THREES[d] + pair_number(a, b)]);
        visit(threes_[THREES[d] + pair_number(a, c)]);
        visit(threes_[THREES[d] + pair_number(b, c)]);
    }

    std::uint32_t all_ = 0;
    std::array<std::uint32_t, LEFT> ones_{};
    std::array<std::uint32_t, PAIRS_LEFT> twos_{};
    std::array<std::uint32_t, TRIPLES_LEFT> threes_{};
};

// All hands on one board, by value.
class HandsOnBoard {
  public:
    explicit HandsOnBoard(Cards board) : left_(each_card(FULL_DECK & ~board)), pair_values_(PAIRS_LEFT, UINT16_MAX) {
        find_pair_values(board);
        sort_hands();
    }

    void add_to(std::vector<std::uint64_t>& points, std::uint64_t weight) const {
        DisjointHands below;
        std::vector<std::uint32_t> beaten;
        for (std::size_t end = hands_.size(); end > 0;) {
            std::size_t first = end;
            while (first > 0 && values_[first - 1] == values_[end - 1]) --first;
            beaten.clear();
            for (std::size_t i = first; i < end; ++i) beaten.push_back(below.count(hands_[i]));
            for (std::size_t i = first; i < end; ++i) below.add(hands_[i]);
            // Added, a hand counts itself -1 times: 1 - 4 + 6 - 4.
            for (std::size_t i = first; i < end; ++i)
                points[number_of(hands_[i])] += weight * (beaten[i - first] + below.count(hands_[i]) + 1);
            end = first;
        }
    }

  private:
    void find_pair_values(Cards board) {
        std::vector<Cards> fives(PAIRS_LEFT);
        std::vector<std::uint16_t> values(PAIRS_LEFT);
        for_each_subset(board, 3, 0, [&](Cards three) {
            for (std::size_t b = 1; b < LEFT; ++b)
                for (std::size_t a = 0; a < b; ++a) fives[pair_number(a, b)] = three | left_[a] | left_[b];
            chosen_lanes<SimdKernels>().masks(fives.data(), fives.size(), high_order(), values.data());
            for (std::size_t i = 0; i < PAIRS_LEFT; ++i) pair_values_[i] = std::min(pair_values_[i], values[i]);
        });
    }
    void sort_hands() {
        std::vector<std::uint16_t> values(HANDS_LEFT);
        std::array<std::uint32_t, FIRST_VALUES.back() + 1U> next{};  // where hands of each value are put
        std::size_t at = 0;
        for_each_hand([&](const Places& hand) {
            const auto [a, b, c, d] = hand;
            const auto value = [&](std::uint8_t one, std::uint8_t other) {
                return pair_values_[pair_number(one, other)];
            };
            values[at] = std::min({value(a, b), value(a, c), value(b, c), value(a, d), value(b, d), value(c, d)});
            ++next[values[at++] + 1U];
        });
        for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
        hands_.resize(HANDS_LEFT);
        values_.resize(HANDS_LEFT);
        at = 0;
        for_each_hand([&](const Places& hand) {
            const std::uint16_t value = values[at++];
            values_[next[value]] = value;
            hands_[next[value]++] = hand;
        });
    }
    template <class Visit>
    static void for_each_hand(const Visit& visit) {
        Places hand;
        auto& [a, b, c, d] = hand;
        for (d = 3; d < LEFT; ++d)
            for (c = 2; c < d; ++c)
                for (b = 1; b < c; ++b)
                    for (a = 0; a < b; ++a) visit(hand);
    }
    // Of the hand as bits of Cards.
    std::size_t number_of(const Places& hand) const {
        const auto bit = [&](std::size_t i) { return static_cast<std::size_t>(std::countr_zero(left_[hand[i]])); };
        return FOURS[bit(3)] + THREES[bit(2)] + pair_number(bit(0), bit(1));
    }

    std::vector<Cards> left_;
    std::vector<std::uint16_t> pair_values_;
    std::vector<Places> hands_;          // the best first
    std::vector<std::uint16_t> values_;  // of these hands
};

}  // namespace

std::optional<std::vector<std::uint64_t>> omaha_points(std::span<const WeightedBoard> boards, std::size_t workers,
                                                       const Stop& stop) {
    constexpr std::uint64_t WORK = 2'000'000;  // look-ups for a board, about
    workers = std::max<std::size_t>(workers, 1);
    std::vector<std::vector<std::uint64_t>> parts(workers);
    const bool is_done = run_workers(workers, stop.of(boards.size()), [&](std::size_t worker, Pulse& pulse) {
        parts[worker].resize(OMAHA_HANDS);
        for (std::size_t i = worker; i < boards.size() && !pulse.stopped(); i += workers) {
            HandsOnBoard(boards[i].board).add_to(parts[worker], boards[i].weight);
            pulse.beat(WORK, 1);
        }
    });
    if (!is_done) return std::nullopt;
    for (std::size_t worker = 1; worker < workers; ++worker)
        for (std::size_t i = 0; i < OMAHA_HANDS; ++i) parts[0][i] += parts[worker][i];
    return std::move(parts[0]);
}

}  // namespace facevalue::poker
