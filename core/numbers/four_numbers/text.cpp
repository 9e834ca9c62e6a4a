#include "numbers/four_numbers/text.hpp"

#include <algorithm>
#include <utility>

#include "numbers/exact/text.hpp"
#include "numbers/four_numbers/scan.hpp"

namespace facevalue::numbers {

struct TreeWriter::Part {
    bool inverse;
    Text text;
    std::int64_t number;  // if it is one
};

TreeWriter::TreeWriter(const std::array<std::int64_t, 4>& numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) nodes_[i] = {TIGHTEST, Fraction(numbers[i], 1)};
}

std::string TreeWriter::text(std::size_t index) {
    next_ = 4;
    const auto leaf = [](std::size_t place) { return static_cast<NodeId>(place); };
    const auto apply = [this](Op op, NodeId a, NodeId b) { return std::optional(made(op, a, b)); };
    return text_of(nodes_[*TreeBuilder(leaf, apply).tree(index)]);
}

TreeWriter::NodeId TreeWriter::made(Op op, NodeId a, NodeId b) {
    const int family = row(op).family;
    Node whole{family, *apply(op, nodes_[a].value, nodes_[b].value)};
    const auto inverse = [&](NodeId part) { return family == 0 && nodes_[part].value.sign() < 0; };
    add_parts(whole, a, inverse(a));
    add_parts(whole, b, inverse(b) != row(op).inverse);
    if (family == 0 && whole.value.sign() < 0)
        for (Link& part : whole.parts) part.inverse = !part.inverse;
    nodes_[next_] = whole;
    return next_++;
}

void TreeWriter::add_parts(Node& whole, NodeId part, bool inverse) const {
    const Node& node = nodes_[part];
    if (node.binding != whole.binding) {
        whole.parts[whole.count++] = {part, inverse};
        return;
    }
    for (std::size_t i = 0; i < node.count; ++i)
        whole.parts[whole.count++] = {node.parts[i].node, node.parts[i].inverse != inverse};
}

std::string TreeWriter::text_of(const Node& node) const {
    if (node.binding == TIGHTEST) return std::to_string(node.value.numerator());
    std::array<Part, 4> parts;
    auto end = parts.begin();
    for (std::size_t i = 0; i < node.count; ++i) {
        const Node& part = nodes_[node.parts[i].node];
        *end = {node.parts[i].inverse, {text_of(part), part.binding}, part.value.numerator()};
        std::rotate(std::upper_bound(parts.begin(), end, *end, before), end, end + 1);
        ++end;
    }
    const Op direct = node.binding == 0 ? Op::Add : Op::Multiply;
    std::string text;
    for (std::size_t i = 0; i < node.count; ++i) {
        if (i > 0) text += row(parts[i].inverse ? opposite(direct) : direct).symbol;
        append(text, parts[i].text, parts[i].text.binding < node.binding);
    }
    return text;
}

// As in printer.hpp: compound parts, the longest first, then numbers in ascending order.
bool TreeWriter::before(const Part& a, const Part& b) {
    if (a.inverse != b.inverse) return b.inverse;
    const bool leaf_a = a.text.binding == TIGHTEST, leaf_b = b.text.binding == TIGHTEST;
    if (leaf_a != leaf_b) return leaf_b;
    if (leaf_a) return a.number < b.number;
    const std::string &x = a.text.text, &y = b.text.text;
    return x.size() != y.size() ? x.size() > y.size() : x < y;
}

}  // namespace facevalue::numbers
