// Argument: a value that a caller gives, before anything is known about it: from Python, JSON or a spelling.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/quoted.hpp"

namespace facevalue {

struct Argument {
    enum class Kind : std::uint8_t { Nothing, Flag, Whole, Text, List, Object, Exact, Other };

    Kind kind = Kind::Nothing;
    bool flag = false;
    std::string text{};                // of a string; the digits of a whole number; how messages show another value
    std::vector<Argument> items{};     // of a list, or the values of an object; the fraction of an exact number
    std::vector<std::string> names{};  // of these values

    static Argument of(bool flag) { return {Kind::Flag, flag}; }
    static Argument of(std::int64_t whole) { return {Kind::Whole, false, std::to_string(whole)}; }
    static Argument of(std::string_view text) { return {Kind::Text, false, std::string(text)}; }
    static Argument of(const char* text) { return of(std::string_view(text)); }
    static Argument whole(std::string digits) { return {Kind::Whole, false, std::move(digits)}; }
    // A number that has no JSON, as a fraction and as messages show it; the fraction is empty if it has too many
    // digits.
    static Argument number(std::string exact, std::string shown) {
        return {Kind::Exact, false, std::move(shown), {whole(std::move(exact))}};
    }
    // Of another kind, as messages show it.
    static Argument other(std::string shown) { return {Kind::Other, false, std::move(shown)}; }

    bool is_nothing() const { return kind == Kind::Nothing; }
    bool is_text() const { return kind == Kind::Text; }
    // The value of that name in an object; nullptr without one.
    const Argument* find(std::string_view name) const {
        for (std::size_t i = 0; i < names.size(); ++i)
            if (names[i] == name) return &items[i];
        return nullptr;
    }
};

// How messages show a value: on one line, strings in quotes, long ones cut; None, True and False as in Python. What is
// in a list in a list is left out.
std::string quoted(const Argument& given);

}  // namespace facevalue
