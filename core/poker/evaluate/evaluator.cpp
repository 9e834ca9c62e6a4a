#include "poker/evaluate/evaluator.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

#include "poker/cards/combinations.hpp"
#include "work/lowest.hpp"
#include "work/workers.hpp"

namespace facevalue::poker {

std::uint16_t hand_value(Cards cards) {
    if (!is_hand(cards)) return 0;
    const KevTable& table = kev_table();
    const auto [first, second] = table_places(ranks_of_suit(cards, 0), ranks_of_suit(cards, 1), ranks_of_suit(cards, 2),
                                              ranks_of_suit(cards, 3));
    return static_cast<std::uint16_t>(table[first] + table[second]);
}

namespace {

constexpr std::size_t PIECE = 16'384;  // rows between two checks whether to stop; their values fit the second cache

Cards cards_of_ids(const std::uint8_t* row, std::size_t cards) {
    Cards all = 0;
    for (std::size_t i = 0; i < cards; ++i)
        if (row[i] < DECK) all |= card(row[i] / SUITS, row[i] % SUITS);
    return all;
}

// Runs good(from, count) over parts of the rows. If it returns false, finds the first row for which is_good is false.
template <class Good, class IsGood>
std::ptrdiff_t first_bad(std::size_t count, std::size_t workers, const Stop& stop, const Good& good,
                         const IsGood& is_good) {
    const std::size_t pieces = (count + PIECE - 1) / PIECE;
    std::atomic<std::size_t> next{0}, bad{count};
    run_workers(std::min(workers, pieces), stop, [&](std::size_t, Pulse& pulse) {
        for (std::size_t piece = next++; piece < pieces && !pulse.stopped(); piece = next++) {
            const std::size_t from = piece * PIECE, end = std::min(count, from + PIECE);
            pulse.beat(PIECE / 16);
            if (good(from, end - from)) continue;
            std::size_t row = from;
            while (row < end && is_good(row)) ++row;  // `end`, if another thread changed the rows meanwhile
            lower_to(bad, row < end ? row : count);
        }
    });
    return bad == count ? ALL_GOOD : static_cast<std::ptrdiff_t>(bad.load());
}

}  // namespace

std::ptrdiff_t evaluate_ids(const std::uint8_t* rows, std::size_t count, std::size_t cards, std::uint16_t* values,
                            std::size_t workers, const Stop& stop, const SimdKernels& kernels) {
    const std::uint16_t* table = kev_table().data();
    return first_bad(
        count, workers, stop,
        [&](std::size_t from, std::size_t size) {
            return kernels.ids(rows + from * cards, size, cards, table, values + from);
        },
        [&](std::size_t row) { return size(cards_of_ids(rows + row * cards, cards)) == static_cast<int>(cards); });
}

std::ptrdiff_t evaluate_masks(const Cards* rows, std::size_t count, std::uint16_t* values, std::size_t workers,
                              const Stop& stop, const SimdKernels& kernels) {
    const HandOrder order = high_order();
    return first_bad(
        count, workers, stop,
        [&](std::size_t from, std::size_t size) { return kernels.masks(rows + from, size, order, values + from); },
        [&](std::size_t row) { return is_hand(rows[row]); });
}

namespace {

constexpr int TAIL = 3;  // cards of a hand that vectors complete

// All sets of three cards of a deck, sorted by their lowest card, highest first, so that those above a card are first.
struct ThreeCardTails {
    std::vector<std::uint16_t> suits[SUITS];
    std::vector<std::size_t> above;  // how many sets have only cards after this one

    explicit ThreeCardTails(const std::vector<Cards>& deck) : above(deck.size()) {
        for (std::size_t low = deck.size(); low-- > 0;) {
            above[low] = suits[0].size();
            for (std::size_t middle = low + 1; middle < deck.size(); ++middle)
                for (std::size_t high = middle + 1; high < deck.size(); ++high)
                    add(deck[low] | deck[middle] | deck[high]);
        }
        for (auto& planes : suits) planes.resize(planes.size() + 32);  // what a vector may read past the end
    }
    void add(Cards cards) {
        for (int suit = 0; suit < SUITS; ++suit)
            suits[suit].push_back(static_cast<std::uint16_t>(ranks_of_suit(cards, suit)));
    }
    SuitArrays planes() const { return {{suits[0].data(), suits[1].data(), suits[2].data(), suits[3].data()}}; }
};

Cards deck_from(int lowest) {
    Cards deck = 0;
    for (int rank = lowest; rank < RANKS; ++rank)
        for (int suit = 0; suit < SUITS; ++suit) deck |= card(rank, suit);
    return deck;
}

}  // namespace

std::array<std::uint64_t, CATEGORIES> count_categories(int cards, int lowest, std::size_t workers, const Stop& stop,
                                                       const SimdKernels& kernels) {
    const Cards deck = deck_from(lowest);
    const ThreeCardTails tails(each_card(deck));
    const SuitArrays planes = tails.planes();
    std::vector<std::array<std::uint64_t, CATEGORIES>> counts(std::max<std::size_t>(workers, 1));
    run_workers(workers, stop, [&](std::size_t worker, Pulse& pulse) {
        std::size_t turn = 0;
        for_each_subset(deck, cards - TAIL, 0, [&](Cards fixed) {
            if (turn++ % counts.size() != worker || pulse.stopped()) return;
            const std::size_t above = tails.above[static_cast<std::size_t>(size(deck & (std::bit_floor(fixed) - 1)))];
            kernels.count(fixed, planes, above, lowest, counts[worker].data());
            pulse.beat(1 + above / 16);
        });
    });
    std::array<std::uint64_t, CATEGORIES> total{};
    for (const auto& part : counts)
        for (std::size_t i = 0; i < CATEGORIES; ++i) total[i] += part[i];
    return total;
}

}  // namespace facevalue::poker
