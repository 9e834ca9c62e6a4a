// Many deals at once for JavaScript: arguments as for a query, and rows of ids as bytes.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "poker/deal/row_checks.hpp"
#include "query/poker/poker_queries.hpp"

namespace facevalue::query {

struct SeededDeals {
    poker::DealPlan plan;
    std::uint64_t seed;
};
// From `count`, `players`, `game`, `decks`, `board`, `dead`, `seed` and `limit`.
Expected<SeededDeals> plan_deals(PokerTables& tables, const Argument& arguments, const QueryOptions& options);

// The chips that each player wins in each deal. `players`, `game` and `decks`, and `board` if all deals share one;
// otherwise the boards follow the hands, which have `hands` bytes.
Expected<std::vector<std::uint16_t>> showdown_batch(PokerTables& tables, const Argument& arguments,
                                                    std::string_view rows, const QueryOptions& options);

}  // namespace facevalue::query
