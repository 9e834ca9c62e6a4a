// Workers and turns: every job is done once, what is thrown arrives, and nobody waits for itself.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <random>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "work/forks.hpp"
#include "work/once.hpp"
#include "work/sorting.hpp"
#include "work/turn.hpp"
#include "work/workers.hpp"

using namespace facevalue;

namespace {

std::vector<std::uint32_t> numbers(std::size_t count, std::uint32_t below) {
    std::mt19937 random(1);
    std::vector<std::uint32_t> made(count);
    for (std::uint32_t& number : made) number = static_cast<std::uint32_t>(random()) % below;
    return made;
}

}  // namespace

TEST_CASE("sort_by_digits keeps the order of equal items") {
    for (const std::size_t count :
         {std::size_t{0}, std::size_t{1}, std::size_t{2'047}, std::size_t{2'048}, std::size_t{50'000}})
        for (const std::uint32_t below : {1U, 3U, 9'000U, 1'000'000'000U}) {
            std::vector<std::pair<std::uint64_t, std::size_t>> sorted;
            for (const std::uint32_t number : numbers(count, below))
                sorted.emplace_back(std::uint64_t{number} << 20, sorted.size());
            auto by_digits = sorted;
            std::sort(sorted.begin(), sorted.end());
            Pulse pulse;
            sort_by_digits(by_digits, 52, pulse, [](const auto& item) { return item.first; });
            CHECK(by_digits == sorted);
        }
}

TEST_CASE("sort_in_pieces gives the order of std::sort") {
    const std::size_t piece = sorting::PIECE;
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, piece - 1, piece, piece + 1, 2 * piece,
                                    3 * piece + 7, 5 * piece, 8 * piece - 1})
        for (const std::uint32_t below : {1U, 3U, 1'000'000'000U}) {
            std::vector<std::uint32_t> sorted = numbers(count, below), in_pieces = sorted;
            std::sort(sorted.begin(), sorted.end());
            Pulse pulse;
            sort_in_pieces(in_pieces, pulse);
            CHECK(in_pieces == sorted);
            std::reverse(sorted.begin(), sorted.end());
            sort_in_pieces(in_pieces, pulse, std::greater<>());
            CHECK(in_pieces == sorted);
        }
}

TEST_CASE("Compact sorting gives the order of std::stable_sort, also of items that cannot be copied") {
    const auto is_before = [](const auto& a, const auto& b) { return a.first < b.first; };
    for (std::size_t count = 0; count < 200; ++count)
        for (const std::uint32_t below : {1U, 3U, 1'000'000'000U}) {
            std::vector<std::pair<std::uint32_t, std::unique_ptr<std::size_t>>> items;
            std::vector<std::pair<std::uint32_t, std::size_t>> sorted, expected;
            for (const std::uint32_t number : numbers(count, below)) {
                expected.emplace_back(number, items.size());
                items.emplace_back(number, std::make_unique<std::size_t>(items.size()));
            }
            std::stable_sort(expected.begin(), expected.end(), is_before);
            sorting::sort_compactly<decltype(items)::value_type>(items, is_before);
            for (const auto& [number, place] : items) sorted.emplace_back(number, *place);
            CHECK(sorted == expected);
        }
}

TEST_CASE("sort_in_pieces stops when requested, and loses nothing") {
    const std::vector<std::uint32_t> given = numbers(10 * sorting::PIECE, 1000);
    std::vector<std::uint32_t> sorted = given;
    std::sort(sorted.begin(), sorted.end());
    for (int checks = 1; checks < 40; ++checks) {
        std::vector<std::uint32_t> items = given;
        int left = checks;
        Pulse pulse(Stop([&left] { return --left == 0; }));
        sort_in_pieces(items, pulse);
        CHECK(pulse.stopped() == (left <= 0));
        if (!pulse.stopped()) CHECK(items == sorted);
        std::sort(items.begin(), items.end());
        CHECK(items == sorted);
    }
}

TEST_CASE("every worker's job runs once") {
    for (const std::size_t workers : {1, 2, 3, 8, 64}) {
        std::vector<std::atomic<int>> times(workers);
        std::uint64_t work = 0;
        CHECK(run_workers(
            workers, {},
            [&](std::size_t worker, Pulse& pulse) {
                ++times[worker];
                pulse.beat(7);
            },
            &work));
        for (const auto& count : times) CHECK(count == 1);
        CHECK(work == 7 * workers);
    }
}

TEST_CASE("workers take every row once") {
    for (const std::size_t workers : {1, 3}) {
        std::vector<std::atomic<int>> times(1000);
        SharedRows rows(times.size(), 64);
        run_workers(workers, {}, [&](std::size_t, Pulse& pulse) {
            rows.take(pulse, [&](std::size_t first, std::size_t end) {
                for (std::size_t row = first; row < end; ++row) ++times[row];
            });
        });
        for (const auto& count : times) CHECK(count == 1);
    }
}

TEST_CASE("an exception in a job ends the others and reaches the caller") {
    for (const std::size_t workers : {1, 2, 8}) {
        CHECK_THROWS_AS(run_workers(workers, {},
                                    [&](std::size_t worker, Pulse& pulse) {
                                        if (worker == workers - 1) throw std::bad_alloc();
                                        while (!pulse.stopped()) pulse.beat(Pulse::INTERVAL);
                                    }),
                        std::bad_alloc);
    }
}

TEST_CASE("an exception in the stop function also reaches the caller, after all jobs have ended") {
    std::atomic<int> running{0};
    const Stop throws = []() -> bool { throw std::runtime_error("no"); };
    CHECK_THROWS_AS(run_workers(4, throws,
                                [&](std::size_t, Pulse& pulse) {
                                    ++running;
                                    while (!pulse.stopped()) pulse.beat(Pulse::INTERVAL);
                                    --running;
                                }),
                    std::runtime_error);
    CHECK(running == 0);
}

TEST_CASE("a thread that waits for a turn can be stopped, and one that has it is refused another") {
    Turn turn;
    const Turn::Taken mine(turn, {});
    CHECK(mine.outcome() == Turn::Outcome::Ready);
    CHECK(Turn::Taken(turn, {}).outcome() == Turn::Outcome::Refused);
    std::thread([&] {
        const Turn::Taken theirs(turn, [] { return true; });
        CHECK(theirs.outcome() == Turn::Outcome::Stopped);
    }).join();
}

TEST_CASE("a table is made once by any thread, and may need another table") {
    static constinit Once<int> inner, outer;
    std::atomic<int> makings{0};
    const auto make_inner = [&] { return ++makings, 24; };
    const auto make_outer = [&] { return ++makings, inner.get(make_inner) + 1; };
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) threads.emplace_back([&] { CHECK(outer.get(make_outer) == 25); });
    for (std::thread& thread : threads) thread.join();
    CHECK(makings == 2);
}

TEST_CASE("a table whose making failed is made again") {
    static constinit Once<int> table;
    CHECK_THROWS_AS(table.get([]() -> int { throw std::bad_alloc(); }), std::bad_alloc);
    CHECK(table.get([] { return 1; }) == 1);
}

TEST_CASE("after a fork, a turn of another thread is lost") {
    Turn turn;
    std::thread([&] { [[maybe_unused]] static Turn::Taken& kept = *new Turn::Taken(turn, {}); }).join();
    ++forks;
    CHECK(Turn::Taken(turn, {}).outcome() == Turn::Outcome::Lost);
    --forks;
}

TEST_CASE("turns are taken one after the other") {
    Turn turn;
    int inside = 0, most = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([&] {
            for (int k = 0; k < 100; ++k) {
                const Turn::Taken mine(turn, {});
                most = std::max(most, ++inside);
                std::this_thread::yield();
                --inside;
            }
        });
    for (std::thread& thread : threads) thread.join();
    CHECK(most == 1);
}
