// The solutions of one puzzle, kept between calls and shared by threads: see Solutions in solver.hpp.
#include <algorithm>
#include <chrono>

#include "numbers/search/solver.hpp"

namespace facevalue::numbers {

// Makes a search where there is none, and asks it. A search that has failed is thrown away: it may have stopped
// anywhere.
template <class Ask>
Ended Solutions::searched(const Ask& ask) {
    if (is_too_large_) return Ended::TooLarge;
    const auto start = std::chrono::steady_clock::now();
    const auto fail = [&] {
        const std::uint64_t searched = solving_ ? solving_->searched() : 0;
        solving_.reset();
        const std::lock_guard lock(stats_mutex_);
        searched_before_ += searched;
    };
    try {
        if (!solving_) {
            given_ = 0;
            solving_ = numbers::solve(puzzle_, rules_, distinct_, workers_, stop_);
        }
        ask(*solving_);
        note(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    } catch (...) {
        fail();
        throw;
    }
    const Ended ended = solving_->ended();
    if (ended != Ended::Ready) fail();
    is_too_large_ = ended == Ended::TooLarge;
    return ended;
}

void Solutions::note(double seconds) {
    std::vector<std::uint64_t> handled = solving_->handled();
    const std::lock_guard lock(stats_mutex_);
    stats_.searched = searched_before_ + solving_->searched();
    stats_.seconds += seconds;
    stats_.handled = std::move(handled);
}

SearchStats Solutions::stats() const {
    const std::lock_guard lock(stats_mutex_);
    return stats_;
}

// The next few solutions, which may be known from an earlier search.
void Solutions::find_more(Solving& solving) {
    const std::vector<std::string> texts = solving.next();
    if (solving.ended() != Ended::Ready) return;
    const bool is_new = given_ == found_.size();
    if (is_new) found_.insert(found_.end(), texts.begin(), texts.end());
    given_ += texts.size();
    is_complete_ = given_ == found_.size() && (texts.empty() || solving.is_done());
}

Solutions::Part Solutions::from(std::size_t place, std::size_t most) {
    const Turn::Taken turn(turn_, stop_);
    if (turn.outcome() != Turn::Outcome::Ready) return {ended_by(turn.outcome()), {}, false};
    while (place >= found_.size() && !is_complete_) {
        const Ended ended = searched([this](Solving& solving) { find_more(solving); });
        if (ended != Ended::Ready) return {ended, {}, false};
    }
    const std::size_t first = std::min(place, found_.size()), count = std::min(most, found_.size() - first);
    const auto begin = found_.begin() + static_cast<std::ptrdiff_t>(first);
    return {Ended::Ready,
            {begin, begin + static_cast<std::ptrdiff_t>(count)},
            is_complete_ && first + count == found_.size()};
}

Solutions::Count Solutions::count() {
    const Turn::Taken turn(turn_, stop_);
    if (turn.outcome() != Turn::Outcome::Ready) return {ended_by(turn.outcome()), 0};
    if (!count_) {
        std::uint64_t count = 0;
        const Ended ended = searched([&](Solving& solving) { count = solving.count(); });
        if (ended != Ended::Ready) return {ended, 0};
        count_ = count;
    }
    return {Ended::Ready, *count_};
}

}  // namespace facevalue::numbers
