// All queries about poker for JavaScript: deals.wasm. See calls.hpp for the form of a call.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

#include "poker/deal/deal_rows.hpp"
#include "poker_door.hpp"
#include "query/poker/deal_batches.hpp"

using namespace facevalue;
using namespace facevalue::wasm;

// One thread, and vectors of 16 bytes. A page waits for an equity.
const poker::Counting wasm::COUNTING{.slowness = 3, .limit = 5};

extern "C" {

[[clang::export_name("query")]] wasm::Status query_of_request(std::size_t size) {
    return answered(size, [](std::string_view request) { return run_query(request, query::answer_poker); });
}

// The arguments as JSON. The result is the number of bytes of all hands in four bytes, the hands, and the boards.
[[clang::export_name("deal")]] wasm::Status deal_of_request(std::size_t size) {
    return answered(size, [](std::string_view request) {
        const auto arguments = read_json(request);
        if (poker_tables() == nullptr || !arguments) return Bad;
        const auto found = query::plan_deals(*poker_tables(), *arguments, {.has_floats = true});
        if (!found) return refuse(found.problem());
        const auto& [plan, seed] = *found;
        const poker::RowSizes& sizes = plan.sizes;
        const auto in_hands = static_cast<std::uint32_t>(sizes.count * sizes.players * sizes.hole);
        result_text().resize(sizeof in_hands + in_hands + sizes.count * sizes.board);
        auto* const place = reinterpret_cast<std::uint8_t*>(result_text().data());
        std::memcpy(place, &in_hands, sizeof in_hands);
        std::uint8_t* const hands = place + sizeof in_hands;
        poker::deal_rows(sizes, plan.source, seed, hands, hands + in_hands, 1, {});
        return Ready;
    });
}

// The arguments as JSON in a line, then the hands and the boards. The result is the chips, two bytes each.
[[clang::export_name("showdown")]] wasm::Status showdown_of_request(std::size_t size) {
    return answered(size, [](std::string_view request) {
        const std::size_t end = std::min(request.find('\n'), request.size());
        const auto arguments = read_json(request.substr(0, end));
        if (poker_tables() == nullptr || !arguments) return Bad;
        const auto chips = query::showdown_batch(
            *poker_tables(), *arguments, request.substr(std::min(end + 1, request.size())), {.has_floats = true});
        if (!chips) return refuse(chips.problem());
        result_text().assign(reinterpret_cast<const char*>(chips->data()), sizeof(std::uint16_t) * chips->size());
        return Ready;
    });
}

}  // extern "C"
