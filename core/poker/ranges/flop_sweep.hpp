// FlopSweep: all hands of two cards against a range on a flop, about a microsecond per turn and river.
//
// Hands with the same two ranks are of one kind. Where no flush is possible, the ranks of turn and river decide the
// order of the 91 kinds, so a sweep from worst to best visits kinds instead of hands: a hand beats the weight of all
// kinds below its kind, minus the weight of the hands below that contain one of its two cards. All of these are sums,
// so a kind needs nine numbers for its 16 hands on all boards: a total, and one for each of its eight cards.
//
// Some hands are separate from their kind: hands with the turn or the river are left out, and hands that make a flush
// are separate kinds on that board. One thread; 200 KB.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "poker/cards/cards.hpp"
#include "poker/cards/kev_tables.hpp"
#include "poker/cards/pot_counts.hpp"

namespace facevalue::poker {

class FlopSweep {
  public:
    virtual ~FlopSweep() = default;

    // Compares the hands on the board with this turn and river. If four cards of the board share a suit, does nothing
    // and returns false, because most hands would be separate from their kinds.
    virtual bool settle(Cards more) = 0;
    // Adds what each hand beats and ties with on the boards that were compared.
    virtual void add_to(std::span<Outcome> outcomes) = 0;
};

// The hands are all different, and some may weigh nothing.
std::unique_ptr<FlopSweep> flop_sweep(Cards flop, HandOrder order, std::span<const Cards> hands,
                                      std::span<const std::uint32_t> weights);

}  // namespace facevalue::poker
