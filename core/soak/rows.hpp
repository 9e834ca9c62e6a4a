// Rows: the syntaxes and games under test, as Python writes them down for this program (tools/soak.py).
//
// One row a line, its fields parted by tabs:
//   syntax NAME OPTIONS          options as 0 or 1, in the order of SyntaxOptions
//   spelling HEX PIECE VALUE     of the syntax before it; the text in hexadecimal bytes
//   rules NAME OPERATORS USE ORDER GROUPING VALUES
#pragma once

#include <deque>
#include <string>

#include "numbers/answers/read/syntax.hpp"
#include "soak/answer_text.hpp"

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

}  // namespace facevalue::soak
