#include "disjoint_showdown.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace facevalue::poker {

namespace {

// Of each subset of a set of up to SubsetSums::MOST cards, by its bits: its size, and whether that is odd. Tables,
// because std::popcount is a call where the compiler may not assume a processor with an instruction for it.
struct SubsetKinds {
    std::array<std::uint8_t, 1 << SubsetSums::MOST> sizes{};
    std::array<std::uint64_t, 1 << SubsetSums::MOST> odd{};  // all bits, or none

    constexpr SubsetKinds() {
        for (std::size_t subset = 0; subset < sizes.size(); ++subset) {
            sizes[subset] = static_cast<std::uint8_t>(std::popcount(subset));
            odd[subset] = sizes[subset] % 2 == 0 ? 0 : ~std::uint64_t{0};
        }
    }
};
constexpr SubsetKinds SUBSETS;

}  // namespace

// Combinatorial number system: cards c1 < c2 < ... are set number C(c1, 1) + C(c2, 2) + ... of their size. Smaller
// sizes come first.
SubsetSums::SubsetSums(Cards deck, int cards) {
    const int count = size(deck);
    std::uint64_t before = 1;  // the empty set
    for (int made = 1; made <= cards; ++made) {
        int number = 0;
        // The last term: how much later the places of this size start than those of one card less.
        for (Cards left = deck; left != 0; left = without_lowest(left), ++number)
            steps_[std::countr_zero(left)][made] =
                static_cast<std::uint32_t>(choose(number, made) + choose(count, made - 1));
        before += choose(count, made);
    }
    weights_.resize(before);
}

std::size_t SubsetSums::find_places(Cards set, std::array<std::uint32_t, 1 << MOST>& places) const {
    std::size_t found = 1;
    places[0] = 0;
    for (; set != 0; set = without_lowest(set), found *= 2) {
        const auto& steps = steps_[std::countr_zero(set)];
        for (std::size_t subset = 0; subset < found; ++subset)
            places[found + subset] = places[subset] + steps[SUBSETS.sizes[subset] + 1U];
    }
    return found;
}

void SubsetSums::add(Cards set, std::uint64_t weight) {
    std::array<std::uint32_t, 1 << MOST> places;
    const std::size_t found = find_places(set, places);
    for (std::size_t subset = 0; subset < found; ++subset) weights_[places[subset]] += weight;
    changes_ += found;
}

void SubsetSums::remove(const std::vector<WeightedHand>& sets) {
    if (changes_ > weights_.size() / CLEARED)
        std::fill(weights_.begin(), weights_.end(), 0);
    else
        for (const WeightedHand& set : sets) add(set.cards, std::uint64_t{0} - set.weight);
    changes_ = 0;
}

std::uint64_t SubsetSums::disjoint_from(Cards set) const {
    std::array<std::uint32_t, 1 << MOST> places;
    const std::size_t found = find_places(set, places);
    std::uint64_t sum = 0;
    for (std::size_t subset = 0; subset < found; ++subset) {
        const std::uint64_t odd = SUBSETS.odd[subset];
        sum += (weights_[places[subset]] ^ odd) - odd;  // negated where odd
    }
    return sum;
}

namespace {

constexpr std::uint64_t PAIRS_OF_A_STEP = 12;  // pairs that are compared in the time of a look-up of a sum
constexpr std::uint64_t PAIRS_OF_A_LOOK_UP = 4;
constexpr std::size_t MANY = 1000;  // hands, which are sorted faster by digits than by comparisons

bool is_weaker(const WeightedHand& one, const WeightedHand& other) { return one.score < other.score; }

// How many subsets the hands have, together.
std::uint64_t subsets_of(const std::vector<WeightedHand>& hands) {
    std::uint64_t subsets = 0;
    for (const WeightedHand& hand : hands) subsets += std::uint64_t{1} << size(hand.cards);
    return subsets;
}

// Hands in arrays, filled up to whole vectors with hands of no weight.
class HandArrays {
  public:
    explicit HandArrays(const std::vector<WeightedHand>& hands)
        : cards_(filled_up(hands.size())), scores_(cards_), weights_(cards_) {
        for (std::size_t i = 0; i < hands.size(); ++i) {
            cards_[i] = hands[i].cards;
            scores_[i] = hands[i].score;
            weights_[i] = hands[i].weight;
        }
    }
    HandRows rows() const { return {cards_.data(), scores_.data(), weights_.data(), cards_.size()}; }

  private:
    static std::size_t filled_up(std::size_t count) {
        return (count + HandRows::STEP - 1) / HandRows::STEP * HandRows::STEP;
    }

    std::vector<std::uint64_t> cards_, scores_, weights_;
};

Contest turned(Contest contest) {
    contest.wins = contest.losses();
    return contest;
}

// Sorts by score, worst first: many hands digit by digit, with `spare` for its own use. After a stop the order is
// invalid.
void sort_by_score(std::vector<WeightedHand>& hands, std::vector<WeightedHand>& spare, Pulse& pulse) {
    if (hands.size() < MANY) return std::sort(hands.begin(), hands.end(), is_weaker);
    constexpr int DIGIT = 13;                            // bits; the values of the usual ranking are one digit
    constexpr std::size_t PIECE = std::size_t{1} << 14;  // hands between two looks whether to stop
    std::array<std::uint32_t, 1 << DIGIT> places;
    std::uint32_t used = 0;
    for (const WeightedHand& hand : hands) used |= hand.score;
    spare.resize(hands.size());
    for (int shift = 0; shift < 32 && used >> shift != 0; shift += DIGIT) {
        const auto digit = [&](const WeightedHand& hand) { return hand.score >> shift & (places.size() - 1); };
        places.fill(0);
        for (const WeightedHand& hand : hands) ++places[digit(hand)];
        std::exclusive_scan(places.begin(), places.end(), places.begin(), 0U);
        for (std::size_t done = 0; done < hands.size(); done += PIECE) {
            const std::size_t end = std::min(hands.size(), done + PIECE);
            for (std::size_t i = done; i < end; ++i) spare[places[digit(hands[i])]++] = hands[i];
            pulse.spend(PIECE);
            if (pulse.stopped()) return;
        }
        std::swap(hands, spare);
    }
}

}  // namespace

DisjointShowdown::DisjointShowdown(Cards deck, int cards, int others, Pulse& pulse, const SimdKernels& kernels)
    : deck_(deck), cards_(cards), others_(others), pulse_(pulse), kernels_(kernels) {}

Contest DisjointShowdown::count(std::vector<WeightedHand>& ones, std::vector<WeightedHand>& others) {
    const std::uint64_t steps = subsets_of(ones), other_steps = subsets_of(others);
    if (std::uint64_t{ones.size()} * others.size() <= PAIRS_OF_A_STEP * (steps + other_steps))
        return ones.size() >= others.size() ? by_pairs(ones, others) : turned(by_pairs(others, ones));
    // Adding hands takes less time than looking them up.
    return steps <= other_steps ? sweep(ones, others) : turned(sweep(others, ones));
}

// Each hand of one list is compared with all of the other, which is shorter: its arrays stay in the first cache.
Contest DisjointShowdown::by_pairs(const std::vector<WeightedHand>& ones, const std::vector<WeightedHand>& others) {
    const HandArrays rest(others);
    Contest all;
    for (const WeightedHand& one : ones) {
        const MetWeights met = kernels_.met(rest.rows(), one.cards, one.score);
        all.wins += one.weight * met.beaten;
        all.ties += one.weight * met.tied;
        all.neither += one.score == 0 ? one.weight * met.tied : 0;
        all.total += one.weight * met.all;
        pulse_.beat(1 + others.size() / PAIRS_OF_A_LOOK_UP);
        if (pulse_.stopped()) break;
    }
    return all;
}

Contest DisjointShowdown::sweep(std::vector<WeightedHand>& ones, std::vector<WeightedHand>& others) {
    const int cards = std::max(cards_, others_);
    if (sums_.empty()) sums_.emplace_back(deck_, cards);
    SubsetSums& sums = sums_.front();
    sort_by_score(ones, spare_, pulse_);
    sort_by_score(others, spare_, pulse_);
    Contest all;
    std::size_t below = 0;  // how many of the others are in the sums
    const auto add_while = [&](const auto& holds) {
        const std::size_t before = below;
        for (; below < others.size() && !pulse_.stopped() && holds(others[below]); ++below) {
            sums.add(others[below].cards, others[below].weight);
            pulse_.beat(std::uint64_t{1} << cards);
        }
        return below > before;
    };
    for (auto one = ones.begin(); one != ones.end() && !pulse_.stopped();) {
        const auto end = std::upper_bound(one, ones.end(), *one, is_weaker);
        add_while([&](const WeightedHand& other) { return other.score < one->score; });
        std::uint64_t beaten = 0, reached = 0;
        for (auto each = one; each != end; ++each) beaten += each->weight * sums.disjoint_from(each->cards);
        if (add_while([&](const WeightedHand& other) { return other.score == one->score; }))
            for (auto each = one; each != end; ++each) reached += each->weight * sums.disjoint_from(each->cards);
        else
            reached = beaten;
        all.wins += beaten;
        all.ties += reached - beaten;
        if (one->score == 0) all.neither = reached - beaten;
        pulse_.beat(static_cast<std::uint64_t>(end - one) << (cards + 1));
        one = end;
    }
    if (pulse_.stopped()) return all;
    add_while([](const WeightedHand&) { return true; });
    for (const WeightedHand& one : ones) {
        all.total += one.weight * sums.disjoint_from(one.cards);
        pulse_.spend(std::uint64_t{1} << cards);
        if (pulse_.stopped()) return all;
    }
    sums.remove(others);
    pulse_.beat(others.size() << cards);
    return all;
}

}  // namespace facevalue::poker
