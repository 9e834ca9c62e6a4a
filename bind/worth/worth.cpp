// The worth of stacks, draws and hands for Python: ICM, pay tables and percentiles.
#include <algorithm>

#include "integers.hpp"
#include "poker/cards/combinations.hpp"
#include "poker/draws/percentile.hpp"
#include "poker/games/game.hpp"
#include "poker/tables.hpp"
#include "poker/tournaments/amounts.hpp"
#include "poker/tournaments/icm.hpp"
#include "poker/tournaments/push_fold.hpp"
#include "poker/video_poker/holds.hpp"
#include "problem.hpp"
#include "query/arguments.hpp"
#include "translation.hpp"

using namespace facevalue;
using namespace facevalue::poker;
using numbers::BigFraction;

namespace {

// Strings are read by the core, other numbers by Python, which has several types of them.
Expected<BigFraction> amount_of(std::string_view name, nb::handle given) {
    std::optional<BigFraction> value;
    if (PyUnicode_Check(given.ptr())) {
        value = exact_value(Argument{Argument::Kind::Text, false, copied(given)});
    } else {
        const nb::object exact = nb::module_::import_("facevalue.amounts").attr("as_exact")(given);
        if (!exact.is_none()) value = numbers::big_fraction(exact);
    }
    return checked_amount(name, std::move(value), argument_of(given));
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

std::tuple<AmountRow, AmountRow, numbers::PythonParts> icm_of(nb::handle stacks, nb::handle payouts) {
    const std::vector<BigFraction> chips = amounts_of("a stack", stacks), prizes = amounts_of("a payout", payouts);
    const auto found = result_of(interruptible([&] { return expected_prizes(chips, prizes, interrupted); }));
    return {parts_of(chips), parts_of(found.amounts), numbers::python_parts(found.error_bound)};
}

// The same with floating-point numbers, for tests.
std::pair<AmountRow, numbers::PythonParts> rounded_icm_of(nb::handle stacks, nb::handle payouts) {
    const std::vector<BigFraction> chips = amounts_of("a stack", stacks), prizes = amounts_of("a payout", payouts);
    const auto found = result_of(interruptible([&] { return rounded_icm(chips, prizes, interrupted); }));
    return {parts_of(found.amounts), numbers::python_parts(found.error_bound)};
}

// The names of hands and what they pay, whether twos are wild, and how many jokers there are.
using PaysRow = std::vector<std::pair<std::string_view, std::int32_t>>;

PaysRow pays_row(const Payouts& pays) {
    PaysRow row;
    for (const auto& [hand, payout] : pays) row.emplace_back(paying_hands()[hand], payout);
    return row;
}

// Of a dict or another mapping.
PaysRow checked_pays(nb::handle given) {
    std::vector<std::pair<Argument, Argument>> rows;
    if (nb::hasattr(given, "items"))
        for (const nb::handle item : nb::iter(given.attr("items")())) {
            const auto row = nb::cast<std::pair<nb::object, nb::object>>(item);
            rows.emplace_back(argument_of(row.first), argument_of(row.second));
        }
    return pays_row(result_of(read_pays(argument_of(given), rows)));
}

using Pays = nb::typed<nb::dict, nb::str, int>;

// Of payouts that `checked_pays` has returned.
PayTable pay_table(const Pays& pays, bool is_deuces_wild, int jokers) {
    require(jokers >= 0 && jokers <= MOST_JOKERS, "expected 0 to 2 jokers");
    const WordList names = paying_hands();
    PayTable made{{}, {}, is_deuces_wild, jokers};
    for (const auto& [name, payout] : pays) {
        const auto hand = std::ranges::find(names, nb::cast<std::string_view>(name));
        const auto paid = nb::cast<std::int32_t>(payout);
        require(hand != names.end() && paid >= 0 && paid <= LARGEST_PAYOUT, "expected payouts of paying hands");
        made.pays.emplace_back(hand - names.begin(), paid);
    }
    return made;
}

using PayoutArray = nb::ndarray<nb::numpy, std::int32_t, nb::ndim<1>>;

PayoutArray payouts(const Pays& pays, bool is_deuces_wild, int jokers) {
    const PayTable table = pay_table(pays, is_deuces_wild, jokers);
    auto found = unlocked([&] { return payouts_of(table); });
    const std::size_t count = found.size();
    return array_of<PayoutArray>(std::move(found), {count});
}

// Python does not know pointers to constants.
struct KeptSums {
    std::shared_ptr<const DrawSums> sums;
};

KeptSums draw_sums(const Pays& pays, bool is_deuces_wild, int jokers) {
    const PayTable table = pay_table(pays, is_deuces_wild, jokers);
    return {interruptible([&] { return sums_of(table, interrupted); })};
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
    for (Hold& hold : holds_of(sums, {ids})) rows.emplace_back(std::move(hold.places), hold.payouts, hold.draws);
    return rows;
}

numbers::PythonParts share_returned(const KeptSums& kept) {
    return numbers::python_parts(*interruptible([&] { return expected_return(*kept.sums, interrupted); }));
}

PercentilePlan plan_of(const Game& game, Cards hand, Cards board) {
    require((hand | board) <= FULL_DECK, "expected cards");
    return result_of(percentile_plan(game, hand, board));
}

numbers::PythonParts percentile_of(const PercentilePlan& plan, const OmahaOrder* order) {
    require(order != nullptr || plan.way != PercentilePlan::Way::OmahaOrder, "expected the order of Omaha hands");
    return numbers::python_parts(*interruptible([&] { return percentile(plan, order, interrupted); }));
}

using PushFoldRow = std::tuple<numbers::PythonParts, numbers::PythonParts, HandWeights, HandWeights,
                               numbers::PythonParts, numbers::PythonParts>;

PushFoldRow push_fold_of(const Game& game, nb::handle stack, nb::handle ante) {
    raise_if(no_push_fold(game, game.low));
    BigFraction size = result_of(amount_of("stack", stack));
    const Stakes stakes{std::move(size), result_of(amount_of("ante", ante))};
    raise_if(wrong_stack(stakes));
    const auto find = [] { return loaded_matchups(true, nb::none()); };
    PushFold found = *interruptible([&] { return push_fold(*game.ranking, stakes, find, interrupted); });
    return {numbers::python_parts(stakes.stack),
            numbers::python_parts(stakes.ante),
            std::move(found.push),
            std::move(found.call),
            numbers::python_parts(found.expectation),
            numbers::python_parts(found.exploitability)};
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
                       "int]], tuple[int, int]]"),
               "The stacks, the expected prizes, and a bound of the error of each of them.");
    module.def("rounded_icm", rounded_icm_of, nb::arg("stacks").none(), nb::arg("payouts").none(),
               nb::sig("def rounded_icm(stacks: object, payouts: object) -> tuple[list[tuple[int, int]], tuple[int, "
                       "int]]"),
               "The prizes in floating-point numbers, and a bound of the error of each of them.");
    nb::class_<KeptSums>(module, "DrawSums", "Sums of payouts over the draws of video poker.")
        .def("holds", holds, nb::arg("ids"),
             "The 32 ways to hold, the best first: places in the hand, the sum of all payouts, and how many there are.")
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
                rows.emplace_back(row.name, pays_row(row.pays), row.is_deuces_wild, row.jokers);
            return rows;
        },
        "The name, what each hand pays, whether twos are wild, and the number of jokers.");
    module.def("checked_pays", checked_pays, nb::arg("pays").none(),
               nb::sig("def checked_pays(pays: object) -> list[tuple[str, int]]"));
    module.def(
        "payouts", payouts, nb::arg("pays"), nb::arg("is_deuces_wild"), nb::arg("jokers"),
        "int32: what each hand of five pays; hands are compared by their largest card, then the second largest.");
    module.def("draw_sums", draw_sums, nb::arg("pays"), nb::arg("is_deuces_wild"), nb::arg("jokers"));
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
               nb::sig("def push_fold(game: Game, stack: object, ante: object) -> tuple[tuple[int, int], tuple[int, "
                       "int], HandWeights, HandWeights, tuple[int, int], tuple[int, int]]"),
               "The stack, the ante, the ranges to push and to call, the expectation and the exploitability.");
}
