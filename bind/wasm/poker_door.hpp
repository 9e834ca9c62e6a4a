// The exports that poker.wasm and deals.wasm share: the tables, the order of Omaha hands, and queries.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "calls.hpp"
#include "query/poker/poker_queries.hpp"
#include "query/query.hpp"
#include "text/json.hpp"

namespace facevalue::wasm {

// What a file counts.
extern const poker::Counting COUNTING;

inline query::PokerTables*& poker_tables() {
    static query::PokerTables* kept = nullptr;
    return kept;
}

// The rows of games as JSON, once.
inline Status read_games(std::string_view request) {
    auto rows = read_json(request);
    if (!rows) return Bad;
    static const auto& games = *new poker::GameRows(*std::move(rows));
    poker_tables() = new query::PokerTables{games, {}, COUNTING};  // never freed
    return Ready;
}

// The places of the starting hands of Omaha with four cards, as for `omaha_order`. After the tables. The order is made
// when it is first needed.
inline Status read_omaha_order(std::string_view bytes) {
    static constexpr int CARDS = poker::LEAST_HOLE;
    if (bytes.size() != poker::omaha_place_bytes(CARDS) * poker::omaha_starting_hands(CARDS)) return Bad;
    if (poker_tables() == nullptr) return Bad;
    static const auto& places = *new std::vector<std::uint8_t>(bytes.begin(), bytes.end());
    poker_tables()->order = [](int cards) -> const poker::OmahaOrder* {
        if (cards != CARDS) return nullptr;
        static const auto& order = *new poker::OmahaOrder(poker::omaha_order(CARDS, places, {}));
        return &order;
    };
    return Ready;
}

template <class Answer>
Status run_query(std::string_view request, const Answer& answer) {
    if (poker_tables() == nullptr) return Bad;
    return answered_query(request, [&](std::string_view name, const Argument& arguments) {
        return answer(*poker_tables(), name, arguments, query::QueryOptions{.has_floats = true});
    });
}

}  // namespace facevalue::wasm

extern "C" {
[[clang::export_name("tables")]] inline facevalue::wasm::Status tables_of_request(std::size_t size) {
    return facevalue::wasm::answered(size, facevalue::wasm::read_games);
}
[[clang::export_name("omaha_order")]] inline facevalue::wasm::Status order_of_request(std::size_t size) {
    return facevalue::wasm::answered(size, facevalue::wasm::read_omaha_order);
}
}
