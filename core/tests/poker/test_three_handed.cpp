// Tests of push or fold with three players, in a short deck.
#include <doctest/doctest.h>

#include <array>
#include <numeric>
#include <vector>

#include "poker/three_handed/push_fold_three.hpp"
#include "tests/rounds.hpp"

using namespace facevalue;
using namespace facevalue::poker;
using numbers::BigFraction;

namespace {

BigFraction chips(std::int64_t value) { return {value, 1}; }

}  // namespace

TEST_CASE("all deals of three hands are counted, and each pot is won once" * doctest::skip(IS_SANITIZED)) {
    const Ranking& ranking = *ranking_of("short");
    const auto pairs = all_in_of(ranking, {}, {});
    REQUIRE(pairs);
    const auto made = three_way_of(ranking, *pairs, 1, {});
    REQUIRE(made);
    CHECK(made->size == 81);
    const std::int64_t deals = std::accumulate(made->deals.begin(), made->deals.end(), std::int64_t{0});
    CHECK(deals == std::int64_t{36 * 35 / 2} * (34 * 33 / 2) * (32 * 31 / 2));
    const std::int64_t won = std::accumulate(made->won.begin(), made->won.end(), std::int64_t{0});
    CHECK(3 * won == deals * ThreeWay::PARTS);
    // What each wins, for some triples.
    const std::size_t size = made->size;
    const auto place = [&](std::size_t a, std::size_t b, std::size_t c) { return (a * size + b) * size + c; };
    constexpr std::array<std::array<std::size_t, THREE>, 4> TRIPLES = {{{0, 1, 2}, {7, 7, 3}, {80, 12, 12}, {5, 5, 5}}};
    for (const auto& [a, b, c] : TRIPLES) {
        CHECK(made->won[place(b, c, a)] + made->won[place(c, a, b)] + made->won[place(a, b, c)] ==
              made->deals[place(a, b, c)] * ThreeWay::PARTS);
        CHECK(made->won[place(b, c, a)] == made->won[place(c, b, a)]);
    }
    CHECK(three_way_of(ranking, *pairs, 1, {}) == made);  // it is kept
    CHECK(three_way_of(ranking, *pairs, 2, {})->won != made->won);
    CHECK(three_way_of(ranking, *pairs, 1, {})->won == made->won);
    CHECK(three_way_of(ranking, *pairs, 3, [] { return true; }) == nullptr);
}

TEST_CASE("push or fold of three players can hardly be exploited" * doctest::skip(IS_SANITIZED)) {
    const Ranking& ranking = *ranking_of("short");
    const auto found = [&](const Stakes& stakes) {
        REQUIRE_FALSE(wrong_stakes_of_three(stakes));
        const auto made = push_fold_three(ranking, stakes, 1, {}, {});
        REQUIRE(made);
        CHECK(made->exploitability.sign() > 0);
        CHECK(made->exploitability < BigFraction{1, 10'000});
        const auto& [button, small, big] = made->expectations;
        CHECK(numbers::reduced(button + small + big) == chips(0));
        return *made;
    };
    const PushFoldThree ten = found({{chips(10)}});
    CHECK(ten.acting[BIG_CALLS_BOTH].share < ten.acting[BIG_CALLS_BUTTON].share);
    CHECK(ten.acting[BUTTON_PUSHES].share < ten.acting[SMALL_PUSHES].share);
    CHECK(found({{chips(10), chips(10), chips(10)}}).exploitability == ten.exploitability);
    found({{chips(5), chips(12), chips(9)}, {1, 8}});
    // It can be stopped anywhere.
    for (const int most : {0, 1, 2, 5, 20, 50, 100}) {
        int calls = 0;
        const auto made = push_fold_three(ranking, {{chips(10)}}, 1, {}, [&] { return calls++ >= most; });
        CHECK(made.has_value() == (calls <= most));
    }
}

TEST_CASE("three players need one stack or three") {
    const auto sentence = [](const Stakes& stakes) { return wrong_stakes_of_three(stakes).value().sentence; };
    CHECK(sentence({{chips(10), chips(8)}}) ==
          "push or fold of three players takes one stack or three: of the button, the small blind and the big blind; "
          "not 2");
    CHECK(sentence({{chips(10), chips(8), {1, 2}}}).starts_with("stack must be from 1 "));
    CHECK(sentence({{chips(500), chips(2), chips(101)}}).ends_with("not 101"));
    CHECK_FALSE(wrong_stakes_of_three({{chips(500), chips(2), chips(100)}}));
}
