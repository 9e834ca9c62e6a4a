// How queries read seeds and limits, and how results write exact numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "numbers/exact/big.hpp"
#include "text/argument.hpp"
#include "text/json.hpp"
#include "text/problem.hpp"

namespace facevalue::query {

// The argument `limit`: the maximum time in seconds, without it the usual one, and infinity for null.
Expected<double> read_limit(const Argument& arguments, double usual);

// 0 to 2^64 - 1.
Expected<std::uint64_t> read_seed(const Argument& given);

// A whole number, or a fraction as a string.
void write(JsonWriter& json, const numbers::BigFraction& value);
void write(JsonWriter& json, const std::vector<numbers::BigFraction>& values);

}  // namespace facevalue::query
