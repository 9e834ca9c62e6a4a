#include "poker/deal/deal_rows.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <memory>
#include <utility>
#include <vector>

#include "poker/deal/dealer.hpp"
#include "poker/deal/pot_decider.hpp"
#include "work/lowest.hpp"
#include "work/workers.hpp"

namespace facevalue::poker {

namespace {

constexpr std::size_t DEALS_AT_ONCE = DealBatch::MOST;

// The id of each bit of Cards.
constexpr auto ID_OF_BIT = [] {
    std::array<std::uint8_t, DECK + MOST_JOKERS> ids{};
    for (int joker = DECK; joker < DECK + MOST_JOKERS; ++joker) ids[joker] = static_cast<std::uint8_t>(joker);
    for (int bit = 0; bit < DECK; ++bit) ids[bit] = static_cast<std::uint8_t>(bit % RANKS * SUITS + bit / RANKS);
    return ids;
}();

// The cards of each id; none for ids beyond the deck and its jokers.
using CardOfId = std::array<Cards, 256>;
constexpr CardOfId cards_by_id(bool are_spaced) {
    CardOfId cards{};
    for (int id = 0; id < DECK; ++id) {
        const Cards one = card(id / SUITS, id % SUITS);
        cards[id] = are_spaced ? spaced(one) : one;
    }
    for (int joker = DECK; joker < DECK + MOST_JOKERS && !are_spaced; ++joker) cards[joker] = Cards{1} << joker;
    return cards;
}
constexpr CardOfId PLAIN = cards_by_id(false), SPACED = cards_by_id(true);

// Calls visit(first, count) for batches of deals.
template <class Visit>
bool each_batch(std::size_t count, std::size_t workers, const Stop& stop, const Visit& visit) {
    std::atomic<std::size_t> next{0};
    const std::size_t batches = (count + DEALS_AT_ONCE - 1) / DEALS_AT_ONCE;
    return run_workers(std::min(workers, batches), stop.of(count), [&](std::size_t, Pulse& pulse) {
        auto batch_worker = visit(pulse);
        for (std::size_t batch = next++; batch < batches && !pulse.stopped(); batch = next++)
            batch_worker(batch * DEALS_AT_ONCE, std::min(DEALS_AT_ONCE, count - batch * DEALS_AT_ONCE));
    });
}

}  // namespace

namespace {

// From several decks: each deal begins a new shuffle (Fisher and Yates) of the ids, as the last deal left them.
bool deal_from_pool(const RowSizes& sizes, const DealSource& source, std::uint64_t seed, std::uint8_t* hands,
                    std::uint8_t* boards, std::size_t workers, const Stop& stop, const SimdKernels& kernels) {
    const auto& board = source.board;
    const auto& pool = source.pool;
    const std::size_t in_hands = sizes.players * sizes.hole, drawn = in_hands + sizes.board - board.size();
    if (drawn > pool.size()) return false;
    return each_batch(sizes.count, workers, stop, [&](Pulse& pulse) {
        return [&](std::size_t first, std::size_t count) {
            Random random(seed, first / DEALS_AT_ONCE, kernels);
            std::vector<std::uint8_t> ids = pool;
            for (std::size_t deal = first; deal < first + count; ++deal) {
                for (std::size_t i = 0; i < drawn; ++i) std::swap(ids[i], ids[i + random.below(ids.size() - i)]);
                const auto end_of_hands = ids.begin() + static_cast<std::ptrdiff_t>(in_hands);
                std::copy(ids.begin(), end_of_hands, hands + deal * in_hands);
                std::uint8_t* const shown = std::copy(board.begin(), board.end(), boards + deal * sizes.board);
                std::copy_n(end_of_hands, sizes.board - board.size(), shown);
            }
            pulse.beat(count * drawn, count);
        };
    });
}

}  // namespace

bool deal_rows(const RowSizes& sizes, const DealSource& source, std::uint64_t seed, std::uint8_t* hands,
               std::uint8_t* boards, std::size_t workers, const Stop& stop, const SimdKernels& kernels) {
    if (!source.pool.empty()) return deal_from_pool(sizes, source, seed, hands, boards, workers, stop, kernels);
    const auto& board = source.board;
    const std::vector<WeightedHands> players(sizes.players, WeightedHands{{0}, {1}});
    Cards shared = 0;
    for (const std::uint8_t id : board) shared |= PLAIN[id];
    const auto dealer = Dealer::make(players, static_cast<int>(sizes.hole), shared, static_cast<int>(sizes.board),
                                     source.gone, source.deck);
    if (!dealer) return false;
    const std::size_t in_hands = sizes.players * sizes.hole;
    return each_batch(sizes.count, workers, stop, [&](Pulse& pulse) {
        std::shared_ptr<DealBatch> deals = std::make_unique<DealBatch>();  // 120 KB
        return [&, deals](std::size_t first, std::size_t count) {
            Random random(seed, first / DEALS_AT_ONCE, kernels);
            dealer->draw(random, *deals);
            for (std::size_t deal = 0; deal < count; ++deal) {
                const auto id = [&](std::size_t row) {
                    return ID_OF_BIT[static_cast<std::size_t>(deals->rows[row][deal])];
                };
                std::uint8_t* const hand = hands + (first + deal) * in_hands;
                for (std::size_t i = 0; i < in_hands; ++i) hand[i] = id(i);
                std::uint8_t* const shown = boards + (first + deal) * sizes.board;
                std::copy(board.begin(), board.end(), shown);
                for (std::size_t i = board.size(); i < sizes.board; ++i) shown[i] = id(in_hands + i - board.size());
            }
            pulse.beat(count * sizes.players, count);
        };
    });
}

void share_chips(unsigned high, unsigned low, std::size_t players, std::uint16_t* chips) {
    const auto share = [](unsigned all, unsigned winners) {
        return winners == 0 ? 0 : all / static_cast<unsigned>(std::popcount(winners));
    };
    const unsigned of_high = share(low != 0 ? POT / 2 : POT, high), of_low = share(POT / 2, low);
    for (std::size_t player = 0; player < players; ++player)
        chips[player] = static_cast<std::uint16_t>((high >> player & 1) * of_high + (low >> player & 1) * of_low);
}

namespace {

// Converts rows to sets of cards and the winners to chips.
class RowDecider {
  public:
    RowDecider(const DealRules& rules, const RowSizes& sizes, Cards dead, const SimdKernels& kernels)
        : sizes_(sizes),
          card_of_id_(takes_spaced_cards(rules) ? SPACED : PLAIN),
          in_deck_(takes_spaced_cards(rules) ? spaced(FULL_DECK & ~dead) : all_but(dead, rules.wilds)),
          decider_(rules, sizes.players, dead, kernels) {
        deals_.boards.fill(0);
        for (auto& hands : deals_.hands) hands.fill(0);
    }

    // Reads some deals; the first that is bad, or `count`.
    std::size_t read(const std::uint8_t* hands, const std::uint8_t* boards, std::size_t count) {
        const auto cards = static_cast<int>(sizes_.players * sizes_.hole + sizes_.board);
        for (std::size_t deal = 0; deal < count; ++deal) {
            Cards all = deals_.boards[deal] = set_of(boards + deal * sizes_.board, sizes_.board);
            const std::uint8_t* hand = hands + deal * sizes_.players * sizes_.hole;
            for (std::size_t player = 0; player < sizes_.players; ++player, hand += sizes_.hole)
                all |= deals_.hands[player][deal] = set_of(hand, sizes_.hole);
            if (size(all & in_deck_) != cards) return deal;
        }
        return count;
    }
    void decide(std::size_t count, std::uint16_t* chips) {
        decider_.decide(deals_, count);
        for (std::size_t deal = 0; deal < count; ++deal, chips += sizes_.players)
            share_chips(decider_.high()[deal], decider_.low()[deal], sizes_.players, chips);
    }
    std::uint64_t work() const { return decider_.work(); }

  private:
    static Cards all_but(Cards dead, Cards wilds) { return (FULL_DECK & ~dead) | (wilds & ~FULL_DECK); }
    Cards set_of(const std::uint8_t* ids, std::size_t count) const {
        Cards all = 0;
        for (std::size_t i = 0; i < count; ++i) all |= card_of_id_[ids[i]];
        return all;
    }

    RowSizes sizes_;
    const CardOfId& card_of_id_;
    Cards in_deck_;
    DealBatch deals_;
    PotDecider decider_;
};

}  // namespace

std::ptrdiff_t decide_rows(const DealRules& rules, const RowSizes& sizes, Cards dead, const std::uint8_t* hands,
                           const std::uint8_t* boards, std::uint16_t* chips, std::size_t workers, const Stop& stop,
                           const SimdKernels& kernels) {
    std::atomic<std::size_t> bad{sizes.count};
    each_batch(sizes.count, workers, stop, [&](Pulse& pulse) {
        std::shared_ptr<RowDecider> decider = std::make_unique<RowDecider>(rules, sizes, dead, kernels);
        return [&, decider](std::size_t first, std::size_t count) {
            const std::size_t good =
                decider->read(hands + first * sizes.players * sizes.hole, boards + first * sizes.board, count);
            if (good < count) return lower_to(bad, first + good);
            decider->decide(count, chips + first * sizes.players);
            pulse.beat(decider->work(), count);
        };
    });
    return bad == sizes.count ? -1 : static_cast<std::ptrdiff_t>(bad.load());
}

}  // namespace facevalue::poker
