// How often each category is a hand's best when more cards have come, by visiting all of them: 5 to 10 ns each where
// any five of up to seven cards play, or in Omaha with a full board; up to 3 us otherwise.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "poker/draws/outs.hpp"
#include "poker/evaluate/evaluator.hpp"

namespace facevalue::poker {

using CategoryCounts = std::array<std::uint64_t, CATEGORIES + 1>;  // by Category, with five of a kind

// The category of the best hand so far, or of fewer cards than play. The ranking has categories.
Category category_so_far(const Draw& draw);

// Over all ways in which `more` of the cards come, to the board or, if `is_to_hand`, to the hand. Nothing if stopped.
std::optional<CategoryCounts> count_categories_after(const Draw& draw, Cards cards, int more, bool is_to_hand,
                                                     const Stop& stop);

}  // namespace facevalue::poker
