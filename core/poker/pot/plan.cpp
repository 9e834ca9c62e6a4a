#include "poker/pot/plan.hpp"

#include <algorithm>
#include <array>

#include "poker/cards/combinations.hpp"
#include "text/decimal.hpp"
#include "text/joined.hpp"

namespace facevalue::poker {

namespace {

constexpr std::size_t DUEL = 2;             // players
constexpr std::int64_t MOST_LOOKUPS = 500;  // match-ups, before the table is computed

// Nanoseconds:
constexpr std::int64_t BOARD_OF_RANGES = 10'000;  // compare all hands of two cards on one board
constexpr std::int64_t CALL = 3'000;              // start a walk
constexpr std::int64_t START = 2'000;             // start with a board
constexpr std::int64_t BOARD_OF_PAIRS = 10'000;   // score all pairs of cards with a board of Omaha
constexpr std::int64_t HAND_OF_PAIRS = 15;        // find the best pair of a hand
constexpr std::int64_t FIVE = 3;                  // score a hand under a ranking that has a table
constexpr std::int64_t FIVE_BY_RANKING = 55;      // score five cards under any other ranking
constexpr std::int64_t SUBSET = 2;  // compare a hand with all rival hands, for each subset of its hidden cards
constexpr int CACHED = 4;           // hidden cards whose subsets fit in a cache; each further one doubles the time
constexpr std::int64_t DEAL = 3;    // deal hands to three or more players

// In a browser: boards of known hands, boards of two ranges, pairs before the flop, and hands of other games.
constexpr std::int64_t MOST_BOARDS = 2'500'000, MOST_RANGE_BOARDS = 200'000, MOST_HANDS_COMPARED = 400'000;
constexpr std::int64_t MOST_MATCHUPS = 10'000;

std::int64_t ways(int from, int count) { return static_cast<std::int64_t>(choose(std::max(from, 0), count)); }

BigInt product_of(const std::vector<BigInt>& factors) {
    BigInt all = 1;
    for (const BigInt& factor : factors) all = all * factor;
    return all;
}
BigInt total_of(const std::vector<BigInt>& parts) {
    BigInt all;
    for (const BigInt& part : parts) all = all + part;
    return all;
}

std::uint64_t word_of(const BigInt& number) {
    const BigInt half = number / 2;
    return static_cast<std::uint64_t>(*half.as_word()) << 1 | static_cast<std::uint64_t>(*(number % 2).as_word());
}

// Upper bounds of the boards, and of the hands that each player may end up with.
struct Bounds {
    std::int64_t boards;
    std::vector<BigInt> hands;
    int hidden = 0;  // the most cards of a player that are not known
};

Bounds bounds_of(const PotDeal& deal) {
    int left = DECK - size(deal.board | deal.gone);
    for (const Holding& player : deal.players) left -= size(common_to(player.hands));
    Bounds bounds{ways(left, deal.rules.board - size(deal.board)), {}};
    for (const Holding& player : deal.players) {
        const int dealt = size(player.hands[0]), fixed = size(common_to(player.hands));
        bounds.hidden = std::max(bounds.hidden, deal.rules.hole - fixed);
        bounds.hands.push_back(BigInt(static_cast<std::int64_t>(player.hands.size())) *
                               ways(left - (dealt - fixed), deal.rules.hole - dealt));
    }
    return bounds;
}

// The time of `walk_deals`.
BigInt estimate(const DealRules& rules, const Bounds& bounds) {
    const std::int64_t halves = rules.low != nullptr ? 3 : 1;  // high, low, and high without a low
    const BigInt hands = total_of(bounds.hands), pairs = product_of(bounds.hands);
    BigInt compared = pairs * DEAL;
    if (bounds.hands.size() == DUEL) {
        const BigInt by_subsets = shifted(hands * SUBSET, bounds.hidden + std::max(bounds.hidden - CACHED, 0));
        compared = (by_subsets < pairs ? by_subsets : pairs) * halves;
    }
    std::int64_t start = START, score = 0;
    if (rules.from_hole == 2 && rules.hole > rules.from_hole) {
        start = halves * BOARD_OF_PAIRS;
        score = HAND_OF_PAIRS * ways(rules.hole, 2) / 6 * (rules.low != nullptr ? 2 : 1);
    } else {
        for (const Ranking* const ranking : {rules.high, rules.low}) {
            if (ranking == nullptr) continue;
            const bool has_table = ranking->name == "high" || ranking->name == "short" || ranking->name == "low-a5";
            score += has_table && rules.from_hole == 0
                         ? FIVE
                         : FIVE_BY_RANKING * ways(rules.hole + rules.board, ranking->cards);
        }
    }
    return (hands * score + compared + start) * bounds.boards;
}

bool can_walk(const PotDeal& deal, std::int64_t budget) {
    const auto bits = bits_of_digits(deal);
    if (!bits) return false;
    BigInt walks = 1;
    for (const Holding& player : deal.players) {
        std::int64_t digits = 0;
        for_each_digit(player, *bits, [&](const DigitWeights&) { ++digits; });
        walks = walks * digits;
    }
    return !(BigInt(budget) < walks * estimate(deal.rules, bounds_of(deal)));
}

}  // namespace

bool is_known_omaha(const PotDeal& deal) {
    const auto& [high, low, hole, board, from_hole] = deal.rules;
    return from_hole == 2 && hole >= LEAST_HOLE && hole <= MOST_HOLE && board == BOARD && high->name == "high" &&
           (low == nullptr || low->name == "low-8") && deal.are_single() && deal.are_whole();
}

bool can_count(const PotDeal& deal, std::int64_t budget) {
    if (is_known_omaha(deal)) return true;
    if (!deal.is_holdem() || !deal.are_whole()) return can_walk(deal, budget);
    const auto players = static_cast<std::int64_t>(deal.players.size());
    const int left = DECK - size(deal.board | deal.gone) - 2 * static_cast<int>(players);
    const std::int64_t boards = ways(left, BOARD - size(deal.board));
    if (deal.has_matchups()) return true;
    if (players == DUEL && !deal.are_single()) return boards * BOARD_OF_RANGES <= budget;
    return !(BigInt(budget) < deal.combinations() * (CALL + boards * players));
}

bool can_count_in_browser(const PotDeal& deal) {
    Cards known = deal.board | deal.gone;
    for (const Holding& player : deal.players)
        if (player.hands.size() == 1) known |= player.hands[0];
    const int left = DECK - size(known);
    const std::int64_t boards = ways(left, deal.rules.board - size(deal.board));
    if (deal.are_single() && deal.are_whole()) return boards <= MOST_BOARDS;
    for (const Holding& player : deal.players)
        if (!(player.sum() < shifted(1, WEIGHT_BITS))) return false;
    const bool are_two = deal.players.size() == DUEL;
    if (deal.is_holdem()) {
        const auto players = static_cast<std::int64_t>(deal.players.size());
        if (!are_two) return !(BigInt(MOST_BOARDS) < deal.combinations() * boards * players);
        return deal.has_matchups() ? !too_many_matchups(deal) : boards <= MOST_RANGE_BOARDS;
    }
    std::vector<BigInt> hands;
    for (const Holding& player : deal.players)
        hands.push_back(BigInt(static_cast<std::int64_t>(player.hands.size())) *
                        ways(left, deal.rules.hole - size(player.hands[0])));
    const BigInt compared = are_two ? total_of(hands) : product_of(hands);
    return !(BigInt(are_two ? MOST_HANDS_COMPARED : MOST_BOARDS) < compared * boards);
}

bool needs_matchups(const PotDeal& deal) { return deal.has_matchups() && BigInt(MOST_LOOKUPS) < deal.combinations(); }

std::optional<int> bits_of_digits(const PotDeal& deal) {
    const Bounds bounds = bounds_of(deal);
    BigInt weights = bounds.boards;
    bool are_short = true;  // as `is_valid_deal` needs them
    for (std::size_t i = 0; i < deal.players.size(); ++i) {
        const auto hands = static_cast<std::int64_t>(deal.players[i].hands.size());
        const BigInt sum = deal.players[i].sum();
        are_short = are_short && sum * hands < shifted(1, COUNT_BITS);
        weights = weights * (sum * bounds.hands[i] / hands);
    }
    if (are_short && weights < shifted(1, COUNT_BITS)) return 0;
    const BigInt deals = product_of(bounds.hands) * bounds.boards;
    const int bits = (COUNT_BITS - std::min(deals.bits(), COUNT_BITS)) / static_cast<int>(deal.players.size());
    return bits > 0 ? std::optional(bits) : std::nullopt;
}

void for_each_digit(const Holding& player, int bits, const std::function<void(DigitWeights)>& use) {
    std::vector<BigInt> left = player.weights;
    const BigInt base = shifted(1, bits == 0 ? COUNT_BITS : bits);
    for (int place = 0; std::ranges::any_of(left, [](const BigInt& weight) { return !weight.is_zero(); });
         place += bits) {
        DigitWeights digit{place, {}};
        for (BigInt& weight : left) {
            digit.weights.push_back(word_of(weight % base));
            weight = weight / base;
        }
        if (std::ranges::any_of(digit.weights, [](std::uint64_t weight) { return weight != 0; })) use(std::move(digit));
    }
}

Cost cost_of_samples(const GameCards& game, std::size_t players, std::uint64_t samples) {
    constexpr double HAND = 2e-8, BY_RANKING = 1.2e-7, PAIR = 4e-8, CHOICES = 3e-6;  // dealt and scored
    constexpr std::string_view BY_TABLE[] = {"high", "short", "low-a5", "low-27"};
    double hand = std::ranges::find(BY_TABLE, game.ranking->name) != std::end(BY_TABLE) ? HAND : BY_RANKING;
    if (game.from_hole == 2 && game.hole >= LEAST_HOLE && game.hole <= MOST_HOLE)
        hand = PAIR * static_cast<double>(choose(game.hole, game.from_hole));
    else if (game.from_hole != 0)
        hand = CHOICES;
    return {with_commas(samples) + " deals", static_cast<double>(samples * players) * hand};
}

Cost cost_of_hand_equities(const PotDeal& deal) {
    constexpr double START_SECONDS = 3e-7, HAND = 7.3e-9;  // to start with a board, and to compare each hand on it
    const std::size_t hands = deal.count_hands();
    const std::uint64_t boards = deal.count_boards();
    return {"comparing " + with_commas(hands) + " hands on " + with_commas(boards) + " boards",
            static_cast<double>(boards) * (START_SECONDS + static_cast<double>(hands) * HAND)};
}

std::optional<Problem> too_many_matchups(const PotDeal& deal) {
    const BigInt pairs = deal.combinations();
    if (!(BigInt(MOST_MATCHUPS) < pairs)) return std::nullopt;
    return Problem{
        ErrorClass::Limit,
        joined({"comparing ", pairs.decimal(), " pairs of hands before the flop takes too long; use smaller ranges"}),
        {},
        0,
        MOST_MATCHUPS};
}

}  // namespace facevalue::poker
