// RecentHands: what is known about hands of four numbers, whose rows often repeat in a batch. A new hand replaces the
// one in its place. One thread.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "numbers/four_numbers/canonical.hpp"
#include "work/splitmix.hpp"

namespace facevalue::numbers {

template <class Known>
class RecentHands {
  public:
    // With few rows, hands rarely repeat, and nothing is kept.
    explicit RecentHands(std::size_t rows)
        : size_(rows < ROWS_WORTH_IT ? 0 : std::clamp(std::bit_ceil(4 * rows), FEWEST_PLACES, MOST_PLACES)) {}

    std::optional<Known> find(const FourNumbers& hand) const {
        const auto key = packed(hand);
        if (!key || places_.empty() || places_[place(*key)].key != *key) return std::nullopt;
        return places_[place(*key)].known;
    }
    void add(const FourNumbers& hand, const Known& known) {
        const auto key = packed(hand);
        if (!key || size_ == 0) return;
        if (places_.empty()) places_.resize(size_);
        places_[place(*key)] = {*key, known};
    }

  private:
    static constexpr std::size_t ROWS_WORTH_IT = 200;
    static constexpr std::size_t FEWEST_PLACES = 1024, MOST_PLACES = 16'384;  // 256 KB
    struct Place {
        std::uint64_t key = 0;
        Known known{};
    };

    // The sorted numbers and the target in one word, which is never 0; nothing if they do not fit.
    static std::optional<std::uint64_t> packed(const FourNumbers& hand) {
        if (!counts_trees(hand) || hand.numbers.back() >= 1 << 12 || hand.target >= 1 << 16) return std::nullopt;
        auto key = static_cast<std::uint64_t>(hand.target);
        for (const std::int64_t number : hand.numbers) key = key << 12 | static_cast<std::uint64_t>(number);
        return key;
    }
    std::size_t place(std::uint64_t key) const { return mixed(key) & (size_ - 1); }

    std::size_t size_;
    std::vector<Place> places_;
};

}  // namespace facevalue::numbers
