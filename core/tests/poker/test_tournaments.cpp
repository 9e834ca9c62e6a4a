// Amounts; ICM, compared with all orders of players; push or fold.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "poker/push_fold/push_fold.hpp"
#include "poker/tournaments/amounts.hpp"
#include "poker/tournaments/icm.hpp"
#include "tests/rounds.hpp"

using namespace facevalue;
using namespace facevalue::poker;
using numbers::BigFraction;
using numbers::Op;

namespace {

BigFraction whole(std::int64_t number) { return {number, 1}; }

// Adds up the chance of each order in which the players may finish.
std::vector<BigFraction> worth_by_orders(const std::vector<BigFraction>& stacks,
                                         const std::vector<BigFraction>& prizes) {
    std::vector<BigFraction> worth(stacks.size(), whole(0));
    std::vector<std::size_t> order(stacks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    do {
        BigFraction chance = whole(1), left = whole(0);
        for (const BigFraction& stack : stacks) left = left + stack;
        for (const std::size_t player : order) {
            chance = *(chance * stacks[player]).divided_by(left);
            left = left - stacks[player];
        }
        for (std::size_t place = 0; place < prizes.size(); ++place) {
            BigFraction& sum = worth[order[place]];
            sum = *numbers::lowest_result(Op::Add, sum, numbers::reduced(chance * prizes[place]));
        }
    } while (std::ranges::next_permutation(order).found);
    return worth;
}

std::string text_of(const Expected<std::vector<std::string>>& amounts) {
    if (!amounts) return amounts.problem().sentence;
    std::string text;
    for (const std::string& amount : *amounts) text.append(amount).append(" ");
    return text;
}

}  // namespace

TEST_CASE("prizes are sums over all orders of finishing") {
    std::mt19937_64 random(1);
    const auto amount = [&](std::int64_t least) {
        return numbers::reduced(
            {least + static_cast<std::int64_t>(random() % 1000), 1 + static_cast<std::int64_t>(random() % 4)});
    };
    for (int round = 0; round < 40; ++round) {
        std::vector<BigFraction> stacks(1 + random() % 5), prizes(random() % (stacks.size() + 1));
        std::ranges::generate(stacks, [&] { return amount(1); });
        std::ranges::generate(prizes, [&] { return amount(0); });
        const auto found = icm(stacks, prizes, {});
        REQUIRE(found);
        CHECK(*found == worth_by_orders(stacks, prizes));
    }
}

TEST_CASE("ten players share all prizes, and wrong stacks are refused") {
    std::vector<BigFraction> stacks, prizes;
    for (int player = 1; player <= 10; ++player) {
        stacks.push_back(whole(1000 + 37 * player * player));
        prizes.push_back(whole(11 - player));
    }
    const auto found = icm(stacks, prizes, {});
    REQUIRE(found);
    BigFraction sum = whole(0);
    for (const BigFraction& prize : *found) sum = *numbers::lowest_result(Op::Add, sum, prize);
    CHECK(sum == whole(55));
    CHECK(icm({}, prizes, {}).problem().sentence == "icm takes 1 to 20 stacks");
    CHECK(icm({whole(1)}, prizes, {}).problem().sentence == "there are 10 payouts, but only 1 player");
    CHECK_FALSE(icm({whole(1), whole(0)}, {}, {}));
}

TEST_CASE("rounded prizes differ from exact ones by less than their bound") {
    std::mt19937_64 random(7);
    for (std::size_t players = 1; players <= 9; ++players) {
        std::vector<BigFraction> stacks, prizes;
        for (std::size_t player = 0; player < players; ++player) {
            stacks.push_back(whole(1 + static_cast<std::int64_t>(random() % 100'000)));
            prizes.push_back(whole(static_cast<std::int64_t>(random() % 1000)));
        }
        const auto exact = icm(stacks, prizes, {});
        const auto found = rounded_icm(stacks, prizes, {});
        REQUIRE(exact);
        REQUIRE(found);
        for (std::size_t player = 0; player < players; ++player) {
            const BigFraction &one = (*exact)[player], &other = found->amounts[player];
            CHECK_FALSE(found->error_bound < (one < other ? other - one : one - other));
        }
    }
}

TEST_CASE("prizes are exact where that is cheap, and rounded elsewhere") {
    std::vector<BigFraction> stacks, prizes;
    for (int player = 0; player < 20; ++player) stacks.push_back(whole(10'000 + 977 * player));
    prizes = {whole(50), whole(30), whole(20)};
    CHECK(expected_prizes(stacks, prizes, {})->is_exact());
    prizes.resize(20, whole(1));
    CHECK(exact_icm_cost(stacks, prizes.size()) > MOST_EXACT_COST);
    const auto found = expected_prizes(stacks, prizes, {});
    REQUIRE(found);
    CHECK_FALSE(found->is_exact());
    CHECK(found->error_bound < BigFraction(1, 1'000'000'000));
    CHECK(expected_prizes(stacks, prizes, [] { return true; })->amounts.empty());
    CHECK(icm(stacks, {whole(1)}, [] { return true; })->empty());
}

TEST_CASE("amounts are exact, and commas separate thousands where nothing else is possible") {
    const auto value = [](const Argument& given) {
        const auto found = checked_amount("a stack", exact_value(given), given);
        return found ? numbers::value_text(*found) : found.problem().sentence;
    };
    CHECK(value(Argument::of("12.50")) == "25/2");
    CHECK(value(Argument::of("6/8")) == "3/4");
    CHECK(value(Argument::other("1e-07")) == "1/10000000");
    CHECK(value(Argument::other("-0.0")) == "0");
    CHECK(value(Argument::of(std::int64_t{7})) == "7");
    for (const char* wrong : {"", "1.", "1/0", "-1", "1e3", "1234567890123456789", " 1"})
        CHECK(value(Argument::of(wrong)).starts_with("a stack must be a number from 0 to below 10^18, not '"));
    CHECK(value(Argument::other("1e18")).starts_with("a stack must be"));
    CHECK(value(Argument::other("nan")).starts_with("a stack must be"));
    CHECK(text_of(split_amounts("5,250 3,125.5, 1,003,125")) == "5250 3125.5 1003125 ");
    CHECK(text_of(split_amounts("5,000,3,000")) == "5000 3000 ");
    CHECK(text_of(split_amounts("500,300,200")) == "500 300 200 ");
    CHECK(text_of(split_amounts("5,250 3125 2,375")) ==
          "commas may separate thousands here: '5,250 3125 2,375'; did you mean 5250 3125 2375, or 5 250 3125 2 375?");
}

TEST_CASE("push or fold in a short deck is solved exactly" * doctest::skip(IS_SANITIZED)) {
    const Ranking& ranking = *ranking_of("short");
    const auto found = [&](const Stakes& stakes) {
        REQUIRE_FALSE(wrong_stakes(stakes));
        const auto made = push_fold(ranking, stakes, {}, {});
        REQUIRE(made);
        CHECK(made->is_proved());
        return *made;
    };
    const PushFold all_in = found({{whole(1)}});
    CHECK(all_in.push.hands.size() == 630);
    CHECK(all_in.push.share == whole(1));
    CHECK(all_in.call.hands == all_in.push.hands);
    const PushFold ten = found({{whole(10)}}), with_ante = found({{whole(10)}, {1, 2}});
    CHECK(ten.push.share < with_ante.push.share);
    CHECK(ten.expectation == numbers::reduced(whole(0) - ten.big_blind_expectation));
    CHECK(ten.push.mixed.size() == ten.call.mixed.size());
    for (const auto& [place, share] : ten.push.mixed) {
        CHECK(whole(0) < share);
        CHECK(share < whole(1));
    }
    // The same in chips, and for all prize money.
    const PushFold chips = found({{whole(4000), whole(9000)}, whole(0), {}, whole(400)});
    CHECK(chips.push.hands == ten.push.hands);
    CHECK(chips.expectation == ten.expectation);
    const PushFold money = found({{whole(10), whole(10), whole(7)}, whole(0), {}, whole(1), {whole(54)}});
    CHECK(money.call.hands == ten.call.hands);
    CHECK(money.expectation == numbers::reduced(ten.expectation * whole(2)));
    CHECK_FALSE(push_fold(ranking, {{whole(10)}}, {}, [] { return true; }));
    // It can be stopped anywhere.
    const Stakes bubble{{whole(10), whole(10), whole(7)}, whole(0), {}, whole(1), {whole(54), whole(1)}};
    for (const int most : {0, 1, 2, 3, 5, 8, 20, 50, 100, 120, 140, 200, 500, 1000, 10'000}) {
        int calls = 0;
        const auto made = push_fold(ranking, bubble, {}, [&] { return calls++ >= most; });
        CHECK(made.has_value() == (calls <= most));
    }
}

TEST_CASE("other games and stakes have no push or fold") {
    GameCards game{"mine", ranking_of("high"), 2, 5, 0, DECK};
    CHECK_FALSE(no_push_fold(game, nullptr));
    CHECK(no_push_fold(game, ranking_of("low-8"))->sentence == "push or fold is for holdem and shortdeck, not mine");
    game.deck = SHORT_DECK;
    CHECK(no_push_fold(game, nullptr));
    CHECK_FALSE(wrong_stakes({{whole(LARGEST_STACK)}, {1, 2}}));
    const auto sentence = [](const Stakes& stakes) { return wrong_stakes(stakes).value().sentence; };
    CHECK(sentence({{whole(1)}, {1, 2}}) ==
          "stack must be from 3/2 (big blind and ante) to 100 (100 big blinds), not 1");
    CHECK(sentence({{{201, 2}}}).ends_with("not 201/2"));
    CHECK(sentence({std::vector<BigFraction>(11, whole(10)), whole(0), {}, whole(1), {whole(1)}}) ==
          "push or fold takes at most 10 stacks");
    CHECK(sentence({{}}) == "push or fold needs a stack");
    CHECK(sentence({{whole(10)}, whole(0), {}, whole(0)}) == "big_blind must be above 0");
    CHECK(sentence({{whole(10)}, whole(0), whole(2)}) == "small_blind must be at most the big blind, 1, not 2");
    CHECK(sentence({{whole(5), whole(5), whole(5)}}) ==
          "stacks of players who have folded only matter with payouts; give one or two stacks");
    CHECK(sentence({{whole(5), whole(5), whole(1)}, whole(1), {}, whole(1), {whole(1)}}) ==
          "every stack must be greater than the ante, 1, not 1");
    CHECK(sentence({{whole(5)}, whole(0), {}, whole(1), {whole(1), whole(1), whole(1)}}) ==
          "there are 3 payouts, but only 2 players");
}
