// Push or fold heads-up: strategies that no opponent can exploit, with the exact proof.
//
// The small blind, half a big blind, is on the button and either goes all-in or folds; the big blind calls or folds.
// The solver is CFR+ (Tammelin, "Solving large imperfect information games using CFR+", 2014) with averages weighted by
// the square of the iteration, in floats, over the 169 starting hands. From time to time the hands that both players
// seem to mix are made indifferent, by two systems of linear equations. The strategies are then rounded to millionths,
// and what the best responses to them would win is computed in integers: the result does not depend on the floats.
//
// Usually 1 to 50 ms, and at most 0.3 s for the stacks in tests. The first call for a deck computes what all pairs of
// starting hands win (all_in.hpp), which is kept; for that it needs the match-ups of two hands, which take about two
// seconds. Threads may share it. A short version in Python of the proof, with the same result:
// tests/poker/tournaments/push_fold.py.
#pragma once

#include <functional>
#include <optional>

#include "numbers/exact/big.hpp"
#include "poker/equity/matchup_table.hpp"
#include "poker/evaluate/game_cards.hpp"
#include "poker/holdem/hand_weights.hpp"
#include "text/problem.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

inline constexpr int LARGEST_STACK = 100;  // big blinds; with more, nobody plays push or fold

// The stakes of a game of push or fold, in big blinds: the smaller stack before blinds and antes, and the ante of each
// player.
struct Stakes {
    numbers::BigFraction stack, ante;
};

// Why a game has no push or fold.
std::optional<Problem> no_push_fold(const GameCards& game, const Ranking* low);
// Why nobody plays push or fold with such a stack.
std::optional<Problem> wrong_stack(const Stakes& stakes);

struct PushFold {
    HandWeights push, call;  // the weight of a hand is how often it goes all-in or calls
    // Of all hands of the deck.
    numbers::BigFraction push_share, call_share;
    // What the small blind wins, and what the best responses of both players together could win, at most 0.000001: big
    // blinds per hand.
    numbers::BigFraction expectation, exploitability;
};

// Returns the table of match-ups of the whole deck.
using FindMatchups = std::function<const MatchupTable*()>;

// For a game and stakes without a problem. Without `find`, which is called at most once, it computes the match-ups.
// Nothing if stopped.
std::optional<PushFold> push_fold(const Ranking& ranking, const Stakes& stakes, const FindMatchups& find,
                                  const Stop& stop);

}  // namespace facevalue::poker
