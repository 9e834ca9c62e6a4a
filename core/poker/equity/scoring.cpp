#include "poker/equity/scoring.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "poker/cards/combinations.hpp"
#include "poker/equity/omaha.hpp"
#include "poker/evaluate/evaluator.hpp"
#include "work/once.hpp"
#include "work/workers.hpp"

namespace facevalue::poker {

namespace {

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

// Calls visit(hand) for five cards of each value: any five ranks, and if they are different, in one suit too.
template <class Visit>
void each_kind(int lowest_rank, const Visit& visit, Cards hand = 0) {
    if (size(hand) < 5) {
        for (int rank = lowest_rank; rank < RANKS; ++rank)
            if (const Cards free = all_suits(rank) & ~hand; free != 0) each_kind(rank, visit, hand | lowest(free));
        return;
    }
    visit(hand);
    if (hand <= ALL_RANKS) visit(hand ^ lowest(hand) ^ lowest(hand) << RANKS);
}

// The scores of five cards by their value in an order.
ScoresByValue make_scores(const Ranking* ranking, HandOrder order) {
    ScoresByValue scores{};
    each_kind(order.lowest, [&](Cards hand) {
        std::uint16_t value = 0;
        chosen_kernels().values(&hand, 1, order, &value);
        scores[value] = best(*ranking, hand, 0, 0)->score;
    });
    return scores;
}

// The same, made when first needed; nullptr for high, whose scores are computed.
const ScoresByValue* scores_by_value(const Ranking* ranking) {
    if (ranking == ranking_of("short")) {
        static constinit Once<ScoresByValue> scores;
        return &scores.get([=] { return make_scores(ranking, short_deck_order()); });
    }
    if (ranking == ranking_of("low-27")) {
        static constinit Once<ScoresByValue> scores;
        return &scores.get([=] { return make_scores(ranking, high_order()); });
    }
    return nullptr;
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

// The scores of the ranking by the low score.
using LowScores = std::array<HandScore, LOW_SETS>;
LowScores make_low_scores() {
    LowScores scores{};
    for (unsigned ranks = 0; ranks < LOW_SETS; ++ranks)
        if (std::popcount(ranks) == 5) {
            const auto low = static_cast<std::size_t>(LOW_END - static_cast<std::int16_t>(ranks));
            scores[low] = lowest_score(ranking_of("low-8"), ranks >> 1 | (ranks & 1) << (RANKS - 1));
        }
    return scores;
}

// The fives of Omaha hands. Those of hands on one board stand in ten rows, one for each three cards of the board, so
// that all loops are over rows: often many hands have one board.
class OmahaFives {
  public:
    void clear() {
        used_ = 0;
        boards_.clear();
    }
    bool has_room() const { return used_ < FIVES; }

    // Adds the hands from `first` on that have the same board, while there is room; returns the first that is not
    // added.
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

}  // namespace

bool is_valid_game(const DealRules& rules, bool has_low) {
    return rules.high != nullptr && (rules.low != nullptr) == has_low && rules.hole >= 1 && rules.hole <= MOST_CARDS &&
           rules.board >= 0 && rules.board <= BOARD && rules.from_hole >= 0 && rules.from_hole <= rules.hole;
}

Scorer::Scorer(const DealRules& rules, const Ranking* ranking, Cards dead, const SimdKernels& kernels)
    : ranking_(ranking), kernels_(kernels), order_(order_of(ranking->name)), from_hole_(rules.from_hole) {
    if (order_ && has_lower_cards(dead, order_->lowest)) order_.reset();
    // Deuce to seven is the usual order reversed, except that the ace is never low. This holds only for five cards.
    if (ranking == ranking_of("low-27") && rules.hole + rules.board == LEAST_CARDS && rules.from_hole == 0)
        order_ = high_order();
    if (order_) of_value_ = scores_by_value(ranking);
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
    if (cards < LEAST_CARDS || cards > MOST_CARDS) return &Scorer::by_ranking;
    if (ranking_ == ranking_of("low-a5")) return &Scorer::low_a5;
    return order_ ? &Scorer::by_value : &Scorer::by_ranking;
}

bool Scorer::is_quick() const { return score_function_ != &Scorer::by_ranking && from_hole_ == 0; }

void Scorer::score(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const {
    for (std::size_t done = 0; done < count; done += PIECE)
        (this->*score_function_)(hands + done, boards + done, std::min(PIECE, count - done), scores + done);
}

void Scorer::by_value(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const {
    std::array<Cards, PIECE> cards;
    std::array<std::uint16_t, PIECE> values;
    for (std::size_t i = 0; i < count; ++i) cards[i] = hands[i] | boards[i];
    std::fill(cards.begin() + static_cast<std::ptrdiff_t>(count), cards.end(), 0);  // quicker than to clear all before
    kernels_.values(cards.data(), count, *order_, values.data());
    for (std::size_t i = 0; i < count; ++i) scores[i] = score_of(values[i]);
}

void Scorer::low_a5(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const {
    static constinit Once<LowTable> made;
    const LowTable& table = made.get(make_low_table);
    for (std::size_t i = 0; i < count; ++i) {
        const Cards cards = hands[i] | boards[i];
        scores[i] = table[ranks_of(cards)];
        if (scores[i] == 0) scores[i] = lowest_score(ranking_, cards);
    }
}

void Scorer::badugi(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const {
    for (std::size_t i = 0; i < count; ++i) scores[i] = badugi_score(hands[i] | boards[i]);
}

// Fives of several boards are collected, because vectors evaluate many at once.
void Scorer::omaha(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const {
    OmahaFives fives;
    for (std::size_t first = 0; first < count;) {
        fives.clear();
        std::size_t end = first;
        while (end < count && fives.has_room()) end = fives.add(hands, boards, end, count);
        fives.each_best(kernels_, *order_, [&](std::uint16_t value) { scores[first++] = score_of(value); });
    }
}

void Scorer::omaha_low(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const {
    static constinit Once<OmahaLows> made_lows;
    static constinit Once<LowScores> made_scores;
    const OmahaLows& sets = made_lows.get(make_omaha_lows);
    const LowScores& low_scores = made_scores.get(make_low_scores);
    const auto lows = [](Cards cards) { return ace_low(ranks_of(cards)) % LOW_SETS; };
    for (std::size_t i = 0; i < count; ++i) scores[i] = low_scores[sets[lows(hands[i]) * LOW_SETS + lows(boards[i])]];
}

void Scorer::by_ranking(const Cards* hands, const Cards* boards, std::size_t count, HandScore* scores) const {
    for (std::size_t i = 0; i < count; ++i) {
        const auto played = best(*ranking_, hands[i], boards[i], from_hole_);
        scores[i] = played ? played->score : 0;
    }
}

namespace {

// Scores rows on one board, up to ROWS at once.
class BoardRows {
  public:
    static constexpr std::size_t ROWS = 256;  // some 50 ms for the slowest ranking and the largest hands

    BoardRows(Cards board, const Ranking& ranking, int from_hole, Pulse& pulse)
        : board_(board), ranking_(ranking), from_hole_(from_hole), pulse_(pulse) {
        boards_.fill(board);
    }

    // The rows are copied, because other threads may change them.
    void score(const Cards* rows, std::size_t count, HandScore* scores) {
        std::copy_n(rows, count, rows_.begin());
        for (std::size_t first = 0, end; first < count; first = end) {
            for (end = first + 1; end < count && cards(rows_[end]) == cards(rows_[first]);) ++end;
            score_alike({rows_.data() + first, end - first}, scores + first);
        }
    }

  private:
    static constexpr int NO_HAND = -1;
    static constexpr std::size_t SLOW = 1000;  // look-ups for a hand of a slow ranking, about

    // Of the hand; NO_HAND if it cannot be held.
    int cards(Cards hand) const {
        const bool is_hand = hand <= FULL_DECK && (hand & board_) == 0 && size(hand) >= from_hole_;
        return is_hand ? size(hand) : NO_HAND;
    }
    void score_alike(std::span<const Cards> hands, HandScore* scores) {
        const int hole = cards(hands[0]);
        if (hole == NO_HAND) {
            std::fill_n(scores, hands.size(), 0);
            return;
        }
        const Cards others = FULL_DECK & ~(union_of(hands) | board_);
        const Scorer scorer({&ranking_, nullptr, hole, size(board_), from_hole_}, &ranking_, others, chosen_kernels());
        scorer.score(hands.data(), boards_.data(), hands.size(), scores);
        pulse_.beat(hands.size() * (scorer.is_quick() ? 1 : SLOW));
    }

    Cards board_;
    const Ranking& ranking_;
    int from_hole_;
    Pulse& pulse_;
    std::array<Cards, ROWS> rows_, boards_;
};

}  // namespace

void score_masks(const Cards* hands, std::size_t count, Cards board, const Ranking& ranking, int from_hole,
                 HandScore* scores, std::size_t workers, const Stop& stop) {
    workers = std::max<std::size_t>(workers, 1);
    run_workers(workers, stop, [&](std::size_t worker, Pulse& pulse) {
        BoardRows rows(board, ranking, from_hole, pulse);
        for (std::size_t first = worker * BoardRows::ROWS; first < count && !pulse.stopped();
             first += workers * BoardRows::ROWS)
            rows.score(hands + first, std::min(BoardRows::ROWS, count - first), scores + first);
    });
}

}  // namespace facevalue::poker
