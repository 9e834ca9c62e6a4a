// SearchOver: a PuzzleSearch over one number type.
//
// A compiler needs ten seconds for each number type, so puzzle_search.cpp has two of them and wide_search.cpp the other
// two, which compile at the same time.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "numbers/backward/estimate.hpp"
#include "numbers/backward/puzzle_search.hpp"
#include "numbers/backward/solution_list.hpp"

namespace facevalue::numbers {

// The tables of values are kept from puzzle to puzzle. Nodes and forms are seldom those of another puzzle, so there are
// only as many as stay in the caches of a processor: about 2 MB, and more if one puzzle has them.
inline constexpr std::size_t HEAVIEST_REST = 60'000;

template <class Domain>
class SearchOver final : public PuzzleSearch {
  public:
    SearchOver(const Rules& rules, Distinct distinct, bool skip_idle, std::size_t numbers, Pulse& pulse)
        : rules_(rules),
          distinct_(distinct),
          skip_idle_(skip_idle),
          table_size_(table_size_for(numbers)),
          pulse_(pulse),
          domain_(must_be_whole(rules.values)),
          tables_(domain_, rules, pulse) {}

    void prepare(const Puzzle& puzzle) override {
        // There is none at first, and after `start` has run out of memory.
        if (!solutions_ || weight_of_rest() > HEAVIEST_REST) start();
        leaves_.clear();
        for (const Number& number : puzzle.numbers) leaves_.push_back(tables_.leaf_id(number));
        std::ranges::sort(leaves_, {}, [this](LeafId leaf) { return tables_.number(leaf); });
        solutions_->prepare(leaves_, puzzle.target);
    }
    std::vector<std::string> next() override { return solutions_->next(); }
    std::vector<std::string> all() override { return solutions_->all(); }
    std::uint64_t count() override { return solutions_->count(); }
    bool any() override { return solutions_->any(); }
    bool too_large() const override { return tables_.too_large(); }
    std::size_t weight() const override { return tables_.weight() + weight_of_rest(); }

  private:
    void start() {
        solutions_.reset();  // it refers to the search
        search_.emplace(domain_, rules_, skip_idle_, table_size_, tables_, pulse_);
        solutions_.emplace(*search_, rules_, distinct_, pulse_);
    }
    std::size_t weight_of_rest() const { return solutions_ ? search_->weight() + solutions_->weight() : 0; }

    const Rules& rules_;
    Distinct distinct_;
    bool skip_idle_;
    int table_size_;
    Pulse& pulse_;
    Domain domain_;
    ValueTables<Domain> tables_;
    std::optional<Search<Domain>> search_;
    std::optional<SolutionList<Domain>> solutions_;
    std::vector<LeafId> leaves_;
};

// The searches over wide fields, if that is the method; else none (wide_search.cpp).
std::unique_ptr<PuzzleSearch> make_wide_search(Method method, const Rules& rules, Distinct distinct, bool skip_idle,
                                               std::size_t numbers, Pulse& pulse);

}  // namespace facevalue::numbers
