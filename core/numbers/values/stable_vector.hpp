// StableVector: a growing array whose elements never move. Like std::deque, with larger blocks and faster indexing.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace facevalue::numbers {

template <class Thing>
class StableVector {
  public:
    Thing& operator[](std::size_t place) { return blocks_[place >> SHIFT][place & MASK]; }
    const Thing& operator[](std::size_t place) const { return blocks_[place >> SHIFT][place & MASK]; }
    std::size_t size() const { return size_; }

    Thing& add() {
        if ((size_ & MASK) == 0) blocks_.push_back(std::make_unique<Thing[]>(MASK + 1));
        return (*this)[size_++];
    }

  private:
    static constexpr std::size_t SHIFT = 5;
    static constexpr std::size_t MASK = (1U << SHIFT) - 1;
    std::vector<std::unique_ptr<Thing[]>> blocks_;
    std::size_t size_ = 0;
};

}  // namespace facevalue::numbers
