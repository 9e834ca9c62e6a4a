// Pay tables of video poker: what each hand pays, and the sums over all draws that follow from it.
//
// The rows have the names and payouts under which players know the machines; wizardofodds.com lists the same tables
// with their returns. Payouts are per coin with five coins bet, so a royal flush pays 800.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "numbers/exact/big.hpp"
#include "poker/video_poker/draw_sums.hpp"
#include "text/options.hpp"

namespace facevalue::poker {

// The hands that a pay table may name.
WordList paying_hands();

// The payouts of paying hands, by their places, in parts of a coin; each is at most LARGEST_PAYOUT. A hand that fits
// several names gets the largest one.
using Payouts = std::vector<std::pair<std::size_t, std::int32_t>>;

struct PayTable {
    std::string name;
    Payouts pays;
    bool is_deuces_wild = false;
    int jokers = 0;          // wild cards of the deck
    std::int32_t parts = 1;  // so many are a coin: 2 if half coins are paid

    int deck() const;
    numbers::BigFraction coins(std::int32_t payout) const { return numbers::reduced({payout, parts}); }
    bool operator==(const PayTable&) const = default;
};

const std::vector<PayTable>& pay_tables();

// The payout of each hand of five in the order of DrawSums, about 20 ms.
std::vector<std::int32_t> payouts_of(const PayTable& table);
// The sums of a table, whatever its name. Keeps the sums of the last few tables. A null pointer if stopped. Threads may
// call it at once.
std::shared_ptr<const DrawSums> sums_of(const PayTable& table, const Stop& stop);

}  // namespace facevalue::poker
