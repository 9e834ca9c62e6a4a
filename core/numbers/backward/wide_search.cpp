#include "numbers/backward/search_over.hpp"

namespace facevalue::numbers {

std::unique_ptr<PuzzleSearch> make_wide_search(Method method, const Rules& rules, Distinct distinct, bool skip_idle,
                                               std::size_t numbers, Pulse& pulse) {
    if (method == Method::Field127)
        return std::make_unique<SearchOver<Field<127>>>(rules, distinct, skip_idle, numbers, pulse);
    if (method == Method::Field1279)
        return std::make_unique<SearchOver<Field<1279>>>(rules, distinct, skip_idle, numbers, pulse);
    return nullptr;
}

}  // namespace facevalue::numbers
