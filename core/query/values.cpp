#include "query/values.hpp"

#include <charconv>
#include <limits>
#include <string>

#include "text/joined.hpp"
#include "text/options.hpp"

namespace facevalue::query {

using numbers::BigFraction;
using numbers::BigInt;

Expected<double> read_limit(const Argument& arguments, double usual) {
    const Argument* const given = arguments.find("limit");
    if (given == nullptr) return usual;
    if (given->is_nothing()) return std::numeric_limits<double>::infinity();
    if (given->kind == Argument::Kind::Whole || given->kind == Argument::Kind::Other)
        if (const auto limit = read_decimal(given->text)) return *limit;
    return rule_problem(joined({"limit must be a finite number, not ", quoted(*given)}));
}

Expected<std::uint64_t> read_seed(const Argument& given) {
    std::uint64_t seed = 0;
    const char *const start = given.text.data(), *const end = start + given.text.size();
    const auto [last, error] = std::from_chars(start, end, seed);
    if (given.kind == Argument::Kind::Whole && error == std::errc() && last == end) return seed;
    return wrong_whole_number("seed", given, "0", std::to_string(std::numeric_limits<std::uint64_t>::max()));
}

void write(JsonWriter& json, const BigFraction& value) {
    const std::string text = value_text(value);
    const bool is_whole = value.denominator() == BigInt(1) && text.find(' ') == std::string::npos;
    is_whole ? json.whole(text) : json.value(text);
}

void write(JsonWriter& json, const std::vector<BigFraction>& values) {
    json.begin_list();
    for (const BigFraction& value : values) write(json, value);
    json.end_list();
}

}  // namespace facevalue::query
