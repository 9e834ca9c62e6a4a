// The searches over wide number types: a compiler needs ten seconds for each, so they are compiled in another file.
#include "numbers/backward/solution_list.hpp"

namespace facevalue::numbers {

std::unique_ptr<PuzzleSearch> make_wide_search(const SearchKind& kind) {
    if (kind.method == Method::Field127) return std::make_unique<SolutionList<Field<127>>>(kind);
    return std::make_unique<SolutionList<Field<1279>>>(kind);
}

}  // namespace facevalue::numbers
