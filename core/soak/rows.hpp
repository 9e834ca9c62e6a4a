// Rows: the syntaxes and rules under test, in a file that tools/soak.py writes.
//
// One row per line, with fields separated by tabs:
//   syntax NAME OPTIONS          options as 0 or 1, in the order of SyntaxOptions
//   spelling HEX PIECE VALUE     of the syntax before it; the spelling in hexadecimal bytes
//   rules NAME OPERATORS USE ORDER GROUPING VALUES
#pragma once

#include <deque>
#include <string>

#include "numbers/answers/read/syntax.hpp"
#include "soak/answer_maker.hpp"

namespace facevalue::soak {

struct SyntaxUnderTest {
    std::string name;
    SyntaxOptions options;
    numbers::Syntax syntax;
};
struct RulesUnderTest {
    std::string name;
    Rules rules;
};
struct Rows {
    std::deque<SyntaxUnderTest> syntaxes;
    std::deque<RulesUnderTest> rules;
};

// Throws std::runtime_error with the line that cannot be read.
Rows read_rows(const std::string& path);

// A syntax and rules by their places in the rows, and how their answers are extracted.
struct DrawnSetting {
    std::size_t syntax, rules;
    Setting setting;
};
DrawnSetting draw_setting(const Rows& rows, Chance& chance);

}  // namespace facevalue::soak
