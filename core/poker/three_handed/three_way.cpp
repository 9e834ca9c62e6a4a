#include "poker/three_handed/three_way.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "poker/cards/card_draw.hpp"
#include "poker/cards/combinations.hpp"
#include "poker/evaluate/evaluator.hpp"
#include "poker/holdem/hand_weights.hpp"
#include "poker/lanes/random.hpp"
#include "work/kept.hpp"

namespace facevalue::poker {

namespace {

constexpr std::size_t SEATS = 3;

using HandList = std::vector<Cards>;

// Of each starting hand of the deck.
std::vector<HandList> hands_of_rows(const AllIn& all_in, Cards deck) {
    std::vector<HandList> made;
    for (const std::size_t place : all_in.places) {
        HandSet set;
        set.insert_starting_hand(place);
        HandList& hands = made.emplace_back();
        set.each([&](std::size_t hand) {
            const Cards cards = hands_by_place()[hand];
            if ((cards & ~deck) == 0) hands.push_back(cards);
        });
    }
    return made;
}

using Triple = std::array<std::size_t, SEATS>;   // of starting hands
using Parts = std::array<std::uint16_t, SEATS>;  // of the pots of all samples of a triple

// Samples what triples win. The result depends only on the seed and the number of the triple.
class TripleSampler {
  public:
    TripleSampler(const std::vector<HandList>& hands, Cards deck, HandOrder order, std::uint64_t seed)
        : hands_(hands), deck_(deck), order_(order), seed_(seed), gaps_(gaps_of(deck)) {}

    Parts sample(std::uint64_t number, const Triple& triple) {
        Random random(seed_, number, kernels_);
        for (std::size_t at = 0; at < DEALS; at += SAME_HANDS) deal_hands(random, triple, at);
        deal_boards(random);
        for (std::size_t seat = 0; seat < SEATS; ++seat) {
            for (std::size_t i = 0; i < DEALS; ++i) cards_[seat][i] |= boards_[i];
            kernels_.values(cards_[seat].data(), DEALS, order_, values_[seat].data());
        }
        return parts();
    }

  private:
    static constexpr std::size_t DEALS = ThreeWay::SAMPLES;
    static constexpr std::size_t SAME_HANDS = 16;  // deals in a row
    static constexpr std::size_t TAKEN = SEATS * HOLE;
    static_assert(DEALS % CardDraw::STEP == 0 && DEALS / 4 <= Random::MOST);

    void deal_hands(Random& random, const Triple& triple, std::size_t at) {
        std::array<Cards, SEATS> dealt;
        Cards taken;
        do {
            taken = 0;
            for (std::size_t seat = 0; seat < SEATS; ++seat) {
                const HandList& hands = hands_[triple[seat]];
                dealt[seat] = hands[random.below(hands.size())];
                taken |= dealt[seat];
            }
        } while (size(taken) < static_cast<int>(TAKEN));
        for (std::size_t seat = 0; seat < SEATS; ++seat)
            std::fill_n(cards_[seat].begin() + at, SAME_HANDS, dealt[seat]);
        for (std::size_t row = 0; row < TAKEN; ++row, taken = without_lowest(taken)) {
            const Cards below = (taken & (0 - taken)) - 1;  // its place is among the cards of the deck
            std::fill_n(rows_[row].begin() + at, SAME_HANDS, static_cast<std::int8_t>(size(deck_ & below)));
        }
    }
    void deal_boards(Random& random) {
        std::array<std::uint16_t, DEALS> unfair;
        for (std::size_t row = TAKEN; row < rows_.size(); ++row) {
            const auto limit = static_cast<std::uint16_t>(size(deck_) - static_cast<int>(row));
            const std::uint64_t* const words = random.take(DEALS / 4);  // 16 bits for each deal
            const std::size_t count = kernels_.places(words, limit, DEALS, rows_[row].data(), unfair.data());
            for (std::size_t i = 0; i < count; ++i)
                rows_[row][unfair[i]] = static_cast<std::int8_t>(random.below(limit));
        }
        kernels_.move_past({DEALS, TAKEN, BOARD, gaps_.data(), gaps_.size()}, rows_[0].data());
        const Cards none = 0;
        kernels_.add_cards({rows_[TAKEN].data(), DEALS, BOARD}, &none, boards_.data());
    }
    // Compilers count in vectors here.
    Parts parts() const {
        Parts parts{};
        for (std::size_t i = 0; i < DEALS; ++i) {
            const std::uint16_t a = values_[0][i], b = values_[1][i], c = values_[2][i];
            const std::uint16_t best = std::min(std::min(a, b), c);  // Kev's values: the lowest wins
            const std::uint16_t first = a == best, second = b == best, third = c == best;
            const auto winners = static_cast<std::uint16_t>(first + second + third);
            const auto each = static_cast<std::uint16_t>(12 - 6 * (winners > 1) - 2 * (winners > 2));
            parts[0] = static_cast<std::uint16_t>(parts[0] + first * each);
            parts[1] = static_cast<std::uint16_t>(parts[1] + second * each);
            parts[2] = static_cast<std::uint16_t>(parts[2] + third * each);
        }
        return parts;
    }

    const SimdKernels& kernels_ = chosen_lanes<SimdKernels>();
    const std::vector<HandList>& hands_;
    Cards deck_;
    HandOrder order_;
    std::uint64_t seed_;
    std::vector<CardGap> gaps_;
    std::array<std::array<std::int8_t, DEALS>, TAKEN + BOARD> rows_;  // as CardDraw
    std::array<Cards, DEALS> boards_;
    std::array<std::array<Cards, DEALS>, SEATS> cards_;
    std::array<std::array<std::uint16_t, DEALS>, SEATS> values_;
};

// Writes what a triple wins, for all orders of the seats. Players with the same starting hand win the same.
void write_won(ThreeWay& made, const Triple& triple, Parts parts) {
    const auto [a, b, c] = triple;
    const std::size_t size = made.size;
    const auto share = [&](std::size_t i, std::size_t k) {
        parts[i] = parts[k] = static_cast<std::uint16_t>((parts[i] + parts[k]) / 2);  // parts are even
    };
    if (a == c)
        parts.fill(ThreeWay::PARTS / SEATS);
    else if (a == b)
        share(0, 1);
    else if (b == c)
        share(1, 2);
    const std::int32_t deals = made.deals[(a * size + b) * size + c];
    const auto write = [&](std::size_t own, std::size_t one, std::size_t other, std::int32_t part) {
        made.won[(one * size + other) * size + own] = made.won[(other * size + one) * size + own] = deals * part;
    };
    write(a, b, c, parts[0]);
    write(b, a, c, parts[1]);
    write(c, a, b, parts[2]);
}

// False if stopped.
bool sample_won(ThreeWay& made, const AllIn& all_in, HandOrder order, std::uint64_t seed, const Stop& stop) {
    const std::size_t size = made.size;
    const Cards deck = FULL_DECK & ~missing_cards(order);
    const std::vector<HandList> hands = hands_of_rows(all_in, deck);
    const auto sampler = std::make_unique<TripleSampler>(hands, deck, order, seed);
    made.won.resize(made.deals.size());
    Pulse pulse(stop);
    std::uint64_t number = 0;
    for (std::size_t a = 0; a < size; ++a)
        for (std::size_t b = a; b < size; ++b)
            for (std::size_t c = b; c < size && !pulse.stopped(); ++c, ++number) {
                if (made.deals[(a * size + b) * size + c] == 0) continue;
                write_won(made, {a, b, c}, sampler->sample(number, {a, b, c}));
                pulse.beat(ThreeWay::SAMPLES * SEATS);
            }
    return !pulse.stopped();
}

}  // namespace

ThreeWay three_way_deals(const AllIn& all_in, HandOrder order) {
    const std::vector<HandList> hands = hands_of_rows(all_in, FULL_DECK & ~missing_cards(order));
    const std::size_t size = hands.size();
    std::vector<std::size_t> rows(STARTING_HANDS);  // by places in the grid
    for (std::size_t row = 0; row < size; ++row) rows[all_in.places[row]] = row;
    const auto row_of = [&](Cards hand) { return rows[starting_hands_by_place()[place_of(hand)]]; };
    using Counts = std::vector<std::uint16_t>;
    // For each card, how many hands of each starting hand have it.
    std::vector<Counts> with(DECK, Counts(size));
    for (std::size_t row = 0; row < size; ++row)
        for (const Cards hand : hands[row])
            for (Cards left = hand; left != 0; left = without_lowest(left)) ++with[std::countr_zero(left)][row];
    const auto take = [&](Counts& counts, Cards hand) {
        for (Cards left = hand; left != 0; left = without_lowest(left)) {
            const Counts& gone = with[std::countr_zero(left)];
            for (std::size_t row = 0; row < size; ++row)
                counts[row] = static_cast<std::uint16_t>(counts[row] - gone[row]);
        }
        ++counts[row_of(hand)];  // was taken twice
    };
    ThreeWay made{size, Counts(size * size * size), {}};
    for (std::size_t a = 0; a < size; ++a) {
        const Cards own = hands[a][0];
        Counts all;
        for (const HandList& each : hands) all.push_back(static_cast<std::uint16_t>(each.size()));
        take(all, own);
        for (std::size_t b = 0; b < size; ++b) {
            std::uint16_t* const deals = made.deals.data() + (a * size + b) * size;
            for (const Cards other : hands[b]) {
                if ((own & other) != 0) continue;
                Counts third = all;
                take(third, other);
                for (const Cards one : {own & (0 - own), without_lowest(own)})
                    for (const Cards two : {other & (0 - other), without_lowest(other)}) ++third[row_of(one | two)];
                for (std::size_t c = 0; c < size; ++c)
                    deals[c] = static_cast<std::uint16_t>(deals[c] + third[c] * hands[a].size());
            }
        }
    }
    return made;
}

std::shared_ptr<const ThreeWay> three_way_of(const Ranking& ranking, const AllIn& all_in, std::uint64_t seed,
                                             const Stop& stop) {
    static auto& kept = *new Kept<std::pair<const Ranking*, std::uint64_t>, ThreeWay>(1);
    return kept.get({&ranking, seed}, [&]() -> std::shared_ptr<const ThreeWay> {
        const HandOrder order = *order_of(ranking.name);
        auto made = std::make_shared<ThreeWay>(three_way_deals(all_in, order));
        return sample_won(*made, all_in, order, seed, stop) ? made : nullptr;
    });
}

}  // namespace facevalue::poker
