// OmahaItem: an item of an Omaha range, which is the hands of four to six cards that fit it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "poker/notation/scanner.hpp"
#include "poker/omaha/omaha_order.hpp"
#include "text/problem.hpp"
#include "work/pulse.hpp"

namespace facevalue::poker {

inline constexpr std::size_t MAX_HANDS = 2'000'000;     // of a range that is not all hands
inline constexpr std::size_t MAX_MADE = 2 * MAX_HANDS;  // including repeated ones and those with weight 0

// What a filter allows: "ds", "ss" and "rainbow" suits with two cards or more, "np", "op" and "tp" ranks with two
// cards, others how many cards have the same suit, such as "xxyy".
class Filter {
  public:
    explicit Filter(std::string word);

    const std::string& word() const { return word_; }
    bool is_suit_pattern() const { return kind_ == Kind::Pattern; }
    bool is_of_ranks() const { return kind_ == Kind::Ranks; }
    bool fits(Cards hand) const;

  private:
    enum class Kind : std::uint8_t { Ranks, Suits, Pattern };

    std::string word_;
    Kind kind_ = Kind::Pattern;
    int least_ = 0, most_ = 0;
    std::array<int, SUITS> counts_{};  // of cards of each suit, ascending
};

// Filters as they are read; the first word for suits needs no dollar sign.
std::string filters_text(const std::vector<Filter>& filters);

// Cards, ranks and other cards: "AsKJ*".
struct HandPattern {
    Cards known = 0;
    std::array<std::int8_t, MOST_HOLE> ranks{};  // of the cards that are named without a suit, the highest first
    std::int8_t rank_count = 0, others = 0;

    auto operator<=>(const HandPattern&) const = default;
    std::string text() const;
    bool contains(Cards hand) const;
};

struct OmahaItem {
    std::string text;                             // with its filters; different items have different strings
    std::vector<HandPattern> patterns;            // a hand fits if it fits one of them
    std::optional<std::pair<Share, Share>> best;  // or the best hands between two shares
    std::vector<Filter> filters;

    bool is_everything() const { return filters.empty() && patterns.size() == 1 && patterns.front() == any_hand(); }
    bool contains(Cards hand, const OmahaOrder* order) const;
    // All hands that fit, ascending. After a stop the result is invalid.
    Expected<std::vector<Cards>> hands(const OmahaOrder* order, Pulse& pulse) const;

    static OmahaItem of_hand(Cards hand);
    static OmahaItem of_pattern(const HandPattern& pattern, std::vector<Filter> filters);
    static OmahaItem everything(int size);

  private:
    HandPattern any_hand() const { return {0, {}, 0, patterns.front().others}; }
};

Problem too_many_hands(std::string_view text);

}  // namespace facevalue::poker
