#include <algorithm>
#include <array>
#include <vector>

#include "poker/cards/combinations.hpp"
#include "poker/scoring/strategy.hpp"

namespace facevalue::poker {

namespace {

// The fives of Omaha hands. For all hands on one board they are in ten rows, one for each three cards of the board, so
// that all loops are over rows: often many hands share a board.
class OmahaFives {
  public:
    void clear() {
        used_ = 0;
        boards_.clear();
    }
    bool has_room() const { return used_ < FIVES; }

    // Adds the hands from `first` on that have the same board, as long as there is room. Returns the first that it did
    // not add.
    std::size_t add(const Cards* hands, const Cards* boards, std::size_t first, std::size_t count) {
        twos_.clear();
        std::size_t end = first;
        do for_each_subset(hands[end], 2, 0, [&](Cards two) { twos_.push_back(two); });
        while (++end < count && boards[end] == boards[first] && used_ + THREES * twos_.size() < FIVES);
        const Cards* const twos = twos_.data();
        const std::size_t size = twos_.size();
        Cards* row = fives_.data() + used_;
        for_each_subset(boards[first], 3, 0, [&](Cards three) {
            for (std::size_t i = 0; i < size; ++i) row[i] = twos[i] | three;
            row += size;
        });
        used_ += THREES * size;
        boards_.push_back({end - first, size});
        return end;
    }

    // Calls visit(value) with the best value of each hand, in order.
    template <class Visit>
    void each_best(const SimdKernels& kernels, HandOrder order, const Visit& visit) {
        kernels.values(fives_.data(), used_, order, values_.data());
        std::uint16_t* best = values_.data();  // first of each two cards, with the first row
        for (const auto& [hands, twos] : boards_) {
            for (std::size_t row = 1; row < THREES; ++row)
                for (std::size_t i = 0; i < twos; ++i) best[i] = std::min(best[i], best[row * twos + i]);
            const std::size_t of_hand = twos / hands;
            for (std::size_t i = 0; i < twos; i += of_hand) visit(*std::min_element(best + i, best + i + of_hand));
            best += THREES * twos;
        }
    }

  private:
    static constexpr std::size_t THREES = 10;
    static constexpr std::size_t FIVES = 512;         // so many stay in the first cache
    static constexpr std::size_t MOST = THREES * 15;  // of a hand of six cards
    struct OnBoard {
        std::size_t hands, twos;  // all hands have as many
    };

    std::array<Cards, FIVES + MOST> fives_;
    std::array<std::uint16_t, FIVES + MOST> values_;
    std::size_t used_ = 0;
    std::vector<Cards> twos_;
    std::vector<OnBoard> boards_;
};

class OmahaHands final : public Strategy {
  public:
    OmahaHands(const Ranking* ranking, HandOrder order, const SimdKernels& kernels)
        : scores_(ranking), order_(order), kernels_(kernels) {}

    // Fives of several boards are collected, because vectors evaluate many at once.
    void score(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const override {
        OmahaFives fives;
        for (std::size_t first = 0; first < count;) {
            fives.clear();
            std::size_t end = first;
            while (end < count && fives.has_room()) end = fives.add(hands, boards, end, count);
            fives.each_best(kernels_, order_, [&](std::uint16_t value) { scores[first++] = scores_.of(value); });
        }
    }

  private:
    ValueScores scores_;
    HandOrder order_;
    const SimdKernels& kernels_;
};

}  // namespace

std::unique_ptr<Strategy> score_omaha(const Ranking* ranking, HandOrder order, const SimdKernels& kernels) {
    return std::make_unique<OmahaHands>(ranking, order, kernels);
}

}  // namespace facevalue::poker
