// Notation: writes expressions with a frame for each operation, as a row of Python's NOTATIONS describes; and reads
// them with a Reader.
//
// Linear in the terms, without recursion. Tests read every expression back.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "numbers/answers/judge/exact_answer.hpp"
#include "numbers/answers/read/syntax.hpp"
#include "text/problem.hpp"

namespace facevalue::numbers {

// Templates have $left, $right and $operator in their places.
struct NotationRow {
    std::string name;
    std::array<std::string, OPERATIONS.size()> operators{};
    std::string frame, division;  // the second only if it differs
    NumberForm form{};
    bool is_plain_bare = false;  // whole numbers from 0 on are written without the form
    std::string opening, closing;
    bool has_precedence = true, brackets_all = false;
    std::array<std::string, FUNCTIONS.size()> functions{};  // empty for those that it does not have
};

class Notation {
  public:
    explicit Notation(NotationRow row);

    // A RuleError if it does not have a function.
    Expected<std::string> write(ExactTerms terms) const;

  private:
    // The strings around the operands, how tightly the whole binds, and what an operand without brackets binds at
    // least.
    struct Template {
        std::string before, between, after;
        int binds = 0, left = 0, right = 0;
    };
    static Template operation(std::string frame, std::string_view symbol, int binding, bool brackets_all);
    static Template function(std::string_view frame, Function function);
    const Template& template_of(const ExactTerm& term) const;
    std::string number(const BigFraction& value) const;

    NotationRow row_;
    std::array<Template, OPERATIONS.size()> operations_;
    std::array<Template, FUNCTIONS.size()> functions_;
};

// Why an expression with functions cannot be written in a notation.
Problem has_no_functions(const std::string& notation);

// The error about what was expected at a position, which is in characters.
Problem expected_at(std::string_view what, std::string_view text, std::size_t position);

// Reads an expression; numbers need forms such as {-5} only where the syntax says so.
Expected<std::vector<ExactTerm>> read_expression(std::string_view text, const Syntax& syntax, bool forms = false);

// Reads an expression that infix_of has written.
std::vector<ExactTerm> read_infix(std::string_view text);

}  // namespace facevalue::numbers
