// Equities of players who were read: all deals are counted where that is quick, and otherwise some are sampled. Also by
// the next card, and of each hand of a range.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "poker/games/game.hpp"
#include "poker/pot/count.hpp"
#include "poker/pot/plan.hpp"
#include "poker/pot/players.hpp"
#include "text/cost.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

// How fast an interface counts.
struct Counting {
    double slowness = 1;         // how many times as long as plan.hpp estimates
    double limit = USUAL_LIMIT;  // seconds of a call without the argument `limit`
    // The table of match-ups for a deal that has them, if it is quicker with it; no function without a table, where few
    // pairs of hands are compared.
    std::function<MatchupLookup(const PotDeal&)> matchups{};

    MatchupLookup matchups_for(const PotDeal& deal) const {
        return deal.has_matchups() && matchups ? matchups(deal) : MatchupLookup();
    }
};

// All deals are counted if `exact` is true, or if it is nothing, there is no number of samples, and counting takes at
// most `limit` seconds. Otherwise so many deals are sampled, or USUAL_SAMPLES.
struct EquityOptions {
    std::optional<bool> exact{};
    std::optional<std::uint64_t> samples{};
    std::uint64_t seed = 0;
    std::size_t workers = 1;
    double limit = USUAL_LIMIT;
};

// `exact` is true, false or nothing, and `samples` is 1 to MOST_SAMPLES or nothing; not both true and a number.
Expected<EquityOptions> read_exactness(const Argument& exact, const Argument& samples);

// Why so many samples would take too long.
std::optional<Problem> too_many_samples(const GameCards& game, std::size_t players, const EquityOptions& options,
                                        const Counting& counting);

// Refuses what `seat` refuses.
Expected<PotDeal> seat_players(const Game& game, Cards board, Cards dead, const std::vector<Player>& players,
                               bool may_share = false);

// The deals that were counted, or sampled with a seed.
struct Equity {
    PotSums sums;
    std::optional<std::uint64_t> seed{};
};

// An error if no deal is possible or found, or if counting them takes too long where it must be done, or sampling them
// where there are wild cards. After a stop the result is invalid.
Expected<Equity> equity_of(const GameCards& game, const PotDeal& deal, const std::vector<Player>& players,
                           const EquityOptions& options, const Counting& counting, const Stop& stop);

struct NextEquity {
    Cards card;
    Equity equity;
};

// Of each card that may come next and with which a deal is possible, the highest first; the usual limit is for all
// cards together. An error if no deal is possible at all. The board is not full. After a stop the result is invalid.
Expected<std::vector<NextEquity>> equities_by_next_card(const Game& game, const PotDeal& deal,
                                                        const std::vector<Player>& players, std::uint64_t seed,
                                                        const Counting& counting, const Stop& stop);

struct HandEquity {
    Cards hand;
    numbers::BigFraction equity;
};

// Of each hand of the first of two players of hold'em that meets a hand of the second; an error if that takes more than
// `limit` seconds. After a stop the result is invalid.
Expected<std::vector<HandEquity>> equities_of_hands(const PotDeal& deal, std::size_t workers, double limit,
                                                    const Counting& counting, const Stop& stop);

}  // namespace facevalue::poker
