// ThreeGame: push or fold of three players, who have six decisions. What acting gains against folding is a sum of terms
// that are linear in the stakes, so the same code serves a search in floats and a measure in integers.
//
// The button acts first, then the small blind and the big blind. A player who calls is all-in, also against a shorter
// stack; three players may have a main pot and a side pot.
//
// The model: deals of three hands are counted exactly. If two players are all-in, or compete for a side pot, each has
// the exact equity of its starting hand against the other's, which ignores the cards of the third player. If three are
// all-in, ThreeWay has their shares of the main pot.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "poker/push_fold/all_in.hpp"
#include "poker/three_handed/three_way.hpp"

namespace facevalue::poker {

enum Decision : std::uint8_t {
    BUTTON_PUSHES,
    SMALL_CALLS,   // the button
    SMALL_PUSHES,  // if the button has folded
    BIG_CALLS_BUTTON,
    BIG_CALLS_SMALL,
    BIG_CALLS_BOTH,
    DECISIONS
};

// As results name them.
inline constexpr std::array<std::string_view, DECISIONS> DECISION_NAMES = {
    "button_push",           "small_blind_call",           "small_blind_push",
    "big_blind_call_button", "big_blind_call_small_blind", "big_blind_call_both"};

// What may happen if a player acts: the others fold, one is met, or two for the main pot or, next to it, one of them
// for the side pot.
enum Event : std::uint8_t {
    BUTTON_STEALS,
    BUTTON_MEETS_SMALL,
    BUTTON_MEETS_BIG,
    BUTTON_MEETS_BOTH,
    BUTTON_SIDE_SMALL,
    BUTTON_SIDE_BIG,
    SMALL_MEETS_BUTTON,
    SMALL_MEETS_BOTH,
    SMALL_SIDE_BUTTON,
    SMALL_SIDE_BIG,
    SMALL_STEALS,
    SMALL_MEETS_BIG,
    BIG_MEETS_BUTTON,
    BIG_MEETS_SMALL,
    BIG_MEETS_BOTH,
    BIG_SIDE_BUTTON,
    BIG_SIDE_SMALL,
    EVENTS
};

// The decision that leads to each event.
inline constexpr std::array<Decision, EVENTS> DECISION_OF = {
    BUTTON_PUSHES,    BUTTON_PUSHES,   BUTTON_PUSHES,  BUTTON_PUSHES,  BUTTON_PUSHES, BUTTON_PUSHES,
    SMALL_CALLS,      SMALL_CALLS,     SMALL_CALLS,    SMALL_CALLS,    SMALL_PUSHES,  SMALL_PUSHES,
    BIG_CALLS_BUTTON, BIG_CALLS_SMALL, BIG_CALLS_BOTH, BIG_CALLS_BOTH, BIG_CALLS_BOTH};

// Number: double, or integers with enough bits. Probabilities are parts of `one`.
template <class Number>
class ThreeGame {
  public:
    using Vector = std::vector<Number>;                // by starting hand
    using Strategies = std::array<Vector, DECISIONS>;  // how often a player acts, in parts of `one`

    // How often an event happens to each hand, in deals times one * one; and the same times the share of the pot that
    // it wins, in parts of a pot.
    struct Happening {
        Vector reach, won;
    };
    using Happenings = std::array<Happening, EVENTS>;

    // The equities of two players in parts of `pot`, in rows.
    ThreeGame(const ThreeWay& three_way, Vector equities, Number one)
        : three_way_(three_way), size_(three_way.size), equities_(std::move(equities)), one_(one) {
        all_deals_ = third_acts(Vector(size_, Number(1)));
    }

    std::size_t size() const { return size_; }

    // `has_side`: whether there can be a side pot; otherwise its events stay empty.
    Happenings happenings(const Strategies& acts, bool has_side) const {
        const auto& [push, call, small_push, call_button, call_small, call_both] = acts;
        const Vector button_in = third_acts(push), small_in = third_acts(call), big_in = third_acts(call_both);
        const Vector button_out = others(button_in), small_out = others(small_in), big_out = others(big_in);
        Happenings made;
        made[BUTTON_STEALS].reach = met(small_out, inverse(call_button)).reach;
        made[BUTTON_MEETS_BIG] = met(small_out, call_button);
        made[BUTTON_MEETS_SMALL] = met(big_out, call);
        made[BUTTON_MEETS_BOTH] = met_both(call, call_both, big_in);
        made[SMALL_MEETS_BUTTON] = met(big_out, push);
        made[SMALL_MEETS_BOTH] = met_both(push, call_both, big_in);
        made[SMALL_STEALS].reach = met(button_out, inverse(call_small)).reach;
        made[SMALL_MEETS_BIG] = met(button_out, call_small);
        made[BIG_MEETS_BUTTON] = met(small_out, push);
        made[BIG_MEETS_SMALL] = met(button_out, small_push);
        made[BIG_MEETS_BOTH] = met_both(push, call, small_in);
        if (has_side) {
            made[BUTTON_SIDE_SMALL].won = met(big_in, call).won;
            made[BUTTON_SIDE_BIG].won = met(small_in, call_both).won;
            made[SMALL_SIDE_BUTTON].won = met(big_in, push).won;
            made[SMALL_SIDE_BIG].won = met(button_in, call_both).won;
            made[BIG_SIDE_BUTTON].won = met(small_in, push).won;
            made[BIG_SIDE_SMALL].won = met(button_in, call).won;
        }
        return made;
    }
    // How often all fold to the big blind, in deals times one * one.
    Number walks(const Strategies& acts) const {
        const Vector folds = met(others(third_acts(acts[BUTTON_PUSHES])), inverse(acts[SMALL_PUSHES])).reach;
        Number sum = 0;
        for (const Number count : folds) sum += count;
        return sum;
    }

  private:
    // For two players in rows, how many deals there are in which the third one acts; and in which it folds.
    Vector third_acts(const Vector& acts) const {
        Vector sum(size_ * size_);
        for (std::size_t third = 0; third < size_; ++third) {
            const Number part = acts[third];
            if (part == Number(0)) continue;
            const std::uint16_t* const deals = three_way_.deals.data() + third * sum.size();
            for (std::size_t place = 0; place < sum.size(); ++place) sum[place] += part * Number(deals[place]);
        }
        return sum;
    }
    Vector others(const Vector& acting) const {
        Vector rest(acting.size());
        for (std::size_t place = 0; place < rest.size(); ++place)
            rest[place] = one_ * all_deals_[place] - acting[place];
        return rest;
    }
    Vector inverse(const Vector& acts) const {
        Vector rest;
        for (const Number part : acts) rest.push_back(one_ - part);
        return rest;
    }
    // For each hand, what it meets of another player who acts, in these deals of the third one.
    Happening met(const Vector& deals, const Vector& acts) const {
        Happening made{Vector(size_), Vector(size_)};
        for (std::size_t other = 0; other < size_; ++other) {
            const Number part = acts[other];
            if (part == Number(0)) continue;
            // The table of deals is symmetric; the loser's equity is the rest of the pot, so columns are in rows.
            const Number* const row = deals.data() + other * size_;
            const Number* const equity = equities_.data() + other * size_;
            for (std::size_t own = 0; own < size_; ++own) {
                const Number reach = part * row[own];
                made.reach[own] += reach;
                made.won[own] += reach * equity[own];
            }
        }
        return made;
    }
    // The deals are those in which the second one acts.
    Happening met_both(const Vector& first, const Vector& second, const Vector& deals) const {
        Happening made{met(deals, first).reach, Vector(size_)};
        for (std::size_t one = 0; one < size_; ++one) {
            if (first[one] == Number(0)) continue;
            for (std::size_t other = 0; other < size_; ++other) {
                const Number part = first[one] * second[other];
                if (part == Number(0)) continue;
                const std::int32_t* const won = three_way_.won.data() + (one * size_ + other) * size_;
                for (std::size_t own = 0; own < size_; ++own) made.won[own] += part * Number(won[own]);
            }
        }
        return made;
    }

    const ThreeWay& three_way_;
    std::size_t size_;
    Vector equities_;  // by the other's hand, then the own hand
    Number one_;
    Vector all_deals_;
};

}  // namespace facevalue::poker
