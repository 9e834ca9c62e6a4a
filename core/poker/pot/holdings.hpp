// Holdings: the hands that players can still have, with weights as whole numbers of any size; and which deals are
// refused.
//
// The weights of a range are fractions, of which the least common denominator may have thousands of digits. A hand
// takes 12 bytes, and each different weight its digits. Threads may share a deal.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "numbers/exact/big.hpp"
#include "poker/deal/dealer.hpp"
#include "poker/evaluate/game_cards.hpp"
#include "poker/notation/weight.hpp"
#include "poker/scoring/scoring.hpp"
#include "text/problem.hpp"

namespace facevalue::poker {

using numbers::BigInt;
using numbers::shifted;

// A number that may be above 2^63.
BigInt big(std::uint64_t number);

// All hands have one size, which may be smaller than the final hand: the range of all hands is one hand of no cards.
struct Holding {
    std::vector<Cards> hands;
    std::vector<std::uint32_t> places;  // of their weights
    std::vector<BigInt> weights;        // the different ones

    static Holding of_hand(Cards hand) { return {{hand}, {0}, {1}}; }
    const BigInt& weight(std::size_t hand) const { return weights[places[hand]]; }
    BigInt sum() const;
    BigInt largest() const;
    // Without the hands that have one of the cards, and the weights that no hand has any more.
    void drop(Cards gone);
};

// Weights over their least common denominator.
std::vector<BigInt> whole_weights(std::span<const Weight> weights);

// A player before the deal is checked; messages quote `shown`, which is only made for them.
struct SeatedPlayer {
    std::function<std::string()> shown;
    Holding holding;
};

// The cards of a game, and what is known of them. `gone` are those that cannot come: dead ones, and those missing from
// the deck.
struct PotDeal {
    DealRules rules;
    Cards board, gone;
    std::vector<Holding> players;

    // Are cards dealt like hold'em, and does the ranking have a table?
    bool is_holdem() const;
    // Two players of hold'em without a board and dead cards, who can be looked up in a table of match-ups?
    bool has_matchups() const { return players.size() == 2 && is_holdem() && (board | gone) == 0; }
    // Are all hands complete?
    bool are_whole() const;
    // Has each player one hand?
    bool are_single() const;
    // How many different hands the players have, and how many boards there are if no hand is known.
    std::size_t count_hands() const;
    std::uint64_t count_boards() const;
    // How many combinations of hands there are, also of those that share a card.
    BigInt combinations() const;
};

bool is_holdem(const DealRules& rules);

// Refuses a card in two places, a board or a hand that the game does not have, and a player without a possible hand.
// Two known hands may share a card only if it is to be seen that they never meet.
Expected<PotDeal> seat(const GameCards& game, const Ranking* low, Cards board, Cards dead,
                       std::vector<SeatedPlayer> players, bool may_share = false);

// Why there is no result with a deal: two names share their cards, or a million tries found no deal.
Problem no_deal(const PotDeal& deal, bool is_sampled, std::span<const std::string> names);

// An equity is of 2 to 10 players.
std::optional<Problem> wrong_players(std::size_t count);

// A game without a board, or with a full one, has no next card.
std::optional<Problem> no_next_card(const GameCards& game, int board);

// Only hold'em and short deck have the equity of each hand of a range.
std::optional<Problem> no_range_equities(const GameCards& game, const Ranking* low);

}  // namespace facevalue::poker
