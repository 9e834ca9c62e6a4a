// PuzzleSpace: all puzzles of some sizes, with targets from a range, in an order that depends on a seed. Any part of
// the order can be made without the rest.
//
// If the order of the numbers does not matter, they are ascending, so that no puzzle appears twice. Puzzles are
// dealable or free. The numbers of a dealable puzzle are cards or tiles of the deck, with no more copies than the deck
// has; if the next card is the target, it is one of the cards that are left. A free puzzle has any numbers of a range,
// and any target.
//
// Puzzles are ranked, first by their size, then by their numbers, and last by their target:
// - numbers in the given order: digits in the base of the number of values;
// - others that may all repeat: k of n with repetition are k of n + k - 1 without it, which the combinatorial number
//   system ranks, the largest number first; the fifth and later ones are found by bisection, others near a root;
// - numbers from a deck with few copies: in ascending order of the rows, by counting the rows with each start.
// The order is a permutation of the ranks: a Feistel network over two digits. Each round adds a hash of one digit to
// the other, modulo its base. A rank outside the range goes through the network again until it is inside (Black and
// Rogaway, Ciphers with arbitrary finite domains, 2002).
//
// A short version in Python, with the same result: deal_by_number in tests/oracles/readable.py.
//
// A puzzle takes 0.2 us. Puzzles of more than four numbers take 8 bytes for each value of a range and each number after
// the fourth; a deck whose next card is the target takes 4 bytes for each choice. Threads may share a space.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "numbers/deal/deck.hpp"
#include "text/problem.hpp"
#include "work/pulse.hpp"

namespace facevalue::numbers {

inline constexpr std::size_t MOST_GENERATED = 9;  // numbers of a puzzle
inline constexpr std::int64_t MOST_PUZZLES = std::int64_t{1} << 62;
inline constexpr std::size_t WIDEST_SPAN = 1'000'000;  // from the smallest to the largest number
inline constexpr std::int64_t MOST_DEALT = 2'000'000;  // choices from a deck with few copies, with all it could have
inline constexpr std::int64_t MOST_WITH_LEFT = 100'000'000;  // pairs of a choice and a target that may be left

struct SpaceOptions {
    std::vector<std::size_t> sizes;  // ascending, of 1 to 9 numbers
    std::optional<Targets> span{};   // the smallest and the largest number; nothing for the numbers of the deck
    Targets targets;
    std::optional<bool> dealable{};  // nothing for dealable puzzles if there is no span
    bool keeps_order = false;
};

// The puzzles of one size at some positions: `width` numbers each.
struct SpaceRows {
    std::size_t width;
    std::vector<std::int64_t> positions, numbers, targets;
};

// Whole numbers in ascending order; a range has no list.
struct SpaceValues {
    std::int64_t low = 0;
    std::size_t count = 0;
    std::vector<std::int64_t> listed{};

    std::int64_t at(std::uint64_t place) const {
        return listed.empty() ? low + static_cast<std::int64_t>(place) : listed[place];
    }
};

// All choices of `size` values, ranked from 0.
class SpaceChoices {
  public:
    enum class Kind : std::uint8_t { Ordered, Repeated, Dealt };
    // `copies`: of each value, if the kind is Dealt.
    SpaceChoices(Kind kind, SpaceValues values, std::size_t size, std::vector<std::size_t> copies = {});

    std::size_t size() const { return size_; }
    // Makes the table by which `row` finds numbers that may repeat. There are at most MOST_PUZZLES choices.
    void prepare();
    void row(std::uint64_t rank, std::int64_t* numbers) const;

    // Of the kind Dealt: how many choices there are of so many numbers, from so many copies of a value and later
    // values.
    std::uint64_t with(std::size_t value, std::size_t copies, std::size_t count) const;

  private:
    void repeated_row(std::uint64_t rank, std::int64_t* numbers) const;
    void dealt_row(std::uint64_t rank, std::int64_t* numbers) const;

    Kind kind_;
    SpaceValues values_;
    std::size_t size_;
    std::vector<std::size_t> copies_;
    // Repeated: how many choices of 5, 6... numbers are below a number. Dealt: how many choices of 0, 1... numbers have
    // only a value and later ones.
    std::vector<std::vector<std::uint64_t>> counts_;
};

// The puzzles of one size.
struct SpacePart {
    SpaceChoices choices;
    SpaceValues targets;
    std::uint64_t count = 0;
    // If the target is a card that is left: the copies of each target, and how many puzzles there are up to each
    // choice.
    std::vector<std::size_t> copies{};
    std::vector<std::uint32_t> ends{};

    // The puzzle at a rank below `count`; returns its target.
    std::int64_t puzzle(std::uint64_t rank, std::int64_t* numbers) const;
    bool is_left(std::size_t target, const std::int64_t* numbers) const;
};

class PuzzleSpace {
  public:
    // When stopped, a space that must not be used.
    static Expected<PuzzleSpace> make(const Deck& deck, const SpaceOptions& options, const Stop& stop);

    std::uint64_t count() const { return count_; }
    // The puzzles at the positions from `first` to below `last` by a seed, an item for each size; fewer when stopped.
    std::vector<SpaceRows> rows(std::uint64_t seed, std::uint64_t first, std::uint64_t last, const Stop& stop) const;

  private:
    std::vector<SpacePart> parts_;
    std::uint64_t count_ = 0;
};

}  // namespace facevalue::numbers
