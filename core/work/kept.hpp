// Kept: the last few results of a slow function, by its arguments. Threads may share it; two that ask for the same new
// result at once both make it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <memory>
#include <utility>

#include "system.hpp"

namespace facevalue {

template <class Key, class Result>
class Kept {
  public:
    explicit Kept(std::size_t most) : most_(most) {}

    // The result for a key; `make` returns it, or a null pointer if it was stopped, which is not kept.
    template <class Make>
    std::shared_ptr<const Result> get(const Key& key, const Make& make) {
        {
            const LockGuard lock(*mutex_);
            const auto found = std::ranges::find(kept_, key, &Row::first);
            if (found != kept_.end()) return found->second;
            if (kept_.size() == most_) kept_.pop_back();  // first, because results may be large
        }
        std::shared_ptr<const Result> made = make();
        if (made == nullptr) return made;
        const LockGuard lock(*mutex_);
        kept_.emplace_front(key, made);
        if (kept_.size() > most_) kept_.pop_back();
        return made;
    }

  private:
    using Row = std::pair<Key, std::shared_ptr<const Result>>;

    std::size_t most_;
    std::unique_ptr<Mutex> mutex_ = std::make_unique<Mutex>();  // guards `kept_`
    std::deque<Row> kept_;                                      // the newest first
};

}  // namespace facevalue
