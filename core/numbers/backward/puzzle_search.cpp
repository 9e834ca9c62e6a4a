#include "numbers/backward/puzzle_search.hpp"

#include "numbers/backward/search_over.hpp"

namespace facevalue::numbers {

std::unique_ptr<PuzzleSearch> make_puzzle_search(Method method, const Rules& rules, Distinct distinct, bool skip_idle,
                                                 std::size_t numbers, Pulse& pulse) {
    switch (method) {
        case Method::Whole:
            return std::make_unique<SearchOver<Whole>>(rules, distinct, skip_idle, numbers, pulse);
        case Method::Field61:
            return std::make_unique<SearchOver<Field<61>>>(rules, distinct, skip_idle, numbers, pulse);
        default:
            return make_wide_search(method, rules, distinct, skip_idle, numbers, pulse);
    }
}

}  // namespace facevalue::numbers
