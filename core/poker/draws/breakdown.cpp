#include "poker/draws/breakdown.hpp"

#include <algorithm>

#include "poker/cards/card_text.hpp"
#include "poker/cards/combinations.hpp"
#include "poker/draws/category_counts.hpp"
#include "poker/evaluate/evaluator.hpp"
#include "text/joined.hpp"
#include "text/quoted.hpp"

namespace facevalue::poker {

namespace {

// In the order of MADE_HANDS; the first five are as in Category.
enum class Made : std::uint8_t {
    Flush = static_cast<std::uint8_t>(Category::Flush),
    Straight = static_cast<std::uint8_t>(Category::Straight),
    Set,
    Trips,
    TwoPair,
    Overpair,
    TopPair,
    MiddlePair,
    LowPair,
    AceHigh,
    Nothing
};
// In the order of DRAWS.
enum class DrawKind : std::uint8_t { Flush, OpenEnded, Gutshot, FlushAndStraight, None };

// Bits of ranks with the ace also below the two.
using Row = std::uint32_t;
constexpr Row row_of(Ranks ranks) { return ranks << 1 | ranks >> (RANKS - 1); }

// How high the best straight is; 0 without one.
constexpr int height(Row row) { return std::bit_width(row & row >> 1 & row >> 2 & row >> 3 & row >> 4); }

Category category_of(Cards cards) { return category_so_far({ranking_of("high"), cards, 0, 0}); }

// The hands on one board.
class BoardKinds {
  public:
    explicit BoardKinds(Cards board)
        : board_(board), ranks_(ranks_of(board)), board_value_(size(board) == BOARD ? hand_value(board) : 0) {
        for (int suit = 0; suit < SUITS; ++suit) common_ranks_ &= ranks_of_suit(board, suit);
    }

    HandKind of(Cards hand) const {
        const std::uint8_t made = made_of(hand);
        return {made, static_cast<std::uint8_t>(board_value_ == 0 ? draw_of(hand, made) : DrawKind::None)};
    }

  private:
    std::uint8_t made_of(Cards hand) const {
        const auto place = [](Made made) { return static_cast<std::uint8_t>(made); };
        // Everybody has what the board has.
        if (board_value_ != 0 && hand_value(hand | board_) == board_value_) return place(Made::Nothing);
        const Category category = category_of(hand | board_);
        const bool is_shared = category == Category::FourOfAKind && common_ranks_ != 0;
        if (category <= Category::Straight && !is_shared) return static_cast<std::uint8_t>(category);
        const Ranks own = ranks_of(hand), paired = own & ranks_;
        const bool is_pair = without_lowest(own) == 0;
        if (category == Category::ThreeOfAKind && paired != 0) return place(is_pair ? Made::Set : Made::Trips);
        if (without_lowest(paired) != 0) return place(Made::TwoPair);
        if (is_pair || paired != 0) {
            const Ranks rank = paired != 0 ? paired : own;
            const int above = std::popcount(ranks_ & ~(2 * rank - 1));
            const Made best = is_pair ? Made::Overpair : Made::TopPair;
            return place(above == 0 ? best : above == 1 ? Made::MiddlePair : Made::LowPair);
        }
        return place((own >> (RANKS - 1)) != 0 ? Made::AceHigh : Made::Nothing);
    }

    DrawKind draw_of(Cards hand, std::uint8_t made) const {
        bool is_flush_draw = false;
        for (int suit = 0; suit < SUITS; ++suit) {
            const Ranks own = ranks_of_suit(hand, suit);
            is_flush_draw |= own != 0 && std::popcount(own | ranks_of_suit(board_, suit)) == LEAST_CARDS - 1;
        }
        is_flush_draw &= made > static_cast<std::uint8_t>(Made::Flush);
        int outs = 0;  // ranks that make a straight which the board alone would not have
        const Row now = row_of(ranks_of(hand) | ranks_), shared = row_of(ranks_);
        if (made > static_cast<std::uint8_t>(Made::Straight))
            for (int rank = 0; rank < RANKS; ++rank) {
                const Row next = row_of(1U << rank);
                outs += height(now | next) > std::max(height(now), height(shared | next));
            }
        if (is_flush_draw) return outs > 0 ? DrawKind::FlushAndStraight : DrawKind::Flush;
        return outs > 1 ? DrawKind::OpenEnded : outs == 1 ? DrawKind::Gutshot : DrawKind::None;
    }

    Cards board_;
    Ranks ranks_;                     // of the board
    Ranks common_ranks_ = ALL_RANKS;  // of which the board has all four cards
    std::uint16_t board_value_;       // of a full board
};

}  // namespace

Expected<std::vector<std::optional<HandKind>>> hand_kinds(std::span<const Cards> hands, Cards board, Cards dead) {
    if (size(board) < FLOP || size(board) > BOARD)
        return card_problem(joined({"a breakdown needs a board of 3 to 5 cards, not ", size(board)}));
    if ((board & dead) != 0)
        return card_problem(joined({represented(text_of(board & dead).substr(0, 2)), " is repeated"}));
    const BoardKinds kinds(board);
    std::vector<std::optional<HandKind>> found;
    for (const Cards hand : hands)
        found.push_back((hand & (board | dead)) == 0 ? std::optional(kinds.of(hand)) : std::nullopt);
    if (std::ranges::none_of(found, [](const auto& kind) { return kind.has_value(); }))
        return card_problem("no hand of the range is possible with this board and these dead cards");
    return found;
}

Expected<Breakdown> breakdown(const Holding& range, Cards board, Cards dead) {
    const auto kinds = hand_kinds(range.hands, board, dead);
    if (!kinds) return kinds.problem();
    std::vector<BigInt> made(MADE_HANDS.size()), draws(DRAWS.size());
    BigInt total;
    std::size_t combos = 0;
    for (std::size_t i = 0; i < kinds->size(); ++i) {
        const auto& kind = (*kinds)[i];
        if (!kind) continue;
        const BigInt& weight = range.weight(i);
        ++combos;
        total = total + weight;
        made[kind->made] = made[kind->made] + weight;
        draws[kind->draw] = draws[kind->draw] + weight;
    }
    const auto shares = [&](const std::vector<BigInt>& weights) {
        std::vector<numbers::BigFraction> parts;
        for (const BigInt& weight : weights) parts.push_back(numbers::reduced({weight, total}));
        return parts;
    };
    if (size(board) == BOARD) draws.clear();
    return Breakdown{combos, shares(made), shares(draws)};
}

}  // namespace facevalue::poker
