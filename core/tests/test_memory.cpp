// Want of memory: the n-th allocation of a call fails, for one n after the other. The call throws or answers right, and
// what comes after it is right.
#include <doctest/doctest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "numbers/answers/judge/judge_many.hpp"
#include "numbers/labels/labels.hpp"
#include "numbers/plan/solutions.hpp"
#include "numbers/reach/reach.hpp"
#include "numbers/solve/batch.hpp"
#include "numbers/solve/solver.hpp"
#include "numbers/walk/candidates.hpp"
#include "poker/deal/simulate.hpp"
#include "poker/equity/equity.hpp"
#include "poker/ranges/ranges.hpp"

using namespace facevalue;
using namespace facevalue::numbers;
using namespace facevalue::poker;

namespace {

std::atomic<std::int64_t> left{-1};  // allocations until one fails; below 0: none does
std::atomic<bool> failed{false};

void* allocated(std::size_t size) {
    if (left.load() >= 0 && left.fetch_sub(1) == 0) {
        failed = true;
        throw std::bad_alloc();
    }
    if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}

void* allocated_or_null(std::size_t size) {
    try {
        return allocated(size);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

// Not inlined, where GCC would take it for the wrong partner of `new`.
[[gnu::noinline]] void release(void* memory) { std::free(memory); }

// Calls with the first allocation failing, the second, and so on, later ones ever more rarely, until none is left to
// fail. After each failure `check` looks whether all is as it was.
template <class Call, class Check>
int fail_in_turn(const Call& call, const Check& check) {
    int failures = 0;
    for (std::int64_t n = 0;; n += 1 + n / 16) {
        failed = false;
        left = n;
        try {
            call();  // parts of the standard library continue without memory that they could use
        } catch (const std::bad_alloc&) {
        }
        left = -1;
        if (!failed) return failures;
        ++failures;
        CAPTURE(n);
        check();
    }
}

std::vector<Number> whole_numbers(const std::vector<std::int64_t>& values) {
    std::vector<Number> numbers;
    for (const std::int64_t value : values) numbers.push_back({value, 1});
    return numbers;
}

std::vector<std::string> all(Solutions& solutions) {
    std::vector<std::string> texts;
    for (bool is_last = false; !is_last;) {
        auto part = solutions.from(texts.size(), 50);
        REQUIRE(part.status == SearchStatus::Ready);
        is_last = part.is_last;
        texts.insert(texts.end(), part.texts.begin(), part.texts.end());
    }
    return texts;
}

std::vector<Puzzle> some_puzzles() {
    std::vector<Puzzle> puzzles;
    for (std::int64_t i = 0; i < 100; ++i)
        puzzles.push_back({whole_numbers({2, 3 + i % 7, 8, 10, 1 + i % 3}), {24, 1}});
    return puzzles;
}

}  // namespace

void* operator new(std::size_t size) { return allocated(size); }
void* operator new[](std::size_t size) { return allocated(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocated_or_null(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return allocated_or_null(size); }
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { release(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }

TEST_CASE("solutions that ran out of memory are the same in the next call") {
    for (const auto& [workers, is_first] :
         std::initializer_list<std::pair<std::size_t, bool>>{{0, true}, {0, false}, {1, true}, {2, true}}) {
        const int fewest = is_first ? 20 : 5;  // allocations; a search that is not the first has its tables
        const auto begin = [is_first = is_first] {
            if (is_first) drop_idle_searches();
        };
        const Puzzle puzzle{whole_numbers({1, 3, 4, 6}), {24, 1}};
        Solutions fresh(puzzle, {}, Distinct::Essential, workers > 0, workers, {});
        const std::vector<std::string> expected = all(fresh);
        Solutions solutions(puzzle, {}, Distinct::Essential, workers > 0, workers, {});
        const auto is_whole = [&] {
            CHECK(solutions.count().count == expected.size());
            CHECK(all(solutions) == expected);
        };
        const auto count = [&, workers = workers] {
            begin();
            Solutions one(puzzle, {}, Distinct::Essential, workers > 0, workers, {});
            try {
                one.count();
            } catch (const std::bad_alloc&) {
                CHECK(one.count().count == expected.size());
                CHECK(all(one) == expected);
                throw;
            }
        };
        CHECK(fail_in_turn(count, is_whole) > fewest);
        const auto list = [&, workers = workers] {
            begin();
            Solutions one(puzzle, {}, Distinct::Essential, workers > 0, workers, {});
            try {
                one.from(0, 4);
            } catch (const std::bad_alloc&) {
                CHECK(all(one) == expected);
                throw;
            }
        };
        CHECK(fail_in_turn(list, is_whole) > fewest);
    }
}

TEST_CASE("a batch that runs out of memory throws, on one thread and on several") {
    const std::vector<Puzzle> puzzles = some_puzzles();
    const BatchResult expected = solve_batch(puzzles, {}, Distinct::Essential, Output::All, 1, {});
    DifficultyModels models{false, {}, {}};
    models.steps.points = {{0, 0}};
    for (const std::size_t workers : {1, 2, 8}) {
        const auto solve = [&] {
            const BatchResult found = solve_batch(puzzles, {}, Distinct::Essential, Output::All, workers, {});
            left = -1;
            CHECK(found.texts == expected.texts);
        };
        CHECK(fail_in_turn(solve, [] {}) > 20);
        CHECK(solve_batch(puzzles, {}, Distinct::Essential, Output::All, workers, {}).texts == expected.texts);
        CHECK(fail_in_turn([&] { label(puzzles, {}, models, workers, {}); }, [] {}) > 20);
    }
}

TEST_CASE("reach is correct after it ran out of memory") {
    const Choices choices{whole_numbers({1, 2, 3, 4, 5, 50, 75, 50, 2, 3, 8, 7}), 6};
    Rules rules;
    rules.use_all = false;
    rules.values = Values::Positive;
    const Targets targets;
    const auto reached = [&](std::size_t workers) {
        std::vector<std::uint8_t> bytes(2 * targets.count());
        std::atomic<std::size_t> done{0};
        reach(choices, rules, targets, workers, {}, done, bytes.data());
        return bytes;
    };
    const auto expected = reached(1);
    for (const std::size_t workers : {1, 2})
        CHECK(fail_in_turn([&] { reached(workers); }, [&] { CHECK(reached(workers) == expected); }) > 20);
}

TEST_CASE("equity is correct after it ran out of memory") {
    const std::vector<Cards> hands{card(12, 0) | card(11, 0), card(10, 1) | card(10, 2)};
    const Cards board = card(0, 3) | card(5, 1) | card(7, 2);
    const SetCounts expected = walk_hands(hands, board, 0, 1, {});
    const HoldemRange villain{hands, {1, 2}};
    for (const std::size_t workers : {1, 2}) {
        const auto is_right = [&] { CHECK(walk_hands(hands, board, 0, workers, {}) == expected); };
        fail_in_turn([&] { walk_hands(hands, board, 0, workers, {}); }, is_right);
        fail_in_turn([&] { range_equities(hands, villain, board, 0, workers, {}); }, is_right);
        fail_in_turn([&] { walk_ranges(std::vector{villain, villain}, board, 0, workers, {}); }, is_right);
    }
}
