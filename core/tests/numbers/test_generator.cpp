// Generated puzzles: the next part, the number that is needed, and stops. Python compares what matches with puzzles
// that are judged one by one.
#include <doctest/doctest.h>

#include <algorithm>

#include "numbers/deal/generator.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

PuzzleGenerator generator_of(std::vector<std::size_t> sizes, Targets targets, PuzzleFilters filters = {},
                             bool rates_models = false) {
    const Deck deck{"tiles", DeckKind::Tiles, {1, 2, 3, 4, 5, 6, 7, 8, 9}, {}, {}, 3, {}, 1, false};
    SpaceOptions space{std::move(sizes), {}, targets, {}, false};
    auto made = PuzzleGenerator::make({"tiles", {}, {}, deck}, {space, filters, rates_models}, {});
    REQUIRE(made);
    return std::move(*made);
}

std::size_t size_of(const PuzzleGenerator::Batch& batch) {
    std::size_t size = 0;
    for (const LabelledPuzzles& found : batch) size += found.size();
    return size;
}

}  // namespace

TEST_CASE("hardly more puzzles are labelled than needed") {
    const auto generator = generator_of({4, 5}, {10, 99}, {.solvable = true});
    SearchPlace place{.needed = 300};
    while (place.found < 300) {
        const auto batch = generator.next(1, place, "300", 1, {});
        REQUIRE(batch);
        REQUIRE(*batch);
    }
    CHECK(place.found == 300);
    CHECK(place.start < 700);
    const auto end = generator.next(1, place, "300", 1, {});
    REQUIRE(end);
    CHECK(!*end);
}

TEST_CASE("parts follow each other in the order of their positions") {
    const auto generator = generator_of({2, 3}, {3, 9});
    const auto all = generator.matching(5, 0, generator.count(), true, 1, {});
    REQUIRE(all);
    CHECK(size_of(*all) == generator.count());
    SearchPlace place{.needed = 20};
    const auto first = generator.next(5, place, "20", 1, {});
    REQUIRE(first);
    CHECK(size_of(**first) == 20);
    for (const LabelledPuzzles& found : **first)
        for (const std::int64_t position : found.puzzles.positions) CHECK(position < 20);
}

TEST_CASE("a search without matches says what to widen") {
    const auto generator = generator_of({2}, {1000, 1000}, {.solvable = true});
    SearchPlace place;
    CHECK(generator.next(1, place, "None", 1, {}));
    const auto refused = generator.next(1, place, "None", 1, {});
    REQUIRE(!refused);
    CHECK(refused.problem().sentence.starts_with("none of the 36 puzzles matches; widen `target`"));
}

TEST_CASE("percentiles for language models are of those with a solution") {
    const auto generator = generator_of({3}, {5, 9}, {.solvable = true, .difficulty = std::pair(50.0, 100.0)}, true);
    const auto found = generator.matching(1, 0, generator.count(), false, 1, {});
    REQUIRE(found);
    REQUIRE(size_of(*found) > 0);
    for (const LabelledPuzzles& part : *found)
        for (std::size_t row = 0; row < part.size(); ++row) {
            CHECK(part.for_models[row] >= 5000);
            CHECK(part.labels.rows[row].solvable);
        }
}

TEST_CASE("a stopped search is right when it is repeated") {
    const auto generator = generator_of({3}, {5, 9}, {.solvable = true}, true);
    const auto expected = generator.matching(1, 0, generator.count(), false, 1, {});
    for (int calls = 0; calls < 20; ++calls) {
        const auto other = generator_of({3}, {5, 9}, {.solvable = true}, true);
        int left = calls;
        static_cast<void>(other.matching(1, 0, other.count(), false, 1, Stop([&] { return left-- <= 0; })));
        const auto again = other.matching(1, 0, other.count(), false, 1, {});
        REQUIRE(again);
        REQUIRE(again->size() == expected->size());
        for (std::size_t i = 0; i < again->size(); ++i) CHECK((*again)[i].for_models == (*expected)[i].for_models);
    }
}
