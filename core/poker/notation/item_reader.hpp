// Reads the items of a range, with weights, for every game that has ranges.
//
// Commas, semicolons or spaces separate the items of a string. An ItemNotation reads the hands of one item; weights are
// written the same way in every game:
//
//     AA:0.5  AA=0.5  AA(0.5)  0.5(AA, KK)   a weight from 0 to 1, or a percentage with its sign
//     AA@50  50: AQs  [25]AKs[/25]           a weight in percent, with or without its sign; below 1, a weight: AA@0.5
//     AA@1, KK@2                             relative weights, if all items of a range have them
//     !AKs                                   without these hands; at the start, all other hands
//
// If two items contain the same hand, the later one applies: `22+, AA:0` has no aces. `98:50%` is the hand 98 with a
// weight, since 98 has no percent sign. Ambiguous strings are errors: `AA@1` could mean one percent of the aces or all
// of them; either side of `15%:50%` and `15%(50%)` could be the weight; and the percentage in `AA 50%` could be a
// weight or the best half of all hands.
//
// One pass over the string, in which an item after a number is read up to three times; no recursion. It can be stopped
// between items. Same results as the regular expressions in tests/oracles/ranges.py.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "poker/notation/scanner.hpp"
#include "poker/notation/weight.hpp"
#include "text/problem.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

inline constexpr std::size_t MAX_CHARACTERS = 1'000'000;  // of a range
inline constexpr std::size_t LONGEST_HAND = 100;          // bytes; a longer string is not one hand

// How the hands of a game are written. The hands of items that were read wait until their weight is known.
class ItemNotation {
  public:
    explicit ItemNotation(int size) : size_(size) {}
    ItemNotation(const ItemNotation&) = delete;
    ItemNotation& operator=(const ItemNotation&) = delete;

    // How many cards a hand has.
    int size() const { return size_; }
    // Reads one item; its hands wait.
    virtual bool read(Scanner& scanner) = 0;
    // All hands wait, or one.
    virtual void add_everything() = 0;
    virtual void add_hand(Cards hand) = 0;
    // Gives the hands that wait their weight.
    virtual void weigh(const Weight& weight) = 0;
    // Forgets the hands that wait.
    virtual void drop() = 0;

  protected:
    ~ItemNotation() = default;

  private:
    int size_;
};

struct ReadItems {
    bool has_weights = false;  // is the weight of an item not 1?
};

inline Problem no_weights_problem(std::string_view text) {
    return {ErrorClass::Range, "these hands must have no weights", std::string(text)};
}

// Reads a string, which may also be one hand in any notation of cards. After a stop the result is invalid.
Expected<ReadItems> read_items(std::string_view text, ItemNotation& notation, Pulse& pulse);

}  // namespace facevalue::poker
