// Problem: why the core refuses an input, as a value. Python and JavaScript raise the error of its class.
//
// An Expected is a result or a problem; readers return it, because WebAssembly has no exceptions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace facevalue {

// The classes of errors that an input can cause, as they are named in Python and JavaScript.
enum class ErrorClass : std::uint8_t { Notation, Range, Rule, Card, Limit };
inline constexpr const char* ERROR_CLASSES[] = {"NotationError", "RangeError", "RuleError", "CardError", "LimitError"};

struct Problem {
    ErrorClass error;
    std::string sentence;      // what is wrong, without the text
    std::string text;          // the string that was given, as it is: NotationError and RangeError quote it
    std::size_t position = 0;  // in it, in characters from 0
    std::uint64_t limit = 0;   // the bound that is exceeded, of a LimitError
    // So many lines at the start of the text are the part of all others that a NotationError quotes.
    std::size_t part_lines = 0;
    // Of a LimitError: what to do about it, and the argument that allows any time; empty if there is none.
    std::string remedy{}, allowance{};
    std::optional<double> seconds{}, megabytes{};  // estimates of what the call would take

    const char* name() const { return ERROR_CLASSES[static_cast<std::size_t>(error)]; }
};

inline Problem rule_problem(std::string sentence) { return {ErrorClass::Rule, std::move(sentence), {}}; }
// What is wrong and what to do about it.
inline std::string full_sentence(const Problem& problem) {
    std::string full = problem.sentence;
    if (!problem.remedy.empty()) full.append("; ").append(problem.remedy);
    if (!problem.allowance.empty()) full.append(", or run it anyway with ").append(problem.allowance);
    return full;
}
// The part that the error quotes, and the text.
inline std::pair<std::string_view, std::string_view> parted(const Problem& problem) {
    const std::string_view all = problem.text;
    std::size_t end = 0;
    for (std::size_t line = 0; line < problem.part_lines; ++line) end = all.find('\n', end) + 1;
    return {all.substr(0, end == 0 ? all.size() : end - 1), all.substr(end)};
}

inline Problem card_problem(std::string sentence) { return {ErrorClass::Card, std::move(sentence), {}}; }

template <class Result>
class [[nodiscard]] Expected {
  public:
    Expected(Result result) : kept_(std::move(result)) {}
    Expected(Problem problem) : kept_(std::move(problem)) {}

    explicit operator bool() const { return std::holds_alternative<Result>(kept_); }
    Result& operator*() { return *std::get_if<Result>(&kept_); }
    const Result& operator*() const { return *std::get_if<Result>(&kept_); }
    Result* operator->() { return std::get_if<Result>(&kept_); }
    const Result* operator->() const { return std::get_if<Result>(&kept_); }
    Problem& problem() { return *std::get_if<Problem>(&kept_); }
    const Problem& problem() const { return *std::get_if<Problem>(&kept_); }

  private:
    std::variant<Result, Problem> kept_;
};

}  // namespace facevalue
