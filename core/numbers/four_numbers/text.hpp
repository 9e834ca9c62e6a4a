// TreeWriter: writes a tree of four positive numbers as Printer (printer.hpp) writes its canonical form, without making
// the form, which takes ten times as long.
//
// With positive numbers and no result 0, every part is written with the sign that makes it positive. So a part is known
// by its size here, and the values show whether it is added or subtracted. Sums contain no sums and products no
// products, as in a form. One thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "numbers/exact/operations.hpp"
#include "numbers/exact/ratio.hpp"

namespace facevalue::numbers {

class TreeWriter {
  public:
    explicit TreeWriter(const std::array<std::int64_t, 4>& numbers);

    // The text of a tree (scan.hpp) without a result 0 and without a division by 0.
    std::string text(std::size_t index);

  private:
    using NodeId = std::uint8_t;
    struct Link {
        NodeId node;
        bool inverse;  // subtracted or divides
    };
    struct Node {
        int binding;  // as in Text
        Fraction value;
        std::size_t count = 0;
        std::array<Link, 4> parts{};
    };
    struct Part;

    NodeId made(Op op, NodeId a, NodeId b);
    void add_parts(Node& whole, NodeId part, bool inverse) const;
    std::string text_of(const Node& node) const;
    static bool before(const Part& a, const Part& b);

    std::array<Node, 7> nodes_;  // the numbers, then the results of steps
    NodeId next_ = 4;
};

}  // namespace facevalue::numbers
