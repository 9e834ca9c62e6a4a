#include <algorithm>
#include <array>
#include <bit>

#include "poker/scoring/strategy.hpp"

namespace facevalue::poker {

namespace {

// Of four cards. `chosen` has the ranks and suits of each choice of cards as bits of one number.
HandScore badugi_score(Cards cards) {
    constexpr unsigned CHOICES = 1 << 4;
    std::array<std::uint32_t, CHOICES> chosen{};
    std::uint32_t strongest = 0;
    for (unsigned last = 1; last < CHOICES; last <<= 1, cards = without_lowest(cards)) {
        const int bit = std::countr_zero(cards);
        const std::uint32_t own = ace_low(Ranks{1} << bit % RANKS) | 1U << (RANKS + bit / RANKS);
        for (unsigned others = 0; others < last; ++others) {
            const std::uint32_t all = chosen[last + others] = chosen[others] | own;
            const auto count = static_cast<std::uint32_t>(std::popcount(last + others));
            const bool different = static_cast<std::uint32_t>(std::popcount(all)) == 2 * count;
            strongest = std::max(strongest, different ? count << RANKS | (~all & ALL_RANKS) : 0);
        }
    }
    return strongest;
}

class Badugi final : public Strategy {
  public:
    void score(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const override {
        for (std::size_t i = 0; i < count; ++i) scores[i] = badugi_score(hands[i] | boards[i]);
    }
};

}  // namespace

std::unique_ptr<Strategy> score_badugi() { return std::make_unique<Badugi>(); }

}  // namespace facevalue::poker
