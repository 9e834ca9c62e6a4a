// HoldemRange: hands of two cards, each with a weight.
#pragma once

#include <cstdint>
#include <vector>

#include "cards.hpp"

namespace facevalue::poker {

struct HoldemRange {
    std::vector<Cards> hands;
    std::vector<std::uint32_t> weights;
};

}  // namespace facevalue::poker
