#include "poker/ranges/hands_by_strength.hpp"

#include <algorithm>
#include <bit>

namespace facevalue::poker {

namespace {

struct TwoCards {
    int low, high;

    explicit TwoCards(Cards hand) : low(std::countr_zero(hand)), high(std::countr_zero(without_lowest(hand))) {}
};

}  // namespace

HandsByStrength::HandsByStrength(const HoldemRange& range) : range_(range) {
    for (std::size_t i = 0; i < range.hands.size(); ++i) {
        const TwoCards cards(range.hands[i]);
        weights_[cards.low][cards.high] += range.weights[i];
    }
}

void HandsByStrength::sort(std::span<const std::uint16_t> values, Cards board) {
    classes_.fill(0);
    for (std::size_t i = 0; i < values.size(); ++i)
        if ((range_.hands[i] & board) == 0) classes_[values[i]] = 1;
    std::uint16_t worse = 0;
    for (std::size_t value = classes_.size(); value-- > 0;)
        classes_[value] = std::exchange(worse, static_cast<std::uint16_t>(worse + classes_[value]));
    below_.assign(worse + std::size_t{1}, Sums{});
    for (auto& row : class_of_) row.fill(NONE);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if ((range_.hands[i] & board) != 0) continue;
        const TwoCards cards(range_.hands[i]);
        class_of_[cards.low][cards.high] = classes_[values[i]];
        Sums& next = below_[classes_[values[i]] + std::size_t{1}];
        for (const std::size_t place :
             {std::size_t{ALL}, static_cast<std::size_t>(cards.low), static_cast<std::size_t>(cards.high)})
            next[place] += range_.weights[i];
    }
    for (std::size_t row = 1; row < below_.size(); ++row)
        for (std::size_t place = 0; place <= ALL; ++place) below_[row][place] += below_[row - 1][place];
}

HandsByStrength::Met HandsByStrength::met_by(std::uint16_t value, Cards taken) const {
    const std::uint16_t first = classes_[value], last = classes_[value - 1];  // of hands as good; last is excluded
    const Sums &below = below_[first], &up_to = below_[last], &all = below_.back();
    std::uint64_t worse = below[ALL], not_better = up_to[ALL], any = all[ALL];
    for (Cards ones = taken; ones != 0; ones = without_lowest(ones)) {
        const int one = std::countr_zero(ones);
        worse -= below[one];
        not_better -= up_to[one];
        any -= all[one];
        for (Cards others = without_lowest(ones); others != 0; others = without_lowest(others)) {
            const int other = std::countr_zero(others);
            const std::uint16_t kind = class_of_[one][other];
            if (kind == NONE) continue;
            const std::uint64_t weight = weights_[one][other];  // subtracted for each of its cards
            worse += kind < first ? weight : 0;
            not_better += kind < last ? weight : 0;
            any += weight;
        }
    }
    return {worse, not_better - worse, any - not_better};
}

}  // namespace facevalue::poker
