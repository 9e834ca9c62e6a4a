#include "poker/deal/disjoint_showdown.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace facevalue::poker {

namespace {

// The size of a set. std::popcount is a function call unless the compiler may assume a CPU that has it.
std::size_t card_count(Cards set) {
    constexpr std::uint64_t ONES = ~std::uint64_t{0};
    set -= set >> 1 & ONES / 3;  // in pairs of bits, fours, bytes
    set = (set & ONES / 5) + (set >> 2 & ONES / 5);
    set = (set + (set >> 4)) & ONES / 17;
    return set * (ONES / 255) >> 56;
}

// Calls step(i) for each i below COUNT, as a constant: all sizes and signs of subsets are known when this is compiled.
template <std::size_t COUNT, class Step>
void unrolled(const Step& step) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (step(std::integral_constant<std::size_t, I>()), ...);
    }(std::make_index_sequence<COUNT>());
}

}  // namespace

// Combinatorial number system: cards c1 < c2 < ... are set number C(c1, 1) + C(c2, 2) + ... of their size. Smaller
// sizes come first.
SubsetSums::SubsetSums(Cards deck, int cards) {
    const int count = size(deck);
    std::uint64_t before = 1;  // the empty set
    for (int made = 1; made <= cards; ++made) {
        int number = 0;
        // The last term: the number of places between the starts of this size and of one card fewer.
        for (Cards left = deck; left != 0; left = without_lowest(left), ++number)
            steps_[std::countr_zero(left)][made] =
                static_cast<std::uint32_t>(choose(number, made) + choose(count, made - 1));
        before += choose(count, made);
    }
    weights_.resize(before);
}

template <std::size_t CARDS>
std::array<std::uint32_t, std::size_t{1} << CARDS> SubsetSums::places(Cards set) const {
    std::array<std::uint32_t, std::size_t{1} << CARDS> found;
    found[0] = 0;
    unrolled<CARDS>([&](auto card) {
        constexpr std::size_t BEFORE = std::size_t{1} << card;  // subsets without this card and later ones
        const auto& steps = steps_[static_cast<std::size_t>(std::countr_zero(set))];
        unrolled<BEFORE>([&](auto subset) {
            constexpr std::size_t MADE = std::popcount(subset.value) + 1U;
            found[BEFORE + subset] = found[subset] + steps[MADE];
        });
        set = without_lowest(set);
    });
    return found;
}

template <std::size_t CARDS>
void SubsetSums::add_all(Cards set, std::uint64_t weight) {
    const auto found = places<CARDS>(set);
    unrolled<(1U << CARDS)>([&](auto subset) { weights_[found[subset]] += weight; });
    changes_ += found.size();
}

template <std::size_t CARDS>
std::uint64_t SubsetSums::disjoint_from_all(Cards set) const {
    const auto found = places<CARDS>(set);
    std::uint64_t sum = 0;
    unrolled<(1U << CARDS)>([&](auto subset) {
        const std::uint64_t weight = weights_[found[subset]];
        sum += std::popcount(subset.value) % 2 == 0 ? weight : std::uint64_t{0} - weight;
    });
    return sum;
}

void SubsetSums::add(Cards set, std::uint64_t weight) {
    static constexpr auto BY_SIZE = []<std::size_t... CARDS>(std::index_sequence<CARDS...>) {
        return std::array{&SubsetSums::add_all<CARDS>...};
    }(std::make_index_sequence<MOST + 1>());
    (this->*BY_SIZE[card_count(set)])(set, weight);
}

std::uint64_t SubsetSums::disjoint_from(Cards set) const {
    static constexpr auto BY_SIZE = []<std::size_t... CARDS>(std::index_sequence<CARDS...>) {
        return std::array{&SubsetSums::disjoint_from_all<CARDS>...};
    }(std::make_index_sequence<MOST + 1>());
    return (this->*BY_SIZE[card_count(set)])(set);
}

void SubsetSums::remove(const std::vector<WeightedHand>& sets) {
    if (changes_ > weights_.size() / CLEARED)
        std::fill(weights_.begin(), weights_.end(), 0);
    else
        for (const WeightedHand& set : sets) add(set.cards, std::uint64_t{0} - set.weight);
    changes_ = 0;
}

namespace {

constexpr std::uint64_t PAIRS_OF_A_STEP = 12;  // pairs that are compared in the time of a look-up of a sum
constexpr std::uint64_t PAIRS_OF_A_LOOK_UP = 4;
constexpr std::size_t MANY = 1000;  // hands, which are sorted faster by digits than by comparisons

bool is_weaker(const WeightedHand& one, const WeightedHand& other) { return one.score < other.score; }
bool is_stronger(const WeightedHand& one, const WeightedHand& other) { return one.score > other.score; }

// How many subsets the hands have, together.
std::uint64_t subsets_of(const std::vector<WeightedHand>& hands) {
    std::uint64_t subsets = 0;
    for (const WeightedHand& hand : hands) subsets += std::uint64_t{1} << card_count(hand.cards);
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

// Sorts by score, worst first: many hands digit by digit, with `spare` as scratch memory. After a stop the order is
// invalid.
void sort_by_score(std::vector<WeightedHand>& hands, std::vector<WeightedHand>& spare, Pulse& pulse) {
    if (hands.size() < MANY) return std::sort(hands.begin(), hands.end(), is_weaker);
    constexpr int DIGIT = 13;                            // bits; the values of the usual ranking are one digit
    constexpr std::size_t PIECE = std::size_t{1} << 14;  // hands between two checks whether to stop
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

Contest DisjointShowdown::count(std::vector<WeightedHand>& ones, std::vector<WeightedHand>& others, bool with_total) {
    const std::uint64_t steps = subsets_of(ones), other_steps = subsets_of(others);
    if (std::uint64_t{ones.size()} * others.size() <= PAIRS_OF_A_STEP * (steps + other_steps))
        return ones.size() >= others.size() ? by_pairs(ones, others, true) : by_pairs(others, ones, false);
    sort_by_score(ones, spare_, pulse_);
    sort_by_score(others, spare_, pulse_);
    if (pulse_.stopped()) return {};
    if (sums_.empty()) sums_.emplace_back(deck_, std::max(cards_, others_));
    // Adding hands takes less time than looking them up.
    const bool adds_others = steps <= other_steps;
    const std::vector<WeightedHand>&looked_up = adds_others ? ones : others, &added = adds_others ? others : ones;
    Contest all = adds_others ? sweep(looked_up.begin(), looked_up.end(), added.begin(), added.end(), is_weaker)
                              : sweep(looked_up.rbegin(), looked_up.rend(), added.rbegin(), added.rend(), is_stronger);
    if (with_total) all.total = total(looked_up);
    sums_.front().remove(added);
    pulse_.beat(added.size() << std::max(cards_, others_));
    return all;
}

// Each hand of one list is compared with all of the other, which is shorter: its arrays stay in the first cache.
Contest DisjointShowdown::by_pairs(const std::vector<WeightedHand>& longer, const std::vector<WeightedHand>& shorter,
                                   bool longer_wins) {
    const HandArrays rest(shorter);
    Contest all;
    for (const WeightedHand& one : longer) {
        const MetWeights met = kernels_.met(rest.rows(), one.cards, one.score);
        all.wins += one.weight * (longer_wins ? met.beaten : met.all - met.beaten - met.tied);
        all.ties += one.weight * met.tied;
        all.neither += one.score == 0 ? one.weight * met.tied : 0;
        all.total += one.weight * met.all;
        pulse_.beat(1 + shorter.size() / PAIRS_OF_A_LOOK_UP);
        if (pulse_.stopped()) break;
    }
    return all;
}

// The hands of both lists, `one` to `last` and `next` to `last_added`, in one order. All that are before a hand of one
// list are in the sums when it is looked up.
template <class Iterator, class Before>
Contest DisjointShowdown::sweep(Iterator one, Iterator last, Iterator next, Iterator last_added,
                                const Before& is_before) {
    const int cards = std::max(cards_, others_);
    SubsetSums& sums = sums_.front();
    Contest all;
    const auto add_while = [&](const auto& holds) {
        const auto before = next;
        for (; next != last_added && !pulse_.stopped() && holds(*next); ++next) {
            sums.add(next->cards, next->weight);
            pulse_.spend(std::uint64_t{1} << cards);
        }
        return next != before;
    };
    while (one != last && !pulse_.stopped()) {
        const auto end = std::upper_bound(one, last, *one, is_before);
        add_while([&](const WeightedHand& other) { return is_before(other, *one); });
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
    if (!pulse_.stopped()) add_while([](const WeightedHand&) { return true; });
    return all;
}

// Of these hands and all that are in the sums.
std::uint64_t DisjointShowdown::total(const std::vector<WeightedHand>& hands) {
    std::uint64_t all = 0;
    for (const WeightedHand& hand : hands) {
        if (pulse_.stopped()) break;
        all += hand.weight * sums_.front().disjoint_from(hand.cards);
        pulse_.spend(std::uint64_t{1} << std::max(cards_, others_));
    }
    return all;
}

}  // namespace facevalue::poker
