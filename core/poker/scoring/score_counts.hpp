// ScoreCounts: how many of all hands of some cards have each score, and so how many of them a hand beats.
//
// Every hand is scored, 2 to 5 ns each for a ranking with a table (scoring.hpp): 3 us for all hands of two cards on a
// flop, 0.6 s for all hands of seven cards. 60 KB. Threads may share it. Obvious version: tests/poker/ranges.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>

#include "poker/cards/cards.hpp"
#include "poker/evaluate/rankings.hpp"
#include "poker/scoring/scoring.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

// How many hands a hand beats, and with how many it ties.
struct Beaten {
    std::uint64_t beaten, tied, all;
};

class ScoreCounts {
  public:
    // All hands of `size` of the cards, on a board that has none of them. After a stop, the counts are invalid.
    ScoreCounts(Cards cards, int size, Cards board, const Ranking& ranking, int from_hole, const Stop& stop);

    Beaten beaten_by(HandScore score) const;

  private:
    void add(std::span<const HandScore> scores);

    // The scores of the ranking high are as low as its values; others are spread over 32 bits.
    std::array<std::uint64_t, FIRST_VALUES.back()> low_{};
    std::unordered_map<HandScore, std::uint64_t> high_;
};

}  // namespace facevalue::poker
