// Weighted: hands of two cards and how often each is held. For whatever knows ranges; threads may share it.
#pragma once

#include <cstdint>
#include <vector>

#include "cards.hpp"

namespace facevalue {

struct Weighted {
    std::vector<Cards> hands;
    std::vector<std::uint32_t> weights;
};

}  // namespace facevalue
