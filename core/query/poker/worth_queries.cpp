// The queries about the worth of stacks, hands and draws.
#include "poker/draws/percentile.hpp"
#include "poker/holdem/holdem_notation.hpp"
#include "poker/holdem/starting_hands.hpp"
#include "poker/push_fold/push_fold.hpp"
#include "poker/three_handed/push_fold_three.hpp"
#include "poker/tournaments/amounts.hpp"
#include "poker/tournaments/icm.hpp"
#include "poker/tournaments/stacks.hpp"
#include "poker/video_poker/holds.hpp"
#include "poker/video_poker/pay_spellings.hpp"
#include "query/poker/poker_queries.hpp"
#include "query/query.hpp"
#include "text/cost.hpp"

namespace facevalue::query {

using namespace poker;
using numbers::BigFraction;

namespace {

Outcome icm_query(PokerCall& call) {
    const auto stacks = read_stacks(call.argument("stacks"), MOST_STACKS + 1);
    if (!stacks) return stacks.problem();
    const auto payouts = read_amounts("a payout", call.argument("payouts"), MOST_STACKS + 1);
    if (!payouts) return payouts.problem();
    const auto prizes = expected_prizes(stacks->amounts, *payouts, call.options.stop);
    if (!prizes) return prizes.problem();
    call.json.begin_object();
    write_names(call.json, stacks->names);
    call.json.key("prizes").begin_list();
    for (const BigFraction& prize : prizes->amounts) write_share(call.json, prize);
    call.json.end_list().key("exact").value(prizes->is_exact());
    write_share(call.json.key("error_bound"), prizes->error_bound);
    call.json.end_object();
    return std::nullopt;
}

Outcome percentile_query(PokerCall& call) {
    const auto game = game_of(call);
    if (!game) return game.problem();
    const auto hand = read_mask(call.argument("hand"));
    if (!hand) return hand.problem();
    const auto board = read_mask(call.argument("board"));
    if (!board) return board.problem();
    const auto limit = read_limit(call.arguments, USUAL_LIMIT);
    if (!limit) return limit.problem();
    const auto plan = percentile_plan(*game, *hand, *board);
    if (!plan) return plan.problem();
    if (plan->seconds > *limit) return cost_problem(plan->work(), plan->seconds, 0, *limit);
    const bool needs_order = plan->way == PercentilePlan::Way::OmahaOrder;
    const OmahaOrder* const order = needs_order && call.tables.order ? call.tables.order(game->hole) : nullptr;
    if (needs_order && order == nullptr) return rule_problem(no_omaha_order("percentiles", game->hole));
    const auto found = percentile(*plan, order, call.options.stop);
    write_share(call.json.begin_object().key("percentile"), found.value_or(BigFraction{}));
    call.json.end_object();
    return std::nullopt;
}

Expected<PayTable> pay_table_of(const PokerCall& call) {
    return read_pay_table(call.word("pay_table", "jacks-or-better"), call.argument("pays"));
}

void write_hold(JsonWriter& json, const GivenCards& hand, const Hold& hold) {
    json.begin_object().key("held").begin_list();
    for (const std::size_t place : hold.places) {
        const int id = hand.ids[place];
        json.value(id == GivenCards::JOKER_ID ? std::string(JOKER) : card_text(id));
    }
    write_share(json.end_list().key("payout"), hold.value());
    json.end_object();
}

Outcome video_poker_query(PokerCall& call) {
    const auto table = pay_table_of(call);
    if (!table) return table.problem();
    const Argument& cards = call.argument("cards");
    const auto hand = read_given_cards(cards, true);
    if (!hand) return hand.problem();
    if (auto problem = wrong_drawn_hand(*table, *hand, quoted(cards))) return problem;
    const auto sums = sums_of(*table, call.options.stop);
    if (sums == nullptr) return std::nullopt;  // stopped
    JsonWriter& json = call.json;
    json.begin_object().key("pay_table").value(table->name).key("holds").begin_list();
    for (const Hold& hold : holds_of(*sums, *hand, table->parts)) write_hold(json, *hand, hold);
    json.end_list().end_object();
    return std::nullopt;
}

Outcome video_session_query(PokerCall& call) {
    const auto table = pay_table_of(call);
    if (!table) return table.problem();
    const auto sums = sums_of(*table, call.options.stop);
    if (sums == nullptr) return std::nullopt;  // stopped
    const auto played = play_session(*table, *sums, call.argument("hands"), call.options.stop);
    if (!played) return played.problem();
    JsonWriter& json = call.json;
    json.begin_object().key("pay_table").value(table->name).key("plays").begin_list();
    BigFraction total{0, 1};
    for (const auto& [hand, hold] : *played) {
        write_hold(json, hand, hold);
        total = *numbers::lowest_result(numbers::Op::Add, total, hold.value());
    }
    write_share(json.end_list().key("total_payout"), total);
    json.end_object();
    return std::nullopt;
}

Expected<BigFraction> amount_of(std::string_view name, const Argument& given) {
    return checked_amount(name, exact_value(given), given);
}

// The stakes of push or fold, unchecked: one stack or several.
Expected<Stakes> read_stakes(const PokerCall& call) {
    Stakes stakes;
    const Argument& stack = call.argument("stack");
    if (stack.is_text() || stack.kind == Argument::Kind::List) {
        auto stacks = read_amounts("a stack", stack, MOST_STACKS + 1);
        if (!stacks) return std::move(stacks.problem());
        stakes.stacks = *std::move(stacks);
    } else {
        auto size = amount_of("stack", stack);
        if (!size) return std::move(size.problem());
        stakes.stacks = {*std::move(size)};
    }
    const auto read = [&](std::string_view name, auto& amount) -> std::optional<Problem> {
        if (!call.has(name)) return std::nullopt;
        auto found = amount_of(name, call.argument(name));
        if (!found) return found.problem();
        amount = *std::move(found);
        return std::nullopt;
    };
    if (auto problem = read("ante", stakes.ante)) return *std::move(problem);
    if (auto problem = read("small_blind", stakes.small_blind)) return *std::move(problem);
    if (auto problem = read("big_blind", stakes.big_blind)) return *std::move(problem);
    if (call.has("payouts")) {
        auto payouts = read_amounts("a payout", call.argument("payouts"), MOST_STACKS + 1);
        if (!payouts) return std::move(payouts.problem());
        stakes.payouts = *std::move(payouts);
    }
    return stakes;
}

void write_amounts(JsonWriter& json, std::string_view name, const std::vector<BigFraction>& amounts) {
    json.key(name).begin_list();
    for (const BigFraction& amount : amounts) write(json, amount);
    json.end_list();
}

void write_acting(JsonWriter& json, std::string_view name, const ActingHands& acting) {
    const std::string prefix(name);
    write_share(json.key(name).value(range_text(acting.hands)).key(prefix + "_share"), acting.share);
    json.key(prefix + "_mixed").begin_object();
    for (const auto& [place, share] : acting.mixed) write_share(json.key(starting_hand_name(place)), share);
    json.end_object();
}

Outcome push_fold_query(PokerCall& call) {
    const auto game = game_of(call);
    if (!game) return game.problem();
    if (auto problem = no_push_fold(*game, game->low)) return problem;
    const auto stakes = read_stakes(call);
    if (!stakes) return stakes.problem();
    if (auto problem = wrong_stakes(*stakes)) return problem;
    const auto found = push_fold(*game->ranking, *stakes, call.tables.matchups, call.options.stop);
    if (!found) return std::nullopt;  // stopped
    JsonWriter& json = call.json;
    write(json.begin_object().key("game").value(game->name).key("stack_size"), stakes->stack());
    write_amounts(json, "stacks", stakes->all_stacks());
    write(json.key("ante"), stakes->ante);
    write(json.key("small_blind"), stakes->small());
    write(json.key("big_blind"), stakes->big_blind);
    write_amounts(json, "payouts", stakes->payouts);
    write_acting(json, "push", found->push);
    write_acting(json, "call", found->call);
    write_share(json.key("expectation"), found->expectation);
    write_share(json.key("big_blind_expectation"), found->big_blind_expectation);
    write_share(json.key("exploitability"), found->exploitability);
    json.key("proved").value(found->is_proved()).end_object();
    return std::nullopt;
}

Outcome push_fold_three_query(PokerCall& call) {
    const auto game = game_of(call);
    if (!game) return game.problem();
    if (auto problem = no_push_fold(*game, game->low)) return problem;
    const auto stakes = read_stakes(call);
    if (!stakes) return stakes.problem();
    if (auto problem = wrong_stakes_of_three(*stakes)) return problem;
    const auto seed = read_seed(call.argument("seed"));
    if (!seed) return seed.problem();
    const auto found = push_fold_three(*game->ranking, *stakes, *seed, call.tables.matchups, call.options.stop);
    if (!found) return std::nullopt;  // stopped
    JsonWriter& json = call.json;
    json.begin_object().key("game").value(game->name);
    write_amounts(json, "stacks", three_stacks(*stakes));
    write(json.key("ante"), stakes->ante);
    write(json.key("small_blind"), stakes->small());
    write(json.key("big_blind"), stakes->big_blind);
    for (std::size_t i = 0; i < DECISIONS; ++i) {
        const std::string name(DECISION_NAMES[i]);
        json.key(name).value(range_text(found->acting[i].hands));
        write_share(json.key(name + "_share"), found->acting[i].share);
    }
    write_share(json.key("button_expectation"), found->expectations[0]);
    write_share(json.key("small_blind_expectation"), found->expectations[1]);
    write_share(json.key("big_blind_expectation"), found->expectations[2]);
    write_share(json.key("exploitability"), found->exploitability);
    json.key("exact").value(false).key("method").value("sampled").key("samples").value(ThreeWay::SAMPLES);
    json.key("seed").whole(std::to_string(*seed)).end_object();
    return std::nullopt;
}

}  // namespace

const std::vector<PokerRow>& worth_queries() {
    static const auto& all = *new std::vector<PokerRow>{
        {"icm", icm_query, {"stacks", "payouts"}},
        {"percentile", percentile_query, {"hand", "game", "board", "limit"}},
        {"push-fold", push_fold_query, {"stack", "ante", "small_blind", "big_blind", "payouts", "game"}},
        {"push-fold-three", push_fold_three_query, {"stack", "ante", "small_blind", "big_blind", "game", "seed"}},
        {"video-poker", video_poker_query, {"cards", "pay_table", "pays"}},
        {"video-session", video_session_query, {"hands", "pay_table", "pays"}},
    };
    return all;
}

}  // namespace facevalue::query
