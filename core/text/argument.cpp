#include "text/argument.hpp"

namespace facevalue {

namespace {

std::string shown(const Argument& given, bool is_inside) {
    switch (given.kind) {
        case Argument::Kind::Nothing:
            return "None";
        case Argument::Kind::Flag:
            return given.flag ? "True" : "False";
        case Argument::Kind::Text:
            return is_inside ? represented(given.text) : quoted(std::string_view(given.text));
        case Argument::Kind::Whole:
        case Argument::Kind::Exact:
        case Argument::Kind::Other:
            return given.text;
        case Argument::Kind::List:
        case Argument::Kind::Object:
            break;
    }
    const bool is_list = given.kind == Argument::Kind::List;
    if (!given.text.empty()) return given.text;
    if (is_inside) return is_list ? "[...]" : "{...}";
    std::string out(1, is_list ? '[' : '{');
    for (std::size_t i = 0; i < given.items.size() && out.size() <= 4 * SHOWN_CHARACTERS; ++i) {
        if (i > 0) out += ", ";
        if (!is_list) out += represented(given.names[i]) + ": ";
        out += shown(given.items[i], true);
    }
    return out + (is_list ? ']' : '}');
}

}  // namespace

std::string quoted(const Argument& given) {
    return given.is_text() ? shown(given, false) : shortened(shown(given, false));
}

}  // namespace facevalue
