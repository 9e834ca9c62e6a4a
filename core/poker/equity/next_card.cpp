#include "poker/equity/next_card.hpp"

#include <algorithm>
#include <array>

#include "poker/cards/combinations.hpp"
#include "poker/evaluate/evaluator.hpp"

namespace facevalue::poker {

namespace {

constexpr std::size_t BOARDS_AT_ONCE = 512;  // boards

// Collects boards, and counts who wins them under each of their new cards.
class NextShowdown {
  public:
    NextShowdown(std::span<const Cards> hands, Cards left, HandOrder order, Pulse& pulse)
        : hands_(hands), left_(left), order_(order), pulse_(pulse) {}

    void add(Cards board) {
        boards_[filled_++] = board;
        if (filled_ == BOARDS_AT_ONCE) settle();
    }
    void settle() {
        if (filled_ == 0) return;
        std::array<Cards, BOARDS_AT_ONCE> rows;
        for (std::size_t player = 0; player < hands_.size(); ++player) {
            for (std::size_t i = 0; i < filled_; ++i) rows[i] = boards_[i] | hands_[player];
            chosen_lanes<SimdKernels>().values(rows.data(), filled_, order_, values_[player].data());
        }
        for (std::size_t i = 0; i < filled_; ++i) {
            const std::size_t winners = winners_of(i);
            for (Cards added = boards_[i] & left_; added != 0; added = without_lowest(added))
                ++counts_[static_cast<std::size_t>(std::countr_zero(added)) << hands_.size() | winners];
        }
        pulse_.beat(filled_ * hands_.size() / 4, filled_);
        filled_ = 0;
    }
    // Who wins the boards with a card, by the set of winners.
    SetCounts boards_with(Cards card) const {
        const auto first = counts_.begin() + (std::ptrdiff_t{std::countr_zero(card)} << hands_.size());
        return {first, first + (std::ptrdiff_t{1} << hands_.size())};
    }

  private:
    std::size_t winners_of(std::size_t board) const {
        std::uint16_t best = values_[0][board];
        std::size_t winners = 1;
        for (std::size_t player = 1; player < hands_.size(); ++player) {
            const std::uint16_t value = values_[player][board];
            if (value < best) winners = 0;
            if (value <= best) winners |= std::size_t{1} << player;
            best = std::min(best, value);
        }
        return winners;
    }

    std::span<const Cards> hands_;
    Cards left_;
    HandOrder order_;
    Pulse& pulse_;
    std::size_t filled_ = 0;
    std::array<Cards, BOARDS_AT_ONCE> boards_;
    std::array<std::array<std::uint16_t, BOARDS_AT_ONCE>, MOST_HANDS> values_;
    // By the bit of a card, then by the set of winners.
    SetCounts counts_ = SetCounts(std::size_t{DECK} << hands_.size());
};

}  // namespace

std::vector<NextCard> walk_next_cards(std::span<const Cards> hands, Cards board, Cards dead, const Stop& stop,
                                      HandOrder order) {
    const Cards left = FULL_DECK & ~(union_of(hands) | board | dead);
    const int missing = BOARD - size(board);
    Pulse pulse(stop.of(choose(size(left), missing)));
    NextShowdown showdown(hands, left, order, pulse);
    for_each_subset(left, missing, board, [&](Cards full) {
        if (!pulse.stopped()) showdown.add(full);
    });
    showdown.settle();
    std::vector<NextCard> found;
    for (int rank = RANKS; rank-- > 0;)
        for (int suit = SUITS; suit-- > 0;)
            if (const Cards next = card(rank, suit) & left; next != 0)
                found.push_back({next, showdown.boards_with(next)});
    return found;
}

}  // namespace facevalue::poker
