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

#include "poker/video_poker/draw_sums.hpp"
#include "text/argument.hpp"
#include "text/options.hpp"
#include "text/problem.hpp"

namespace facevalue::poker {

// The hands that a pay table may name.
WordList paying_hands();

// The payouts of paying hands, by their places; each is at most LARGEST_PAYOUT. A hand that fits several names gets the
// largest one.
using Payouts = std::vector<std::pair<std::size_t, std::int32_t>>;

struct PayTable {
    std::string name;
    Payouts pays;
    bool is_deuces_wild = false;
    int jokers = 0;  // wild cards of the deck

    int deck() const;
    bool operator==(const PayTable&) const = default;
};

const std::vector<PayTable>& pay_tables();

// The payouts by the names of hands; `given` is all of them, for messages. Of a hand that is named twice, the last one.
Expected<Payouts> read_pays(const Argument& given, const std::vector<std::pair<Argument, Argument>>& pays);
// The name of a row, or an object with the fields of a table.
Expected<PayTable> read_pay_table(const Argument& given);

// The payout of each hand of five in the order of DrawSums, about 20 ms.
std::vector<std::int32_t> payouts_of(const PayTable& table);
// The sums of a table, whatever its name. Keeps the sums of the last few tables. A null pointer if stopped. Threads may
// call it at once.
std::shared_ptr<const DrawSums> sums_of(const PayTable& table, const Stop& stop);

}  // namespace facevalue::poker
