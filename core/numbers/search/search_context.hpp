// SearchContext: a Search and what it needs, reused for one puzzle after the other.
#pragma once

#include <algorithm>
#include <vector>

#include "numbers/search/estimate.hpp"
#include "numbers/search/solution_list.hpp"
#include "numbers/search/solver.hpp"

namespace facevalue::numbers {

template <class Domain>
class SearchContext {
  public:
    // For puzzles of so many numbers.
    SearchContext(const Rules& rules, Distinct distinct, bool skip_idle, std::size_t numbers, Pulse& pulse)
        : domain_(must_be_whole(rules.values)),
          search_(domain_, rules, skip_idle, table_size_for(numbers), pulse),
          solutions_(search_, rules, distinct, pulse) {}

    SolutionList<Domain>& prepare(const Puzzle& puzzle) {
        leaves_.clear();
        for (const Number& number : puzzle.numbers) leaves_.push_back(search_.tables().leaf_id(number));
        std::ranges::sort(leaves_, {}, [this](LeafId leaf) { return search_.tables().number(leaf); });
        solutions_.prepare(leaves_, puzzle.target);
        return solutions_;
    }
    bool too_large() const { return search_.tables().too_large(); }
    std::size_t weight() const { return search_.weight() + solutions_.weight(); }

  private:
    Domain domain_;
    Search<Domain> search_;
    SolutionList<Domain> solutions_;
    std::vector<LeafId> leaves_;
};

}  // namespace facevalue::numbers
