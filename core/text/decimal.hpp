// Whole numbers in decimal digits, of up to 128 bits.
#pragma once

#include <string>

#include "work/integers.hpp"

namespace facevalue {

inline std::string decimal(Uint128 count) {
    std::string text;
    do text.insert(text.begin(), static_cast<char>('0' + static_cast<int>(count % 10)));
    while ((count /= 10) > 0);
    return text;
}

// 1,234,567.
inline std::string with_commas(Uint128 count) {
    std::string text = decimal(count);
    for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
    return text;
}

}  // namespace facevalue
