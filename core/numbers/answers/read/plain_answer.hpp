// PlainAnswer: the value of an answer, and the answer with as few brackets as possible, for messages about millions of
// rows.
//
// Only for answers without signs or a claim, and with values of 64 bits; the caller explains all others.
#pragma once

#include <optional>
#include <string>

#include "numbers/answers/read/reader.hpp"
#include "numbers/exact/ratio.hpp"

namespace facevalue::numbers {

struct PlainAnswer {
    Number value;
    std::string text;
};
std::optional<PlainAnswer> plain_answer(const Reading& reading);

}  // namespace facevalue::numbers
