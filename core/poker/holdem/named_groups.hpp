// Groups of hands that people name, such as "suited connectors" and "broadway".
//
// Words may be separated by spaces or hyphens; case does not matter. A range may contain them like other items:
// `pairs, suited aces:0.5`.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace facevalue::poker {

struct NamedGroup {
    std::string_view names;  // separated by a comma
    std::string_view hands;  // in the notation of ranges
};

inline constexpr std::array NAMED_GROUPS{
    NamedGroup{"pairs,any pair,pocket pairs", "22+"},
    NamedGroup{"suited,any suited", "3xs+"},
    NamedGroup{"offsuit,any offsuit", "3xo+"},
    NamedGroup{"broadway,any broadway", "AT+, KT+, QT+, JT"},  // without pairs
    NamedGroup{"suited broadway", "ATs+, KTs+, QTs+, JTs"},
    NamedGroup{"offsuit broadway", "ATo+, KTo+, QTo+, JTo"},
    NamedGroup{"connectors", "AK-32"},
    NamedGroup{"suited connectors", "AKs-32s"},
    NamedGroup{"offsuit connectors", "AKo-32o"},
    NamedGroup{"suited gappers,suited one gappers", "AQs-42s"},
    NamedGroup{"suited aces", "Axs"},
    NamedGroup{"offsuit aces", "Axo"},
    NamedGroup{"any ace", "A?"},
    NamedGroup{"suited kings", "Kxs"},
    NamedGroup{"offsuit kings", "Kxo"},
    NamedGroup{"any king", "K?"},
    NamedGroup{"any two,any two cards", "random"},
};

// The group with the longest name that begins a string, and how many bytes the name has; nullptr for none.
struct FoundGroup {
    const NamedGroup* group = nullptr;
    std::size_t length = 0;
};
FoundGroup named_group_at(std::string_view text);

}  // namespace facevalue::poker
