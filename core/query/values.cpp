#include "query/values.hpp"

#include <string>

namespace facevalue::query {

using numbers::BigFraction;
using numbers::BigInt;

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
