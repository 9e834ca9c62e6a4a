// Push or fold: what two players do before the flop who either go all-in or fold.
//
// The small blind is on the button and acts first; the big blind calls or folds. The result is an exact equilibrium
// wherever one is proved (equilibrium.hpp), which is always so unless other players at the table share the payouts; it
// is then usually so, and otherwise an approximation, whose exploitability is computed exactly.
//
// 0.1 s or less, and at most 2 s without a proof. The first call for a deck computes what all pairs of starting hands
// win (all_in.hpp), which is kept; for that it needs the match-ups of two hands, which take about two seconds. Threads
// may share it. A short version in Python of the proof, with the same result: tests/poker/tournaments/push_fold.py.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "numbers/exact/big.hpp"
#include "poker/evaluate/game_cards.hpp"
#include "poker/holdem/hand_weights.hpp"
#include "poker/push_fold/all_in.hpp"
#include "text/problem.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

inline constexpr int LARGEST_STACK = 100;  // big blinds; with more, nobody plays push or fold

inline constexpr std::size_t MOST_SEATS = 10;  // at the table

// The stakes of a game of push or fold, in any unit.
struct Stakes {
    // Before blinds and antes: of the small blind, of the big blind, and of the players who have folded, who only
    // matter with payouts. If there is one, both players have it.
    std::vector<numbers::BigFraction> stacks;
    numbers::BigFraction ante{0, 1};                    // of each player at the table
    std::optional<numbers::BigFraction> small_blind{};  // half the big blind if it is not given
    numbers::BigFraction big_blind{1, 1};
    std::vector<numbers::BigFraction> payouts{};  // the first place's first; none: players win chips

    // The smaller stack of the two players.
    const numbers::BigFraction& stack() const;
    // Of all players at the table.
    std::vector<numbers::BigFraction> all_stacks() const;
    numbers::BigFraction small() const;
};

// Why a game has no push or fold.
std::optional<Problem> no_push_fold(const GameCards& game, const Ranking* low);
// Why nobody plays push or fold with such stakes.
std::optional<Problem> wrong_stakes(const Stakes& stakes);

// The hands with which a player acts.
struct ActingHands {
    HandWeights hands;  // weights are probabilities, rounded to millionths for mixed hands
    // The starting hands (by their places in the grid) that are played both ways, the best first, and how often they
    // act, exactly.
    std::vector<std::pair<std::size_t, numbers::BigFraction>> mixed;
    numbers::BigFraction share;  // of all hands of the deck, exactly
};

struct PushFold {
    ActingHands push, call;
    // What each player wins per hand, and what the best responses of both players together could win: in big blinds, or
    // with payouts in their unit, compared with the worth of the stacks before the hand.
    numbers::BigFraction expectation, big_blind_expectation, exploitability;

    // Is it an equilibrium, so that no player can win more?
    bool is_proved() const { return exploitability.sign() == 0; }
};

// For a game and stakes without a problem. Without `find`, which is called at most once, it computes the match-ups.
// Nothing if stopped.
std::optional<PushFold> push_fold(const Ranking& ranking, const Stakes& stakes, const FindMatchups& find,
                                  const Stop& stop);

}  // namespace facevalue::poker
