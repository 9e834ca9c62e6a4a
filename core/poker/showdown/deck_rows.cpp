#include "poker/showdown/deck_rows.hpp"

#include <algorithm>
#include <array>
#include <atomic>

#include "poker/cards/given_cards.hpp"
#include "poker/cards/pot_counts.hpp"
#include "poker/showdown/winners.hpp"
#include "text/joined.hpp"
#include "work/lowest.hpp"
#include "work/workers.hpp"

namespace facevalue::poker {

namespace {

constexpr std::size_t DEALS_OF_WORKER = 64;  // at once
constexpr std::uint64_t LOOKUPS_OF_HAND = 100;

// The cards of one deal.
struct DeckDeal {
    std::vector<Ids> hands;
    Ids board, all;
};

DeckDeal deal_at(const RowSizes& sizes, const std::uint8_t* hands, const std::uint8_t* boards, std::size_t index) {
    DeckDeal deal;
    const std::uint8_t* hand = hands + index * sizes.players * sizes.hole;
    for (std::size_t player = 0; player < sizes.players; ++player, hand += sizes.hole)
        deal.hands.emplace_back(hand, hand + sizes.hole);
    const std::uint8_t* const board = boards + index * sizes.board;
    deal.board.assign(board, board + sizes.board);
    deal.all = deal.board;
    for (const Ids& one : deal.hands) deal.all.insert(deal.all.end(), one.begin(), one.end());
    return deal;
}

// Jokers have one id.
void unify_jokers(Ids& ids) {
    for (std::uint8_t& id : ids)
        if (id > GivenCards::JOKER_ID) id = GivenCards::JOKER_ID;
}

std::optional<Problem> wrong_deal_of_decks(const Game& game, int decks, DeckDeal deal) {
    const int last = DECK - 1 + game.jokers;
    for (const int id : deal.all)
        if (id > last) return card_problem(joined({"the id of a card must be from 0 to ", last, ", not ", id}));
    unify_jokers(deal.all);
    if (auto problem = wrong_decks(game, deal.all, decks)) return problem;
    for (const Ids& hand : deal.hands)
        if (auto problem = wrong_hand_of_decks(game, hand, deal.board)) return problem;
    return std::nullopt;
}

unsigned winners_under(const Game& game, const Ranking& ranking, const DeckDeal& deal, const Stop& stop) {
    unsigned winners = 0;
    std::uint32_t highest = 1;  // a hand that does not qualify has 0
    for (std::size_t player = 0; player < deal.hands.size(); ++player) {
        const std::uint32_t score = score_of_decks(game, ranking, deal.hands[player], deal.board, stop);
        if (score < highest) continue;
        winners = (score == highest ? winners : 0) | 1U << player;
        highest = score;
    }
    return winners;
}

}  // namespace

std::optional<Problem> wrong_row_of_decks(const Game& game, int decks, const RowSizes& sizes, const std::uint8_t* hands,
                                          const std::uint8_t* boards, std::size_t index) {
    auto problem = wrong_deal_of_decks(game, decks, deal_at(sizes, hands, boards, index));
    if (problem) problem->sentence = joined({"row ", index + 1, ": ", problem->sentence});
    return problem;
}

std::ptrdiff_t decide_rows_of_decks(const Game& game, int decks, const RowSizes& sizes, const std::uint8_t* hands,
                                    const std::uint8_t* boards, std::uint16_t* chips, std::size_t workers,
                                    const Stop& stop) {
    std::atomic<std::size_t> bad{sizes.count}, next{0};
    run_workers(std::max<std::size_t>(workers, 1), stop.of(sizes.count), [&](std::size_t, Pulse& pulse) {
        for (std::size_t first; (first = next.fetch_add(DEALS_OF_WORKER)) < sizes.count && !pulse.stopped();) {
            const std::size_t end = std::min(first + DEALS_OF_WORKER, sizes.count);
            for (std::size_t i = first; i < end; ++i) {
                const DeckDeal deal = deal_at(sizes, hands, boards, i);
                if (wrong_deal_of_decks(game, decks, deal)) {
                    lower_to(bad, i);
                    break;
                }
                const unsigned high = winners_under(game, *game.ranking, deal, stop);
                const unsigned low = game.low == nullptr ? 0 : winners_under(game, *game.low, deal, stop);
                share_chips(high, low, sizes.players, chips + i * sizes.players);
            }
            pulse.beat((end - first) * sizes.players * LOOKUPS_OF_HAND, end - first);
        }
    });
    return bad == sizes.count ? -1 : static_cast<std::ptrdiff_t>(bad.load());
}

}  // namespace facevalue::poker
