// The ways to score deals.
#include "scoring.hpp"

#include <algorithm>
#include <array>

#include "boards.hpp"
#include "evaluator.hpp"
#include "omaha.hpp"

namespace facevalue {

namespace {

constexpr std::size_t PIECE = 512;              // hands at once: they stay in the first cache
constexpr std::size_t MOST_CHOICES = 15 * 10;   // of Omaha with six cards
constexpr DealScore END = FIRST_VALUES.back();  // above every value

// Calls visit(two, three) for the choices of Omaha: two of the hole and three of the board.
template <class Visit>
void each_choice(Cards hole, Cards board, const Visit& visit) {
    each_set(board, 3, 0, [&](Cards three) { each_set(hole, 2, 0, [&](Cards two) { visit(two, three); }); });
}

}  // namespace

Scorer::Scorer(const Table& table, const Ranking* ranking, const Lanes& lanes)
    : ranking_(ranking), lanes_(lanes), scale_(scale_of(name_of(*ranking))), from_hole_(table.from_hole) {
    way_ = way_of(table);
}

Scorer::Way Scorer::way_of(const Table& table) const {
    const bool is_omaha = table.from_hole == 2 && table.hole <= MOST_HOLE && table.board == BOARD;
    const int cards = table.hole + table.board;
    if (is_omaha && scale_) return &Scorer::omaha;
    if (is_omaha && ranking_ == ranking_of("low-8")) return &Scorer::omaha_low;
    const bool any_five = table.from_hole == 0 && cards >= LEAST_CARDS && cards <= MOST_CARDS;
    return any_five && scale_ ? &Scorer::any_five : &Scorer::by_ranking;
}

void Scorer::score(const Cards* hands, const Cards* boards, std::size_t count, DealScore* scores) const {
    for (std::size_t done = 0; done < count; done += PIECE)
        (this->*way_)(hands + done, boards + done, std::min(PIECE, count - done), scores + done);
}

void Scorer::any_five(const Cards* hands, const Cards* boards, std::size_t count, DealScore* scores) const {
    std::array<Cards, PIECE> cards;
    std::array<std::uint16_t, PIECE> values;
    for (std::size_t i = 0; i < count; ++i) cards[i] = hands[i] | boards[i];
    lanes_.masks(cards.data(), count, *scale_, values.data());
    for (std::size_t i = 0; i < count; ++i) scores[i] = END - DealScore{values[i]};
}

// Fives are gathered from several deals: lanes want many at once.
void Scorer::omaha(const Cards* hands, const Cards* boards, std::size_t count, DealScore* scores) const {
    std::array<Cards, PIECE + MOST_CHOICES> fives;
    std::array<std::uint16_t, PIECE + MOST_CHOICES> values;
    for (std::size_t first = 0; first < count;) {
        std::size_t end = first, gathered = 0, choices = 0;
        for (; end < count && gathered <= PIECE; ++end) {
            const std::size_t before = gathered;
            each_choice(hands[end], boards[end], [&](Cards two, Cards three) { fives[gathered++] = two | three; });
            choices = gathered - before;  // of each deal
        }
        lanes_.masks(fives.data(), gathered, *scale_, values.data());
        const std::uint16_t* of_deal = values.data();
        for (; first < end; ++first, of_deal += choices)
            scores[first] = END - DealScore{*std::min_element(of_deal, of_deal + choices)};
    }
}

void Scorer::omaha_low(const Cards* hands, const Cards* boards, std::size_t count, DealScore* scores) const {
    for (std::size_t i = 0; i < count; ++i) {
        std::int16_t best = 0;
        each_choice(hands[i], boards[i], [&](Cards two, Cards three) {
            best = std::max(best, low_score(low_ranks(two), low_ranks(three)));
        });
        scores[i] = static_cast<DealScore>(best);
    }
}

void Scorer::by_ranking(const Cards* hands, const Cards* boards, std::size_t count, DealScore* scores) const {
    for (std::size_t i = 0; i < count; ++i) {
        const auto played = best(*ranking_, hands[i], boards[i], from_hole_);
        scores[i] = played ? played->score : 0;
    }
}

}  // namespace facevalue
