#include "disjoint_showdown.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "work/sorting.hpp"

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

bool is_weaker(const WeightedHand& one, const WeightedHand& other) { return one.score < other.score; }

Outcome by_pairs(const std::vector<WeightedHand>& ones, const std::vector<WeightedHand>& others, Pulse& pulse) {
    Outcome all;
    for (const WeightedHand& one : ones) {
        Outcome met;
        for (const WeightedHand& other : others) {
            const std::uint64_t weight = (one.cards & other.cards) == 0 ? other.weight : 0;
            met.total += weight;
            met.wins += other.score < one.score ? weight : 0;
            met.ties += other.score == one.score ? weight : 0;
        }
        all.wins += one.weight * met.wins;
        all.ties += one.weight * met.ties;
        all.total += one.weight * met.total;
        pulse.beat(1 + others.size() / 4);
        if (pulse.stopped()) break;
    }
    return all;
}

}  // namespace

DisjointShowdown::DisjointShowdown(Cards deck, int cards, int others, Pulse& pulse)
    : deck_(deck), cards_(cards), others_(others), pulse_(pulse) {}

Outcome DisjointShowdown::count(std::vector<WeightedHand>& ones, std::vector<WeightedHand>& others) {
    const std::uint64_t pairs = std::uint64_t{ones.size()} * others.size();
    if (pairs <= std::uint64_t{4} * (ones.size() + others.size()) << std::max(cards_, others_))
        return by_pairs(ones, others, pulse_);
    // The sums contain the larger sets, so that they have all subsets of the smaller ones.
    if (cards_ <= others_) return sweep(ones, others);
    const Outcome turned = sweep(others, ones);
    return {turned.losses(), turned.ties, turned.total};
}

Outcome DisjointShowdown::sweep(std::vector<WeightedHand>& ones, std::vector<WeightedHand>& others) {
    if (sums_.empty()) sums_.emplace_back(deck_, std::max(cards_, others_));
    SubsetSums& sums = sums_.front();
    sort_in_pieces(ones, pulse_, is_weaker);
    sort_in_pieces(others, pulse_, is_weaker);
    Outcome all;
    std::size_t below = 0;  // how many of the others are in the sums
    const auto add_while = [&](const auto& holds) {
        const std::size_t before = below;
        for (; below < others.size() && !pulse_.stopped() && holds(others[below]); ++below) {
            sums.add(others[below].cards, others[below].weight);
            pulse_.beat(std::uint64_t{1} << others_);
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
        pulse_.beat(static_cast<std::uint64_t>(end - one) << (cards_ + 1));
        one = end;
    }
    if (pulse_.stopped()) return all;
    add_while([](const WeightedHand&) { return true; });
    for (const WeightedHand& one : ones) {
        all.total += one.weight * sums.disjoint_from(one.cards);
        pulse_.spend(std::uint64_t{1} << cards_);
        if (pulse_.stopped()) return all;
    }
    for (const WeightedHand& other : others) {  // empty again
        sums.add(other.cards, std::uint64_t{0} - other.weight);
        pulse_.spend(std::uint64_t{1} << others_);
        if (pulse_.stopped()) return all;
    }
    return all;
}

}  // namespace facevalue::poker
