// Scanner: a string that is being read, the place reached so far, and the error that ends it.
//
// Functions that read return false after an error. Places are bytes. The word "at" in a name means that the function
// looks at a place and returns the place after what it found, or NONE.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "poker/cards/read_cards.hpp"
#include "poker/notation/weight.hpp"
#include "text/problem.hpp"

namespace facevalue::poker {

// A share of all hands, from 0 to 1.
struct Share {
    Uint128 numerator = 0, denominator = 1;

    std::uint64_t of(std::uint64_t hands) const { return static_cast<std::uint64_t>(numerator * hands / denominator); }
};

class Scanner {
  public:
    static constexpr std::size_t NONE = std::string_view::npos;

    explicit Scanner(std::string_view text) : text_(text) {}

    std::string_view text() const { return text_; }
    std::size_t place() const { return place_; }
    void move_to(std::size_t place) { place_ = place; }
    bool is_at_end() const { return place_ == text_.size(); }
    std::string_view from(std::size_t place) const { return text_.substr(place); }

    bool has(char c, std::size_t place) const { return place < text_.size() && text_[place] == c; }
    // Is there one of these characters?
    bool has_any(std::string_view characters, std::size_t place) const {
        return place < text_.size() && characters.find(text_[place]) != NONE;
    }
    std::size_t spaces(std::size_t place) const { return place + spaces_at(from(place)); }
    // After one of these words, in lower case; in the string they may be in upper case.
    std::size_t word_at(std::size_t place, std::initializer_list<std::string_view> words) const;
    // "12", "0.5", ".5", "1/3": runs of up to 18 digits.
    std::size_t number_at(std::size_t place) const;
    // A dash with spaces around it.
    std::size_t dash_at(std::size_t place) const;
    // "random" and other words for all hands.
    std::size_t everything_at(std::size_t place) const { return word_at(place, {"random", "any", "atc", "xx"}); }

    // "15%", "top 15%" or "5%-20%", the best hands: moves past them. `found` says whether there is such a thing.
    bool take_best(bool& found, Share& low, Share& high, std::string& spelled);
    // What a string spells that `number_at` found; an error at a place without a denominator.
    bool read_number(std::string_view digits, std::size_t place, WrittenNumber& number);

    // Moves past something that was found; false for NONE.
    bool take(std::size_t end) {
        if (end != NONE) place_ = end;
        return end != NONE;
    }
    bool fail(std::string message) { return fail(std::move(message), place_); }
    bool fail(std::string message, std::size_t place) {
        message_ = std::move(message);
        failed_at_ = place;
        return false;
    }
    // The same error at another place.
    bool fail_again(std::size_t place) {
        failed_at_ = place;
        return false;
    }
    std::size_t failed_at() const { return failed_at_; }
    std::string& message() { return message_; }
    // The error. A letter that looks like one of ASCII is its reason if one follows in the item.
    Problem problem() const;

  private:
    std::string_view text_;
    std::size_t place_ = 0, failed_at_ = 0;
    std::string message_;
};

}  // namespace facevalue::poker
