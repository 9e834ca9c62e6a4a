#include "numbers/search/puzzle_search.hpp"

#include <algorithm>
#include <cstdlib>

#include "numbers/search/estimate.hpp"
#include "numbers/search/solution_list.hpp"

namespace facevalue::numbers {
namespace {

template <class Domain>
class SearchOver final : public PuzzleSearch {
  public:
    SearchOver(const Rules& rules, Distinct distinct, bool skip_idle, std::size_t numbers, Pulse& pulse)
        : domain_(must_be_whole(rules.values)),
          search_(domain_, rules, skip_idle, table_size_for(numbers), pulse),
          solutions_(search_, rules, distinct, pulse) {}

    void prepare(const Puzzle& puzzle) override {
        leaves_.clear();
        for (const Number& number : puzzle.numbers) leaves_.push_back(search_.tables().leaf_id(number));
        std::ranges::sort(leaves_, {}, [this](LeafId leaf) { return search_.tables().number(leaf); });
        solutions_.prepare(leaves_, puzzle.target);
    }
    std::vector<std::string> next() override { return solutions_.next(); }
    std::vector<std::string> all() override { return solutions_.all(); }
    std::uint64_t count() override { return solutions_.count(); }
    bool any() override { return solutions_.any(); }
    bool too_large() const override { return search_.tables().too_large(); }
    std::size_t weight() const override { return search_.weight() + solutions_.weight(); }

  private:
    Domain domain_;
    Search<Domain> search_;
    SolutionList<Domain> solutions_;
    std::vector<LeafId> leaves_;
};

}  // namespace

std::unique_ptr<PuzzleSearch> make_puzzle_search(Method method, const Rules& rules, Distinct distinct, bool skip_idle,
                                                 std::size_t numbers, Pulse& pulse) {
    switch (method) {
        case Method::Whole:
            return std::make_unique<SearchOver<Whole>>(rules, distinct, skip_idle, numbers, pulse);
        case Method::Field61:
            return std::make_unique<SearchOver<Field<61>>>(rules, distinct, skip_idle, numbers, pulse);
        case Method::Field127:
            return std::make_unique<SearchOver<Field<127>>>(rules, distinct, skip_idle, numbers, pulse);
        case Method::Field1279:
            return std::make_unique<SearchOver<Field<1279>>>(rules, distinct, skip_idle, numbers, pulse);
        case Method::Walk:
            break;
    }
    std::abort();  // a walk is no search: walk_solver.hpp
}

}  // namespace facevalue::numbers
