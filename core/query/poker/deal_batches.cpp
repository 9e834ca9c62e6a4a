#include "query/poker/deal_batches.hpp"

#include <algorithm>

#include "poker/cards/given_cards.hpp"
#include "poker/cards/pot_counts.hpp"
#include "poker/showdown/deck_rows.hpp"
#include "poker/showdown/winners.hpp"
#include "text/cost.hpp"
#include "text/joined.hpp"

namespace facevalue::query {

using namespace poker;

namespace {

constexpr std::int64_t USUAL_PLAYERS = 2;
constexpr double MOST_MEGABYTES = 2000;  // of memory in WebAssembly

Expected<std::size_t> players_in(const PokerCall& call) {
    if (!call.has("players")) return static_cast<std::size_t>(USUAL_PLAYERS);
    const auto players = whole_number("players", call.argument("players"), 1, MOST_HANDS);
    if (!players) return players.problem();
    return static_cast<std::size_t>(*players);
}

Expected<int> decks_in(const PokerCall& call) {
    if (!call.has("decks")) return 1;
    const auto decks = whole_number("decks", call.argument("decks"), 1, MOST_DECKS);
    if (!decks) return decks.problem();
    return static_cast<int>(*decks);
}

// The chips of deals of several decks.
Expected<std::vector<std::uint16_t>> showdown_of_decks(const Game& game, int decks, const RowSizes& sizes,
                                                       const std::uint8_t* hands, const std::uint8_t* boards,
                                                       const Stop& stop) {
    std::vector<std::uint16_t> chips(sizes.count * sizes.players);
    const std::ptrdiff_t bad = decide_rows_of_decks(game, decks, sizes, hands, boards, chips.data(), 1, stop);
    if (bad >= 0)
        if (auto problem = wrong_row_of_decks(game, decks, sizes, hands, boards, static_cast<std::size_t>(bad)))
            return *std::move(problem);
    return chips;
}

}  // namespace

Expected<SeededDeals> plan_deals(PokerTables& tables, const Argument& arguments, const QueryOptions& options) {
    const PokerCall call{tables, arguments, options};
    const auto game = any_game_of(call);
    if (!game) return game.problem();
    const auto decks = decks_in(call);
    if (!decks) return decks.problem();
    const auto count = whole_number("count", call.argument("count"), 0, MOST_DEALS);
    if (!count) return count.problem();
    const auto players = players_in(call);
    if (!players) return players.problem();
    const auto seed = read_seed(call.argument("seed"));
    if (!seed) return seed.problem();
    const auto board = read_repeated_cards(call.argument("board"), game->jokers != 0);
    if (!board) return board.problem();
    const auto dead = read_repeated_cards(call.argument("dead"), game->jokers != 0);
    if (!dead) return dead.problem();
    const auto limit = read_limit(arguments, USUAL_LIMIT);
    if (!limit) return limit.problem();
    const auto plan = deal_plan(*game, static_cast<std::uint64_t>(*count), *players, *board, *dead, *decks);
    if (!plan) return plan.problem();
    if (plan->seconds > *limit) return cost_problem(plan->work(), plan->seconds, plan->megabytes, *limit);
    if (plan->megabytes > MOST_MEGABYTES) {
        Problem problem = cost_problem(plan->work(), plan->seconds, plan->megabytes, *limit);
        problem.limit = static_cast<std::uint64_t>(MOST_MEGABYTES);
        problem.allowance = "";
        return problem;
    }
    return SeededDeals{*plan, *seed};
}

Expected<std::vector<std::uint16_t>> showdown_batch(PokerTables& tables, const Argument& arguments,
                                                    std::string_view rows, const QueryOptions& options) {
    const PokerCall call{tables, arguments, options};
    const auto game = any_game_of(call);
    if (!game) return game.problem();
    const auto decks = decks_in(call);
    if (!decks) return decks.problem();
    const auto players = players_in(call);
    if (!players) return players.problem();
    const auto hole = static_cast<std::size_t>(game->hole), in_deal = *players * hole;
    const auto given = whole_number("hands", call.argument("hands"), 0, static_cast<std::int64_t>(rows.size()));
    if (!given) return given.problem();
    const auto held = static_cast<std::size_t>(*given), deals = held / in_deal;
    if (held % in_deal != 0)
        return card_problem(joined({"hands must be rows of ", in_deal, " ids, ", hole, " for each of ", *players,
                                    " players, not ", held, " ids"}));
    const auto* const hands = reinterpret_cast<const std::uint8_t*>(rows.data());
    const std::uint8_t* boards = hands + held;
    std::size_t shown = deals == 0 ? 0 : (rows.size() - held) / deals;
    std::vector<std::uint8_t> repeated;
    if (call.has("board")) {
        auto board = read_repeated_cards(call.argument("board"), game->jokers != 0);
        if (!board) return std::move(board.problem());
        if (auto problem = too_many_jokers(game->name, game->jokers, *decks, *board)) return *std::move(problem);
        int jokers = 0;
        number_jokers(*board, *decks, jokers);
        shown = board->size();
        for (std::size_t deal = 0; deal < deals; ++deal) repeated.insert(repeated.end(), board->begin(), board->end());
        boards = repeated.data();
    } else if (rows.size() - held != shown * deals) {
        return card_problem(
            joined({"board must have as many ids for each of ", deals, " deals, not ", rows.size() - held, " ids"}));
    }
    const RowSizes sizes{deals, *players, hole, shown};
    if (*decks > 1) return showdown_of_decks(*game, *decks, sizes, hands, boards, options.stop);
    std::vector<std::uint16_t> chips(deals * *players);
    if (auto problem = wrong_rows(*game, sizes, deals, hands, boards)) return *std::move(problem);
    if (deals == 0) return chips;
    const DealRules rules{game->ranking,   game->low,   game->hole,     static_cast<int>(shown),
                          game->from_hole, game->wilds, game->missing()};
    const std::ptrdiff_t bad = decide_rows(rules, sizes, game->missing(), hands, boards, chips.data(), 1, options.stop);
    if (bad >= 0)
        if (auto problem = wrong_row(*game, sizes, hands, boards, static_cast<std::size_t>(bad)))
            return *std::move(problem);
    return chips;
}

}  // namespace facevalue::query
