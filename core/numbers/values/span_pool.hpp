// SpanPool: keeps copies of many short arrays, which never move, in blocks of memory without gaps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace facevalue::numbers {

template <class Thing>
class SpanPool {
  public:
    std::span<Thing> keep(std::span<const Thing> things) {
        if (things.empty()) return {};
        if (things.size() > left_) {
            // Blocks grow up to MOST, so that a small puzzle needs little and a large one wastes little.
            const std::size_t size = std::max(things.size(), next_);
            blocks_.push_back(std::make_unique<Thing[]>(size));
            end_ = blocks_.back().get();
            left_ = size;
            next_ = std::min(2 * next_, MOST);
        }
        std::copy(things.begin(), things.end(), end_);
        const std::span<Thing> kept{end_, things.size()};
        end_ += things.size();
        left_ -= things.size();
        return kept;
    }

  private:
    static constexpr std::size_t MOST = std::size_t{1} << 16;
    std::vector<std::unique_ptr<Thing[]>> blocks_;
    Thing* end_ = nullptr;
    std::size_t left_ = 0;
    std::size_t next_ = 64;
};

}  // namespace facevalue::numbers
