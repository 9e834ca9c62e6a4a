// Puzzle: numbers and a target; and how a search for its solutions ended.
#pragma once

#include <cstdint>
#include <vector>

#include "numbers/exact/ratio.hpp"
#include "work/turn.hpp"

namespace facevalue::numbers {

struct Puzzle {
    std::vector<Number> numbers;
    Number target;
};

// How a call ended. Refused: this thread is already in a call of the same object. Lost: when this process was forked, a
// thread of the parent process was in a call.
enum class SearchStatus : std::uint8_t { Ready, Stopped, TooLarge, Refused, Lost };

constexpr SearchStatus status_of(bool is_stopped, bool is_too_large) {
    return is_stopped ? SearchStatus::Stopped : is_too_large ? SearchStatus::TooLarge : SearchStatus::Ready;
}

constexpr SearchStatus status_of(Turn::Outcome outcome) {
    switch (outcome) {
        case Turn::Outcome::Stopped:
            return SearchStatus::Stopped;
        case Turn::Outcome::Refused:
            return SearchStatus::Refused;
        case Turn::Outcome::Lost:
            return SearchStatus::Lost;
        default:
            return SearchStatus::Ready;
    }
}

}  // namespace facevalue::numbers
