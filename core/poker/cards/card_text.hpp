// Cards as messages and results write them: "AhKd".
#pragma once

#include <string>
#include <string_view>

#include "poker/cards/cards.hpp"

namespace facevalue::poker {

inline constexpr std::string_view RANK_LETTERS = "23456789TJQKA", SUIT_LETTERS = "cdhs";

// How jokers are shown.
inline constexpr std::string_view JOKER = "joker";

// The cards by rank, and then by suit; the highest first, and then jokers.
inline std::string text_of(Cards cards) {
    std::string text;
    for (int rank = RANKS; rank-- > 0;)
        for (int suit = SUITS; suit-- > 0;)
            if ((cards & card(rank, suit)) != 0) (text += RANK_LETTERS[rank]) += SUIT_LETTERS[suit];
    for (Cards jokers = cards & ~FULL_DECK; jokers != 0; jokers = without_lowest(jokers)) text += JOKER;
    return text;
}

}  // namespace facevalue::poker
