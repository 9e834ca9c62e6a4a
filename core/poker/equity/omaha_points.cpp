#include "poker/equity/omaha_points.hpp"

#include <algorithm>
#include <array>

#include "poker/cards/combinations.hpp"
#include "poker/evaluate/evaluator.hpp"
#include "work/workers.hpp"

namespace facevalue::poker {

namespace {

constexpr int MOST_KINDS = 2 * RANKS, MOST_PARTS = 1 << MOST_HOLE;

// What matters about cards: a kind is a rank, or a rank in the suit of flushes or outside it. A sketch has the cards of
// a kind in the first suits that are free, so it stands for all sets of cards with as many of each kind.
class View {
  public:
    explicit View(bool has_suit) : has_suit_(has_suit) {}

    int kinds() const { return has_suit_ ? 2 * RANKS : RANKS; }
    // How many cards are of a kind.
    int cards(int kind) const { return !has_suit_ ? SUITS : kind < RANKS ? 1 : SUITS - 1; }
    // The sketch of so many cards of a kind.
    Cards some(int kind, int count) const {
        Cards found = 0;
        const int first = kind < RANKS ? 0 : 1;
        for (int i = 0; i < count; ++i) found |= card(kind % RANKS, first + i);
        return found;
    }
    int count(Cards sketch, int kind) const { return size(sketch & some(kind, cards(kind))); }
    // Of each card, ascending.
    std::vector<int> kinds_of(Cards sketch) const {
        std::vector<int> found;
        for (int kind = 0; kind < kinds(); ++kind) found.insert(found.end(), count(sketch, kind), kind);
        return found;
    }
    // The sketch of cards, where the suit of flushes is this one.
    Cards sketch(Cards hand, int suit = 0) const {
        std::array<Ranks, SUITS> ranks{};
        for (int i = 0; i < SUITS; ++i) ranks[i] = ranks_of_suit(hand, i);
        std::swap(ranks[0], ranks[suit]);
        for (int pass = SUITS - 1; pass > 0; --pass)
            for (int i = has_suit_ ? 1 : 0; i < pass; ++i) {
                const Ranks both = ranks[i] & ranks[i + 1];
                ranks[i] |= ranks[i + 1];
                ranks[i + 1] = both;
            }
        Cards found = 0;
        for (int i = 0; i < SUITS; ++i) found |= Cards{ranks[i]} << RANKS * i;
        return found;
    }
    // The value of five cards of these kinds.
    std::uint16_t value(const std::array<int, LEAST_CARDS>& five) const {
        Cards cards = 0;
        if (has_suit_ && std::ranges::max(five) < RANKS) {
            for (const int rank : five) cards |= card(rank, 0);
            return hand_value(cards);
        }
        for (const int kind : five) {  // no flush: only the first card has the last suit
            int suit = cards == 0 ? SUITS - 1 : 0;
            while ((cards & card(kind % RANKS, suit)) != 0) ++suit;
            cards |= card(kind % RANKS, suit);
        }
        return hand_value(cards);
    }

  private:
    bool has_suit_;
};

// Adds the sketches of some cards and `count` more of the kinds from `kind` up.
void add_sketches(const View& view, int kind, int count, Cards some, std::vector<Cards>& sketches) {
    if (count == 0) return sketches.push_back(some);
    if (kind == view.kinds()) return;
    for (int taken = std::min(count, view.cards(kind)); taken >= 0; --taken)
        add_sketches(view, kind + 1, count - taken, some | view.some(kind, taken), sketches);
}

// All sketches of hands, and their parts, which are sketches of as many cards or fewer.
class Hands {
  public:
    struct Run {
        std::uint8_t kind, count;
    };
    struct Hand {
        Cards sketch;
        std::array<Run, MOST_HOLE> runs;
        std::array<std::uint8_t, MOST_HOLE> kinds;
        std::uint8_t run_count;
        std::uint32_t parts, part_count;
    };

    Hands(int cards, View view) : cards_(cards), view_(view) {
        for (int count = 0; count <= cards; ++count) add_sketches(view, 0, count, 0, sketches_);
        std::ranges::sort(sketches_, goes_first);
        while (hands_.size() < sketches_.size() && size(sketches_[hands_.size()]) == cards)
            add_hand(sketches_[hands_.size()]);
    }

    View view() const { return view_; }
    int cards() const { return cards_; }
    const std::vector<Hand>& all() const { return hands_; }
    // How many sketches the parts have.
    std::size_t sketches() const { return sketches_.size(); }
    // The numbers of the parts of a hand; the hands have the first numbers.
    const std::uint32_t* parts(const Hand& hand) const { return parts_.data() + hand.parts; }
    // How often the parts count by inclusion and exclusion.
    const std::int8_t* signs(const Hand& hand) const { return signs_.data() + hand.parts; }
    std::uint32_t number(Cards sketch) const {
        return static_cast<std::uint32_t>(std::ranges::lower_bound(sketches_, sketch, goes_first) - sketches_.begin());
    }

  private:
    static bool goes_first(Cards a, Cards b) { return size(a) != size(b) ? size(a) > size(b) : a < b; }
    void add_hand(Cards sketch) {
        Hand hand{sketch, {}, {}, 0, static_cast<std::uint32_t>(parts_.size()), 0};
        std::size_t place = 0;
        for (const int kind : view_.kinds_of(sketch)) hand.kinds[place++ % MOST_HOLE] = static_cast<std::uint8_t>(kind);
        std::vector<Cards> parts{0};
        std::vector<std::int8_t> signs{1};
        for (int kind = 0; kind < view_.kinds(); ++kind) {
            const int count = view_.count(sketch, kind);
            if (count == 0) continue;
            hand.runs[hand.run_count++] = {static_cast<std::uint8_t>(kind), static_cast<std::uint8_t>(count)};
            const std::size_t before = parts.size();
            for (int taken = 1; taken <= count; ++taken)
                for (std::size_t i = 0; i < before; ++i) {
                    const int ways = static_cast<int>(choose(count, taken)) * (taken % 2 == 0 ? 1 : -1);
                    parts.push_back(parts[i] | view_.some(kind, taken));
                    signs.push_back(static_cast<std::int8_t>(signs[i] * ways));
                }
        }
        hand.part_count = static_cast<std::uint32_t>(parts.size());
        for (const Cards part : parts) parts_.push_back(number(part));
        signs_.insert(signs_.end(), signs.begin(), signs.end());
        hands_.push_back(hand);
    }

    int cards_;
    View view_;
    std::vector<Cards> sketches_;
    std::vector<Hand> hands_;
    std::vector<std::uint32_t> parts_;
    std::vector<std::int8_t> signs_;
};

// All hands on one board after another. Counts are of the hands below that contain certain cards of a sketch.
class HandsOnBoard {
  public:
    explicit HandsOnBoard(const Hands& hands)
        : hands_(hands), values_(hands.all().size()), points_(hands.all().size()) {}

    // For each hand, its points against the hands that share no card with it; 0 if it has cards of the board.
    const std::vector<std::uint32_t>& points(Cards board) {
        find_pair_values(board);
        sort_hands();
        counts_.assign(hands_.sketches(), 0);
        std::ranges::fill(points_, 0);
        for (std::size_t first = 0; first < order_.size();) {
            std::size_t end = first;
            while (end < order_.size() && values_[order_[end]] == values_[order_[first]]) ++end;
            for (std::size_t i = first; i < end; ++i) points_[order_[i]] = below(hands_.all()[order_[i]]);
            for (std::size_t i = first; i < end; ++i) add(hands_.all()[order_[i]]);
            for (std::size_t i = first; i < end; ++i) points_[order_[i]] += below(hands_.all()[order_[i]]);
            first = end;
        }
        return points_;
    }

    // In how many ways the last board can be dealt to others if these are the cards of a hand.
    std::uint64_t ways(Cards board, const Hands::Hand& hand) const {
        const View view = hands_.view();
        std::uint64_t found = 1;
        for (int kind = 0; kind < view.kinds(); ++kind)
            if (const int count = view.count(board, kind); count != 0)
                found *= CHOOSE[view.cards(kind) - view.count(hand.sketch, kind)][count];
        return found;
    }

  private:
    static constexpr auto CHOOSE = [] {
        std::array<std::array<std::uint32_t, SUITS + 1>, SUITS + 1> ways{};
        for (int from = 0; from <= SUITS; ++from)
            for (int count = 0; count <= SUITS; ++count)
                ways[from][count] = static_cast<std::uint32_t>(choose(from, count));
        return ways;
    }();

    // Larger values are better, from 0.
    void find_pair_values(Cards board) {
        const View view = hands_.view();
        gone_ = 0;
        for (int kind = 0; kind < view.kinds(); ++kind) {
            left_[kind] = static_cast<std::uint8_t>(view.cards(kind) - view.count(board, kind));
            gone_ |= view.some(kind, view.cards(kind)) & ~view.some(kind, left_[kind]);
        }
        const std::vector<int> five = view.kinds_of(board);
        std::vector<std::uint16_t> all;
        for (int a = 0; a < view.kinds(); ++a)
            for (int b = a; b < view.kinds(); ++b) {
                std::uint16_t& best = pair_values_[MOST_KINDS * a + b] = UINT16_MAX;
                if (left_[a] < (a == b ? 2 : 1) || left_[b] == 0) continue;
                for (int i = 2; i < BOARD; ++i)
                    for (int j = 1; j < i; ++j)
                        for (int k = 0; k < j; ++k)
                            best = std::min(best, view.value({five[i], five[j], five[k], a, b}));
                all.push_back(best);
            }
        std::ranges::sort(all, std::greater());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        for (std::uint16_t& value : pair_values_)
            value = static_cast<std::uint16_t>(std::ranges::lower_bound(all, value, std::greater()) - all.begin());
        value_count_ = all.size();
    }

    void sort_hands() {
        std::vector<std::uint32_t> next(value_count_ + 1);  // where hands of each value are put
        std::uint32_t number = 0;
        for (const Hands::Hand& hand : hands_.all()) {
            std::uint16_t best = 0;
            if ((hand.sketch & gone_) == 0) {
                for (int b = 1; b < hands_.cards(); ++b)
                    for (int a = 0; a < b; ++a)
                        best = std::max(best, pair_values_[MOST_KINDS * hand.kinds[a] + hand.kinds[b]]);
                ++next[best + 1U];
            }
            values_[number++] = best;
        }
        for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
        order_.resize(next.back());
        for (number = 0; number < values_.size(); ++number)
            if ((hands_.all()[number].sketch & gone_) == 0) order_[next[values_[number]]++] = number;
    }

    // Unsigned arithmetic is exact: the counts are below 2^32.
    std::uint32_t below(const Hands::Hand& hand) const {
        const std::uint32_t* const parts = hands_.parts(hand);
        const std::int8_t* const signs = hands_.signs(hand);
        std::uint32_t found = 0;
        for (std::uint32_t i = 0; i < hand.part_count; ++i)
            found += counts_[parts[i]] * static_cast<std::uint32_t>(std::int32_t{signs[i]});
        return found;
    }
    // Each part of the sketch is in as many hands as there are ways to take the rest.
    void add(const Hands::Hand& hand) {
        std::uint32_t ways[MOST_PARTS];
        ways[0] = 1;
        std::uint32_t done = 1;
        for (int run = 0; run < hand.run_count; ++run) {
            const auto [kind, count] = hand.runs[run];
            for (int taken = count; taken >= 0; --taken) {
                const std::uint32_t factor = CHOOSE[left_[kind] - taken][count - taken];
                for (std::uint32_t i = 0; i < done; ++i)
                    ways[static_cast<std::uint32_t>(taken) * done + i] = ways[i] * factor;
            }
            done *= count + 1U;
        }
        const std::uint32_t* const parts = hands_.parts(hand);
        for (std::uint32_t i = 0; i < done; ++i) counts_[parts[i]] += ways[i];
    }

    const Hands& hands_;
    Cards gone_ = 0;  // of each kind, the last cards
    std::array<std::uint8_t, MOST_KINDS> left_{};
    std::array<std::uint16_t, MOST_KINDS * MOST_KINDS> pair_values_{};
    std::size_t value_count_ = 0;
    std::vector<std::uint16_t> values_;
    std::vector<std::uint32_t> order_, counts_, points_;
};

// The boards with these ranks that have three or more cards of a suit, as sketches.
std::vector<Cards> boards_of_suit(Cards board) {
    const std::vector<int> ranks = View(false).kinds_of(board);
    std::vector<Cards> found;
    for (unsigned chosen = 0; chosen < 1U << BOARD; ++chosen) {
        Cards cards = 0;  // with the chosen ones in the first suit
        for (int i = 0; i < BOARD; ++i) {
            int suit = (chosen >> i & 1U) != 0 ? 0 : 1;
            if (suit == 0 && (cards & card(ranks[i], 0)) != 0) suit = SUITS;
            while (suit < SUITS && (cards & card(ranks[i], suit)) != 0) ++suit;
            if (suit < SUITS) cards |= card(ranks[i], suit);
        }
        if (size(cards) == BOARD && std::popcount(chosen) >= 3) found.push_back(cards);
    }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

}  // namespace

std::vector<Cards> boards_by_ranks() {
    std::vector<Cards> boards;
    add_sketches(View(false), 0, BOARD, 0, boards);
    return boards;
}

std::optional<std::vector<std::uint64_t>> omaha_points(std::span<const Cards> hands, std::span<const Cards> boards,
                                                       std::size_t workers, const Stop& stop) {
    if (hands.empty()) return std::vector<std::uint64_t>();
    const Hands by_ranks(size(hands[0]), View(false)), by_suit(size(hands[0]), View(true));
    std::vector<std::uint32_t> ranks_of_hand;
    for (const Hands::Hand& hand : by_suit.all())
        ranks_of_hand.push_back(by_ranks.number(by_ranks.view().sketch(hand.sketch)));
    workers = std::max<std::size_t>(workers, 1);
    struct Part {
        std::vector<std::uint64_t> by_ranks, by_suit;
    };
    std::vector<Part> parts(
        workers, {std::vector<std::uint64_t>(by_ranks.all().size()), std::vector<std::uint64_t>(by_suit.all().size())});
    const bool is_done = run_workers(workers, stop.of(boards.size()), [&](std::size_t worker, Pulse& pulse) {
        HandsOnBoard without(by_ranks), with(by_suit);
        Part& part = parts[worker];
        for (std::size_t i = worker; i < boards.size() && !pulse.stopped(); i += workers) {
            const Cards ranks = by_ranks.view().sketch(boards[i]);
            const auto& usual = without.points(ranks);
            for (std::size_t at = 0; at < usual.size(); ++at)
                part.by_ranks[at] += usual[at] * without.ways(ranks, by_ranks.all()[at]);
            for (const Cards board : boards_of_suit(ranks)) {
                if (pulse.stopped()) break;
                const auto& found = with.points(board);
                for (std::size_t at = 0; at < found.size(); ++at)
                    if (const std::uint64_t ways = with.ways(board, by_suit.all()[at]); ways != 0)
                        part.by_suit[at] += (std::uint64_t{found[at]} - usual[ranks_of_hand[at]]) * ways;
                pulse.beat(found.size() << by_suit.cards());
            }
            pulse.beat(usual.size() << by_ranks.cards(), 1);
        }
    });
    if (!is_done) return std::nullopt;
    std::vector<std::uint64_t> points;
    for (const Cards hand : hands) {
        std::uint64_t found = 0;
        for (const Part& part : parts) {
            found += part.by_ranks[by_ranks.number(by_ranks.view().sketch(hand))];
            for (int suit = 0; suit < SUITS; ++suit)
                found += part.by_suit[by_suit.number(by_suit.view().sketch(hand, suit))];
        }
        points.push_back(found);
    }
    return points;
}

}  // namespace facevalue::poker
