// The worth of stacks, draws and hands for Python: ICM, pay tables and percentiles.
#include <algorithm>

#include "integers.hpp"
#include "poker/cards/combinations.hpp"
#include "poker/draws/percentile.hpp"
#include "poker/games/game.hpp"
#include "poker/holdem/starting_hands.hpp"
#include "poker/push_fold/push_fold.hpp"
#include "poker/tables.hpp"
#include "poker/three_handed/push_fold_three.hpp"
#include "poker/tournaments/amounts.hpp"
#include "poker/tournaments/icm.hpp"
#include "poker/tournaments/stacks.hpp"
#include "poker/video_poker/holds.hpp"
#include "poker/video_poker/pay_spellings.hpp"
#include "problem.hpp"
#include "query/arguments.hpp"
#include "translation.hpp"

using namespace facevalue;
using namespace facevalue::poker;
using numbers::BigFraction;

namespace {

// The value of a number: strings are read by the core, others by Python, which has several types of them. Nothing for
// other values.
std::optional<BigFraction> exactly(nb::handle given) {
    if (PyUnicode_Check(given.ptr())) return exact_value(Argument{Argument::Kind::Text, false, copied(given)});
    if (PyLong_CheckExact(given.ptr()))
        if (const auto number = numbers::small_int(given)) return BigFraction(*number, 1);
    const nb::object exact = nb::module_::import_("facevalue.amounts").attr("as_exact")(given);
    return exact.is_none() ? std::nullopt : std::optional(numbers::big_fraction(exact));
}

Expected<BigFraction> amount_of(std::string_view name, nb::handle given) {
    return checked_amount(name, exactly(given), argument_of(given));
}

// The first amounts of a string or any iterable.
std::vector<BigFraction> amounts_of(std::string_view name, nb::handle given) {
    constexpr std::size_t ENOUGH = MOST_STACKS + 1;
    if (PyUnicode_Check(given.ptr()))
        return result_of(read_amounts(name, Argument{Argument::Kind::Text, false, copied(given)}, ENOUGH));
    if (!nb::hasattr(given, "__iter__")) raise_problem(no_amounts(name, argument_of(given)));
    std::vector<BigFraction> amounts;
    for (const nb::handle amount : nb::iter(given)) {
        if (amounts.size() == ENOUGH) break;
        amounts.push_back(result_of(amount_of(name, amount)));
    }
    return amounts;
}

using AmountRow = std::vector<numbers::PythonParts>;

AmountRow parts_of(const std::vector<BigFraction>& amounts) {
    AmountRow parts;
    for (const BigFraction& amount : amounts) parts.push_back(numbers::python_parts(amount));
    return parts;
}

// The first stacks of a string, a mapping from names, or any iterable.
PlayerStacks player_stacks_of(nb::handle given) {
    constexpr std::size_t ENOUGH = MOST_STACKS + 1;
    if (PyUnicode_Check(given.ptr()))
        return result_of(read_stacks(Argument{Argument::Kind::Text, false, copied(given)}, ENOUGH));
    if (!nb::hasattr(given, "__iter__")) raise_problem(no_amounts("a stack", argument_of(given)));
    std::vector<GivenStack> stacks;
    if (nb::isinstance(given, nb::module_::import_("collections.abc").attr("Mapping"))) {
        for (const nb::handle item : nb::iter(given.attr("items")())) {
            if (stacks.size() == ENOUGH) break;
            const auto [name, amount] = nb::cast<std::pair<nb::object, nb::object>>(item);
            stacks.push_back({argument_of(name), exactly(amount), argument_of(amount)});
        }
    } else {
        for (const nb::handle stack : nb::iter(given)) {
            if (stacks.size() == ENOUGH) break;
            if (PyUnicode_Check(stack.ptr()))
                stacks.push_back(result_of(read_stack(argument_of(stack))));
            else
                stacks.push_back({{}, exactly(stack), argument_of(stack)});
        }
    }
    return result_of(name_stacks(stacks));
}

std::tuple<AmountRow, AmountRow, numbers::PythonParts, std::vector<std::string>> icm_of(nb::handle stacks,
                                                                                        nb::handle payouts) {
    const PlayerStacks chips = player_stacks_of(stacks);
    const std::vector<BigFraction> prizes = amounts_of("a payout", payouts);
    const auto found = result_of(interruptible([&] { return expected_prizes(chips.amounts, prizes, interrupted); }));
    return {parts_of(chips.amounts), parts_of(found.amounts), numbers::python_parts(found.error_bound), chips.names};
}

// The same with floating-point numbers, for tests.
std::pair<AmountRow, numbers::PythonParts> rounded_icm_of(nb::handle stacks, nb::handle payouts) {
    const std::vector<BigFraction> chips = amounts_of("a stack", stacks), prizes = amounts_of("a payout", payouts);
    const auto found = result_of(interruptible([&] { return rounded_icm(chips, prizes, interrupted); }));
    return {parts_of(found.amounts), numbers::python_parts(found.error_bound)};
}

// The names of hands and the coins that they pay.
using PaysRow = std::vector<std::pair<std::string_view, numbers::PythonParts>>;

PaysRow pays_row(const PayTable& table) {
    PaysRow row;
    for (const auto& [hand, payout] : table.pays)
        row.emplace_back(paying_hands()[hand], numbers::python_parts(table.coins(payout)));
    return row;
}

// Of a dict or another mapping, or of a string.
Pays pays_of(nb::handle given) {
    if (PyUnicode_Check(given.ptr())) return result_of(read_pays(argument_of(given)));
    std::vector<GivenPay> rows;
    if (nb::hasattr(given, "items"))
        for (const nb::handle item : nb::iter(given.attr("items")())) {
            const auto row = nb::cast<std::pair<nb::object, nb::object>>(item);
            rows.push_back({argument_of(row.first), exactly(row.second), argument_of(row.second)});
        }
    return result_of(read_pays(argument_of(given), rows));
}

PaysRow checked_pays(nb::handle given) {
    const Pays pays = pays_of(given);
    return pays_row({{}, pays.payouts, false, 0, pays.parts});
}

// Of payouts that `checked_pays` has returned.
PayTable pay_table(nb::handle pays, bool is_deuces_wild, int jokers) {
    require(jokers >= 0 && jokers <= MOST_JOKERS, "expected 0 to 2 jokers");
    Pays read = pays_of(pays);
    return {{}, std::move(read.payouts), is_deuces_wild, jokers, read.parts};
}

void check_pays(const nb::str& name, nb::handle pays, bool is_deuces_wild, int jokers) {
    PayTable table = pay_table(pays, is_deuces_wild, jokers);
    table.name = copied(name);
    if (auto problem = impossible_pays(table)) raise_problem(*problem);
}

using PayoutArray = nb::ndarray<nb::numpy, std::int32_t, nb::ndim<1>>;

PayoutArray payouts(const nb::dict& pays, bool is_deuces_wild, int jokers) {
    const PayTable table = pay_table(pays, is_deuces_wild, jokers);
    auto found = unlocked([&] { return payouts_of(table); });
    const std::size_t count = found.size();
    return array_of<PayoutArray>(std::move(found), {count});
}

// Sums, and how many parts of a coin are one.
struct KeptSums {
    std::shared_ptr<const DrawSums> sums;
    std::int32_t parts;
};

KeptSums draw_sums(const nb::dict& pays, bool is_deuces_wild, int jokers) {
    const PayTable table = pay_table(pays, is_deuces_wild, jokers);
    return {interruptible([&] { return sums_of(table, interrupted); }), table.parts};
}

void check_drawn_hand(const nb::str& name, int jokers, const poker::Ids& ids, const nb::str& shown) {
    if (auto problem = wrong_drawn_hand({copied(name), {}, false, jokers}, {ids}, copied(shown)))
        raise_problem(*problem);
}

// The places of the cards to keep, and the numerator and the denominator of the value.
using HoldRow = std::tuple<std::vector<std::size_t>, std::int64_t, std::int64_t>;

std::vector<HoldRow> holds(const KeptSums& kept, const poker::Ids& ids) {
    const DrawSums& sums = *kept.sums;
    require(ids.size() == DRAW_HAND && GivenCards{ids}.jokers() <= sums.deck() - DECK &&
                std::ranges::all_of(ids, [](int id) { return id <= DECK; }),
            "expected five cards of the deck");
    std::vector<HoldRow> rows;
    for (Hold& hold : holds_of(sums, {ids}, kept.parts))
        rows.emplace_back(std::move(hold.places), hold.payouts, hold.parts_of_draws());
    return rows;
}

// The ids of each hand, and the best way to play it.
std::vector<std::pair<poker::Ids, HoldRow>> session(const KeptSums& kept, const nb::str& name, int jokers,
                                                    nb::handle hands) {
    const DrawSums& sums = *kept.sums;
    require(jokers == sums.deck() - DECK, "expected the jokers of the deck");
    Argument given;
    if (PyUnicode_Check(hands.ptr()) || !nb::hasattr(hands, "__iter__")) {
        given = argument_of(hands);
    } else {
        given.kind = Argument::Kind::List;
        const nb::object as_argument = nb::module_::import_("facevalue.poker.hands.wild_cards").attr("as_argument");
        for (const nb::handle hand : nb::iter(hands)) {
            if (given.items.size() > MOST_SESSION_HANDS) break;
            given.items.push_back(argument_of(as_argument(hand)));
        }
    }
    const PayTable table{copied(name), {}, false, jokers, kept.parts};
    const auto played = result_of(interruptible([&] { return play_session(table, sums, given, interrupted); }));
    std::vector<std::pair<poker::Ids, HoldRow>> rows;
    for (const auto& [hand, hold] : played)
        rows.emplace_back(hand.ids, HoldRow(hold.places, hold.payouts, hold.parts_of_draws()));
    return rows;
}

numbers::PythonParts share_returned(const KeptSums& kept) {
    return numbers::python_parts(*interruptible([&] { return expected_return(*kept.sums, kept.parts, interrupted); }));
}

PercentilePlan plan_of(const Game& game, Cards hand, Cards board) {
    require((hand | board) <= FULL_DECK, "expected cards");
    return result_of(percentile_plan(game, hand, board));
}

numbers::PythonParts percentile_of(const PercentilePlan& plan, const OmahaOrder* order) {
    require(order != nullptr || plan.way != PercentilePlan::Way::OmahaOrder, "expected the order of Omaha hands");
    return numbers::python_parts(*interruptible([&] { return percentile(plan, order, interrupted); }));
}

using AmountRow = std::vector<numbers::PythonParts>;

AmountRow amount_row(const std::vector<BigFraction>& amounts) {
    AmountRow row;
    for (const BigFraction& amount : amounts) row.push_back(numbers::python_parts(amount));
    return row;
}

// The hands, the mixed ones by name with their probabilities, and the share of all hands.
using ActingRow =
    std::tuple<HandWeights, std::vector<std::pair<std::string, numbers::PythonParts>>, numbers::PythonParts>;

ActingRow acting_row(ActingHands acting) {
    std::vector<std::pair<std::string, numbers::PythonParts>> mixed;
    for (const auto& [place, share] : acting.mixed)
        mixed.emplace_back(starting_hand_name(place), numbers::python_parts(share));
    return {std::move(acting.hands), std::move(mixed), numbers::python_parts(acting.share)};
}

using PushFoldRow = std::tuple<AmountRow, AmountRow, AmountRow, ActingRow, ActingRow, AmountRow>;

// One stack or several: a string or another iterable is a list.
std::vector<BigFraction> stacks_of(nb::handle stack) {
    if (PyUnicode_Check(stack.ptr()) || nb::hasattr(stack, "__iter__")) return amounts_of("a stack", stack);
    return {result_of(amount_of("stack", stack))};
}

// Of push or fold, unchecked.
Stakes stakes_of(const Game& game, nb::handle stack, nb::handle ante, nb::handle small_blind, nb::handle big_blind) {
    raise_if(no_push_fold(game, game.low));
    Stakes stakes;
    stakes.stacks = stacks_of(stack);
    stakes.ante = result_of(amount_of("ante", ante));
    if (!small_blind.is_none()) stakes.small_blind = result_of(amount_of("small_blind", small_blind));
    stakes.big_blind = result_of(amount_of("big_blind", big_blind));
    return stakes;
}

PushFoldRow push_fold_of(const Game& game, nb::handle stack, nb::handle ante, nb::handle small_blind,
                         nb::handle big_blind, nb::handle payouts) {
    Stakes stakes = stakes_of(game, stack, ante, small_blind, big_blind);
    if (!payouts.is_none()) stakes.payouts = amounts_of("a payout", payouts);
    raise_if(wrong_stakes(stakes));
    const auto find = [] { return loaded_matchups(true, nb::none()); };
    PushFold found = *interruptible([&] { return push_fold(*game.ranking, stakes, find, interrupted); });
    return {amount_row(stakes.all_stacks()),
            amount_row({stakes.ante, stakes.small(), stakes.big_blind}),
            amount_row(stakes.payouts),
            acting_row(std::move(found.push)),
            acting_row(std::move(found.call)),
            amount_row({found.expectation, found.big_blind_expectation, found.exploitability})};
}

using PushFoldThreeRow =
    std::tuple<AmountRow, AmountRow, std::vector<std::pair<HandWeights, numbers::PythonParts>>, AmountRow>;

PushFoldThreeRow push_fold_three_of(const Game& game, nb::handle stack, nb::handle ante, nb::handle small_blind,
                                    nb::handle big_blind, std::uint64_t seed) {
    const Stakes stakes = stakes_of(game, stack, ante, small_blind, big_blind);
    raise_if(wrong_stakes_of_three(stakes));
    const auto find = [] { return loaded_matchups(true, nb::none()); };
    PushFoldThree found =
        *interruptible([&] { return push_fold_three(*game.ranking, stakes, seed, find, interrupted); });
    std::vector<std::pair<HandWeights, numbers::PythonParts>> acting;
    for (auto& [hands, share] : found.acting) acting.emplace_back(std::move(hands), numbers::python_parts(share));
    const auto& [button, small, big] = found.expectations;
    return {amount_row(three_stacks(stakes)), amount_row({stakes.ante, stakes.small(), stakes.big_blind}),
            std::move(acting), amount_row({button, small, big, found.exploitability})};
}

using DealArray = nb::ndarray<nb::numpy, std::uint16_t, nb::ndim<1>>;

std::pair<DealArray, PayoutArray> three_way_of_game(const Game& game, std::uint64_t seed) {
    raise_if(no_push_fold(game, game.low));
    const auto find = [] { return loaded_matchups(true, nb::none()); };
    ThreeWay found = *interruptible([&]() -> std::optional<ThreeWay> {
        const auto all_in = all_in_of(*game.ranking, find, interrupted);
        const auto made = all_in == nullptr ? nullptr : three_way_of(*game.ranking, *all_in, seed, interrupted);
        return made == nullptr ? std::nullopt : std::optional(*made);
    });
    const std::size_t count = found.deals.size();
    return {array_of<DealArray>(std::move(found.deals), {count}), array_of<PayoutArray>(std::move(found.won), {count})};
}

}  // namespace

void bind_worth(nb::module_& module) {
    module.attr("MOST_STACKS") = MOST_STACKS;
    module.def(
        "exact_number",
        [](const std::string& name, nb::handle value) {
            return numbers::python_parts(result_of(amount_of(name, value)));
        },
        nb::arg("name"), nb::arg("value").none(),
        nb::sig("def exact_number(name: str, value: object) -> tuple[int, int]"));
    module.def(
        "split_amounts", [](const nb::str& text) { return result_of(split_amounts(copied(text))); }, nb::arg("string"),
        nb::sig("def split_amounts(string: str) -> list[str]"));
    module.def("icm", icm_of, nb::arg("stacks").none(), nb::arg("payouts").none(),
               nb::sig("def icm(stacks: object, payouts: object) -> tuple[list[tuple[int, int]], list[tuple[int, "
                       "int]], tuple[int, int], list[str]]"),
               "The stacks, the expected prizes, a bound of the error of each of them, and the names of the players.");
    module.def("rounded_icm", rounded_icm_of, nb::arg("stacks").none(), nb::arg("payouts").none(),
               nb::sig("def rounded_icm(stacks: object, payouts: object) -> tuple[list[tuple[int, int]], tuple[int, "
                       "int]]"),
               "The prizes in floating-point numbers, and a bound of the error of each of them.");
    nb::class_<KeptSums>(module, "DrawSums", "Sums of payouts over the draws of video poker.")
        .def("holds", holds, nb::arg("ids"),
             "The 32 ways to hold, the best first: places in the hand, the sum of all payouts, and how many there are.")
        .def("session", session, nb::arg("name"), nb::arg("jokers"), nb::arg("hands").none(),
             nb::sig("def session(self, name: str, jokers: int, hands: object) -> list[tuple[list[int], "
                     "tuple[list[int], int, int]]]"),
             "The ids of each hand of a session, and the best way to play it.")
        .def("expected_return", share_returned);
    module.def("paying_hands", [] {
        const WordList names = paying_hands();
        return std::vector<std::string_view>(names);
    });
    module.def(
        "pay_tables",
        [] {
            std::vector<std::tuple<std::string_view, PaysRow, bool, int>> rows;
            for (const PayTable& row : pay_tables())
                rows.emplace_back(row.name, pays_row(row), row.is_deuces_wild, row.jokers);
            return rows;
        },
        "The name, what each hand pays, whether twos are wild, and the number of jokers.");
    module.def("checked_pays", checked_pays, nb::arg("pays").none(),
               nb::sig("def checked_pays(pays: object) -> list[tuple[str, tuple[int, int]]]"));
    module.def(
        "check_pays", check_pays, nb::arg("name"), nb::arg("pays"), nb::arg("is_deuces_wild"), nb::arg("jokers"),
        nb::sig("def check_pays(name: str, pays: Mapping[str, object], is_deuces_wild: bool, jokers: int) -> None"),
        "Refuse hands that the deck of a pay table does not have.");
    module.def(
        "pay_table_named", [](nb::handle given) { return result_of(pay_table_named(argument_of(given)))->name; },
        nb::arg("given").none(), nb::sig("def pay_table_named(given: object) -> str"));
    module.attr("CUSTOM_PAY_TABLE") = CUSTOM;
    module.attr("MOST_SESSION_HANDS") = MOST_SESSION_HANDS;
    module.def(
        "payouts", payouts, nb::arg("pays"), nb::arg("is_deuces_wild"), nb::arg("jokers"),
        nb::sig("def payouts(pays: Mapping[str, object], is_deuces_wild: bool, jokers: int) -> "
                "Annotated[NDArray[numpy.int32], dict(shape=(None,))]"),
        "int32: what each hand of five pays; hands are compared by their largest card, then the second largest.");
    module.def("draw_sums", draw_sums, nb::arg("pays"), nb::arg("is_deuces_wild"), nb::arg("jokers"),
               nb::sig("def draw_sums(pays: Mapping[str, object], is_deuces_wild: bool, jokers: int) -> DrawSums"));
    module.def("check_drawn_hand", check_drawn_hand, nb::arg("name"), nb::arg("jokers"), nb::arg("ids"),
               nb::arg("shown"), "Of a pay table; how messages show the cards.");
    nb::class_<PercentilePlan>(module, "PercentilePlan", "How the percentile of a hand is found.")
        .def_prop_ro("needs_omaha_order",
                     [](const PercentilePlan& plan) { return plan.way == PercentilePlan::Way::OmahaOrder; })
        .def_ro("count", &PercentilePlan::count, "The hands to count; 0 for a place in an order.")
        .def_ro("seconds", &PercentilePlan::seconds)
        .def_prop_ro("work", &PercentilePlan::work)
        .def("percentile", percentile_of, nb::arg("order").none(), "The numerator and the denominator.");
    module.def("percentile_plan", plan_of, nb::arg("game"), nb::arg("hand"), nb::arg("board"));
    module.attr("LARGEST_STACK") = LARGEST_STACK;
    module.def("push_fold", push_fold_of, nb::arg("game"), nb::arg("stack").none(), nb::arg("ante").none(),
               nb::arg("small_blind").none(), nb::arg("big_blind").none(), nb::arg("payouts").none(),
               nb::sig("def push_fold(game: Game, stack: object, ante: object, small_blind: object, big_blind: object, "
                       "payouts: object) -> tuple[list[tuple[int, int]], list[tuple[int, int]], list[tuple[int, int]], "
                       "tuple[HandWeights, list[tuple[str, tuple[int, int]]], tuple[int, int]], tuple[HandWeights, "
                       "list[tuple[str, tuple[int, int]]], tuple[int, int]], list[tuple[int, int]]]"),
               "The stacks; the ante and the blinds; the payouts; the hands to push and to call: a range, the mixed "
               "hands and the share; what both players win, and the exploitability.");
    module.attr("THREE_WAY_SAMPLES") = ThreeWay::SAMPLES;
    module.def("push_fold_three", push_fold_three_of, nb::arg("game"), nb::arg("stack").none(), nb::arg("ante").none(),
               nb::arg("small_blind").none(), nb::arg("big_blind").none(), nb::arg("seed"),
               nb::sig("def push_fold_three(game: Game, stack: object, ante: object, small_blind: object, big_blind: "
                       "object, seed: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]], "
                       "list[tuple[HandWeights, tuple[int, int]]], list[tuple[int, int]]]"),
               "The stacks; the ante and the blinds; the hands and the share of all hands for each decision; what the "
               "players win, and the exploitability.");
    module.def("three_way", three_way_of_game, nb::arg("game"), nb::arg("seed"),
               "For all triples of starting hands, the best first, flat: the deals, and the parts of the pot that the "
               "third one wins, times the deals. What three hands win together is 12 parts for each sample.");
}
