// How people write numbers: "24", "{-5}", "3/4", "2.5", "KS", also with look-alikes such as full-width digits;
// several in a string, with spaces or commas between them, in brackets or not; and digits written together, as "1199".
// Also the sentences about everything that is not a number, which Python and JavaScript share.
//
// Linear in the string, and quadratic in the digits of one number, which are at most 4300. Functions without state, so
// any thread may call them. All strings are UTF-8; positions count characters.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "numbers/exact/big.hpp"
#include "numbers/exact/rules.hpp"
#include "text/problem.hpp"
#include "work/pulse.hpp"

namespace facevalue::numbers {

// Only these are spaces: a no-break space or a line separator in an answer may hide something.
inline constexpr std::string_view NUMBER_BLANKS = " \t\r\n";

struct NumberOptions {
    bool any_size = false;   // may the parts have 4300 digits? Otherwise they are at most 2^63 - 1
    int ace = 1;             // what an ace counts as
    int faces = 0;           // what a jack, a queen and a king each count as; 0 for 11, 12 and 13
    std::size_t digits = 0;  // so many digits may be written together, if there are several
};

// The string with characters of ASCII instead of those that look the same: full-width ones, signs, commas and spaces.
std::string to_ascii(std::string_view text);

// The string without characters at its ends.
std::string_view trimmed_text(std::string_view text, std::string_view ends = NUMBER_BLANKS);

// A value is in lowest terms if its parts fit 64 bits.
Expected<BigFraction> read_number(std::string_view text, const NumberOptions& options);
Expected<std::vector<BigFraction>> read_numbers(std::string_view text, const NumberOptions& options,
                                                const Stop& stop = {});

// The error about a part of a string as an error about the whole string; the same error if its part is not in it.
Problem in_whole(const Problem& problem, std::string_view whole);

// What is wrong with a value that is not in a string.
enum class NumberFault : std::uint8_t {
    Missing,
    NotNumbers,
    NotNumber,
    NotFinite,
    Inexact,
    NoNumbers,
    TooMany,
    TooLarge,
    TooManyDigits
};
inline constexpr Words<NumberFault, 9> NUMBER_FAULTS{{{"missing", NumberFault::Missing},
                                                      {"not numbers", NumberFault::NotNumbers},
                                                      {"not a number", NumberFault::NotNumber},
                                                      {"not finite", NumberFault::NotFinite},
                                                      {"inexact", NumberFault::Inexact},
                                                      {"no numbers", NumberFault::NoNumbers},
                                                      {"too many", NumberFault::TooMany},
                                                      {"too large", NumberFault::TooLarge},
                                                      {"too many digits", NumberFault::TooManyDigits}}};
// The value is as messages show it; `printed` is an inexact float as Python or JavaScript prints it.
Problem number_problem(NumberFault fault, std::string_view shown, std::string_view printed = {});

}  // namespace facevalue::numbers
