// Joins strings and whole numbers to a sentence: a third of the code of `+` and `std::to_string`, which count in
// WebAssembly.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace facevalue {

struct Part {
    Part(std::string_view text)
        : text(text.empty() ? "" : text.data()), number(static_cast<std::int64_t>(text.size())) {}
    Part(const char* text) : Part(std::string_view(text)) {}
    Part(const std::string& text) : Part(std::string_view(text)) {}
    Part(std::integral auto number) : number(static_cast<std::int64_t>(number)) {}

    const char* text = nullptr;  // nullptr for a number
    std::int64_t number;         // or the size of the text
};

std::string joined(std::initializer_list<Part> parts);

}  // namespace facevalue
