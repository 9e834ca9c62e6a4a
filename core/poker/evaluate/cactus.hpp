// Cactus Kev's evaluator as he wrote it: words of cards, tables, and the steps of an evaluation, for learning.
//
// kev_tables.hpp gives the same values faster. The tables are computed at first use, in 2 ms, and take 70 KB. Short
// version: src/facevalue/poker/cactus.py. Source: http://suffe.cool/poker/evaluator.html; the perfect hash is after
// Paul Senzee, with adjustments that are computed here.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "poker/cards/cards.hpp"

namespace facevalue::poker {

struct CactusTables {
    std::vector<std::uint16_t> flushes, unique5;  // by the bits of five ranks
    std::vector<std::uint32_t> products;          // of the primes of hands with repeated ranks, ascending
    std::vector<std::uint16_t> values;            // of these hands
    std::vector<std::uint16_t> adjustments;       // by nine bits of a mixed product
    std::vector<std::uint16_t> hash_values;       // by the perfect hash of a product

    std::uint32_t perfect_hash(std::uint32_t product) const;
};
const CactusTables& cactus_tables();

// The word of a card: a bit for the rank, a bit for the suit, the rank, and its prime.
std::uint32_t cactus_word(Cards card);

// The steps of the evaluation of five different cards, line by line.
std::vector<std::string> explain_cactus(const std::array<Cards, 5>& cards);

}  // namespace facevalue::poker
