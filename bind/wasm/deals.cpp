// Equity for JavaScript: deals.wasm. See calls.hpp for the form of a call; js/src/poker/equity.js makes them.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "poker/deal/simulate.hpp"
#include "poker/deal/walk_deals.hpp"
#include "poker/draws/breakdown.hpp"
#include "poker/draws/odds.hpp"
#include "poker/equity/omaha.hpp"
#include "poker/ranges/ranges.hpp"
#include "poker_words.hpp"

using namespace facevalue;
using namespace facevalue::poker;
using namespace facevalue::wasm;

namespace {

// Hands on a line; 0 for anything else.
std::vector<Cards> hands_in(std::string_view line) {
    std::vector<Cards> hands;
    while (!line.empty()) hands.push_back(cards_in(Request::word(line)).value_or(0));
    return hands;
}

// A player on a line: a hand and its weight, again and again.
std::optional<WeightedHands> player_in(std::string_view line) {
    WeightedHands player;
    while (!line.empty()) {
        const auto hand = cards_in(Request::word(line));
        const auto weight = as_int<std::uint64_t>(Request::word(line));
        if (!hand || !weight) return std::nullopt;
        player.hands.push_back(*hand);
        player.weights.push_back(*weight);
    }
    return player;
}

std::optional<std::vector<WeightedHands>> players_in(Request& request) {
    std::vector<WeightedHands> players;
    while (!request.is_empty()) {
        auto player = player_in(request.line());
        if (!player) return std::nullopt;
        players.push_back(std::move(*player));
    }
    return players;
}

std::optional<std::vector<HoldemRange>> ranges_of(const std::vector<WeightedHands>& players) {
    std::vector<HoldemRange> ranges;
    for (const WeightedHands& player : players) {
        HoldemRange range{player.hands, {}};
        for (const std::uint64_t weight : player.weights) {
            if (weight > ~std::uint32_t{0}) return std::nullopt;
            range.weights.push_back(static_cast<std::uint32_t>(weight));
        }
        ranges.push_back(std::move(range));
    }
    return ranges;
}

// "high low-8 4 5 2": the rankings ("-" without a low half), cards of the hole, of the board, and how many must play.
std::optional<DealRules> game_in(std::string_view line) {
    const Ranking* const high = ranking_of(Request::word(line));
    const std::string_view name = Request::word(line);
    const Ranking* const low = ranking_of(name);
    const auto hole = as_int<int>(Request::word(line)), board = as_int<int>(Request::word(line));
    const auto from_hole = as_int<int>(Request::word(line));
    if (!high || !hole || !board || !from_hole) return std::nullopt;
    const DealRules rules{high, low, *hole, *board, *from_hole};
    return is_valid_game(rules, name != "-") ? std::optional(rules) : std::nullopt;
}

// A line for each category of the ranking, the best first.
void reply_counts(const Ranking& ranking, const CategoryCounts& counts) {
    for (const Category category : categories_in_order(ranking))
        reply(counts[static_cast<std::size_t>(category)], name_of(category));
}

// The boards; then a line for each player: high, and in hi-lo games low, halved and both.
void reply_pots(const PotCounts& pots, bool has_low) {
    reply(std::to_string(pots.boards));
    reply_shares(pots.high);
    if (!has_low) return;
    reply_shares(pots.low);
    reply_shares(pots.halved);
    for (const ShareCounts& shares : pots.both) reply_shares(shares);
}

}  // namespace

extern "C" {

// Ranking, board, dead, then a line for each player with hands of two cards. Counts over all boards.
[[clang::export_name("walk_ranges")]] wasm::Status walk_holdem(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto order = order_of(request.line());
        const auto board = cards_in(request.line()), dead = cards_in(request.line());
        const auto players = players_in(request);
        const auto ranges = players ? ranges_of(*players) : std::nullopt;
        if (!order || !board || !dead || !ranges || !is_range_deal(*ranges, *board, *dead)) return Bad;
        if (!do_weights_fit(*ranges, *board, *dead)) return wasm::TooLarge;
        reply_pots(walk_ranges(*ranges, *board, *dead, 1, {}, *order), false);
        return Ready;
    });
}

// Ranking, board, dead, the hands of the hero, then the range of the villain. A line for each hand of the hero: the
// weights of the villain's hands that it beats, ties and meets, over all boards.
[[clang::export_name("range_equities")]] wasm::Status compare_ranges(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto order = order_of(request.line());
        const auto board = cards_in(request.line()), dead = cards_in(request.line());
        const auto players = players_in(request);
        const auto ranges = players ? ranges_of(*players) : std::nullopt;
        if (!order || !board || !dead || !ranges || ranges->size() != 2) return Bad;
        const HoldemRange &hero = ranges->front(), &villain = ranges->back();
        if (!is_heads_up(hero.hands, villain, *board, *dead)) return Bad;
        for (const auto& [wins, ties, total] : range_equities(hero.hands, villain, *board, *dead, 1, {}, *order))
            reply(wins, ties, total);
        return Ready;
    });
}

// "1" for hi-lo, board, dead, then a line for each player with one hand.
[[clang::export_name("walk_omaha")]] wasm::Status walk_omaha_hands(std::size_t size) {
    return answered(size, [](Request& request) {
        const bool has_low = request.line() == "1";
        const auto board = cards_in(request.line()), dead = cards_in(request.line());
        const auto players = players_in(request);
        std::vector<Cards> hands;
        if (players)
            for (const WeightedHands& player : *players)
                hands.insert(hands.end(), player.hands.begin(), player.hands.end());
        if (!board || !dead || !is_omaha_deal(hands, *board, *dead)) return Bad;
        const auto pots = walk_omaha(hands, *board, *dead, has_low, 1, {});
        if (!pots) return Bad;
        reply_pots(*pots, has_low);
        return Ready;
    });
}

// Game, board, dead, then the players. Counts over all deals.
[[clang::export_name("walk_deals")]] wasm::Status walk_any(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto rules = game_in(request.line());
        const auto board = cards_in(request.line()), dead = cards_in(request.line());
        const auto players = players_in(request);
        if (!rules || !board || !dead || !players) return Bad;
        const auto pots = walk_deals(*rules, *players, *board, *dead, 1, {});
        if (!pots) return Bad;
        reply_pots(*pots, rules->low != nullptr);
        return Ready;
    });
}

// Game, board, dead, the number of deals and the seed, then the players. Counts over random deals.
[[clang::export_name("simulate")]] wasm::Status simulate_deals(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto rules = game_in(request.line());
        const auto board = cards_in(request.line()), dead = cards_in(request.line());
        const auto deals = as_int<std::uint64_t>(request.line()), seed = as_int<std::uint64_t>(request.line());
        auto players = players_in(request);
        if (!rules || !board || !dead || !players || !deals || !seed) return Bad;
        const auto pots = simulate(*rules, {std::move(*players), *board, *dead, *deals, *seed}, 1, {});
        if (!pots) return Bad;
        reply_pots(*pots, rules->low != nullptr);
        return Ready;
    });
}

// Board, dead, the hands. A line for each hand: its places in the made hands and the draws, or nothing.
[[clang::export_name("hand_kinds")]] wasm::Status kinds_of_hands(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto board = cards_in(request.line()), dead = cards_in(request.line());
        if (!board || !dead) return Bad;
        const auto kinds = hand_kinds(hands_in(request.line()), *board, *dead);
        if (!kinds) return refuse(kinds.problem());
        for (const auto& kind : *kinds) kind ? reply(int{kind->made}, int{kind->draw}) : reply();
        return Ready;
    });
}

// A game, hand, board, dead, and "1" with opponents. The category now; a line for each category in the end; and the
// same for the next card, if one comes.
[[clang::export_name("odds")]] wasm::Status odds_of(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto game = game_cards_in(request);
        const auto hand = cards_in(request.line()), board = cards_in(request.line()), dead = cards_in(request.line());
        if (!game || !hand || !board || !dead) return Bad;
        const auto found = odds(*game, *hand, *board, *dead, request.line() == "1", {});
        if (!found) return refuse(found.problem());
        reply(name_of(found->now));
        reply_counts(*game->ranking, found->final);
        if (found->next) reply_counts(*game->ranking, *found->next);
        return Ready;
    });
}

// A game, hand, board, dead, then the hands of each rival on a line. The cards, the RivalProblem and the rival.
[[clang::export_name("outs")]] wasm::Status outs_of(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto game = game_cards_in(request);
        const auto hand = cards_in(request.line()), board = cards_in(request.line()), dead = cards_in(request.line());
        std::vector<std::vector<Cards>> rivals;
        while (!request.is_empty()) rivals.push_back(hands_in(request.line()));
        if (!game || !hand || !board || !dead) return Bad;
        const auto found = outs(*game, *hand, *board, *dead, std::move(rivals), {});
        if (!found) return refuse(found.problem());
        reply(found->found, static_cast<int>(found->problem), found->rival);
        return Ready;
    });
}

}  // extern "C"
