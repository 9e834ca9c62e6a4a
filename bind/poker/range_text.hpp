// What the bindings of ranges share: long strings, weights and hands.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "poker/equity/equity.hpp"
#include "poker/notation/weight.hpp"
#include "problem.hpp"
#include "translation.hpp"

namespace facevalue {

using Fraction = std::pair<std::uint64_t, std::uint64_t>;

inline poker::Weight as_weight(const Fraction& weight) {
    require(weight.first <= weight.second && weight.second > 0 && weight.second <= poker::LARGEST_DENOMINATOR,
            "expected a weight from 0 to 1");
    return {weight.first, weight.second};
}

inline poker::Cards hole_of(nb::handle hand) {
    const auto mask = nb::cast<poker::Cards>(hand);
    require(poker::is_hole(mask), "expected two cards");
    return mask;
}
inline poker::Cards hole_of(poker::Cards hand) {
    require(poker::is_hole(hand), "expected two cards");
    return hand;
}

// Reads a string without Python's lock if it is long.
template <class Read>
auto read_long(std::string_view text, const Read& read) {
    constexpr std::size_t SHORT = 1000;
    if (text.size() > SHORT) return result_of(interruptible([&] { return read(text, Stop(interrupted)); }));
    check_deadline();
    return result_of(read(text, Stop()));
}

}  // namespace facevalue
