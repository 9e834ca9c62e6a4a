// All queries about poker for JavaScript: deals.wasm. See calls.hpp for the form of a call.
#include "poker_door.hpp"

using namespace facevalue;
using namespace facevalue::wasm;

extern "C" {

[[clang::export_name("query")]] wasm::Status query_of_request(std::size_t size) {
    return answered(size, [](std::string_view request) { return run_query(request, query::answer_poker); });
}

}  // extern "C"
