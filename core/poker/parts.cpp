// The table of parts, from the rules.
#include "parts.hpp"

namespace facevalue {

namespace {

constexpr Ranks LAST = 1U << RANKS;

std::uint16_t first_value(Category category) { return FIRST_VALUES[static_cast<std::size_t>(category)]; }

int size(Ranks ranks) { return std::popcount(ranks); }

Ranks best(Ranks ranks, int count) {
    while (size(ranks) > count) ranks = without_lowest(ranks);
    return ranks;
}

constexpr Ranks TOP_ROW = 0b11111U << (RANKS - 5), LAST_ROW = 0b11111U;
constexpr Ranks WHEEL = 0b1'0000'0000'1111;  // the ace below the deuce: the lowest straight

// The five ranks of the best straight, or none.
Ranks best_straight(Ranks ranks) {
    for (Ranks row = TOP_ROW; row >= LAST_ROW; row >>= 1)
        if ((ranks & row) == row) return row;
    return (ranks & WHEEL) == WHEEL ? WHEEL : 0;
}

// Writes to each set of `among` ranks how many sets of `count` ranks are better than its best `count`, times `step`,
// from `from` on. As numbers, better sets are greater: the highest rank decides, then the next.
void fill(PartTable& table, std::uint16_t at, int among, int count, int step, int from) {
    const Ranks end = 1U << among;
    int better = 0;
    for (Ranks ranks = end; ranks-- > 0;)
        if (size(ranks) == count) table[at + ranks] = static_cast<std::uint16_t>(from + step * better++);
    for (Ranks ranks = 0; ranks < end; ++ranks)
        if (size(ranks) > count) table[at + ranks] = table[at + best(ranks, count)];
}

// The same for five or more different ranks, where straights go first.
void fill_different(PartTable& table, std::uint16_t at, Category straight, Category other) {
    int straights = first_value(straight), others = first_value(other);
    for (Ranks row = TOP_ROW; row >= LAST_ROW; row >>= 1) table[at + row] = static_cast<std::uint16_t>(straights++);
    table[at + WHEEL] = static_cast<std::uint16_t>(straights);
    for (Ranks ranks = LAST; ranks-- > 0;)
        if (size(ranks) == 5 && best_straight(ranks) == 0) table[at + ranks] = static_cast<std::uint16_t>(others++);
    for (Ranks ranks = 0; ranks < LAST; ++ranks) {
        const Ranks row = best_straight(ranks);
        if (size(ranks) > 5) table[at + ranks] = table[at + (row != 0 ? row : best(ranks, 5))];
    }
}

// The first value of the category for each rank alone; `step` sets of kickers go with each.
void fill_single(PartTable& table, std::uint16_t at, Category category, int step) {
    int value = first_value(category);
    for (int rank = RANKS - 1; rank >= 0; --rank, value += step)
        table[at + (1U << rank)] = static_cast<std::uint16_t>(value);
}

PartTable make_part_table() {
    constexpr int OTHERS = RANKS - 1;  // ranks left for kickers: 12, of them 12 ones, 66 twos, 220 threes
    PartTable table{};
    fill_different(table, section::DIFFERENT, Category::Straight, Category::HighCard);
    fill_different(table, section::SUITED, Category::StraightFlush, Category::Flush);
    fill(table, section::ONE_KICKER, OTHERS, 1, 1, 0);
    fill(table, section::TWO_KICKERS, OTHERS, 2, 1, 0);
    fill(table, section::THREE_KICKERS, OTHERS, 3, 1, 0);
    // Beside two pairs 11 ranks are left; of 12, the best one would stand above them all, so they count from -1.
    fill(table, section::PAIRS, RANKS, 2, 11, first_value(Category::TwoPair) - 1);
    fill_single(table, section::PAIRS, Category::OnePair, 220);
    fill_single(table, section::THREE, Category::ThreeOfAKind, 66);
    fill_single(table, section::FULL_HOUSE, Category::FullHouse, 12);
    fill_single(table, section::FOUR, Category::FourOfAKind, 12);
    return table;
}

}  // namespace

const PartTable& part_table() {
    static const PartTable TABLE = make_part_table();
    return TABLE;
}

}  // namespace facevalue
