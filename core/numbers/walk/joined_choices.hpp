// JoinedChoices: the numbers that an expression may use where numbers may be joined (join.hpp), one choice after the
// other, each once. In a fixed order a choice is a sequence, else a set of numbers that may repeat.
//
// In a fixed order the choices are counted through, and take no memory. In any order all of them are made at once: at
// most about 130,000, for MOST_JOINED_IN_ANY_ORDER numbers. For more numbers there are no choices.
#pragma once

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "numbers/exact/join.hpp"

namespace facevalue::numbers {

class JoinedChoices {
  public:
    // The places of the numbers of a choice in numbers().
    using Choice = std::vector<std::size_t>;

    JoinedChoices(const std::vector<Number>& given, const Rules& rules)
        : given_(given), use_all_(rules.use_all), any_order_(rules.any_order) {
        if (any_order_ && given.size() <= MOST_JOINED_IN_ANY_ORDER) make_all();
        marks_.assign(given.size(), STARTS);
    }

    // Given numbers and joined ones, each once.
    const std::vector<Number>& numbers() const { return numbers_; }

    // The next choice, or the first at the first call; nothing at the end.
    const Choice* next() {
        if (any_order_) return at_ < all_.size() ? &all_[at_++] : nullptr;
        do {
            if (is_started_ && !count_up()) return nullptr;
            is_started_ = true;
        } while (!read_marks());
        return &current_;
    }

  private:
    // What happens to a given number in a fixed order.
    enum Mark : std::uint8_t { STARTS, CONTINUES, LEFT_OUT };

    std::size_t place_of(const Number& number) {
        const auto found = std::ranges::find(numbers_, number);
        if (found == numbers_.end()) numbers_.push_back(number);
        return static_cast<std::size_t>(std::ranges::find(numbers_, number) - numbers_.begin());
    }

    void make_all() {
        const auto joined = joined_by_mask(given_);
        std::vector<std::set<Choice>> choices(joined.size());  // by the mask of the numbers that they use
        choices[0].insert(Choice());
        for (std::size_t mask = 1; mask < joined.size(); ++mask) {
            const std::size_t lowest = mask & (~mask + 1);
            for (std::size_t part = mask; part > 0; part = (part - 1) & mask) {
                if ((part & lowest) == 0) continue;
                for (const Number& number : joined[part])
                    for (Choice choice : choices[mask ^ part]) {
                        const std::size_t place = place_of(number);
                        choice.insert(std::ranges::upper_bound(choice, place), place);
                        choices[mask].insert(std::move(choice));
                    }
            }
        }
        std::set<Choice> found = std::move(choices.back());
        for (std::size_t mask = 1; !use_all_ && mask + 1 < choices.size(); ++mask) found.merge(choices[mask]);
        all_.assign(found.begin(), found.end());
    }

    bool count_up() {
        for (std::size_t i = marks_.size(); i-- > 0;) {
            if (marks_[i] < (use_all_ ? CONTINUES : LEFT_OUT)) {
                ++marks_[i];
                return true;
            }
            marks_[i] = STARTS;
        }
        return false;
    }
    // Makes the choice of the marks; false if they make none, or one that earlier numbers also make.
    bool read_marks() {
        current_.clear();
        std::vector<Number> chosen;
        std::vector<std::size_t> ends;  // of the given numbers that are joined to each
        for (std::size_t i = 0; i < marks_.size(); ++i) {
            if (marks_[i] == LEFT_OUT) continue;
            if (marks_[i] == STARTS) {
                chosen.push_back(given_[i]);
                ends.push_back(i + 1);
                continue;
            }
            const auto whole =
                chosen.empty() || ends.back() != i ? std::nullopt : followed_by(chosen.back(), given_[i]);
            if (!whole) return false;
            chosen.back() = *whole;
            ends.back() = i + 1;
        }
        if (chosen.empty()) return false;
        for (std::size_t i = 0, from = 0; i < chosen.size(); from = ends[i++])
            if (!use_all_ && first_end_of(given_, chosen[i], from, false) != ends[i]) return false;
        for (const Number& number : chosen) current_.push_back(place_of(number));
        return true;
    }

    std::vector<Number> given_, numbers_;
    bool use_all_, any_order_, is_started_ = false;
    std::vector<Choice> all_;  // in any order
    std::size_t at_ = 0;
    std::vector<std::uint8_t> marks_;  // in a fixed order
    Choice current_;
};

}  // namespace facevalue::numbers
