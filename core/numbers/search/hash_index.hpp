// HashIndex: finds the place of an element that is stored in a vector elsewhere, for interning.
//
// Linear probing, at most half full. Hashes are kept, so growing compares nothing. More than 2^31 elements count as
// running out of memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

namespace facevalue::numbers {

class HashIndex {
  public:
    static constexpr std::uint32_t NONE = 0xFFFFFFFF;
    static constexpr std::size_t MOST = std::size_t{1} << 31;

    // The place of the element with this hash for which `same(place)` is true, or NONE.
    template <class Same>
    std::uint32_t find(std::uint64_t hash, Same same) const {
        if (slots_.empty()) return NONE;
        for (std::size_t at = hash & mask(); slots_[at] != NONE; at = (at + 1) & mask())
            if (hashes_[slots_[at]] == hash && same(slots_[at])) return slots_[at];
        return NONE;
    }

    // Adds a new element, which gets the place size().
    void add(std::uint64_t hash) {
        if (2 * (hashes_.size() + 1) > slots_.size()) grow();
        put(hash, static_cast<std::uint32_t>(hashes_.size()));
        hashes_.push_back(hash);
    }

    std::size_t size() const { return hashes_.size(); }

    void clear() {
        slots_.clear();
        hashes_.clear();
    }

  private:
    std::size_t mask() const { return slots_.size() - 1; }
    void put(std::uint64_t hash, std::uint32_t place) {
        std::size_t at = hash & mask();
        while (slots_[at] != NONE) at = (at + 1) & mask();
        slots_[at] = place;
    }
    void grow() {
        if (hashes_.size() >= MOST) throw std::bad_alloc();
        slots_.assign(slots_.empty() ? 128 : slots_.size() < MOST ? 4 * slots_.size() : 2 * MOST, NONE);
        for (std::uint32_t place = 0; place < hashes_.size(); ++place) put(hashes_[place], place);
    }

    std::vector<std::uint32_t> slots_;
    std::vector<std::uint64_t> hashes_;
};

}  // namespace facevalue::numbers
