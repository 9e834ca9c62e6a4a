#include "numbers/backward/puzzle_search.hpp"

#include "numbers/backward/solution_list.hpp"

namespace facevalue::numbers {

std::unique_ptr<PuzzleSearch> make_puzzle_search(const SearchKind& kind) {
    switch (kind.method) {
#ifndef FACEVALUE_PORTABLE
        case Method::Whole:
            return std::make_unique<SolutionList<Whole>>(kind);
#endif
        case Method::Field61:
            return std::make_unique<SolutionList<Field<61>>>(kind);
        default:
            return make_wide_search(kind);
    }
}

}  // namespace facevalue::numbers
