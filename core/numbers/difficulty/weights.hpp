// The two models of difficulty for people as data: the weights of features, and the percentiles of scores.
//
// `python -m tests.tables.fit_difficulty` fits the weights to the times that people took for hands of 24, and prints
// these rows. The times come from 4nums.com, through the tree-of-thought-llm repository (MIT, read in 2026): every
// second hand by rank. effort.hpp defines the features, and says what the weights count.
#pragma once

#include <array>
#include <cstdint>

#include "numbers/labels/effort.hpp"

namespace facevalue::numbers {

// The mental cost of each feature of a step, in 64ths of a doubling of the time.
inline constexpr std::array<std::int32_t, STEP_FEATURES.size()> STEP_WEIGHTS{
    7,     // subtraction
    5,     // subtraction from beyond 10
    68,    // subtraction from beyond 24
    -99,   // difference of 1
    -15,   // number doubled
    31,    // sum beyond 10
    -20,   // both factors from 5 up
    47,    // product beyond 50
    91,    // division
    -139,  // number by itself
    365,   // fraction
    226,   // negative result
    -4,    // two halves
    -34,   // ends in 1 x 24
    22,    // ends in 4 x 6
    -26,   // ends in a division
};
// The cost of one more step, where puzzles differ in their number of steps: chosen, not measured.
inline constexpr std::int32_t STEP_WEIGHT = 64;

// The weights of features of the numbers in the score of `people`, in thousandths of a point. The parallel effort
// (people look for all solutions at the same time) counts for each 64th of a doubling of the time.
inline constexpr std::array<std::int32_t, NUMBER_FEATURES.size()> NUMBER_WEIGHTS{
    -21435,   // ones
    12720,    // different numbers
    -149,     // sum
    -2449,    // even numbers
    -181160,  // needs a fraction
    34,       // ways
    -2940,    // divisible by neither 2 nor 3
    967,      // divisors of 24
    8,        // smallest number
    -393,     // second number
    -839,     // third number
    -47,      // largest number
};
inline constexpr std::int32_t EFFORT_WEIGHT = 260, BASE_SCORE = 50099;

// A score of `people` counts thousandths of a point, one of `steps` 64ths of a doubling.
inline constexpr std::int64_t PER_POINT = 1000, PER_DOUBLING = 64;

// The score of `people` among the hands of 1 to 13 that make 24; the scores of `steps` among the same hands, and among
// the solvable ones of 10,000 rounds of Countdown (six of the 24 tiles, a target of 101 to 999); and people's time in
// tenths of seconds.
struct PercentileRow {
    std::int32_t percentile, people, hands, rounds, tenths;
};
inline constexpr std::array<PercentileRow, 25> PERCENTILES{{
    {0, -20186, -27, -37, 44},      {5, 6525, 48, 89, 55},      {10, 12451, 66, 114, 59},
    {15, 18396, 83, 133, 61},       {20, 23176, 106, 148, 65},  {25, 28738, 122, 162, 67},
    {30, 32740, 139, 175, 70},      {35, 36640, 152, 187, 73},  {40, 40508, 161, 200, 75},
    {45, 46489, 173, 213, 79},      {50, 51895, 183, 226, 83},  {55, 56488, 199, 240, 87},
    {60, 60378, 208, 255, 92},      {65, 65487, 220, 271, 99},  {70, 69249, 230, 288, 106},
    {75, 72825, 236, 309, 116},     {80, 77670, 255, 331, 129}, {85, 81605, 288, 362, 151},
    {90, 85758, 316, 400, 200},     {95, 93110, 335, 455, 391}, {96, 94380, 335, 467, 509},
    {97, 96038, 335, 486, 619},     {98, 98216, 353, 508, 757}, {99, 101601, 1014, 535, 973},
    {100, 128193, 1086, 666, 2016},
}};

}  // namespace facevalue::numbers
