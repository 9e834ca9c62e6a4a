#include "poker/pot/plan.hpp"

#include <algorithm>
#include <array>

#include "poker/cards/combinations.hpp"
#include "poker/ranges/before_flop.hpp"
#include "poker/ranges/ranges.hpp"
#include "text/decimal.hpp"
#include "work/sorting.hpp"

namespace facevalue::poker {

namespace {

constexpr std::size_t DUEL = 2;             // players
constexpr std::int64_t MOST_LOOKUPS = 500;  // match-ups, before the table is computed

constexpr double NANOSECOND = 1e-9;

// Nanoseconds:
constexpr std::int64_t START = 2'000;            // start with a board
constexpr std::int64_t BOARD_OF_PAIRS = 10'000;  // score all pairs of cards with a board of Omaha
constexpr std::int64_t WILD_PAIR = 15'000;       // one of them with wild cards
constexpr std::int64_t HAND_OF_PAIRS = 15;       // find the best pair of a hand
constexpr std::int64_t FIVE = 3;                 // score a hand under a ranking that has a table
constexpr std::int64_t FIVE_BY_RANKING = 55;     // score five cards under any other ranking
constexpr std::int64_t SUBSET = 2;  // compare a hand with all rival hands, for each subset of its hidden cards
constexpr int CACHED = 4;           // hidden cards whose subsets fit in a cache; each further one doubles the time
constexpr std::int64_t DEAL = 3;    // deal hands to three or more players

// The same of hold'em:
constexpr double CALL = 3'000, KNOWN_HAND = 3;      // start a walk, and score a hand on a board
constexpr double TWO = 40'000, THREE = 60'000;      // count the boards of two and of three hands before the flop
constexpr double ONE_OF_MORE = 80'000;              // the same of more hands, for each
constexpr double COMBINATION = 200, TWO_HANDS = 2;  // deal hands before the flop, and look up two
constexpr double BOARD_OF_RANGES = 400, HAND_OF_RANGES = 8;  // compare all hands of two ranges on a board

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
    int left = size(deal.rules.deck() & ~(deal.board | deal.gone));
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
    const std::int64_t halves = rules.low != nullptr ? 3 : 1;  // the high hands are compared apart for each low
    const BigInt hands = total_of(bounds.hands), pairs = product_of(bounds.hands);
    BigInt compared = pairs * DEAL;
    if (bounds.hands.size() == DUEL) {
        const BigInt by_subsets = shifted(hands * SUBSET, bounds.hidden + std::max(bounds.hidden - CACHED, 0));
        compared = (by_subsets < pairs ? by_subsets : pairs) * halves;
    }
    std::int64_t start = START, score = 0;
    if (rules.from_hole == 2 && rules.hole > rules.from_hole) {
        const bool are_known = bounds.hidden == 0 && hands == BigInt(static_cast<std::int64_t>(bounds.hands.size()));
        const int held = are_known ? rules.hole * static_cast<int>(bounds.hands.size()) : size(rules.deck());
        start = halves * (rules.wilds == 0 ? BOARD_OF_PAIRS : ways(held, 2) * WILD_PAIR);
        score = HAND_OF_PAIRS * ways(rules.hole, 2) / 6 * (rules.low != nullptr ? 2 : 1);
    } else {
        for (const Ranking* const ranking : {rules.high, rules.low}) {
            if (ranking == nullptr) continue;
            const bool has_table = ranking->name == "high" || ranking->name == "short" || ranking->name == "low-a5";
            score += has_table && rules.from_hole == 0 && rules.wilds == 0
                         ? FIVE
                         : FIVE_BY_RANKING * ways(rules.hole + rules.board, ranking->cards);
        }
    }
    return (hands * score + compared + start) * bounds.boards;
}

HandLists hands_of(const PotDeal& deal) {
    HandLists lists;
    for (const Holding& player : deal.players) lists.emplace_back(player.hands);
    return lists;
}

std::string counting(Uint128 deals) { return "counting " + with_commas(deals) + (deals == 1 ? " deal" : " deals"); }

std::string counting(const BigInt& deals) {
    constexpr int MOST_BITS = 120;
    if (deals.bits() > MOST_BITS) return "counting over 10^36 deals";
    Uint128 count = 0;
    for (const char digit : deals.decimal()) count = count * 10 + static_cast<Uint128>(digit - '0');
    return counting(count);
}

double seconds_of(double nanoseconds) { return nanoseconds * NANOSECOND; }

// A number that need not be exact.
double rough(const BigInt& number) { return numbers::nearest({number, 1}); }

std::optional<CountingPlan> plan_any_game(const PotDeal& deal) {
    const auto bits = bits_of_digits(deal);
    if (!bits) return std::nullopt;
    BigInt walks = 1;
    for (const Holding& player : deal.players) {
        std::int64_t digits = 0;
        for_each_digit(player, *bits, [&](const DigitWeights&) { ++digits; });
        walks = walks * digits;
    }
    const Bounds bounds = bounds_of(deal);
    return CountingPlan{
        CountingMethod::AnyGame,
        {counting(product_of(bounds.hands) * bounds.boards), seconds_of(rough(walks * estimate(deal.rules, bounds)))}};
}

// Of known hands.
double nanoseconds_before_flop(std::size_t players) {
    if (players == DUEL) return TWO;
    return players == DUEL + 1 ? THREE : ONE_OF_MORE * static_cast<double>(players);
}

double nanoseconds_before_flop(const HandLists& hands, Cards dead, Uint128 combinations) {
    return static_cast<double>(different_combinations(hands, dead)) * nanoseconds_before_flop(hands.size()) +
           static_cast<double>(combinations) * COMBINATION;
}

double nanoseconds_of_two_ranges(const PotDeal& deal) {
    return static_cast<double>(deal.count_boards()) *
           (BOARD_OF_RANGES + static_cast<double>(deal.count_hands()) * HAND_OF_RANGES);
}

// Board by board.
double nanoseconds_of_ranges(const PotDeal& deal, HandLists hands, Uint128 combinations) {
    constexpr double DEALT = 2.5, LOOKED_UP = 30, SORTED = 40, SORT = 8'000, SCORED = 3, BOARD_START = 800;
    sort_stably(hands, [](const auto& a, const auto& b) { return a.size() < b.size(); });
    const std::size_t last = hands.back().size();
    hands.pop_back();
    const double others =
        hands.size() < DUEL ? static_cast<double>(hands[0].size()) : static_cast<double>(disjoint_combinations(hands));
    double board = BOARD_START + SCORED * static_cast<double>(deal.count_hands());
    board += is_last_looked_up(others, last) ? others * LOOKED_UP + static_cast<double>(last) * SORTED + SORT
                                             : static_cast<double>(combinations) * DEALT;
    return static_cast<double>(deal.count_boards()) * board;
}

CountingPlan plan_ranges(const PotDeal& deal, bool has_table) {
    const HandLists hands = hands_of(deal);
    const Uint128 combinations = disjoint_combinations(hands);
    const std::size_t players = hands.size();
    std::string work = counting(
        combinations * choose(size(deal.rules.deck() & ~(deal.board | deal.gone)) - 2 * static_cast<int>(players),
                              deal.rules.board - size(deal.board)));
    const auto plan = [&](CountingMethod method, double nanoseconds) {
        return CountingPlan{method, {work, seconds_of(nanoseconds)}};
    };
    if (deal.has_matchups() && has_table)
        return plan(CountingMethod::Table, static_cast<double>(combinations) * TWO_HANDS);
    if (deal.board != 0)
        return players == DUEL ? plan(CountingMethod::TwoRanges, nanoseconds_of_two_ranges(deal))
                               : plan(CountingMethod::SeveralRanges, nanoseconds_of_ranges(deal, hands, combinations));
    const double each = nanoseconds_before_flop(hands, deal.gone, combinations);
    const double by_boards = players == DUEL ? nanoseconds_of_two_ranges(deal) : each;
    return by_boards < each ? plan(CountingMethod::TwoRanges, by_boards) : plan(CountingMethod::BeforeFlop, each);
}

CountingPlan plan_known(const PotDeal& deal) {
    const std::size_t players = deal.players.size();
    const std::uint64_t boards = boards_left(players, deal.board, deal.gone);
    const double walk = deal.board == 0
                            ? nanoseconds_before_flop(players)
                            : CALL + static_cast<double>(boards) * static_cast<double>(players) * KNOWN_HAND;
    return {CountingMethod::KnownHoldem, {counting(Uint128{boards}), seconds_of(walk)}};
}

CountingPlan plan_omaha(const PotDeal& deal) {
    constexpr double HAND = 300'000, BOARD_OF_HAND = 0.5;  // make the table of a hand, and look up a board in it
    const auto halves = deal.rules.low != nullptr ? 2.0 : 1.0;
    const auto players = static_cast<double>(deal.players.size());
    const int left = DECK - size(deal.board | deal.gone) - deal.rules.hole * static_cast<int>(deal.players.size());
    const std::uint64_t boards = choose(std::max(left, 0), BOARD - size(deal.board));
    return {CountingMethod::KnownOmaha,
            {counting(Uint128{boards}),
             seconds_of(players * halves * (HAND + BOARD_OF_HAND * static_cast<double>(boards)))}};
}

// Are the hands known and exactly two of them play, in a game that `walk_omaha` counts?
bool is_known_omaha(const PotDeal& deal) {
    const auto& [high, low, hole, board, from_hole, wilds, missing] = deal.rules;
    return wilds == 0 && from_hole == 2 && hole >= LEAST_HOLE && hole <= MOST_HOLE && board == BOARD &&
           high->name == "high" && (low == nullptr || low->name == "low-8") && deal.are_single() && deal.are_whole();
}

// Several ranges of hold'em of which no more cards are dealt?
bool is_holdem_so_far(const PotDeal& deal) {
    constexpr int FLOP = 3;
    DealRules whole = deal.rules;
    whole.board = BOARD;
    return is_holdem(whole) && deal.rules.board >= FLOP && deal.rules.board < BOARD &&
           size(deal.board) == deal.rules.board && deal.players.size() > DUEL && deal.are_whole();
}

// Nothing if the method counts in 64 bits, which the weights do not fit.
std::optional<CountingPlan> limited(const PotDeal& deal, const CountingPlan& plan) {
    const bool has_digits = plan.method == CountingMethod::BeforeFlop || plan.method == CountingMethod::SeveralRanges;
    return has_digits && deal.players.size() > DUEL && !bits_of_digits(deal) ? std::nullopt : std::optional(plan);
}

}  // namespace

std::optional<CountingPlan> plan_counting(const PotDeal& deal, bool has_table) {
    if (is_known_omaha(deal)) return plan_omaha(deal);
    if (is_holdem_so_far(deal)) return limited(deal, plan_ranges(deal, false));
    if (!deal.is_holdem() || !deal.are_whole()) return plan_any_game(deal);
    if (deal.are_single() && !(deal.has_matchups() && has_table)) return plan_known(deal);
    return limited(deal, plan_ranges(deal, has_table));
}

CountingPlan plan_hand_equities(const PotDeal& deal, bool has_table) { return plan_ranges(deal, has_table); }

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
    constexpr double HAND = 2e-8, BY_RANKING = 1.2e-7, PAIR = 4e-8, CHOICES = 3e-6, WILD = 1e-6;  // dealt and scored
    constexpr std::string_view BY_TABLE[] = {"high", "short", "low-a5", "low-27"};
    double hand = std::ranges::find(BY_TABLE, game.ranking->name) != std::end(BY_TABLE) ? HAND : BY_RANKING;
    if (game.from_hole == 2 && game.hole >= LEAST_HOLE && game.hole <= MOST_HOLE)
        hand = PAIR * static_cast<double>(choose(game.hole, game.from_hole));
    else if (game.from_hole != 0)
        hand = CHOICES;
    if (game.wilds != 0)  // for each way to take hole cards and cards of the board
        hand = WILD * static_cast<double>(choose(game.hole, game.from_hole)) *
               static_cast<double>(choose(game.board, game.from_hole == 0 ? 0 : game.ranking->cards - game.from_hole));
    return {with_commas(samples) + " deals", static_cast<double>(samples * players) * hand};
}

}  // namespace facevalue::poker
