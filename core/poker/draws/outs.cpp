#include "poker/draws/outs.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "poker/cards/combinations.hpp"
#include "poker/cards/kev_tables.hpp"
#include "poker/draws/category_counts.hpp"
#include "poker/scoring/scoring.hpp"

namespace facevalue::poker {

namespace {

// How good a category is; 0 is the best.
int category_place(const Draw& draw) { return static_cast<int>(draw.ranking->place(category_so_far(draw))); }

int place_of_hand(const Draw& draw, Cards board) {
    return category_place({draw.ranking, draw.hand, board, draw.from_hole});
}
int place_of_board(const Draw& draw, Cards board) { return category_place({draw.ranking, 0, board, 0}); }

// Finds hands of several rivals that can be dealt together with a hand of one of them.
class OtherRivals {
  public:
    OtherRivals(std::span<const std::vector<Cards>> rivals, std::size_t rival, std::uint64_t& steps, Pulse& pulse)
        : steps_(steps), pulse_(pulse) {
        for (std::size_t i = 0; i < rivals.size(); ++i)
            if (i != rival) others_.push_back(rivals[i]);
        std::ranges::sort(others_, {}, &std::span<const Cards>::size);
        known_.resize(others_.size());
        failed_.resize(others_.size());
        for (std::size_t i = others_.size(); i-- > 0;)
            known_[i] = union_of(others_[i]) | (i + 1 < others_.size() ? known_[i + 1] : 0);
    }

    // The cards that cannot come if the rival has this hand: its cards, and any card without which the others have
    // no hands.
    Cards excluded_with(Cards hand) {
        if (others_.empty()) return hand;
        const std::optional<Cards> first = dealt(0, hand);
        if (!first) return FULL_DECK;
        Cards excluded = hand, in_all = *first;
        while (in_all != 0) {
            const Cards card = in_all & -in_all;
            const std::optional<Cards> next = dealt(0, hand | card);
            if (!next) excluded |= card;
            in_all &= ~card & next.value_or(in_all);
        }
        return excluded;
    }

  private:
    static constexpr std::uint64_t FAILURE = 1000;  // steps; it also keeps memory in bounds

    // The cards of hands of the others, from one of them on.
    std::optional<Cards> dealt(std::size_t other, Cards taken) {
        if (other == others_.size()) return 0;
        const Cards relevant = taken & known_[other];
        if (failed_[other].contains(relevant)) return std::nullopt;
        std::uint64_t tried = 0;
        for (const Cards hand : others_[other]) {
            ++tried;
            if ((hand & taken) != 0) continue;
            spend(std::exchange(tried, 0));
            if (is_over()) return std::nullopt;
            if (const auto rest = dealt(other + 1, taken | hand)) return *rest | hand;
        }
        spend(tried + FAILURE);
        if (!is_over()) failed_[other].insert(relevant);
        return std::nullopt;
    }
    void spend(std::uint64_t steps) {
        steps_ += steps;
        pulse_.beat(steps);
    }
    bool is_over() const { return steps_ > MOST_STEPS_TO_FIT || pulse_.stopped(); }

    std::uint64_t& steps_;
    Pulse& pulse_;
    std::vector<std::span<const Cards>> others_;     // those with few hands first
    std::vector<Cards> known_;                       // cards of hands, from one of the others on
    std::vector<std::unordered_set<Cards>> failed_;  // cards with which the others from one on have no hands
};

}  // namespace

Cards improving_cards(const Draw& draw, Cards cards) {
    const int now = place_of_hand(draw, draw.board), before = place_of_board(draw, draw.board);
    Cards found = 0;
    for (const Cards card : each_card(cards)) {
        const int later = place_of_hand(draw, draw.board | card), after = place_of_board(draw, draw.board | card);
        const bool pairs_hole_card = (ranks_of(card) & ranks_of(draw.hand)) != 0;
        if (later < std::min(now, after) && (now - later > before - after || pairs_hole_card)) found |= card;
    }
    return found;
}

std::optional<WinningCards> winning_cards(const Draw& draw, std::span<const std::vector<Cards>> rivals, Cards cards,
                                          const Stop& stop) {
    constexpr std::size_t PIECE = 256;  // hands between two checks whether to stop
    Pulse pulse(stop);
    std::vector<Cards> hands, excluded;  // and the cards that cannot come with each
    Cards possible = 0;
    std::uint64_t steps = 0;
    for (std::size_t rival = 0; rival < rivals.size(); ++rival) {
        OtherRivals others(rivals, rival, steps, pulse);
        for (const Cards hand : rivals[rival]) {
            hands.push_back(hand);
            excluded.push_back(others.excluded_with(hand));
            possible |= cards & ~excluded.back();
            if (steps > MOST_STEPS_TO_FIT) return std::nullopt;
        }
    }
    const DealRules rules{draw.ranking, nullptr, size(draw.hand), size(draw.board) + 1, draw.from_hole};
    const Cards dead = FULL_DECK & ~(draw.hand | draw.board | cards | union_of(hands));
    const Scorer scorer(rules, draw.ranking, dead, chosen_lanes<SimdKernels>());
    std::array<Cards, PIECE> boards;
    std::array<HandScore, PIECE> scores;
    Cards found = possible;
    for (const Cards card : each_card(possible)) {
        boards.fill(draw.board | card);
        HandScore own = 0;
        scorer.score(&draw.hand, boards.data(), 1, &own);
        for (std::size_t first = 0; first < hands.size() && (found & card) != 0 && !pulse.stopped(); first += PIECE) {
            const std::size_t count = std::min(PIECE, hands.size() - first);
            scorer.score(&hands[first], boards.data(), count, scores.data());
            for (std::size_t i = 0; i < count; ++i)
                if (scores[i] >= own && (excluded[first + i] & card) == 0) found &= ~card;
            pulse.beat(count * (scorer.is_quick() ? 1 : 100));
        }
    }
    return WinningCards{found, possible};
}

}  // namespace facevalue::poker
