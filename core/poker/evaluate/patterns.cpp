#include "poker/evaluate/patterns.hpp"

#include <algorithm>
#include <bit>

namespace facevalue::poker {

namespace {

constexpr int ANY_SUIT = -1;

// The hand that was found: its ranks as the ranking orders them, and its suit if all cards must have one.
struct FoundHand {
    std::array<std::uint8_t, RANKS> times{};  // of each rank
    int suit = ANY_SUIT;

    Pattern pattern() const {
        Pattern hand;
        for (int rank = 0; rank < RANKS; ++rank) hand.times[times[static_cast<std::size_t>(rank)]] |= 1U << rank;
        hand.is_one_suit = suit != ANY_SUIT;
        return hand;
    }
};

// How often ranks occur, the most frequent first.
struct Shape {
    std::array<int, LARGEST_HAND> times{};
    int groups = 0;
};
Shape shape_of(Category category, int cards) {
    Shape shape;
    const auto add = [&](int times) {
        shape.times[static_cast<std::size_t>(shape.groups++)] = times;
        cards -= times;
    };
    if (category == Category::FiveOfAKind) add(5);
    if (category == Category::FourOfAKind) add(4);
    if (category == Category::FullHouse || category == Category::ThreeOfAKind) add(3);
    if (category == Category::FullHouse || category == Category::TwoPair || category == Category::OnePair) add(2);
    if (category == Category::TwoPair) add(2);
    while (cards > 0) add(1);
    return shape;
}

// Looks for the best hand of some cards. Ranks are as the ranking orders them.
class PatternSearch {
  public:
    PatternSearch(const Ranking& ranking, const Copies& copies, int wild, Cards missing, bool may_repeat)
        : ranking_(ranking), copies_(copies), wild_(wild), may_repeat_(may_repeat) {
        if (ranking.is_ace_low)
            for (auto& of_suit : copies_) std::rotate(of_suit.begin(), of_suit.end() - 1, of_suit.end());
        for (auto& of_suit : copies_)
            for (std::size_t rank = 0; rank < RANKS; ++rank) {
                if ((ranking.allowed_ranks >> rank & 1) == 0) of_suit[rank] = 0;
                held_[rank] += of_suit[rank];
            }
        const Ranks in_deck = ALL_RANKS & ~ranks_of_suit(missing, 0);
        fillable_ = ranking.allowed_ranks & (ranking.is_ace_low ? ace_low(in_deck) : in_deck);
    }

    std::optional<FoundHand> best() {
        const std::size_t count = ranking_.categories.size();
        if (!ranking_.is_low && try_category(Category::FiveOfAKind)) return found_;
        for (std::size_t i = 0; i < count; ++i)
            if (try_category(ranking_.categories[ranking_.is_low ? count - 1 - i : i])) return found_;
        if (ranking_.is_low && try_category(Category::FiveOfAKind)) return found_;
        return std::nullopt;
    }

  private:
    using Times = std::array<std::uint8_t, RANKS>;

    bool try_category(Category category) {
        found_ = {};
        const bool is_suited = category == Category::StraightFlush || category == Category::Flush;
        const bool is_sequence = category == Category::StraightFlush || category == Category::Straight;
        if ((is_suited || is_sequence) && !ranking_.has_sequences) return false;
        if (category == Category::FiveOfAKind && !ranking_.has_five_of_a_kind()) return false;
        if (ranking_.has_no_pair && category != Category::HighCard) return false;
        category_ = category;
        if (is_sequence) return try_straights(is_suited);
        if (category == Category::Flush) return try_flushes();
        const Shape shape = shape_of(category, ranking_.cards);
        return try_groups(held_, shape, 0, wild_);
    }

    bool try_straights(bool is_suited) {
        const int highest = RANKS - 1, length = ranking_.cards;
        std::array<int, RANKS + 1> tops{};
        std::size_t count = 0;
        for (int top = highest; top >= length - 1; --top) tops[count++] = top;
        if (ranking_.wheel_top != NO_WHEEL) tops[count++] = ranking_.wheel_top;
        for (std::size_t i = 0; i < count; ++i) {
            const bool is_wheel = ranking_.wheel_top != NO_WHEEL && i + 1 == count;
            if (try_straight(tops[ranking_.is_low ? count - 1 - i : i], is_wheel, is_suited)) return true;
        }
        return false;
    }

    bool try_straight(int top, bool is_wheel, bool is_suited) {
        const int length = ranking_.cards - (is_wheel ? 1 : 0);
        const Ranks ranks = ((1U << length) - 1) << (top - length + 1) | (is_wheel ? 1U << (RANKS - 1) : 0U);
        for (int suit = 0; suit < (is_suited ? SUITS : 1); ++suit) {
            const Times& held = is_suited ? copies_[static_cast<std::size_t>(suit)] : held_;
            int lacking = 0;
            for (Ranks left = ranks; left != 0; left = without_lowest(left)) {
                const int rank = std::countr_zero(left);
                if (held[static_cast<std::size_t>(rank)] > 0) continue;
                lacking += (fillable_ >> rank & 1) != 0 ? 1 : wild_ + 1;
            }
            if (lacking > wild_) continue;
            found_ = {};
            for (Ranks left = ranks; left != 0; left = without_lowest(left))
                found_.times[static_cast<std::size_t>(std::countr_zero(left))] = 1;
            found_.suit = is_suited ? suit : ANY_SUIT;
            if (is_suited || lacking > 0 || has_two_suits()) return true;
        }
        return false;
    }

    // The best flush of each suit; the best of them.
    bool try_flushes() {
        std::optional<FoundHand> best;
        for (std::size_t suit = 0; suit < SUITS; ++suit) {
            int cards = wild_;
            for (const int count : copies_[suit]) cards += may_repeat_ ? count : std::min(count, 1);
            if (cards < ranking_.cards) continue;
            found_ = {};
            found_.suit = static_cast<int>(suit);
            if (!try_suited(copies_[suit], ranking_.cards, RANKS, wild_)) continue;
            const bool is_better =
                !best || (worth(ranking_, found_.pattern()) < worth(ranking_, best->pattern())) == ranking_.is_low;
            if (is_better) best = found_;
        }
        if (best) found_ = *best;
        return best.has_value();
    }

    // Adds `more` cards of one suit that are below a rank, the highest first.
    bool try_suited(const Times& held, int more, int end, int wild) {
        // Straight flushes, and full houses or fours of one suit, are other categories.
        if (more == 0) return category_of_worth(ranking_, worth(ranking_, found_.pattern())) == Category::Flush;
        for (int i = 0; i < end; ++i) {
            const int rank = ranking_.is_low ? i : end - 1 - i;
            auto& times = found_.times[static_cast<std::size_t>(rank)];
            const bool is_held = held[static_cast<std::size_t>(rank)] > times;
            if (!is_held && (wild == 0 || (fillable_ >> rank & 1) == 0)) continue;
            ++times;
            if (try_suited(held, more - 1, may_repeat_ ? rank + 1 : rank, wild - (is_held ? 0 : 1))) return true;
            --times;
        }
        return false;
    }

    // Adds ranks from a group of the shape on.
    bool try_groups(const Times& held, const Shape& shape, int group, int wild) {
        if (group == shape.groups) return is_of_category(wild);
        const int times = shape.times[static_cast<std::size_t>(group)];
        const bool is_next = group > 0 && shape.times[static_cast<std::size_t>(group) - 1] == times;
        const int end = is_next ? last_[static_cast<std::size_t>(group) - 1] : RANKS;  // ranks below it
        for (int i = 0; i < end; ++i) {
            const int rank = ranking_.is_low ? i : end - 1 - i;
            const auto place = static_cast<std::size_t>(rank);
            if (found_.times[place] != 0 || (ranking_.allowed_ranks >> rank & 1) == 0) continue;
            const int lacking = std::max(times - held[place], 0);
            if (lacking > wild || (lacking > 0 && (fillable_ >> rank & 1) == 0)) continue;
            found_.times[place] = static_cast<std::uint8_t>(times);
            last_[static_cast<std::size_t>(group)] = rank;
            if (try_groups(held, shape, group + 1, wild - lacking)) return true;
            found_.times[place] = 0;
        }
        return false;
    }

    // Is the hand not a straight, nor forced to be a flush that is stronger?
    bool is_of_category(int wild_left) const {
        if (!ranking_.has_sequences || category_ == Category::FiveOfAKind) return true;
        if (straight_top(ranking_, found_.pattern().times[1]) >= 0) return false;
        if (wild_left < wild_ || has_two_suits()) return true;
        return ranking_.place(Category::Flush) > ranking_.place(category_);
    }

    // Can the hand have two suits, without wild cards?
    bool has_two_suits() const {
        int suits = 0;
        for (const Times& of_suit : copies_) {
            bool is_held = false;
            for (std::size_t rank = 0; rank < RANKS; ++rank) is_held |= found_.times[rank] > 0 && of_suit[rank] > 0;
            suits += is_held ? 1 : 0;
        }
        return suits > 1;
    }

    const Ranking& ranking_;
    Copies copies_;
    Times held_{};  // of all suits
    int wild_;
    bool may_repeat_;
    Ranks fillable_;
    Category category_ = Category::HighCard;
    FoundHand found_;
    std::array<int, LARGEST_HAND> last_{};  // the rank of each group
};

Copies copies_of(Cards cards) {
    Copies copies{};
    for (std::size_t suit = 0; suit < SUITS; ++suit)
        for (std::size_t rank = 0; rank < RANKS; ++rank) copies[suit][rank] = cards >> (RANKS * suit + rank) & 1;
    return copies;
}

// The cards of one deck that make a hand: natural cards first, and the highest suits first. Of five cards of one
// rank there are four.
Cards cards_of_found(const Ranking& ranking, const FoundHand& found, Cards natural) {
    Cards chosen = 0;
    std::array<int, RANKS> ranks{};
    int kinds = 0;
    for (int place = RANKS; place-- > 0;) {
        const int rank = ranking.is_ace_low ? (place + RANKS - 1) % RANKS : place;
        int more = found.times[static_cast<std::size_t>(place)];
        if (more > 0) ranks[static_cast<std::size_t>(kinds++)] = rank;
        for (const bool is_held : {true, false})
            for (int suit = SUITS; suit-- > 0 && more > 0;) {
                const Cards next = card(rank, suit);
                if (((natural & next) != 0) != is_held || (found.suit != ANY_SUIT && found.suit != suit)) continue;
                chosen |= next;
                --more;
            }
    }
    const auto has_one_suit = [&](Cards cards) {
        return std::ranges::any_of(std::array{0, 1, 2, 3},
                                   [&](int suit) { return size(ranks_of_suit(cards, suit)) == size(cards); });
    };
    if (found.suit != ANY_SUIT || !ranking.has_sequences || !has_one_suit(chosen)) return chosen;
    // A low hand that is not a flush has a card of another suit: a natural card, or what a wild card counts as.
    for (const bool is_held : {true, false})
        for (int i = 0; i < kinds; ++i)
            for (int suit = SUITS; suit-- > 0;) {
                const int rank = ranks[static_cast<std::size_t>(i)];
                const Cards other = card(rank, suit),
                            all = other | card(rank, 0) | card(rank, 1) | card(rank, 2) | card(rank, 3);
                const bool fits = is_held ? (natural & other) != 0 : (natural & all) == 0;
                if (fits && (chosen & other) == 0) return (chosen & ~all) | other;
            }
    return chosen;
}

}  // namespace

std::optional<Played> best_pattern(const Ranking& ranking, const HeldCards& held) {
    const Cards natural = held.natural;
    const auto found = PatternSearch(ranking, copies_of(natural), held.wild, held.missing, false).best();
    if (!found) return std::nullopt;
    const Cards cards = cards_of_found(ranking, *found, natural);
    if (std::ranges::count(found->times, LARGEST_HAND) == 0) return Played{ranking.score(ranking, cards), cards};
    const int rank = std::countr_zero(ranks_of(cards));
    return Played{score_of_five(ranking, rank), cards, card(rank, SUITS - 1)};
}

std::uint32_t best_of_copies(const Ranking& ranking, const Copies& copies, int wild, Cards missing) {
    const auto found = PatternSearch(ranking, copies, wild, missing, true).best();
    return found ? score_of_worth(ranking, worth(ranking, found->pattern())) : 0;
}

}  // namespace facevalue::poker
