// Fuzzing of the evaluators: the bytes are a game and hands of it, and every evaluator must order them as the rules do.
//
// For: finding hands that some evaluator, on vectors of some width, ranks otherwise than the slow and obvious version
// (slow_poker.hpp). Only the order of scores is compared, because every evaluator numbers hands in its own way.
#include <memory>

#include "fuzz/slow_poker.hpp"
#include "poker/evaluate/evaluator.hpp"
#include "poker/scoring/scoring.hpp"

using namespace facevalue;
using namespace facevalue::poker;
using fuzz::Bytes;
using fuzz::require;
using fuzz::Strength;

namespace {

constexpr Cards BELOW_SIX = 0b1111 * (Cards{1} | Cards{1} << 13 | Cards{1} << 26 | Cards{1} << 39);

struct Deal {
    Cards hole, board;
};

struct Table {
    const Ranking* ranking;
    DealRules rules;
    Cards dead;
    std::vector<Deal> deals;
    std::vector<Strength> strengths;  // as the rules say
};

Table random_table(Bytes& bytes) {
    const Ranking* ranking = &rankings()[bytes.below(static_cast<unsigned>(rankings().size()))];
    Table table{ranking, {ranking, nullptr, 0, 0, 0}, 0, {}, {}};
    DealRules& rules = table.rules;
    switch (bytes.below(4)) {
        case 0:  // hold'em and stud
            rules.hole = 2 + static_cast<int>(bytes.below(6));
            rules.board = std::min<int>(static_cast<int>(bytes.below(6)), 7 - rules.hole);
            break;
        case 1:  // Omaha
            rules.hole = 2 + static_cast<int>(bytes.below(5));
            rules.board = 3 + static_cast<int>(bytes.below(3));
            rules.from_hole = 2;
            break;
        case 2:  // draw games
            rules.hole = ranking->cards;
            break;
        default:
            rules.hole = 1 + static_cast<int>(bytes.below(6));
            rules.board = static_cast<int>(bytes.below(6));
            rules.from_hole = static_cast<int>(bytes.below(static_cast<unsigned>(rules.hole) + 1));
    }
    if (bytes.one_in(2)) table.dead = BELOW_SIX;
    const std::size_t most = 2 + bytes.below(40);
    while (table.deals.size() < most && !bytes.is_empty()) {
        Cards left = FULL_DECK & ~table.dead;
        const Cards hole = deal(bytes, rules.hole, left);
        table.deals.push_back({hole, deal(bytes, rules.board, left)});
    }
    for (const auto& [hole, board] : table.deals)
        table.strengths.push_back(fuzz::slow_best(ranking->name, hole, board, rules.from_hole));
    return table;
}

// Scores order the hands as their strengths do, and 0 means that the cards are not a hand.
void check_order(const Table& table, const std::vector<std::uint32_t>& scores) {
    for (std::size_t i = 0; i < scores.size(); ++i) {
        require((scores[i] == 0) == (table.strengths[i] == 0), "0 is the score of no hand");
        for (std::size_t j = 0; j < i; ++j) {
            const auto by_rules = table.strengths[i] <=> table.strengths[j];
            require((scores[i] <=> scores[j]) == by_rules, "scores order hands as the rules do");
        }
    }
}

void check_best(const Table& table) {
    std::vector<std::uint32_t> scores;
    for (std::size_t i = 0; i < table.deals.size(); ++i) {
        const auto& [hole, board] = table.deals[i];
        const auto played = best(*table.ranking, hole, board, table.rules.from_hole);
        scores.push_back(played ? played->score : 0);
        if (!played) continue;
        require((played->cards & ~(hole | board)) == 0, "only cards that are there play");
        const int own = size(played->cards & hole);
        require(table.rules.from_hole == 0 || own == table.rules.from_hole, "so many of the hole play");
        require(fuzz::slow_strength(table.ranking->name, fuzz::slow_cards(played->cards)) == table.strengths[i],
                "the cards that play are the strongest");
    }
    check_order(table, scores);
}

void check_scorer(const Table& table) {
    std::vector<Cards> holes, boards;
    for (const auto& [hole, board] : table.deals) {
        holes.push_back(hole);
        boards.push_back(board);
    }
    for (const SimdKernels* kernels : runnable_lanes<SimdKernels>()) {
        const Scorer scorer(table.rules, table.ranking, table.dead, *kernels);
        std::vector<HandScore> scores(holes.size());
        scorer.score(holes.data(), boards.data(), holes.size(), scores.data());
        check_order(table, scores);
    }
    if (holes.empty()) return;
    std::vector<std::uint32_t> scores(holes.size());
    std::erase_if(holes, [&](Cards hole) { return (hole & boards[0]) != 0; });
    score_masks(holes.data(), holes.size(), boards[0], *table.ranking, table.rules.from_hole, scores.data(), 1, {});
    for (std::size_t i = 0; i < holes.size(); ++i) {
        const auto played = best(*table.ranking, holes[i], boards[0], table.rules.from_hole);
        require(scores[i] == (played ? played->score : 0), "hands on one board score as each alone");
    }
}

// --- Cactus Kev's values

void check_value(Cards cards, std::uint16_t value) {
    if (!is_hand(cards)) return require(value == 0, "0 is the value of no hand");
    const auto category = static_cast<Strength>(std::upper_bound(FIRST_VALUES.begin(), FIRST_VALUES.end(), value) -
                                                FIRST_VALUES.begin() - 1);
    require(8 - category == (fuzz::slow_best("high", cards, 0, 0) - 1) >> 20, "a value has the category of its hand");
}

// Rows of the same number of cards, of which the bytes may make some bad.
void check_rows(Bytes& bytes) {
    const std::size_t cards = 5 + bytes.below(3);
    std::vector<std::uint8_t> ids;
    std::vector<Cards> masks;
    while (masks.size() < 70 && (masks.empty() || !bytes.is_empty())) {
        Cards left = FULL_DECK, mask = deal(bytes, static_cast<int>(cards), left);
        const bool is_bad = bytes.one_in(64);
        for (Cards rest = mask; rest != 0; rest = without_lowest(rest)) {
            const int bit = std::countr_zero(rest);
            ids.push_back(static_cast<std::uint8_t>(bit % RANKS * SUITS + bit / RANKS));
        }
        if (is_bad)
            ids[ids.size() - 1 - bytes.below(static_cast<unsigned>(cards))] = static_cast<std::uint8_t>(bytes.byte());
        if (is_bad) mask ^= Cards{1} << bytes.below(64);
        masks.push_back(mask);
    }
    const std::size_t count = masks.size();
    std::ptrdiff_t bad_id = ALL_GOOD, bad_mask = ALL_GOOD;
    std::vector<std::uint16_t> of_ids(count), of_masks(count);
    for (std::size_t row = count; row-- > 0;) {
        Cards all = 0;
        for (std::size_t i = 0; i < cards; ++i)
            if (const int id = ids[row * cards + i]; id < DECK) all |= card(id / SUITS, id % SUITS);
        if (size(all) != static_cast<int>(cards)) bad_id = static_cast<std::ptrdiff_t>(row);
        if (!is_hand(masks[row])) bad_mask = static_cast<std::ptrdiff_t>(row);
        of_ids[row] = hand_value(all);
        of_masks[row] = hand_value(masks[row]);
        check_value(masks[row], of_masks[row]);
    }
    for (const SimdKernels* kernels : runnable_lanes<SimdKernels>()) {
        std::vector<std::uint16_t> values(count);
        require(evaluate_ids(ids.data(), count, cards, values.data(), 1, {}, *kernels) == bad_id, "the first bad row");
        if (bad_id == ALL_GOOD) require(values == of_ids, "vectors evaluate ids as one by one");
        require(evaluate_masks(masks.data(), count, values.data(), 1, {}, *kernels) == bad_mask, "the first bad mask");
        if (bad_mask == ALL_GOOD) require(values == of_masks, "vectors evaluate masks as one by one");
    }
}

// The winners of some deals: the players with the highest score; 0 wins nothing.
void check_winners(Bytes& bytes) {
    constexpr std::size_t STRIDE = 48;
    const std::size_t players = 2 + bytes.below(9), count = 1 + bytes.below(STRIDE);
    std::vector<std::uint32_t> scores(players * STRIDE);
    for (std::uint32_t& score : scores) score = bytes.below(5) * 0x1234567U;
    for (const SimdKernels* kernels : runnable_lanes<SimdKernels>()) {
        std::vector<std::uint16_t> sets(STRIDE);
        kernels->winners(scores.data(), STRIDE, players, count, sets.data());
        for (std::size_t deal = 0; deal < count; ++deal) {
            std::uint32_t most = 0, winners = 0;
            for (std::size_t p = 0; p < players; ++p) most = std::max(most, scores[p * STRIDE + deal]);
            for (std::size_t p = 0; p < players; ++p)
                winners |= static_cast<std::uint32_t>(most != 0 && scores[p * STRIDE + deal] == most) << p;
            require(sets[deal] == winners, "the highest score wins");
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    switch (bytes.below(4)) {
        case 0:
            check_rows(bytes);
            return 0;
        case 1:
            check_winners(bytes);
            return 0;
        default:
            const Table table = random_table(bytes);
            check_best(table);
            check_scorer(table);
            return 0;
    }
}
