// Deals: numbers and a target drawn from the deck of a game. The words of SplitMix64 decide, so that a seed gives the
// same deals on every machine.
//
// Tiles and cards are shuffled and dealt from the front, and each digit is drawn from all of them. The target is the
// next card, or drawn from a range, or the target of the rules. A game of several rounds has a target from each equal
// part of the range: the first one in a random order that can be made.
//
// A deal takes a microsecond; one that must be solvable takes as long as finding a solution of a few puzzles.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "numbers/deal/deck.hpp"
#include "numbers/plan/answered.hpp"
#include "text/problem.hpp"

namespace facevalue::numbers {

// Custom rules may leave hardly any puzzle solvable, so dealing stops after this many deals in a row.
inline constexpr int MOST_UNSOLVABLE = 2000;

// How many large tiles may be chosen: the rest are small ones, of which there must be enough.
struct LargeTiles {
    std::size_t fewest, most;
};
// Refuses more numbers than the deck has, and a choice of large tiles if it has no large tiles.
Expected<LargeTiles> large_tiles(const Deck& deck, bool is_chosen);

struct DealRequest {
    std::optional<std::size_t> large{};  // how many, within the bounds; nothing if all tiles are equally likely
    bool all_rounds = false;             // a target for each round, else one
    std::int64_t target = 0;             // of the rules, for a deck without targets
    // Only deals that can be made under these rules, each with a search of at most `limit` seconds.
    std::optional<Rules> solvable_by{};
    double limit = 0;
    std::string name{};  // of the rules, as messages write it after a puzzle, such as " (countdown)"
};

struct Deal {
    std::vector<std::int64_t> drawn;    // the numbers, or the ids of cards
    std::vector<std::int64_t> targets;  // one for each round
};

// A deal, or why there is none.
struct DealResult {
    Deal deal{};
    std::optional<Unanswered> unanswered{};  // the search for a solution
    std::optional<Problem> problem{};        // too many deals in a row cannot be made
};
// Draws from `words`.
DealResult deal(const Deck& deck, const DealRequest& request, SplitMix64& words, const Stop& stop);

}  // namespace facevalue::numbers
