// Explainer: the value, the minimal expression and the message of a verdict.
//
// Made when somebody reads the message, because it takes longer than judging: an answer is read again, and all values
// are exact. One per thread: it keeps its scratch memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "numbers/answers/judge/judge.hpp"
#include "numbers/exact/big.hpp"

namespace facevalue::numbers {

struct Explanation {
    std::optional<BigFraction> value{};  // in lowest terms; nothing for a division by zero or an unreadable answer
    std::string expression{};            // empty for an unreadable answer
    std::string message{};
};

class Explainer {
  public:
    // `relaxed` is the syntax that the message recommends if it reads the answer and the given one does not.
    Explainer(const Syntax& syntax, const Syntax& relaxed, const Rules& rules)
        : reader_(syntax), relaxed_(relaxed), rules_(rules) {}

    // The judgement is of this answer, so its position is a byte of it. For an answer found in a completion, `place` is
    // the position in the completion, in characters.
    Explanation explain(std::string_view answer, const PreparedPuzzle& puzzle, const Judgement& judgement,
                        std::optional<std::size_t> place);

  private:
    std::string unreadable(std::string_view answer, const PreparedPuzzle& puzzle, const Reading& reading,
                           const Judgement& judgement, std::string_view where);

    Reader reader_;
    const Syntax& relaxed_;
    Rules rules_;
};

}  // namespace facevalue::numbers
