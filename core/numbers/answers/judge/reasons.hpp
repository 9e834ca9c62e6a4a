// The reasons for a judgement, in the order of Python's `Reason`; a test compares the two.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace facevalue::numbers {

enum class Reason : std::uint8_t {
    Correct,
    NoAnswer,
    Malformed,
    UnknownSymbol,
    ForbiddenOperator,
    WrongNumbers,
    DivisionByZero,
    ForbiddenValue,
    WrongValue,
    FalseClaim,
    TooLong,
    Unreadable,     // a step that cannot be read; only the step reader of Python says so
    TooWide,        // judge it with wider numbers; never returned by Judge
    TooManyJoined,  // more numbers than can be judged where any may be joined: a LimitError
};

inline constexpr std::array<std::string_view, 12> REASONS{
    "correct",          "no_answer",       "malformed",   "unknown_symbol", "forbidden_operator", "wrong_numbers",
    "division_by_zero", "forbidden_value", "wrong_value", "false_claim",    "too_long",           "unreadable",
};

inline constexpr std::size_t NOWHERE = ~std::size_t{0};

struct Judgement {
    Reason reason;
    std::size_t position = NOWHERE;  // a byte of the text
};

}  // namespace facevalue::numbers
