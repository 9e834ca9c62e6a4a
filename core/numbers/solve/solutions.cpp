#include <algorithm>
#include <chrono>

#include "numbers/solve/solutions.hpp"

namespace facevalue::numbers {

// Asks the search, and starts one if there is none. A failed search is dropped, because it may have stopped anywhere.
template <class Ask>
SearchStatus Solutions::searched(const Ask& ask) {
    if (is_too_large_) return SearchStatus::TooLarge;
    const auto start = std::chrono::steady_clock::now();
    const auto fail = [&] {
        const std::uint64_t searched = solver_ ? solver_->searched() : 0;
        solver_.reset();
        const std::lock_guard lock(stats_mutex_);
        searched_before_ += searched;
    };
    try {
        if (!solver_) {
            given_ = 0;
            solver_ = make_solver(puzzle_, rules_, distinct_, workers_, stop_);
        }
        ask(*solver_);
        note(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    } catch (...) {
        fail();
        throw;
    }
    const SearchStatus status = solver_->status();
    if (status != SearchStatus::Ready) fail();
    is_too_large_ = status == SearchStatus::TooLarge;
    return status;
}

void Solutions::note(double seconds) {
    std::vector<std::uint64_t> handled = solver_->handled();
    const std::lock_guard lock(stats_mutex_);
    stats_.searched = searched_before_ + solver_->searched();
    stats_.seconds += seconds;
    stats_.handled = std::move(handled);
}

SearchStats Solutions::stats() const {
    const std::lock_guard lock(stats_mutex_);
    return stats_;
}

// Gets the next few solutions, which may be known from an earlier search.
void Solutions::find_more(Solver& solver) {
    const std::vector<std::string> texts = solver.next();
    if (solver.status() != SearchStatus::Ready) return;
    const bool is_new = given_ == found_.size();
    if (is_new) found_.insert(found_.end(), texts.begin(), texts.end());
    given_ += texts.size();
    is_complete_ = given_ == found_.size() && (texts.empty() || solver.is_done());
}

Solutions::Part Solutions::from(std::size_t place, std::size_t most) {
    const Turn::Taken turn(turn_, stop_);
    if (turn.outcome() != Turn::Outcome::Ready) return {status_of(turn.outcome()), {}, false};
    while (place >= found_.size() && !is_complete_) {
        const SearchStatus status = searched([this](Solver& solver) { find_more(solver); });
        if (status != SearchStatus::Ready) return {status, {}, false};
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
        const SearchStatus status = searched([&](Solver& solver) { count = solver.count(); });
        if (status != SearchStatus::Ready) return {status, 0};
        count_ = count;
    }
    return {SearchStatus::Ready, *count_};
}

}  // namespace facevalue::numbers
