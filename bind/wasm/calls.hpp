// How JavaScript calls a WebAssembly file: it writes a request of lines into `request_place(size)`, calls a function
// with the size of the request, and reads `result_size()` bytes from `result_place()`. Each function returns a Status.
// A request is made by our own JavaScript; anything else in it gives Status::Bad, and memory is never read beyond it.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "text/problem.hpp"

namespace facevalue::wasm {

enum Status : std::uint32_t { Ready, Bad, Refused };

inline std::string& request_text() {
    static std::string& text = *new std::string;
    return text;
}
inline std::string& result_text() {
    static std::string& text = *new std::string;
    return text;
}

// What calls with numbers leave for JavaScript, which reads them at `numbers_place()`: a call with lines takes 2 us
// more.
inline std::array<std::uint32_t, 3>& numbers() {
    static std::array<std::uint32_t, 3> kept;
    return kept;
}

// The lines of a request, in order.
class Request {
  public:
    explicit Request(std::string_view lines) : left_(lines) {}
    explicit Request(std::size_t size) : Request(std::string_view(request_text()).substr(0, size)) {}

    bool is_empty() const { return is_empty_; }
    // All that is left, which may contain line ends.
    std::string_view rest() {
        is_empty_ = true;
        return std::exchange(left_, {});
    }
    std::string_view line() {
        const std::size_t end = left_.find('\n');
        const std::string_view found = left_.substr(0, end);
        if (end == left_.npos)
            rest();
        else
            left_.remove_prefix(end + 1);
        return found;
    }
    // The next word of a line.
    static std::string_view word(std::string_view& line) {
        const std::size_t end = line.find(' ');
        const std::string_view found = line.substr(0, end);
        line.remove_prefix(end == line.npos ? line.size() : end + 1);
        return found;
    }

  private:
    std::string_view left_;
    bool is_empty_ = false;
};

template <class Int>
std::optional<Int> as_int(std::string_view text) {
    Int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

// Adds a line of words to the result.
template <class... Words>
void reply(const Words&... words) {
    std::string& text = result_text();
    const auto add = [&](const auto& word) {
        if constexpr (std::is_convertible_v<decltype(word), std::string_view>)
            text += word;
        else
            text += std::to_string(word);
        text += ' ';
    };
    (add(words), ...);
    if (sizeof...(words) > 0) text.pop_back();
    text += '\n';
}

// The error of a problem: its class, position, limit and the lines of its part on a line, then the sentence on the
// next, and the text.
inline Status refuse(const Problem& problem) {
    result_text().clear();
    reply(problem.name(), problem.position, problem.limit, problem.part_lines);
    reply(full_sentence(problem));
    result_text() += problem.text;
    return Refused;
}

// Clears the last result, and calls a function with the request.
template <class Call>
Status answered(std::size_t size, const Call& call) {
    result_text().clear();
    Request request(size);
    return call(request);
}

}  // namespace facevalue::wasm

extern "C" {
[[clang::export_name("request_place")]] inline char* request_place(std::size_t size) {
    facevalue::wasm::request_text().resize(size);
    return facevalue::wasm::request_text().data();
}
[[clang::export_name("result_place")]] inline const char* result_place() {
    return facevalue::wasm::result_text().data();
}
[[clang::export_name("numbers_place")]] inline const std::uint32_t* numbers_place() {
    return facevalue::wasm::numbers().data();
}
[[clang::export_name("result_size")]] inline std::size_t result_size() { return facevalue::wasm::result_text().size(); }
}

// What is called before the program aborts. The messages of the standard library's functions need printf, 16 kB.
void std::__libcpp_verbose_abort(const char*, ...) noexcept { __builtin_trap(); }
extern "C" void __cxa_pure_virtual() { __builtin_trap(); }
