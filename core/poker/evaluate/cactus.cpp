#include "poker/evaluate/cactus.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include "poker/cards/card_text.hpp"
#include "poker/evaluate/evaluator.hpp"
#include "poker/evaluate/rankings.hpp"
#include "text/joined.hpp"
#include "work/once.hpp"

namespace facevalue::poker {

namespace {

constexpr std::array<std::uint32_t, RANKS> PRIMES{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41};
constexpr std::uint32_t SUIT_BITS = 0xF000, PRIME_BITS = 0xFF;
constexpr int RANK_SHIFT = 16, FIVE = 5;
constexpr std::uint32_t BUCKETS = 512, PLACES = 8192;

// Where the perfect hash looks for a product.
struct Mixed {
    std::uint32_t bucket, place;
};
constexpr Mixed mixed(std::uint32_t product) {
    std::uint32_t bits = product + 0xE91AAA35;
    bits ^= bits >> 16;
    bits += bits << 8;
    bits ^= bits >> 4;
    return {bits >> 8 & (BUCKETS - 1), (bits + (bits << 2)) >> 19};
}

// Calls visit(cards, product of primes) for five ranks of which some are equal, but not all.
template <class Visit>
void each_repeated(const Visit& visit, int lowest = 0, int count = 0, Cards cards = 0, std::uint32_t product = 1) {
    if (count == FIVE) {
        if (std::popcount(ranks_of(cards)) < FIVE) visit(cards, product);
        return;
    }
    for (int rank = lowest; rank < RANKS; ++rank)
        for (int suit = 0; suit < SUITS; ++suit)
            if (const Cards next = card(rank, suit); (cards & next) == 0) {
                each_repeated(visit, rank, count + 1, cards | next, product * PRIMES[static_cast<std::size_t>(rank)]);
                break;  // the suits do not matter
            }
}

// The adjustment of each bucket: with it, no two products have the same place.
std::vector<std::uint16_t> adjusted(const std::vector<std::uint32_t>& products) {
    std::vector<std::vector<std::uint32_t>> buckets(BUCKETS);
    for (const std::uint32_t product : products) buckets[mixed(product).bucket].push_back(mixed(product).place);
    std::vector<std::uint16_t> adjustments(BUCKETS);
    std::vector<bool> taken(PLACES);
    // The fullest bucket first, while most places are free.
    std::size_t fullest = 0;
    for (const std::vector<std::uint32_t>& places : buckets) fullest = std::max(fullest, places.size());
    for (std::size_t size = fullest; size > 0; --size)
        for (std::size_t bucket = 0; bucket < BUCKETS; ++bucket) {
            const std::vector<std::uint32_t>& places = buckets[bucket];
            if (places.size() != size) continue;
            std::uint32_t shift = 0;
            while (std::ranges::any_of(places, [&](std::uint32_t place) { return taken[place ^ shift]; })) ++shift;
            adjustments[bucket] = static_cast<std::uint16_t>(shift);
            for (const std::uint32_t place : places) taken[place ^ shift] = true;
        }
    return adjustments;
}

CactusTables make_tables() {
    CactusTables tables;
    const Ranks highest = 0b11111U << (RANKS - FIVE);
    tables.flushes.resize(highest + 1);
    tables.unique5.resize(highest + 1);
    for (Ranks ranks = 0; ranks <= highest; ++ranks) {
        if (std::popcount(ranks) != FIVE) continue;
        const Cards first = ranks & -ranks;
        tables.flushes[ranks] = hand_value(ranks);
        tables.unique5[ranks] = hand_value((ranks ^ first) | first << RANKS);
    }
    std::map<std::uint32_t, std::uint16_t> value_of;  // less code than sorting
    each_repeated([&](Cards cards, std::uint32_t product) { value_of[product] = hand_value(cards); });
    for (const auto& [product, value] : value_of) {
        tables.products.push_back(product);
        tables.values.push_back(value);
    }
    tables.adjustments = adjusted(tables.products);
    tables.hash_values.resize(PLACES);
    for (std::size_t i = 0; i < tables.products.size(); ++i)
        tables.hash_values[tables.perfect_hash(tables.products[i])] = tables.values[i];
    return tables;
}

std::string binary(std::uint32_t number, int digits) {
    std::string text;
    for (int digit = digits; digit-- > 0;) text += (number >> digit & 1) != 0 ? '1' : '0';
    return text;
}

std::string entry(const char* table, std::size_t place, std::uint32_t content) {
    return joined({table, "[", place, "] = ", content});
}

std::string line_of_card(Cards card, std::uint32_t word) {
    std::string bytes;
    for (int byte = 4; byte-- > 0;) bytes += binary(word >> 8 * byte & 0xFF, 8) + (byte > 0 ? " " : "");
    return joined({text_of(card), "  ", bytes, "  ", word});
}

std::string line_of_suit(std::uint32_t suit) {
    if (suit == 0) return "no suit bit is in all words: 0x0000, no flush";
    constexpr std::string_view DIGITS = "0123456789abcdef";
    return joined({"a suit bit is in all words: 0x", DIGITS.substr(suit >> 12, 1), "000, a flush"});
}

std::string line_of_value(std::uint16_t value) {
    std::size_t category = CATEGORIES - 1;
    while (FIRST_VALUES[category] > value) --category;
    const int first = FIRST_VALUES[category], last = FIRST_VALUES[category + 1] - 1;
    return joined({value, ": ", CATEGORY_NAMES[category], ", ", last - first + 1, " kinds from ", first, " to ", last,
                   ", lower is better"});
}

}  // namespace

std::uint32_t CactusTables::perfect_hash(std::uint32_t product) const {
    const auto [bucket, place] = mixed(product);
    return place ^ adjustments[bucket];
}

const CactusTables& cactus_tables() {
    static constinit Once<CactusTables> tables;
    return tables.get(make_tables);
}

std::uint32_t cactus_word(Cards card) {
    const int bit = std::countr_zero(card), rank = bit % RANKS, suit = bit / RANKS;
    return 1U << (RANK_SHIFT + rank) | 1U << (15 - suit) | static_cast<std::uint32_t>(rank) << 8 |
           PRIMES[static_cast<std::size_t>(rank)];
}

std::vector<std::string> explain_cactus(const std::array<Cards, 5>& cards) {
    const CactusTables& tables = cactus_tables();
    std::vector<std::string> lines;
    Cards all = 0;
    std::uint32_t suit = SUIT_BITS, ranks = 0, product = 1;
    std::string primes;
    for (const Cards card : cards) {
        const std::uint32_t word = cactus_word(card), prime = word & PRIME_BITS;
        lines.push_back(line_of_card(card, word));
        all |= card;
        suit &= word;
        ranks |= word >> RANK_SHIFT;
        product *= prime;
        primes += joined({primes.empty() ? "" : " * ", prime});
    }
    const std::uint16_t value = hand_value(all);
    lines.push_back(line_of_suit(suit));
    lines.push_back(joined({"rank bits: ", binary(ranks, RANKS), " = ", ranks}));
    lines.push_back(suit != 0 ? entry("FLUSHES", ranks, value) : entry("UNIQUE5", ranks, tables.unique5[ranks]));
    if (suit == 0 && tables.unique5[ranks] == 0) {
        const auto place = std::ranges::lower_bound(tables.products, product) - tables.products.begin();
        lines.push_back(joined({"product of the primes: ", primes, " = ", product}));
        lines.push_back(joined({entry("PRODUCTS", static_cast<std::size_t>(place), product), ", by binary search; ",
                                entry("VALUES", static_cast<std::size_t>(place), value)}));
        lines.push_back("or by the perfect hash: " + entry("HASH_VALUES", tables.perfect_hash(product), value));
    }
    lines.push_back(line_of_value(value));
    return lines;
}

}  // namespace facevalue::poker
