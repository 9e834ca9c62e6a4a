// How results write exact numbers.
#pragma once

#include <vector>

#include "numbers/exact/big.hpp"
#include "text/json.hpp"

namespace facevalue::query {

// A whole number, or a fraction as a string.
void write(JsonWriter& json, const numbers::BigFraction& value);
void write(JsonWriter& json, const std::vector<numbers::BigFraction>& values);

}  // namespace facevalue::query
