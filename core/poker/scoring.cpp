#include "scoring.hpp"

#include <algorithm>
#include <array>

#include "combinations.hpp"
#include "evaluator.hpp"
#include "omaha.hpp"

namespace facevalue::poker {

namespace {

constexpr std::size_t MOST_CHOICES = 15 * 10;   // of Omaha with six cards
constexpr HandScore END = FIRST_VALUES.back();  // above every value

constexpr Cards all_suits(int rank) { return card(rank, 0) | card(rank, 1) | card(rank, 2) | card(rank, 3); }

// Whether cards below the lowest rank may be dealt, which the table of a short deck does not have.
bool has_lower_cards(Cards dead, int lowest_rank) {
    for (int rank = 0; rank < lowest_rank; ++rank)
        if ((all_suits(rank) & ~dead) != 0) return true;
    return false;
}

// The strongest five for ace to five: as many different ranks as possible, lowest first, then repeated ranks.
Cards lowest_five(Cards cards) {
    Cards five = 0;
    while (size(five) < 5)
        for (int rank = 0; rank < RANKS && size(five) < 5; ++rank) {
            const int natural = (rank + RANKS - 1) % RANKS;  // the ace is the first
            five |= lowest(cards & ~five & all_suits(natural));
        }
    return five;
}

HandScore lowest_score(const Ranking* ranking, Cards cards) {
    const auto played = best(*ranking, lowest_five(cards), 0, 0);
    return played ? played->score : 0;
}

// The scores of sets of five or more ranks; 0 for others.
using LowTable = std::array<HandScore, ALL_RANKS + 1>;
LowTable make_low_table() {
    LowTable table{};
    for (Ranks ranks = 0; ranks <= ALL_RANKS; ++ranks)
        if (size(ranks) >= 5) table[ranks] = lowest_score(ranking_of("low-a5"), ranks);
    return table;
}

// Of four cards. `chosen` holds the ranks and suits of each choice of cards as bits of one number.
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

// The low score of the ranks of the hole and of the board, each a set from the ace (bit 0) to eight.
constexpr unsigned LOW_SETS = 256;
using OmahaLows = std::array<std::uint8_t, LOW_SETS * LOW_SETS>;

std::uint8_t omaha_low(unsigned own, unsigned shared) {
    std::int16_t strongest = 0;
    for_each_subset(own, 2, 0, [&](Cards two) {
        Cards left = shared & ~two, three = 0;
        for (int i = 0; i < 3; ++i, left = without_lowest(left)) three |= lowest(left);
        if (size(three) == 3)
            strongest = std::max(strongest, low_score(static_cast<unsigned>(two), static_cast<unsigned>(three)));
    });
    return static_cast<std::uint8_t>(strongest);
}

OmahaLows make_omaha_lows() {
    OmahaLows table{};
    for (unsigned own = 0; own < LOW_SETS; ++own)
        for (unsigned shared = 0; shared < LOW_SETS; ++shared)
            if (std::popcount(own) <= MOST_HOLE && std::popcount(shared) <= BOARD)
                table[own * LOW_SETS + shared] = omaha_low(own, shared);
    return table;
}

// Calls visit(two, three) for the choices of Omaha: two of the hole and three of the board.
template <class Visit>
void each_choice(Cards hole, Cards board, const Visit& visit) {
    for_each_subset(board, 3, 0,
                    [&](Cards three) { for_each_subset(hole, 2, 0, [&](Cards two) { visit(two, three); }); });
}

}  // namespace

bool is_valid_game(const DealRules& rules, bool has_low) {
    return rules.high != nullptr && (rules.low != nullptr) == has_low && rules.hole >= 1 && rules.hole <= MOST_CARDS &&
           rules.board >= 0 && rules.board <= BOARD && rules.from_hole >= 0 && rules.from_hole <= rules.hole;
}

Scorer::Scorer(const DealRules& rules, const Ranking* ranking, Cards dead, const SimdKernels& kernels)
    : ranking_(ranking), kernels_(kernels), order_(order_of(ranking->name)), from_hole_(rules.from_hole) {
    if (order_ && has_lower_cards(dead, order_->lowest)) order_.reset();
    score_function_ = score_function(rules);
}

// The fast functions are correct only for these numbers of cards.
Scorer::ScoreFunction Scorer::score_function(const DealRules& rules) const {
    const bool is_omaha_deal = rules.from_hole == 2 && rules.hole <= MOST_HOLE && rules.board == BOARD;
    if (is_omaha_deal && order_) return &Scorer::omaha;
    if (is_omaha_deal && ranking_ == ranking_of("low-8")) return &Scorer::omaha_low;
    return rules.from_hole == 0 ? five_card_function(rules.hole + rules.board) : &Scorer::by_ranking;
}

Scorer::ScoreFunction Scorer::five_card_function(int cards) const {
    if (cards == 4 && ranking_ == ranking_of("badugi")) return &Scorer::badugi;
    if (cards == LEAST_CARDS && ranking_ == ranking_of("low-27")) return &Scorer::low_27;
    if (cards < LEAST_CARDS || cards > MOST_CARDS) return &Scorer::by_ranking;
    if (ranking_ == ranking_of("low-a5")) return &Scorer::low_a5;
    return order_ ? &Scorer::best_five : &Scorer::by_ranking;
}

bool Scorer::is_quick() const { return score_function_ != &Scorer::by_ranking && from_hole_ == 0; }

void Scorer::score(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const {
    for (std::size_t done = 0; done < count; done += PIECE)
        (this->*score_function_)(hands + done, boards + done, std::min(PIECE, count - done), scores + done);
}

Scorer::Values Scorer::values_of(const Cards* hands, const Cards* boards, std::size_t count, HandOrder order) const {
    std::array<Cards, PIECE> cards;
    Values values;
    for (std::size_t i = 0; i < count; ++i) cards[i] = hands[i] | boards[i];
    kernels_.values(cards.data(), count, order, values.data());
    return values;
}

void Scorer::best_five(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const {
    const Values values = values_of(hands, boards, count, *order_);
    for (std::size_t i = 0; i < count; ++i) scores[i] = END - HandScore{values[i]};
}

// Deuce to seven is the usual order reversed, except that the ace is never low: A5432 is not a straight, and ranks just
// before A6432, the next hand with an ace.
void Scorer::low_27(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const {
    constexpr int ACE = RANKS - 1;
    constexpr Cards NEXT = card(ACE, 0) | card(4, 0) | card(2, 0) | card(1, 0) | card(0, 0);
    static const HandScore NEXT_SUITED = hand_value(NEXT);
    static const HandScore NEXT_OTHER = hand_value((NEXT & ~card(ACE, 0)) | card(ACE, 1));
    constexpr HandScore SUITED_WHEEL = FIRST_VALUES[1] - 1, WHEEL = FIRST_VALUES[5] - 1;
    const Values values = values_of(hands, boards, count, high_order());
    for (std::size_t i = 0; i < count; ++i) {
        const HandScore value = values[i];
        scores[i] = value == WHEEL ? 2 * NEXT_OTHER + 1 : value == SUITED_WHEEL ? 2 * NEXT_SUITED + 1 : 2 * value;
    }
}

void Scorer::low_a5(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const {
    static const LowTable TABLE = make_low_table();
    for (std::size_t i = 0; i < count; ++i) {
        const Cards cards = hands[i] | boards[i];
        scores[i] = TABLE[ranks_of(cards)];
        if (scores[i] == 0) scores[i] = lowest_score(ranking_, cards);
    }
}

void Scorer::badugi(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const {
    for (std::size_t i = 0; i < count; ++i) scores[i] = badugi_score(hands[i] | boards[i]);
}

// Fives of several deals are collected, because vectors evaluate many at once.
void Scorer::omaha(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const {
    std::array<Cards, PIECE + MOST_CHOICES> fives;
    std::array<std::uint16_t, PIECE + MOST_CHOICES> values;
    for (std::size_t first = 0; first < count;) {
        std::size_t end = first, gathered = 0, choices = 0;
        for (; end < count && gathered <= PIECE; ++end) {
            const std::size_t before = gathered;
            each_choice(hands[end], boards[end], [&](Cards two, Cards three) { fives[gathered++] = two | three; });
            choices = gathered - before;  // of each deal
        }
        kernels_.values(fives.data(), gathered, *order_, values.data());
        const std::uint16_t* of_deal = values.data();
        for (; first < end; ++first, of_deal += choices)
            scores[first] = END - HandScore{*std::min_element(of_deal, of_deal + choices)};
    }
}

void Scorer::omaha_low(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const {
    static const OmahaLows TABLE = make_omaha_lows();
    const auto lows = [](Cards cards) { return ace_low(ranks_of(cards)) % LOW_SETS; };
    for (std::size_t i = 0; i < count; ++i) scores[i] = TABLE[lows(hands[i]) * LOW_SETS + lows(boards[i])];
}

void Scorer::by_ranking(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const {
    for (std::size_t i = 0; i < count; ++i) {
        const auto played = best(*ranking_, hands[i], boards[i], from_hole_);
        scores[i] = played ? played->score : 0;
    }
}

}  // namespace facevalue::poker
