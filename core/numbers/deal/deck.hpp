// Deck: what a game is dealt from, and what its cards count as. The decks themselves are rows of a table of Python.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "numbers/exact/rules.hpp"
#include "numbers/reach/reach.hpp"

namespace facevalue::numbers {

// Playing cards, each dealt once; tiles with a number, drawn without putting back; digits, of which any may repeat.
enum class DeckKind : std::uint8_t { Cards, Tiles, Digits };
inline constexpr Words<DeckKind, 3> DECK_KINDS{
    {{"cards", DeckKind::Cards}, {"tiles", DeckKind::Tiles}, {"digits", DeckKind::Digits}}};

struct Deck {
    static constexpr std::size_t RANKS = 13, SUITS = 4;

    std::string name;
    DeckKind kind;
    std::vector<std::int64_t> small, large;  // the numbers on tiles, or the ids of cards, 0 to 51
    std::array<std::int64_t, RANKS> values;  // what each rank of cards counts as
    std::size_t size;                        // how many numbers are dealt
    std::optional<Targets> targets;          // from which the target is drawn
    std::size_t rounds;                      // targets of a game, at most as many as there are to draw from
    bool next_is_target;                     // the next card is the target

    bool is_valid() const;
    // How many cards are drawn for a puzzle.
    std::size_t drawn() const { return size + (next_is_target ? 1 : 0); }
    std::int64_t value(std::int64_t card) const {
        return kind == DeckKind::Cards ? values[static_cast<std::size_t>(card) / SUITS] : card;
    }
};

inline bool Deck::is_valid() const {
    const auto is_card = [](std::int64_t card) { return 0 <= card && card < std::int64_t{RANKS * SUITS}; };
    if (kind == DeckKind::Cards && !(std::ranges::all_of(small, is_card) && std::ranges::all_of(large, is_card)))
        return false;
    if (small.empty() || rounds < 1 || (targets && targets->high < targets->low)) return false;
    return rounds == 1 || (targets && rounds <= targets->count());
}

}  // namespace facevalue::numbers
