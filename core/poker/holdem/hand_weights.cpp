#include "poker/holdem/hand_weights.hpp"

#include <algorithm>

#include "poker/cards/read_cards.hpp"
#include "work/sorting.hpp"

namespace facevalue::poker {

namespace {

constexpr std::size_t cell(int row, int column) { return static_cast<std::size_t>(RANKS * row + column); }

// Calls visit(high id, low id) for each hand of two cards.
template <class Visit>
void each_hand(const Visit& visit) {
    for (int high = DECK - 1; high > 0; --high)
        for (int low = high - 1; low >= 0; --low) visit(high, low);
}

}  // namespace

std::size_t place_of(Cards hand) {
    const auto id = [](Cards card) {
        const int bit = std::countr_zero(card);
        return bit % RANKS * SUITS + bit / RANKS;
    };
    const int one = id(hand), other = id(without_lowest(hand));
    return place_of(std::max(one, other), std::min(one, other));
}

const std::array<Cards, HOLDEM_HANDS>& hands_by_place() {
    static const auto hands = [] {
        std::array<Cards, HOLDEM_HANDS> made{};
        each_hand([&](int high, int low) { made[place_of(high, low)] = card_of(high) | card_of(low); });
        return made;
    }();
    return hands;
}

const std::array<std::uint8_t, HOLDEM_HANDS>& starting_hands_by_place() {
    static const auto names = [] {
        std::array<std::uint8_t, HOLDEM_HANDS> made{};
        each_hand([&](int high, int low) {
            const int row = ACE - high / SUITS, column = ACE - low / SUITS;
            const bool is_suited = high % SUITS == low % SUITS;
            made[place_of(high, low)] = static_cast<std::uint8_t>(is_suited ? cell(row, column) : cell(column, row));
        });
        return made;
    }();
    return names;
}

HandSet HandSet::all() {
    HandSet hands;
    for (std::size_t place = 0; place < HOLDEM_HANDS; ++place) hands.insert(place);
    return hands;
}

void HandSet::insert(int high, int low, Kind kind) {
    for (int one = 0; one < SUITS; ++one)
        for (int other = 0; other < SUITS; ++other) {
            const bool is_wanted = kind == Kind::Any || (one == other) == (kind == Kind::Suited);
            if (is_wanted && (high > low || one > other)) insert(place_of(high * SUITS + one, low * SUITS + other));
        }
}

void HandSet::insert_starting_hand(std::size_t place) {
    const int row = ACE - static_cast<int>(place) / RANKS, column = ACE - static_cast<int>(place) % RANKS;
    const Kind kind = row == column ? Kind::Any : row > column ? Kind::Suited : Kind::Offsuit;
    insert(std::max(row, column), std::min(row, column), kind);
}

HandWeights::HandWeights(const OfHands& weights) {
    const auto is_larger = [](const Weight& a, const Weight& b) { return b < a; };
    Weight last;
    for (const Weight& weight : weights)
        if (weight && weight != last) weights_.push_back(last = weight);
    sort_items(weights_, is_larger);
    weights_.erase(std::unique(weights_.begin(), weights_.end()), weights_.end());
    last = {};
    std::uint16_t place = 0;
    for (std::size_t hand = 0; hand < HOLDEM_HANDS; ++hand) {
        if (!weights[hand]) continue;
        if (weights[hand] != last) {
            last = weights[hand];
            const auto found = std::lower_bound(weights_.begin(), weights_.end(), last, is_larger);
            place = static_cast<std::uint16_t>(found - weights_.begin() + 1);
        }
        places_[hand] = place;
    }
}

std::size_t HandWeights::size() const {
    return HOLDEM_HANDS - static_cast<std::size_t>(std::ranges::count(places_, 0));
}

std::vector<std::uint32_t> HandWeights::counts() const {
    std::vector<std::uint32_t> found(weights_.size() + 1);
    for (const std::uint16_t place : places_) ++found[place];
    found.erase(found.begin());
    return found;
}

std::vector<std::uint32_t> HandWeights::counts_in(std::size_t starting_hand) const {
    std::vector<std::uint32_t> found(weights_.size() + 1);
    HandSet hands;
    hands.insert_starting_hand(starting_hand);
    hands.each([&](std::size_t hand) { ++found[places_[hand]]; });
    found.erase(found.begin());
    return found;
}

std::uint64_t HandWeights::hash() const {
    std::uint64_t found = 0;
    const auto mix = [&](std::uint64_t word) {
        found = (found ^ word) * 0x9E3779B97F4A7C15U;
        found ^= found >> 32;
    };
    for (const Weight& weight : weights_) {
        mix(weight.numerator);
        mix(weight.denominator);
    }
    for (std::size_t hand = 0; hand < HOLDEM_HANDS; hand += 2) mix(places_[hand] | places_[hand + 1] << 16);
    return found;
}

HandSet HandWeights::hands() const {
    HandSet found;
    for (std::size_t hand = 0; hand < HOLDEM_HANDS; ++hand)
        if (places_[hand] != 0) found.insert(hand);
    return found;
}

bool HandWeights::contains(const HandSet& hands) const {
    bool are_all = true;
    hands.each([&](std::size_t hand) { are_all &= places_[hand] != 0; });
    return are_all;
}

HandWeights HandWeights::without(Cards dead) const {
    OfHands left{};
    for (std::size_t hand = 0; hand < HOLDEM_HANDS; ++hand)
        if ((hands_by_place()[hand] & dead) == 0) left[hand] = of(hand);
    return HandWeights(left);
}

template <class Combine>
HandWeights HandWeights::combined(const HandWeights& other, const Combine& combine) const {
    OfHands made{};
    for (std::size_t hand = 0; hand < HOLDEM_HANDS; ++hand) made[hand] = combine(of(hand), other.of(hand));
    return HandWeights(made);
}

HandWeights HandWeights::larger(const HandWeights& other) const {
    return combined(other, [](const Weight& a, const Weight& b) { return std::max(a, b); });
}

HandWeights HandWeights::smaller(const HandWeights& other) const {
    return combined(other, [](const Weight& a, const Weight& b) { return std::min(a, b); });
}

Expected<HandWeights> HandWeights::minus(const HandWeights& other) const {
    bool is_exact = true;
    HandWeights made = combined(other, [&](const Weight& a, const Weight& b) {
        if (!b || !(b < a)) return b ? Weight{} : a;
        const auto left = difference(a, b);
        is_exact &= left.has_value();
        return left.value_or(Weight{});
    });
    if (is_exact) return made;
    return Problem{ErrorClass::Limit, "the weights have too many digits; round them", {}, 0, LARGEST_DENOMINATOR};
}

HandWeights HandWeights::inverse() const {
    return combined(*this, [](const Weight& a, const Weight&) {
        return Weight{a.denominator - a.numerator, a.numerator == a.denominator ? 1 : a.denominator};
    });
}

}  // namespace facevalue::poker
