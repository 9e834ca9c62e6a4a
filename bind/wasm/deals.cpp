// All queries about poker for JavaScript: deals.wasm. See calls.hpp for the form of a call.
#include "poker/pot/plan.hpp"
#include "poker_door.hpp"

using namespace facevalue;
using namespace facevalue::wasm;

const query::Counting wasm::COUNTING{.can_count = poker::can_count_in_browser};

extern "C" {

[[clang::export_name("query")]] wasm::Status query_of_request(std::size_t size) {
    return answered(size, [](std::string_view request) { return run_query(request, query::answer_poker); });
}

}  // extern "C"
