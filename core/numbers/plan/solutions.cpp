#include "numbers/plan/solutions.hpp"

#include <algorithm>

#include "numbers/exact/functions.hpp"

namespace facevalue::numbers {

Solutions::Solutions(Puzzle puzzle, Rules rules, Distinct distinct, bool walks, std::size_t workers, Stop stop,
                     std::uint64_t most_compared)
    : puzzle_(std::move(puzzle)),
      rules_(std::move(rules)),
      distinct_(distinct),
      stop_(std::move(stop)),
      most_compared_(most_compared) {
    engine_ = engine_for(puzzle_, rules_, distinct_, Find::First);
    const bool only_walks = engine_ == Engine::Walk;
    walkers_ = walks || only_walks ? std::max<std::size_t>(1, workers) : 0;
    workers_ = only_walks ? workers : walkers_;
}

std::optional<Plan> Solutions::plan(Find find, double limit) const {
    constexpr std::size_t FEW = 6;  // which are searched backward in milliseconds
    const bool is_backward = engine_ == Engine::Backward && walkers_ == 0;
    const std::size_t size = puzzle_.numbers.size();
    if (is_always_short(size, rules_, limit) ||
        (is_backward && size <= FEW && limit >= SHORT_SECONDS && std::ranges::all_of(puzzle_.numbers, has_small_parts)))
        return std::nullopt;
    return numbers::plan(puzzle_, rules_, distinct_, find, walkers_, limit, stop_);
}

// Calls `use` with the search, and starts one first if necessary. A failed search is dropped, because it may have
// stopped anywhere.
template <class Use>
SearchStatus Solutions::search(Known& too_much, const Use& use) {
    if (too_much) return SearchStatus::TooLarge;
    const double start = seconds_now();
    struct DropUnlessReady {  // also when something is thrown
        Solutions& solutions;
        SearchStatus status = SearchStatus::Stopped;
        ~DropUnlessReady() {
            if (status == SearchStatus::Ready) return;
            const std::uint64_t searched = solutions.solver_ ? solutions.solver_->searched() : 0;
            solutions.solver_.reset();
            const LockGuard lock(solutions.stats_mutex_);
            solutions.searched_before_ += searched;
        }
    } end{*this};
    if (!solver_) {
        found_now_ = 0;
        solver_ = make_solver(puzzle_, rules_, distinct_, workers_, stop_, most_compared_);
    }
    use(*solver_);
    std::vector<std::uint64_t> handled = solver_->handled();
    {
        const LockGuard lock(stats_mutex_);
        stats_.searched = searched_before_ + solver_->searched();
        stats_.seconds += seconds_now() - start;
        stats_.handled = std::move(handled);
    }
    SearchStatus status = solver_->status();
    if (status == SearchStatus::TooLarge) {
        too_much = solver_->too_much();
        if (solver_->status() == SearchStatus::Stopped) too_much.reset(), status = SearchStatus::Stopped;
    }
    end.status = status;
    return status;
}

SearchStats Solutions::stats() const {
    const LockGuard lock(stats_mutex_);
    return stats_;
}

Solutions::Part Solutions::from(std::size_t place, std::size_t most) {
    const Turn::Taken turn(turn_, stop_);
    if (turn.outcome() != Turn::Outcome::Ready) return {status_of(turn.outcome()), {}, false};
    while (place >= found_.size() && !is_complete_) {
        const SearchStatus status = search(list_too_large_, [this](Solver& solver) {
            const std::vector<std::string> texts = solver.next();
            if (solver.status() != SearchStatus::Ready) return;
            const bool is_new = found_now_ == found_.size();  // else an earlier search found them
            if (is_new) found_.insert(found_.end(), texts.begin(), texts.end());
            found_now_ += texts.size();
            is_complete_ = found_now_ == found_.size() && (texts.empty() || solver.is_done());
        });
        if (status != SearchStatus::Ready) return {status, {}, false, list_too_large_.value_or(TooMuch())};
    }
    const std::size_t first = std::min(place, found_.size()), count = std::min(most, found_.size() - first);
    const auto begin = found_.begin() + static_cast<std::ptrdiff_t>(first);
    return {SearchStatus::Ready,
            {begin, begin + static_cast<std::ptrdiff_t>(count)},
            is_complete_ && first + count == found_.size()};
}

Solutions::Count Solutions::count() {
    const Turn::Taken turn(turn_, stop_);
    if (turn.outcome() != Turn::Outcome::Ready) return {status_of(turn.outcome()), 0};
    if (!count_) {
        std::uint64_t count = 0;
        const SearchStatus status = search(count_too_large_, [&](Solver& solver) { count = solver.count(); });
        if (status != SearchStatus::Ready) return {status, 0, count_too_large_.value_or(TooMuch())};
        count_ = count;
    }
    return {SearchStatus::Ready, *count_};
}

}  // namespace facevalue::numbers
