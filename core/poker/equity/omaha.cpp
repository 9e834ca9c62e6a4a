#include "poker/equity/omaha.hpp"

#include <algorithm>
#include <bit>

#include "poker/equity/equity.hpp"
#include "poker/lanes/omaha_simd.hpp"
#include "work/workers.hpp"

namespace facevalue::poker {

static_assert(MOST_OMAHA_HANDS == MOST_HANDS);

unsigned low_ranks(Cards cards) {
    const Ranks ranks = ace_low(ranks_of(cards));
    return size(Cards{ranks}) == size(cards) && (ranks & ~EIGHT_OR_LOWER) == 0 ? ranks : 0;
}

bool is_omaha_deal(const std::vector<Cards>& hands, Cards board, Cards dead) {
    if (hands.size() < LEAST_HANDS || hands.size() > MOST_HANDS || size(board) > BOARD) return false;
    if (((board | dead) & ~FULL_DECK) != 0) return false;
    return std::all_of(hands.begin(), hands.end(), [](Cards hand) {
        return hand <= FULL_DECK && size(hand) >= LEAST_HOLE && size(hand) <= MOST_HOLE;
    });
}

namespace {

// Does no card occur twice, and are there enough for a board?
bool can_be_dealt(std::vector<Cards> sets, Cards board, Cards dead) {
    sets.insert(sets.end(), {board, dead});
    return are_disjoint(sets) && size(FULL_DECK & ~union_of(sets)) >= BOARD - size(board);
}

// The cards of which boards are made: first the cards of the board, then those that are left.
std::vector<Cards> cards_of_boards(const std::vector<Cards>& hands, Cards board, Cards dead) {
    std::vector<Cards> cards = each_card(board);
    const auto left = each_card(FULL_DECK & ~(union_of(hands) | board | dead));
    if (size(board) < BOARD) cards.insert(cards.end(), left.begin(), left.end());
    return cards;
}

// All sets of three, in the order of the rows of TripleScores.
std::vector<Cards> triples_of(const std::vector<Cards>& cards) {
    std::vector<Cards> triples;
    triples.reserve(cards.size() * (cards.size() - 1) * (cards.size() - 2) / 6);
    for (std::size_t y = 1; y < cards.size(); ++y)
        for (std::size_t x = 0; x < y; ++x)
            for (std::size_t e = cards.size(); --e > y;) triples.push_back(cards[x] | cards[y] | cards[e]);
    return triples;
}

std::vector<Cards> pairs_of(Cards hand) {
    std::vector<Cards> pairs;
    for_each_subset(hand, 2, 0, [&](Cards pair) { pairs.push_back(pair); });
    return pairs;
}

using ScoreList = std::vector<std::int16_t>;

void keep_larger(ScoreList& best, const ScoreList& others) {
    for (std::size_t i = 0; i < best.size(); ++i) best[i] = std::max(best[i], others[i]);
}

ScoreList high_scores(Cards hand, const std::vector<Cards>& triples, const SimdKernels& kernels) {
    std::vector<Cards> fives(triples.size());
    std::vector<std::uint16_t> values(triples.size());
    ScoreList best(triples.size()), scores(triples.size());
    for (const Cards pair : pairs_of(hand)) {
        for (std::size_t i = 0; i < fives.size(); ++i) fives[i] = triples[i] | pair;
        kernels.masks(fives.data(), fives.size(), high_order(), values.data());
        for (std::size_t i = 0; i < scores.size(); ++i)
            scores[i] = static_cast<std::int16_t>(FIRST_VALUES.back() - values[i]);
        keep_larger(best, scores);
    }
    return best;
}

ScoreList low_scores(Cards hand, const std::vector<Cards>& triples) {
    std::vector<std::uint16_t> shared(triples.size());
    for (std::size_t i = 0; i < shared.size(); ++i) shared[i] = static_cast<std::uint16_t>(low_ranks(triples[i]));
    ScoreList best(triples.size()), scores(triples.size());
    for (const Cards pair : pairs_of(hand)) {
        const unsigned own = low_ranks(pair);
        for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = low_score(own, shared[i]);
        keep_larger(best, scores);
    }
    return best;
}

// The scores in rows.
std::vector<TripleScores> rows_of(const ScoreList& scores, std::size_t cards) {
    std::vector<TripleScores> rows(cards * (cards - 1) / 2);
    const std::int16_t* from = scores.data();
    std::size_t row = 0;
    for (std::size_t y = 1; y < cards; ++y)
        for (std::size_t x = 0; x < y; ++x, from += cards - 1 - y) std::copy_n(from, cards - 1 - y, rows[row++].scores);
    return rows;
}

using Tables = std::vector<std::vector<TripleScores>>;  // of each hand

TripleTables pointers(const Tables& tables) {
    TripleTables all{};
    for (std::size_t i = 0; i < tables.size(); ++i) all.hands[i] = tables[i].data();
    return all;
}

// Calls visit(a, b) for the first two cards of boards.
template <class Visit>
void each_start(std::size_t cards, std::size_t fixed, const Visit& visit) {
    const std::size_t last_a = fixed > 0 ? 0 : cards - 5;
    for (std::size_t a = 0; a <= last_a; ++a) {
        const std::size_t last_b = fixed > 1 ? a + 1 : cards - 4;
        for (std::size_t b = a + 1; b <= last_b; ++b) visit(a, b);
    }
}

// How many boards have this second card, with one first card.
std::uint64_t boards_from(const OmahaBoards& boards, std::size_t b) {
    const std::size_t fixed = std::max<std::size_t>(boards.fixed, 2);
    return choose(static_cast<int>(boards.cards - std::max(boards.fixed, b + 1)), BOARD - static_cast<int>(fixed));
}

std::optional<PotCounts> count(const OmahaBoards& boards, std::size_t workers, const Stop& stop,
                               const SimdKernels& kernels) {
    std::vector<WinnerCounts> tallies(std::max<std::size_t>(workers, 1), WinnerCounts(boards.players, boards.has_low));
    const auto left = static_cast<int>(boards.cards - boards.fixed);
    const Stop counted = stop.of(choose(left, BOARD - static_cast<int>(boards.fixed)));
    const bool done = run_workers(workers, counted, [&](std::size_t worker, Pulse& pulse) {
        OmahaBoards mine = boards;
        mine.tally = tallies[worker].boards();
        std::size_t turn = 0;
        each_start(boards.cards, boards.fixed, [&](std::size_t a, std::size_t b) {
            if (turn++ % tallies.size() != worker || pulse.stopped()) return;
            kernels.omaha(mine, a, b);
            pulse.beat((boards.cards - b) * (boards.cards - b) * boards.players, boards_from(boards, b));
        });
    });
    if (!done) return std::nullopt;
    return total(tallies).pots();
}

}  // namespace

std::optional<PotCounts> walk_omaha(const std::vector<Cards>& hands, Cards board, Cards dead, bool low,
                                    std::size_t workers, const Stop& stop, const SimdKernels& kernels) {
    if (!is_omaha_deal(hands, board, dead)) return std::nullopt;
    if (!can_be_dealt(hands, board, dead)) return WinnerCounts(hands.size(), low).pots();
    const std::vector<Cards> cards = cards_of_boards(hands, board, dead), triples = triples_of(cards);
    Tables high, lows;
    for (const Cards hand : hands) {
        high.push_back(rows_of(high_scores(hand, triples, kernels), cards.size()));
        if (low) lows.push_back(rows_of(low_scores(hand, triples), cards.size()));
    }
    const auto fixed = static_cast<std::size_t>(size(board));
    return count({hands.size(), cards.size(), fixed, pointers(high), pointers(lows), low, nullptr}, workers, stop,
                 kernels);
}

}  // namespace facevalue::poker
