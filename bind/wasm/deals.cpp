// Equity for JavaScript: deals.wasm. See calls.hpp for the form of a call; js/src/poker/deal.js makes them.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "poker/cards/card_text.hpp"
#include "poker/draws/breakdown.hpp"
#include "poker/draws/odds.hpp"
#include "poker/omaha/omaha_item.hpp"
#include "poker/pot/count.hpp"
#include "poker/pot/holdings.hpp"
#include "poker/pot/plan.hpp"
#include "poker/pot/shares.hpp"
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

// The name of a ranking, or "-" without a low half.
const Ranking* low_in(Request& request) { return ranking_of(request.line()); }

// The weights of a player, "1 2 1 3"; and the hands, each with the place of its weight.
std::optional<Holding> holding_in(Request& request) {
    std::vector<Weight> weights;
    for (std::string_view line = request.line(); !line.empty();) {
        const auto numerator = as_int<std::uint64_t>(Request::word(line));
        const auto denominator = as_int<std::uint64_t>(Request::word(line));
        if (!numerator || !denominator || *denominator == 0) return std::nullopt;
        weights.push_back({*numerator, *denominator});
    }
    Holding made{{}, {}, whole_weights(weights)};
    for (std::string_view line = request.line(); !line.empty();) {
        const auto hand = cards_in(Request::word(line));
        const auto place = as_int<std::uint32_t>(Request::word(line));
        if (!hand || !place || *place >= weights.size()) return std::nullopt;
        made.hands.push_back(*hand);
        made.places.push_back(*place);
    }
    return made;
}

// What a request says of a deal: a game, the ranking for low, board and dead cards; then for each player a string for
// messages, its name, its weights and its hands.
struct SeatedDeal {
    PotDeal deal;
    std::vector<std::string> names;
};

// Nothing with the status that is not Ready.
std::optional<SeatedDeal> deal_in(Request& request, wasm::Status& status, bool may_share = false) {
    status = Bad;
    const auto game = game_cards_in(request);
    const Ranking* const low = low_in(request);
    const auto board = cards_in(request.line()), dead = cards_in(request.line());
    std::vector<SeatedPlayer> players;
    std::vector<std::string> names;
    while (!request.is_empty()) {
        const auto shown = request.block(), name = request.block();
        auto holding = holding_in(request);
        if (!shown || !name || !holding) return std::nullopt;
        players.push_back({[text = std::string(*shown)] { return text; }, std::move(*holding)});
        names.emplace_back(*name);
    }
    if (!game || !board || !dead || wrong_players(players.size())) return std::nullopt;
    auto deal = seat(*game, low, *board, *dead, std::move(players), may_share);
    status = deal ? Ready : refuse(deal.problem());
    if (!deal) return std::nullopt;
    return SeatedDeal{std::move(*deal), std::move(names)};
}

std::string word_of(const std::optional<BigInt>& number) { return number ? number->decimal() : "-"; }

// The deals; then for each player its win, tie, lose, low win and low tie, and the numerators and denominators of its
// equity and of the variance.
wasm::Status reply_pots(const PotSums& sums, bool is_sampled) {
    reply(sums.deals.decimal());
    for (const PotShare& share : shares_of(sums, is_sampled)) {
        const auto& variance = share.variance;
        reply(share.win.decimal(), share.tie.decimal(), share.lose.decimal(), word_of(share.low_win),
              word_of(share.low_tie), share.equity.numerator().decimal(), share.equity.denominator().decimal(),
              variance ? variance->numerator().decimal() : "-", variance ? variance->denominator().decimal() : "-");
    }
    return Ready;
}

// A line for each category of the ranking, the best first.
void reply_counts(const Ranking& ranking, const CategoryCounts& counts) {
    for (const Category category : categories_in_order(ranking))
        reply(counts[static_cast<std::size_t>(category)], name_of(category));
}

}  // namespace

extern "C" {

// How many players there are. Refused if an equity has another number of them.
[[clang::export_name("check_players")]] wasm::Status check_players(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto count = as_int<std::size_t>(request.line());
        const auto problem = count ? wrong_players(*count) : std::nullopt;
        if (problem) return refuse(*problem);
        return count ? Ready : Bad;
    });
}

// The number of samples, or "-" to count if that is quick; a seed; then a deal. "1" if deals were sampled, the deals
// and the players.
[[clang::export_name("equity")]] wasm::Status equity_of(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto samples = as_int<std::uint64_t>(request.line()), seed = as_int<std::uint64_t>(request.line());
        wasm::Status status = Ready;
        const auto seated = deal_in(request, status);
        if (!seated) return status;
        if (!seed) return Bad;
        const PotDeal& deal = seated->deal;
        const bool is_sampled = samples || !can_count_in_browser(deal);
        const auto sums =
            is_sampled ? sample_pots(deal, samples.value_or(USUAL_SAMPLES), *seed, 1, {}) : count_pots(deal, {}, 1, {});
        if (!sums) return refuse(sums.problem());
        if (sums->deals.is_zero()) return refuse(no_deal(deal, is_sampled, seated->names));
        reply(is_sampled ? 1 : 0);
        return reply_pots(*sums, is_sampled);
    });
}

// A deal of two ranges of hold'em. Refused if that takes too long; otherwise a line for each hand of the first that
// meets another: the hand, and the numerator and the denominator of its equity.
[[clang::export_name("hand_equities")]] wasm::Status hand_equities(std::size_t size) {
    return answered(size, [](Request& request) {
        wasm::Status status = Ready;
        const auto seated = deal_in(request, status, true);
        if (!seated) return status;
        const PotDeal& deal = seated->deal;
        if (!deal.is_holdem() || !deal.are_whole() || deal.players.size() != 2) return Bad;
        const auto problem = deal.has_matchups() ? too_many_matchups(deal) : std::nullopt;
        if (problem) return refuse(*problem);
        const auto outcomes = count_heads_up(deal, {}, 1, {});
        for (std::size_t i = 0; i < outcomes.size(); ++i) {
            const auto& [wins, ties, total] = outcomes[i];
            if (total.is_zero()) continue;
            const auto share = numbers::reduced({wins * 2 + ties, total * 2});
            reply(deal.players[0].hands[i], share.numerator().decimal(), share.denominator().decimal());
        }
        return Ready;
    });
}

// A game, and the ranking for low. Refused unless it has the equity of each hand of a range.
[[clang::export_name("check_range_equities")]] wasm::Status check_range_equities(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto game = game_cards_in(request);
        const auto problem = game ? no_range_equities(*game, low_in(request)) : std::nullopt;
        if (problem) return refuse(*problem);
        return game ? Ready : Bad;
    });
}

// A game, and the cards of the board. Refused if no card comes next.
[[clang::export_name("check_next_card")]] wasm::Status check_next_card(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto game = game_cards_in(request);
        const auto board = cards_in(request.line());
        const auto problem = game && board ? no_next_card(*game, poker::size(*board)) : std::nullopt;
        if (problem) return refuse(*problem);
        return game && board ? Ready : Bad;
    });
}

// A deal whose board is not full. For each card that may come next, the highest first: the card, the deals and the
// players; nothing unless the players have known hands of hold'em without weights.
[[clang::export_name("next_cards")]] wasm::Status next_cards(std::size_t size) {
    return answered(size, [](Request& request) {
        wasm::Status status = Ready;
        const auto seated = deal_in(request, status);
        if (!seated) return status;
        if (poker::size(seated->deal.board) >= seated->deal.rules.board) return Bad;
        if (const auto pots = count_next_cards(seated->deal, {}))
            for (const auto& [card, sums] : *pots) {
                reply(poker::text_of(card));
                reply_pots(sums, false);
            }
        return Ready;
    });
}

// Board, dead, and a range of hold'em as of a player. How many hands are possible; then the share of each made hand
// and, unless the board is full, of each draw: its numerator and denominator.
[[clang::export_name("breakdown")]] wasm::Status break_down(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto board = cards_in(request.line()), dead = cards_in(request.line());
        const auto range = holding_in(request);
        if (!board || !dead || !range) return Bad;
        const auto found = breakdown(*range, *board, *dead);
        if (!found) return refuse(found.problem());
        reply(found->combos);
        for (const auto* shares : {&found->made, &found->draws})
            for (const auto& share : *shares) reply(share.numerator().decimal(), share.denominator().decimal());
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

// A game, hand, board, dead; then of each rival, how messages show it and its hands. The cards.
[[clang::export_name("outs")]] wasm::Status outs_of(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto game = game_cards_in(request);
        const auto hand = cards_in(request.line()), board = cards_in(request.line()), dead = cards_in(request.line());
        std::vector<Rival> rivals;
        while (!request.is_empty()) {
            const auto shown = request.block();
            if (!shown) return Bad;
            rivals.push_back({std::string(*shown), hands_in(request.line())});
        }
        if (!game || !hand || !board || !dead) return Bad;
        const auto found = outs(*game, *hand, *board, *dead, std::move(rivals), {});
        if (!found) return refuse(found.problem());
        reply(*found);
        return Ready;
    });
}

// How many hands a rival has, and how messages show them. Refused if there are too many.
[[clang::export_name("check_rival")]] wasm::Status check_rival(std::size_t size) {
    return answered(size, [](Request& request) {
        const auto count = as_int<std::uint64_t>(request.line());
        if (!count) return Bad;
        return *count <= MAX_HANDS ? Ready : refuse(too_many_rival_hands(*count, request.rest()));
    });
}

}  // extern "C"
