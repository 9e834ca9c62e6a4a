// Sums with several parts, which are added and subtracted part by part.
#pragma once

#include <tuple>

namespace facevalue::poker {

// A struct lists its parts: `static constexpr std::tuple PARTS{&Struct::a, &Struct::b};`
template <class Sums>
concept HasParts = requires { Sums::PARTS; };

template <HasParts Sums>
Sums& operator+=(Sums& sums, const Sums& more) {
    std::apply([&](auto... part) { ((sums.*part += more.*part), ...); }, Sums::PARTS);
    return sums;
}
template <HasParts Sums>
Sums& operator-=(Sums& sums, const Sums& less) {
    std::apply([&](auto... part) { ((sums.*part -= less.*part), ...); }, Sums::PARTS);
    return sums;
}

}  // namespace facevalue::poker
