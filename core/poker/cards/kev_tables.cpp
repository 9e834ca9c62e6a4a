#include "poker/cards/kev_tables.hpp"

#include "work/once.hpp"

namespace facevalue::poker {

namespace {

constexpr Ranks LAST = 1U << RANKS;

// The lowest rank of the deck, and the best value of each category.
struct DeckOrder {
    int lowest;
    std::array<std::uint16_t, CATEGORIES + 1> first_values;

    std::uint16_t first(Category category) const { return first_values[static_cast<std::size_t>(category)]; }
};

// The 1277 flushes come before the 156 full houses.
constexpr DeckOrder SHORT{SHORT_DECK_LOWEST, {1, 11, 167 + 1277, 167, 1600, 1610, 2468, 3326, 6186, 7463}};

Ranks best(Ranks ranks, int count) {
    while (size(ranks) > count) ranks = without_lowest(ranks);
    return ranks;
}

constexpr Ranks TOP_ROW = 0b11111U << (RANKS - 5), ACE_BIT = 1U << (RANKS - 1);
Ranks last_row(int lowest) { return 0b11111U << lowest; }
Ranks wheel(int lowest) { return ACE_BIT | 0b1111U << lowest; }  // the ace below the others: the lowest straight

// The five ranks of the best straight, or 0.
Ranks best_straight(Ranks ranks, int lowest) {
    for (Ranks row = TOP_ROW; row >= last_row(lowest); row >>= 1)
        if ((ranks & row) == row) return row;
    return (ranks & wheel(lowest)) == wheel(lowest) ? wheel(lowest) : 0;
}

// Writes to each set of `among` ranks how many sets of `count` ranks are better than its best `count`, times `step`,
// from `from` on. As numbers, better sets are larger: the highest rank decides, then the next.
void fill(KevTable& table, std::uint16_t at, int among, int count, int step, int from) {
    const Ranks end = 1U << among;
    int better = 0;
    for (Ranks ranks = end; ranks-- > 0;)
        if (size(ranks) == count) table[at + ranks] = static_cast<std::uint16_t>(from + step * better++);
    for (Ranks ranks = 0; ranks < end; ++ranks)
        if (size(ranks) > count) table[at + ranks] = table[at + best(ranks, count)];
}

// The same for five or more different ranks of the deck, where straights go first.
void fill_different(KevTable& table, std::uint16_t at, const DeckOrder& order, Category straight, Category other) {
    const int lowest = order.lowest;
    const Ranks step = 1U << lowest;  // from one set of the deck's ranks to the next
    int straight_bits = order.first(straight), others = order.first(other);
    for (Ranks row = TOP_ROW; row >= last_row(lowest); row >>= 1)
        table[at + row] = static_cast<std::uint16_t>(straight_bits++);
    table[at + wheel(lowest)] = static_cast<std::uint16_t>(straight_bits);
    for (Ranks ranks = LAST; ranks > 0;)
        if (size(ranks -= step) == 5 && best_straight(ranks, lowest) == 0)
            table[at + ranks] = static_cast<std::uint16_t>(others++);
    for (Ranks ranks = 0; ranks < LAST; ranks += step) {
        const Ranks row = best_straight(ranks, lowest);
        if (size(ranks) > 5) table[at + ranks] = table[at + (row != 0 ? row : best(ranks, 5))];
    }
}

// Writes `value`, the best of a category, for the highest rank, and adds `step` (the sets of kickers) for each lower
// one.
void fill_single(KevTable& table, std::uint16_t at, int value, int step) {
    for (int rank = RANKS - 1; rank >= 0; --rank, value += step)
        table[at + (1U << rank)] = static_cast<std::uint16_t>(value);
}

KevTable make_kev_table(const DeckOrder& order) {
    constexpr int OTHERS = RANKS - 1;  // ranks left for kickers: 12, of them 12 ones, 66 twos, 220 threes
    KevTable table{};
    fill_different(table, section::DIFFERENT, order, Category::Straight, Category::HighCard);
    fill_different(table, section::SUITED, order, Category::StraightFlush, Category::Flush);
    fill(table, section::ONE_KICKER, OTHERS, 1, 1, 0);
    fill(table, section::TWO_KICKERS, OTHERS, 2, 1, 0);
    fill(table, section::THREE_KICKERS, OTHERS, 3, 1, 0);
    // With two pairs, 11 ranks are left; of 12, the best one would be above them all, so they count from -1.
    fill(table, section::PAIRS, RANKS, 2, 11, order.first(Category::TwoPair) - 1);
    fill_single(table, section::PAIRS, order.first(Category::OnePair), 220);
    fill_single(table, section::THREE, order.first(Category::ThreeOfAKind), 66);
    fill_single(table, section::FULL_HOUSE, order.first(Category::FullHouse), 12);
    fill_single(table, section::FOUR, order.first(Category::FourOfAKind), 12);
    return table;
}

}  // namespace

const KevTable& kev_table() {
    static constinit Once<KevTable> table;
    return table.get([] { return make_kev_table({0, FIRST_VALUES}); });
}

HandOrder high_order() { return {kev_table().data(), 0}; }

HandOrder short_deck_order() {
    static constinit Once<KevTable> table;
    return {table.get([] { return make_kev_table(SHORT); }).data(), SHORT_DECK_LOWEST};
}

std::optional<HandOrder> order_of(std::string_view ranking) {
    if (ranking == "high") return high_order();
    if (ranking == "short") return short_deck_order();
    return std::nullopt;
}

}  // namespace facevalue::poker
