// How JavaScript calls a WebAssembly file: it writes a request into `request_place(size)`, calls a function with the
// size of the request, and reads `result_size()` bytes from `result_place()`. Each function returns a Status: Bad for a
// request that our own JavaScript does not make. Memory is never read beyond the request.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "text/json.hpp"
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

// What calls with numbers leave for JavaScript, which reads them at `numbers_place()`: a call with a request takes 2 us
// more.
inline std::array<std::uint32_t, 3>& numbers() {
    static std::array<std::uint32_t, 3> kept;
    return kept;
}

// The error of a problem as JSON; `part` is what it quotes of the text.
inline Status refuse(const Problem& problem) {
    const auto [part, text] = parted(problem);
    JsonWriter json(true);
    json.begin_object().key("name").value(problem.name()).key("sentence").value(full_sentence(problem));
    json.key("text").value(text).key("position").value(problem.position).key("limit").value(problem.limit);
    json.key("part").value(part).end_object();
    result_text() = json.text();
    return Refused;
}

// Answers a query: its name on a line, and its arguments as JSON. The result as JSON.
template <class Answer>
Status answered_query(std::string_view request, const Answer& answer) {
    const std::size_t end = request.find('\n');
    const auto arguments = read_json(request.substr(end == request.npos ? request.size() : end + 1));
    if (!arguments) return Bad;
    auto found = answer(request.substr(0, end), *arguments);
    if (!found) return refuse(found.problem());
    result_text() = std::move(found->json);
    return Ready;
}

// Clears the last result, and calls a function with the request.
template <class Call>
Status answered(std::size_t size, const Call& call) {
    result_text().clear();
    return call(std::string_view(request_text()).substr(0, size));
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
