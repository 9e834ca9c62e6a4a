// Fuzzing of exact equity in every game: the bytes are a game, what the players hold, a board and dead cards, and the
// core must count what dealing every deal counts.
//
// For: finding deals that some walk, on vectors of some width and any number of workers, counts otherwise. So many
// cards are dead that few deals are left, of which each is scored in the slow and obvious way (slow_poker.hpp).
#include <map>

#include "fuzz/slow_poker.hpp"
#include "poker/cards/combinations.hpp"
#include "poker/deal/simulate.hpp"
#include "poker/deal/walk_deals.hpp"
#include "poker/equity/equity.hpp"
#include "poker/equity/omaha.hpp"

using namespace facevalue;
using namespace facevalue::poker;
using fuzz::Bytes;
using fuzz::require;
using fuzz::Strength;

namespace {

constexpr Cards BELOW_SIX = 0b1111 * (Cards{1} | Cards{1} << 13 | Cards{1} << 26 | Cards{1} << 39);
constexpr double MOST_DEALS = 20'000;

struct GameRow {
    std::string_view high, low;
    int hole, board, from_hole;
};
constexpr std::array<GameRow, 13> GAMES{{
    {"high", "", 2, 5, 0},
    {"high", "", 4, 5, 2},
    {"high", "", 5, 5, 2},
    {"high", "", 6, 5, 2},
    {"high", "low-8", 4, 5, 2},
    {"short", "", 2, 5, 0},
    {"high", "", 7, 0, 0},
    {"low-a5", "", 7, 0, 0},
    {"low-27", "", 5, 0, 0},
    {"badugi", "", 4, 0, 0},
    {"high", "", 5, 0, 0},
    {"high", "low-8", 7, 0, 0},
    {"high", "", 3, 5, 0},
}};

struct Deal {
    const GameRow* game;
    DealRules rules;
    std::vector<WeightedHands> players;
    Cards board = 0, dead = 0;
};

// The possible hands of a player: one to three sets of cards, which may share cards with the hands of others.
WeightedHands random_hands(Bytes& bytes, int hole, Cards& left) {
    WeightedHands hands;
    const int known = bytes.one_in(4) ? static_cast<int>(bytes.below(static_cast<unsigned>(hole) + 1)) : hole;
    for (unsigned more = bytes.one_in(3) ? 1 + bytes.below(3) : 1; more > 0; --more) {
        Cards from = hands.hands.empty() ? left : FULL_DECK & ~BELOW_SIX;
        const Cards hand = deal(bytes, known, from);
        if (size(hand) != known) break;
        if (hands.hands.empty()) left = from;
        hands.hands.push_back(hand);
        hands.weights.push_back(bytes.below(4) == 0 ? bytes.byte() : 1);
    }
    return hands;
}

Deal random_deal(Bytes& bytes) {
    Deal made{&GAMES[bytes.below(GAMES.size())], {}, {}};
    const GameRow& game = *made.game;
    made.rules = {ranking_of(game.high), ranking_of(game.low), game.hole, game.board, game.from_hole};
    Cards left = FULL_DECK;
    if (game.high == "short") left &= ~BELOW_SIX;
    const unsigned players = 2 + (bytes.one_in(4) ? bytes.below(3) : 0);
    while (made.players.size() < players) made.players.push_back(random_hands(bytes, game.hole, left));
    made.board = deal(bytes, static_cast<int>(bytes.below(static_cast<unsigned>(game.board) + 1)), left);
    const int free = static_cast<int>(bytes.below(9));
    made.dead = game.high == "short" ? BELOW_SIX : 0;
    made.dead |= deal(bytes, std::max(0, size(left) - free), left);
    return made;
}

// --- the slow way

struct Slow {
    const Deal& deal;
    PotCounts pots;
    std::map<std::tuple<std::string_view, Cards, Cards>, Strength> known = {};

    Strength strength(std::string_view ranking, Cards hole, Cards board) {
        const auto [at, is_new] = known.try_emplace({ranking, hole, board}, 0);
        if (is_new) at->second = fuzz::slow_best(ranking, hole, board, deal.rules.from_hole);
        return at->second;
    }
    // The players with the highest strength, a bit each; 0 wins nothing.
    std::size_t winners(std::string_view ranking, const std::vector<Cards>& hands, Cards board) {
        Strength most = 1;
        std::size_t found = 0;
        for (std::size_t player = 0; player < hands.size(); ++player) {
            const Strength own = strength(ranking, hands[player], board);
            if (own > most) found = 0;
            if (own >= most) found |= std::size_t{1} << player;
            most = std::max(most, own);
        }
        return found;
    }
    void settle(const std::vector<Cards>& hands, Cards board, std::uint64_t weight) {
        const std::size_t high = winners(deal.game->high, hands, board);
        pots.boards += weight;
        pots.high[high] += weight;
        if (deal.game->low.empty()) return;
        const std::size_t low = winners(deal.game->low, hands, board);
        pots.both[high | low << hands.size()] += weight;
        if (low == 0) return;
        pots.low[low] += weight;
        pots.halved[high] += weight;
    }
    // Every hand of every player, then every board.
    void run(std::vector<Cards>& hands, Cards taken, std::uint64_t weight) {
        if (hands.size() == deal.players.size())
            return for_each_subset(FULL_DECK & ~taken, deal.rules.board - size(deal.board), deal.board,
                                   [&](Cards board) { settle(hands, board, weight); });
        const WeightedHands& own = deal.players[hands.size()];
        for (std::size_t i = 0; i < own.hands.size(); ++i) {
            if ((own.hands[i] & taken) != 0) continue;
            const int more = deal.rules.hole - size(own.hands[i]);
            for_each_subset(FULL_DECK & ~(taken | own.hands[i]), more, own.hands[i], [&](Cards hand) {
                hands.push_back(hand);
                run(hands, taken | hand, weight * own.weights[i]);
                hands.pop_back();
            });
        }
    }
};

// At most.
double deals_of(const Deal& deal) {
    int left = DECK - size(deal.dead | deal.board);
    double deals = 1;
    for (const WeightedHands& player : deal.players) {
        const int known = player.hands.empty() ? 0 : size(player.hands[0]);
        deals *= static_cast<double>(player.hands.size()) *
                 static_cast<double>(choose(left - known, deal.rules.hole - known));
        left -= known;
    }
    return deals * static_cast<double>(choose(left, deal.rules.board - size(deal.board)));
}

// --- facts

bool is_known(const Deal& deal) {
    return std::ranges::all_of(deal.players, [&](const WeightedHands& player) {
        return player.hands.size() == 1 && player.weights[0] == 1 && size(player.hands[0]) == deal.rules.hole;
    });
}

void check_known(const Deal& deal, const PotCounts& pots) {
    std::vector<Cards> hands;
    for (const WeightedHands& player : deal.players) hands.push_back(player.hands[0]);
    const GameRow& game = *deal.game;
    if (game.hole == HOLE && is_holdem_deal(hands, deal.board, deal.dead)) {
        const HandOrder order = *order_of(game.high);
        require(walk_hands(hands, deal.board, deal.dead, 2, {}, order) == pots.high, "boards are counted one by one");
        require(boards_left(hands.size(), deal.board, deal.dead) == pots.boards, "so many boards are left");
    }
    if (game.from_hole != 2 || !is_omaha_deal(hands, deal.board, deal.dead)) return;
    for (const SimdKernels* kernels : runnable_lanes<SimdKernels>()) {
        const auto found = walk_omaha(hands, deal.board, deal.dead, !game.low.empty(), 1, {}, *kernels);
        require(found && found->boards == pots.boards && found->high == pots.high, "Omaha's boards are counted");
        if (game.low.empty()) continue;
        require(found->low == pots.low && found->halved == pots.halved && found->both == pots.both, "and their halves");
    }
}

// What no deal has, no sample has either, and the vectors' width changes nothing.
void check_samples(const Deal& deal, const PotCounts& pots, std::uint64_t seed) {
    constexpr std::uint64_t DEALS = 600;
    std::optional<PotCounts> first;
    for (const SimdKernels* kernels : runnable_lanes<SimdKernels>()) {
        const auto found = simulate(deal.rules, {deal.players, deal.board, deal.dead, DEALS, seed}, 1, {}, *kernels);
        require(found.has_value() && found->boards == DEALS, "so many deals are sampled");
        for (std::size_t set = 0; set < pots.high.size(); ++set)
            require(pots.high[set] != 0 || found->high[set] == 0, "samples are deals");
        if (first)
            require(first->high == found->high && first->low == found->low, "vectors of all widths sample the same");
        first = found;
    }
}

void check_deal(Bytes bytes) {
    const Deal deal = random_deal(bytes);
    if (deals_of(deal) > MOST_DEALS) return;
    const std::size_t players = deal.players.size();
    const SetCounts none = no_sets(players);
    const std::size_t pairs = deal.game->low.empty() ? 0 : none.size() * none.size();
    Slow slow{deal, {0, none, none, none, SetCounts(pairs)}};
    std::vector<Cards> hands;
    slow.run(hands, deal.board | deal.dead, 1);
    for (const SimdKernels* kernels : runnable_lanes<SimdKernels>())
        for (const std::size_t workers : {1, 3}) {
            const auto found = walk_deals(deal.rules, deal.players, deal.board, deal.dead, workers, {}, *kernels);
            require(found.has_value(), "a deal that can be dealt is walked");
            require(found->boards == slow.pots.boards && found->high == slow.pots.high, "deals are counted one by one");
            require(found->low == slow.pots.low && found->halved == slow.pots.halved && found->both == slow.pots.both,
                    "and the halves of their pots");
        }
    if (is_known(deal)) check_known(deal, slow.pots);
    if (slow.pots.boards > 0) check_samples(deal, slow.pots, bytes.byte());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    check_deal(Bytes(data, size));
    return 0;
}
