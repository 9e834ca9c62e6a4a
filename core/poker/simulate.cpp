// Deals in batches, their scores, and who wins.
#include "simulate.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

#include "evaluator.hpp"
#include "omaha.hpp"
#include "work/workers.hpp"

namespace facevalue {

namespace {

constexpr std::size_t BATCH = Deals::MOST;

using Scores = std::array<std::uint32_t, BATCH>;  // greater is stronger, 0 does not qualify

struct Scoring {
    const Table& table;
    const Ranking* ranking;
    const Lanes& lanes;
};

using Hands = std::array<Cards, BATCH>;
using Values = std::array<std::uint16_t, BATCH>;

// All cards of a player, those of the board among them.
Hands all_cards(const Deals& deals, std::size_t player) {
    Hands cards;
    for (std::size_t i = 0; i < BATCH; ++i) cards[i] = deals.hands[player][i] | deals.boards[i];
    return cards;
}

Values values_of(const Scoring& scoring, const Hands& cards) {
    Values values;
    scoring.lanes.values(cards.data(), BATCH, part_table().data(), values.data());
    return values;
}

constexpr std::uint32_t above(std::uint32_t value) { return FIRST_VALUES.back() - value; }

void score_any_five(const Scoring& scoring, const Deals& deals, std::size_t player, Scores& scores) {
    const Values values = values_of(scoring, all_cards(deals, player));
    for (std::size_t i = 0; i < BATCH; ++i) scores[i] = above(values[i]);
}

// Deuce to seven is the usual order turned round, but that the ace never stands below the deuce: A5432 is no straight
// and goes just before A6432, which without the low ace would be the lowest cards with an ace.
void score_low_27(const Scoring& scoring, const Deals& deals, std::size_t player, Scores& scores) {
    constexpr int ACE = RANKS - 1;
    constexpr Cards NEXT = card(ACE, 0) | card(4, 0) | card(2, 0) | card(1, 0) | card(0, 0);
    static const std::uint32_t NEXT_SUITED = hand_value(NEXT);
    static const std::uint32_t NEXT_OTHER = hand_value((NEXT & ~card(ACE, 0)) | card(ACE, 1));
    constexpr std::uint32_t SUITED_WHEEL = FIRST_VALUES[1] - 1, WHEEL = FIRST_VALUES[5] - 1;
    const Values values = values_of(scoring, all_cards(deals, player));
    for (std::size_t i = 0; i < BATCH; ++i) {
        const std::uint32_t value = values[i];
        scores[i] = value == WHEEL ? 2 * NEXT_OTHER + 1 : value == SUITED_WHEEL ? 2 * NEXT_SUITED + 1 : 2 * value;
    }
}

Ranks ranks_of(Cards cards) { return plane(cards | cards >> RANKS | cards >> 2 * RANKS | cards >> 3 * RANKS, 0); }

// In a deck from the six up, flushes go before full houses, and A9876 is the lowest straight: its values are those
// of straights that the deck has not got. Seven cards cannot make both of what changes places.
constexpr std::uint32_t short_value(std::uint32_t value) {
    constexpr std::uint32_t FULL = FIRST_VALUES[2], FLUSH = FIRST_VALUES[3], STRAIGHT = FIRST_VALUES[4];
    if (value < FULL || value >= STRAIGHT) return value;
    return value < FLUSH ? value + (STRAIGHT - FLUSH) : value - (FLUSH - FULL);
}

constexpr int LONGER_ROWS = 5;  // straights above A9876
constexpr Ranks SHORT_WHEEL = 0b1'0000'1111'0000;
constexpr Cards NOT_SHORT = 0b1111 * (card(0, 0) | card(0, 1) | card(0, 2) | card(0, 3));

void score_short(const Scoring& scoring, const Deals& deals, std::size_t player, Scores& scores) {
    const Hands cards = all_cards(deals, player);
    const Values values = values_of(scoring, cards);
    for (std::size_t i = 0; i < BATCH; ++i) {
        std::uint32_t value = short_value(values[i]);
        const auto is_wheel = [](Ranks ranks) { return (ranks & SHORT_WHEEL) == SHORT_WHEEL; };
        if (is_wheel(ranks_of(cards[i]))) {
            value = std::min<std::uint32_t>(value, FIRST_VALUES[4] + LONGER_ROWS);
            for (int suit = 0; suit < SUITS; ++suit)
                if (is_wheel(plane(cards[i], suit)))
                    value = std::min<std::uint32_t>(value, FIRST_VALUES[0] + LONGER_ROWS);
        }
        scores[i] = above(value);
    }
}

// The strongest five for ace to five: each rank once as far as that goes, then twice and so on, the lowest first.
Cards lowest_five(Cards cards) {
    Cards five = 0;
    while (size(five) < 5)
        for (int rank = 0; rank < RANKS && size(five) < 5; ++rank) {
            const int natural = (rank + RANKS - 1) % RANKS;  // the ace is the first
            const Cards left =
                cards & ~five & (card(natural, 0) | card(natural, 1) | card(natural, 2) | card(natural, 3));
            five |= lowest(left);
        }
    return five;
}

std::uint32_t lowest_score(const Ranking* ranking, Cards cards) {
    const auto played = best(*ranking, lowest_five(cards), 0, 0);
    return played ? played->score : 0;
}

// The scores of sets of five ranks or more; 0 for others.
using LowTable = std::array<std::uint32_t, ALL_RANKS + 1>;
LowTable make_low_table() {
    LowTable table{};
    for (Ranks ranks = 0; ranks <= ALL_RANKS; ++ranks)
        if (size(ranks) >= 5) table[ranks] = lowest_score(ranking_of("low-a5"), ranks);
    return table;
}

void score_low_a5(const Scoring& scoring, const Deals& deals, std::size_t player, Scores& scores) {
    static const LowTable TABLE = make_low_table();
    const Hands cards = all_cards(deals, player);
    for (std::size_t i = 0; i < BATCH; ++i) {
        scores[i] = TABLE[ranks_of(cards[i])];
        if (scores[i] == 0) scores[i] = lowest_score(scoring.ranking, cards[i]);
    }
}

constexpr Ranks ace_low(Ranks ranks) { return ((ranks << 1) | (ranks >> (RANKS - 1))) & ALL_RANKS; }

// Of four cards: those of each choice in one number, ranks below and suits above.
std::uint32_t badugi(Cards cards) {
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

void score_badugi(const Scoring&, const Deals& deals, std::size_t player, Scores& scores) {
    const Hands cards = all_cards(deals, player);
    for (std::size_t i = 0; i < BATCH; ++i) scores[i] = badugi(cards[i]);
}

// Calls visit(two, three) for the choices of Omaha: two of the hole and three of the board.
template <class Visit>
void each_choice(Cards hole, Cards board, const Visit& visit) {
    each_set(board, 3, 0, [&](Cards three) { each_set(hole, 2, 0, [&](Cards two) { visit(two, three); }); });
}

constexpr std::size_t MOST_CHOICES = 15 * 10;

void score_omaha(const Scoring& scoring, const Deals& deals, std::size_t player, Scores& scores) {
    std::array<Cards, MOST_CHOICES> fives;
    std::array<std::uint16_t, MOST_CHOICES> values;
    for (std::size_t i = 0; i < BATCH; ++i) {
        std::size_t count = 0;
        each_choice(deals.hands[player][i], deals.boards[i],
                    [&](Cards two, Cards three) { fives[count++] = two | three; });
        scoring.lanes.values(fives.data(), count, part_table().data(), values.data());
        const std::uint16_t best =
            *std::min_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count));
        scores[i] = FIRST_VALUES.back() - std::uint32_t{best};
    }
}

// What ranks of the hole and of the board make for low, each a set from the ace (bit 0) to eight.
constexpr unsigned LOW_SETS = 256;
using OmahaLows = std::array<std::uint8_t, LOW_SETS * LOW_SETS>;

std::uint8_t omaha_low(unsigned own, unsigned shared) {
    std::int16_t strongest = 0;
    each_set(own, 2, 0, [&](Cards two) {
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

void score_omaha_low(const Scoring&, const Deals& deals, std::size_t player, Scores& scores) {
    static const OmahaLows TABLE = make_omaha_lows();
    const auto lows = [](Cards cards) { return ace_low(ranks_of(cards)) % LOW_SETS; };
    for (std::size_t i = 0; i < BATCH; ++i)
        scores[i] = TABLE[lows(deals.hands[player][i]) * LOW_SETS + lows(deals.boards[i])];
}

void score_by_ranking(const Scoring& scoring, const Deals& deals, std::size_t player, Scores& scores) {
    for (std::size_t i = 0; i < BATCH; ++i) {
        const auto played = best(*scoring.ranking, deals.hands[player][i], deals.boards[i], scoring.table.from_hole);
        scores[i] = played ? played->score : 0;
    }
}

using Score = void (*)(const Scoring&, const Deals&, std::size_t, Scores&);

Score score_of_omaha(const Ranking* ranking) {
    if (ranking == ranking_of("high")) return score_omaha;
    return ranking == ranking_of("low-8") ? score_omaha_low : score_by_ranking;
}

// The quick ways are right for these numbers of cards only, and short deck where no lower card can come.
Score score_of(const Table& table, const Ranking* ranking, Cards dead) {
    const int cards = table.hole + table.board;
    if (table.from_hole == 2 && table.hole <= MOST_HOLE && table.board == BOARD) return score_of_omaha(ranking);
    if (table.from_hole != 0 || cards > MOST_CARDS) return score_by_ranking;
    if (cards == 4 && ranking == ranking_of("badugi")) return score_badugi;
    if (cards == LEAST_CARDS && ranking == ranking_of("low-27")) return score_low_27;
    if (cards < LEAST_CARDS) return score_by_ranking;
    if (ranking == ranking_of("high")) return score_any_five;
    if (ranking == ranking_of("low-a5")) return score_low_a5;
    return ranking == ranking_of("short") && (NOT_SHORT & ~dead) == 0 ? score_short : score_by_ranking;
}

using Sets = std::array<std::uint32_t, BATCH>;  // of players, a bit each

// One worker's part of a simulation.
class Simulation {
  public:
    Simulation(const Table& table, const Dealer& dealer, const Sampling& sampling, const Lanes& lanes, Tally& tally)
        : table_(table),
          dealer_(dealer),
          sampling_(sampling),
          lanes_(lanes),
          tally_(tally),
          score_high_(score_of(table, table.high, sampling.dead)),
          score_low_(table.low == nullptr ? nullptr : score_of(table, table.low, sampling.dead)) {}

    // The first deals of a batch; false if one of the batch was not found.
    bool run(std::uint64_t batch, std::size_t count) {
        Random random(sampling_.seed, batch, lanes_);
        if (!dealer_.deal(random, deals_)) return false;
        score(score_high_, table_.high, high_);
        if (table_.low != nullptr) score(score_low_, table_.low, low_);
        count_winners(count);
        return true;
    }

    // Of a batch, in look-ups, about.
    std::uint64_t work() const {
        const bool is_quick = score_high_ != score_by_ranking && table_.from_hole == 0;
        return BATCH * sampling_.players.size() * (is_quick ? 1 : 100);
    }

  private:
    // In turns in several tallies: one alone would wait for itself where the same players win again and again.
    void count_winners(std::size_t count) {
        if (table_.low != nullptr) {
            for (std::size_t i = 0; i < count; ++i) tally_.add(high_[i], low_[i]);
            return;
        }
        std::uint64_t* boards = tally_.boards();
        const std::size_t sets = std::size_t{1} << sampling_.players.size();
        for (std::size_t i = 0; i < count; ++i) ++turns_[i % TURNS][high_[i]];
        for (auto& turn : turns_)
            for (std::size_t set = 0; set < sets; ++set) boards[set] += std::exchange(turn[set], 0);
    }
    void score(Score score, const Ranking* ranking, Sets& sets) {
        const std::size_t players = sampling_.players.size();
        for (std::size_t player = 0; player < players; ++player)
            score({table_, ranking, lanes_}, deals_, player, scores_[player]);
        lanes_.winners(scores_[0].data(), BATCH, players, BATCH, sets.data());
    }

    const Table& table_;
    const Dealer& dealer_;
    const Sampling& sampling_;
    const Lanes& lanes_;
    Tally& tally_;
    Score score_high_, score_low_;
    Deals deals_;
    std::array<Scores, MOST_HANDS> scores_;
    Sets high_{}, low_{};
    static constexpr std::size_t TURNS = 4;
    std::array<std::array<std::uint32_t, 1 << MOST_HANDS>, TURNS> turns_{};
};

std::uint64_t batches(std::uint64_t deals) { return deals / BATCH + std::uint64_t{deals % BATCH != 0}; }

}  // namespace

std::optional<Pots> simulate(const Table& table, const Sampling& sampling, std::size_t workers, const Stop& stop,
                             const Lanes& lanes) {
    if (!is_dealing(sampling.players, table.hole, sampling.board, table.board, sampling.dead)) return std::nullopt;
    const Tally none(sampling.players.size(), table.low != nullptr);
    const auto dealer = Dealer::make(sampling.players, table.hole, sampling.board, table.board, sampling.dead);
    if (!dealer) return none.pots();
    std::vector<Tally> tallies(std::max<std::size_t>(workers, 1), none);
    std::atomic<std::uint64_t> next{0};
    std::atomic<bool> found{true};
    std::uint64_t work = 0;
    const bool done = run_workers(workers, stop.of(sampling.deals), work, [&](std::size_t worker, Pulse& pulse) {
        Simulation simulation(table, *dealer, sampling, lanes, tallies[worker]);
        for (std::uint64_t batch = next++; batch < batches(sampling.deals) && found && !pulse.stopped();
             batch = next++) {
            const auto count = std::min<std::uint64_t>(BATCH, sampling.deals - batch * BATCH);
            if (!simulation.run(batch, count)) found = false;
            pulse.beat(simulation.work(), count);
        }
    });
    if (!done) return std::nullopt;
    return found ? total(tallies).pots() : none.pots();
}

}  // namespace facevalue
