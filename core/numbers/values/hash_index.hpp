// HashIndex: finds the place of an element that is stored in a vector elsewhere, for interning.
//
// Linear probing, at most half full. A slot stores half of the hash with the place, so that other elements are hardly
// ever read: in large tables each read costs a cache miss. Half a hash is also enough to grow. 16 to 32 bytes per
// element. More than 2^31 elements count as running out of memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "work/system.hpp"

namespace facevalue::numbers {

class HashIndex {
  public:
    static constexpr std::uint32_t NONE = 0xFFFFFFFF;
    static constexpr std::size_t MOST = std::size_t{1} << 31;

    // The place of the element with this hash for which `same(place)` is true, or NONE.
    template <class Same>
    std::uint32_t find(std::uint64_t hash, Same same) const {
        if (slots_.empty()) return NONE;
        for (std::size_t at = hash & mask(); slots_[at].place != NONE; at = (at + 1) & mask())
            if (slots_[at].hash == half(hash) && same(slots_[at].place)) return slots_[at].place;
        return NONE;
    }

    // Adds a new element, which gets the place size().
    void add(std::uint64_t hash) {
        if (2 * (size_ + 1) > slots_.size()) grow();
        put({half(hash), static_cast<std::uint32_t>(size_)});
        ++size_;
    }

    std::size_t size() const { return size_; }

    // Removes all elements, but keeps some memory for the next ones.
    void clear() {
        if (slots_.size() > FEWEST_SLOTS) slots_.resize(FEWEST_SLOTS);
        std::fill(slots_.begin(), slots_.end(), Slot{});
        size_ = 0;
    }

  private:
    struct Slot {
        std::uint32_t hash = 0, place = NONE;
    };
    static constexpr std::size_t FEWEST_SLOTS = 128;

    static std::uint32_t half(std::uint64_t hash) { return static_cast<std::uint32_t>(hash); }
    std::size_t mask() const { return slots_.size() - 1; }
    void put(Slot slot) {
        std::size_t at = slot.hash & mask();
        while (slots_[at].place != NONE) at = (at + 1) & mask();
        slots_[at] = slot;
    }
    // In the order of the slots, which stay near each other.
    void grow() {
        if (size_ >= MOST) run_out_of_memory();
        std::vector<Slot> fewer(slots_.empty() ? FEWEST_SLOTS : 2 * slots_.size());
        std::swap(fewer, slots_);
        for (const Slot& slot : fewer)
            if (slot.place != NONE) put(slot);
    }

    std::vector<Slot> slots_;
    std::size_t size_ = 0;
};

}  // namespace facevalue::numbers
