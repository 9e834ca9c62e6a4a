// Fuzzing of queries about poker. An input is the name of a query, a line end, and its arguments as JSON.
//
// For: results that are not JSON, messages with control characters, and crashes of any kind. Work is stopped after a
// moment; then the result is invalid, and is not looked at.
#include <string>
#include <string_view>

#include "fuzz/fuzzing.hpp"
#include "poker/pot/plan.hpp"
#include "query/poker/poker_queries.hpp"
#include "query/query.hpp"
#include "text/json.hpp"
#include "text/quoted.hpp"

using namespace facevalue;
using facevalue::fuzz::require;

namespace {

constexpr std::string_view GAMES = R"({
    "holdem": {"name": "holdem", "title": "Texas hold'em", "hole": 2, "board": 5, "aliases": ["nlhe"]},
    "shortdeck": {"name": "shortdeck", "hole": 2, "board": 5, "deck": 36, "ranking": "short"},
    "omaha8": {"name": "omaha8", "hole": 4, "board": 5, "from_hole": 2, "low": "low-8"},
    "five-card": {"name": "five-card", "hole": 5, "board": 0},
    "badugi": {"name": "badugi", "hole": 4, "board": 0, "ranking": "badugi"}
})";
constexpr int MOST_CALLS = 20;  // of a Stop, each after at most 3 ms

query::PokerTables& tables() {
    static const auto& games = *new poker::GameRows(*read_json(GAMES));
    static auto& kept = *new query::PokerTables{games, {}, {.limit = 0.1}};
    return kept;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::size_t end = text.find('\n');
    const auto arguments = end == text.npos ? std::nullopt : read_json(text.substr(end + 1));
    if (!arguments) return 0;
    int calls = 0;
    const query::QueryOptions options{true, Stop([&calls] { return ++calls > MOST_CALLS; })};
    const auto found = query::answer_poker(tables(), text.substr(0, end), *arguments, options);
    if (calls > MOST_CALLS) return 0;
    if (found) {
        // An object with a value for each starting hand has more names than the reader takes.
        const bool is_large = found->json.find("starting_hands") != std::string::npos;
        require(is_large || read_json(found->json).has_value(), "a result is JSON");
        return 0;
    }
    require(!found.problem().sentence.empty(), "an error says what is wrong");
    for (std::string_view left = found.problem().sentence; !left.empty();)
        require(is_printable(take_character(left)), "a message has no control characters");
    return 0;
}
