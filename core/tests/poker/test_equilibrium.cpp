// Exact equilibria of small games, of which many have ties.
#include <doctest/doctest.h>

#include "poker/push_fold/equilibrium.hpp"
#include "poker/push_fold/simplex.hpp"
#include "work/splitmix.hpp"

using namespace facevalue;
using namespace facevalue::poker;
using numbers::BigInt;

namespace {

// With gains from -most to most.
ActingGame random_game(std::size_t hands, std::int64_t most, bool is_constant_sum, std::uint64_t seed) {
    SplitMix64 random(seed);
    ActingGame game{{}, Matrix<BigInt>(hands), Matrix<BigInt>(hands)};
    const auto gain = [&] {
        return static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(2 * most + 1))) - most;
    };
    for (std::size_t row = 0; row < hands; ++row) {
        game.base.emplace_back(gain());
        for (std::size_t column = 0; column < hands; ++column) {
            game.of_first.at(row, column) = gain();
            game.of_second.at(column, row) = is_constant_sum ? -game.of_first.at(row, column) : BigInt(gain());
        }
    }
    return game;
}

// Of the strategies that are only pure or mixed as in the supports.
bool is_vertex(const Supports& supports) { return supports.first_mixed.size() == supports.second_mixed.size(); }

}  // namespace

TEST_CASE("a game with a constant sum always has a proved equilibrium, even if hands tie") {
    for (const std::int64_t most : {1, 2, 9, 1'000'000'000})
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            const ActingGame game = random_game(1 + seed % 12, most, true, seed);
            CHECK(game.is_constant_sum());
            const auto found = equilibrium(game, {});
            REQUIRE(found);
            CHECK(found->is_exact());
            const Equilibrium again = measured(game, found->first, found->second, {});
            CHECK(again.first_misses.is_zero());
            CHECK(again.second_misses.is_zero());
            CHECK(is_vertex(*simplex(game, {})));
        }
}

TEST_CASE("the simplex method and Lemke's path find games of the same value") {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const ActingGame game = random_game(8, 2, true, seed);
        const auto found = equilibrium(game, {});
        const auto other = proved(game, *simplex(game, {}), {});
        REQUIRE(found);
        REQUIRE(other);
        CHECK(found->first_gains * other->parts == other->first_gains * found->parts);
    }
}

TEST_CASE("other games have an equilibrium, or their exploitability is measured") {
    int exact = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const auto found = equilibrium(random_game(1 + seed % 9, 1000, false, seed), {});
        REQUIRE(found);
        exact += found->is_exact();
        CHECK_FALSE(found->first_misses.is_negative());
        CHECK_FALSE(found->second_misses.is_negative());
    }
    CHECK(exact >= 95);
}

TEST_CASE("what a strategy misses is counted by hand") {
    // One hand each: pushing gains 3, or loses 1 if called; calling gains 1.
    const auto one = [](std::int64_t number) {
        Matrix<BigInt> made(1);
        made.at(0, 0) = number;
        return made;
    };
    const ActingGame game{{3}, one(-4), one(1)};
    const Equilibrium folds = measured(game, {{0}, 1}, {{0}, 1}, {});
    CHECK(folds.first_misses == BigInt(3));
    CHECK(folds.second_misses == BigInt(0));
    const Equilibrium half = measured(game, {{1}, 2}, {{1}, 1}, {});
    CHECK(half.parts == BigInt(2));
    CHECK(half.first_gains == BigInt(-1));
    CHECK(half.first_misses == BigInt(1));
    CHECK(half.second_misses == BigInt(0));
    const auto found = equilibrium(game, {});
    REQUIRE(found);
    CHECK(found->is_exact());
    CHECK(found->first.parts[0] == BigInt(0));
}

TEST_CASE("a search for an equilibrium can be stopped") {
    CHECK_FALSE(equilibrium(random_game(40, 1000, true, 1), [] { return true; }));
    CHECK_FALSE(simplex(random_game(40, 1000, true, 1), [] { return true; }));
}
