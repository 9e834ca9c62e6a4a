// Pay tables as callers give them: the names of machines and hands in any spelling, and payouts as exact numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "numbers/exact/big.hpp"
#include "poker/video_poker/pay_tables.hpp"
#include "text/argument.hpp"
#include "text/problem.hpp"

namespace facevalue::poker {

// What a hand pays, as it is given.
struct GivenPay {
    Argument hand{};
    std::optional<numbers::BigFraction> payout{};  // nothing if it is not a number
    Argument shown{};                              // how messages show the payout
};

// Payouts in parts of a coin, as few as possible.
struct Pays {
    Payouts payouts{};
    std::int32_t parts = 1;
};

// The payouts by the names of hands; `given` is all of them, for messages.
Expected<Pays> read_pays(const Argument& given, const std::vector<GivenPay>& pays);
// The same of an object, or of a string: JSON, or a list such as "royal-flush=800, flush=6", whose items may also be on
// several lines, with comments after #.
Expected<Pays> read_pays(const Argument& given);

// The row with a name such as "deuces-wild", "Deuces Wild", "9/6" or "Jacks or Better 9/6".
Expected<const PayTable*> pay_table_named(const Argument& given);
// What is before the name of a pay table with other payouts.
inline constexpr std::string_view CUSTOM = "custom ";
// Why the deck of a pay table has no hand that pays; nothing if it has all of them.
std::optional<Problem> impossible_pays(const PayTable& table);
// The row of that name, or a table from its fields; with `pays`, the payouts of the deck of this table.
Expected<PayTable> read_pay_table(const Argument& given, const Argument& pays = {});

}  // namespace facevalue::poker
