#include "poker/ranges/flop_sweep.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <vector>

#include "poker/cards/combinations.hpp"
#include "poker/cards/sums.hpp"
#include "poker/evaluate/flop_ranks.hpp"

namespace facevalue::poker {

namespace {

constexpr std::uint16_t NONE = 0xFFFF;  // kind or hand
constexpr int FLUSH = 3;                // cards of a suit on the board, which two of a hand complete
constexpr std::uint64_t RUN_OUTS = choose(DECK - FLUSH, 2);

// Sums of weights, which may wrap in between; of 32 bits if the final sums fit, because vectors take twice as many.
template <class Word>
struct alignas(16) BySuit {
    Word of[SUITS] = {};

    BySuit& operator+=(const BySuit& other) {
        for (int suit = 0; suit < SUITS; ++suit) of[suit] += other.of[suit];
        return *this;
    }
    BySuit& operator-=(const BySuit& other) {
        for (int suit = 0; suit < SUITS; ++suit) of[suit] -= other.of[suit];
        return *this;
    }
};

// The weight of some hands, and the part of it with each card of two ranks.
template <class Word>
struct Weights {
    BySuit<Word> low, high;
    Word all = 0;
    static constexpr std::tuple PARTS{&Weights::low, &Weights::high, &Weights::all};

    Word without(Number low_card, Number high_card) const {
        return all - low.of[suit(low_card)] - high.of[suit(high_card)];
    }
};

// What a kind of hands meets on some boards: the hands below it, and those not above it.
template <class Word>
struct Met {
    Weights<Word> beaten, reached;
    Word boards = 0;
    static constexpr std::tuple PARTS{&Met::beaten, &Met::reached, &Met::boards};
};

template <class Word>
struct WinsAndTies {
    Word wins = 0, ties = 0;
    static constexpr std::tuple PARTS{&WinsAndTies::wins, &WinsAndTies::ties};
};

struct Entry {
    std::uint16_t value, kind;
};
bool is_worse(Entry one, Entry other) { return one.value > other.value; }

template <class Word>
class SweepInWords : public FlopSweep {
  public:
    SweepInWords(Cards flop, HandOrder order, std::span<const Cards> hands, std::span<const std::uint32_t> weights)
        : flop_(flop), flushes_(order.table + section::SUITED), values_(flop, order), corrections_(hands.size()) {
        for (auto& row : of_ranks_) row.fill(NONE);
        for (auto& row : places_) row.fill(NONE);
        for (Cards left = flop; left != 0; left = without_lowest(left)) ++suits_[suit(number(left))];
        hands_.reserve(hands.size());
        for (std::size_t i = 0; i < hands.size(); ++i) put(hands[i], weights[i]);
    }

    bool settle(Cards more) override {
        const Number turn = number(more), river = number(without_lowest(more));
        auto suits = suits_;
        ++suits[suit(turn)];
        ++suits[suit(river)];
        const auto most = std::max_element(suits.begin(), suits.end());
        if (*most > FLUSH) return false;
        set_turn(turn);
        block(river);
        // The hand of both cards was taken away with each.
        const std::uint16_t both = places_[turn][river];
        if (both != NONE) put_back(both);
        apart_.clear();
        sweep(*most < FLUSH ? in_order(more) : with_flushes(more, static_cast<Number>(most - suits.begin())));
        for (const std::uint16_t hand : apart_) put_back(hand);
        if (both != NONE) take_apart(both);
        unblock(river);
        return true;
    }

    void add_to(std::span<Outcome> outcomes) override {
        set_turn(DECK);
        for (std::size_t i = 0; i < hands_.size(); ++i) {
            const Hand& hand = hands_[i];
            Met<Word> kind = kinds_[hand.kind].met;
            kind -= with_[hand.low][rank(hand.high)].met;
            kind -= with_[hand.high][rank(hand.low)].met;
            WinsAndTies<Word> sum = corrections_[i];
            sum += met(hand, kind);
            if (hand.alone != NONE) sum += met(hand, kinds_[hand.alone].met);
            outcomes[i].wins += sum.wins;
            outcomes[i].ties += sum.ties;
        }
    }

  private:
    struct Kind {
        std::uint32_t low, high;  // ranks
        Weights<Word> own;        // of its hands
        Met<Word> met;
    };
    struct Hand {
        Number low, high;           // cards, the lower rank first
        std::uint16_t kind, alone;  // `alone` is its separate kind, for cards of one suit
        Word weight;

        Weights<Word> own() const {
            Weights<Word> own;
            own.all = own.low.of[suit(low)] = own.high.of[suit(high)] = weight;
            if (rank(low) == rank(high)) own.low.of[suit(high)] = own.high.of[suit(low)] = weight;
            return own;
        }
    };
    // The hands of a kind with a certain card: their weight, and what their kind met on the boards with this card.
    struct WithCard {
        Weights<Word> own;
        Met<Word> met;
    };
    // The hands that a sweep has passed.
    struct Below {
        Word all = 0;
        std::array<BySuit<Word>, RANKS> with{};  // each card

        void take(const Kind& kind) {
            // The two ranks of a pair are one, and so are its weights.
            const BySuit<Word> low = with[kind.low];
            with[kind.high] += kind.own.high;
            with[kind.low] = low;
            with[kind.low] += kind.own.low;
            all += kind.own.all;
        }
        void add_to(Weights<Word>& sums, const Kind& kind) const {
            sums.low += with[kind.low];
            sums.high += with[kind.high];
            sums.all += all;
        }
    };

    void put(Cards cards, std::uint32_t weight) {
        Number low = number(cards), high = number(without_lowest(cards));
        const auto place = static_cast<std::uint16_t>(hands_.size());
        places_[low][high] = place;
        if (rank(low) > rank(high)) std::swap(low, high);
        Hand hand{low, high, kind_of_ranks(rank(low), rank(high)), NONE, static_cast<Word>(weight)};
        kinds_[hand.kind].own += hand.own();
        with_[low][rank(high)].own += hand.own();
        with_[high][rank(low)].own += hand.own();
        if (suit(low) == suit(high)) {
            hand.alone = new_kind(rank(low), rank(high));
            kinds_[hand.alone].own = hand.own();
            suited_[suit(low)].push_back(place);
        }
        hands_.push_back(hand);
    }
    std::uint16_t kind_of_ranks(Number low, Number high) {
        if (of_ranks_[low][high] == NONE) of_ranks_[low][high] = of_ranks_[high][low] = new_kind(low, high);
        return of_ranks_[low][high];
    }
    std::uint16_t new_kind(Number low, Number high) {
        kinds_.push_back({static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(high), {}, {}});
        return static_cast<std::uint16_t>(kinds_.size() - 1);
    }

    // The kinds, the worst first, if suits did not count.
    std::span<const Entry> in_order(Cards more) {
        const Number turn = rank(number(more)), river = rank(number(without_lowest(more)));
        std::vector<Entry>& entries = orders_[turn][river];
        if (entries.empty()) {
            for (Number low = 0; low < RANKS; ++low)
                for (Number high = low; high < RANKS; ++high)
                    if (of_ranks_[low][high] != NONE)
                        entries.push_back({values_.with(turn, river, low)[high], of_ranks_[low][high]});
            std::sort(entries.begin(), entries.end(), is_worse);
        }
        return entries;
    }
    // The same on a board with three cards of a suit: the hands with two more are separate kinds.
    std::span<const Entry> with_flushes(Cards more, Number suit) {
        const Ranks shared = ranks_of_suit(flop_ | more, static_cast<int>(suit));
        flushes_here_.clear();
        for (const std::uint16_t place : suited_[suit]) {
            const Hand& hand = hands_[place];
            if (((Cards{1} << hand.low | Cards{1} << hand.high) & more) != 0) continue;
            take_apart(place);
            apart_.push_back(place);
            flushes_here_.push_back({flushes_[shared | 1U << rank(hand.low) | 1U << rank(hand.high)], hand.alone});
        }
        std::sort(flushes_here_.begin(), flushes_here_.end(), is_worse);
        const std::span<const Entry> others = in_order(more);
        merged_.clear();
        std::merge(others.begin(), others.end(), flushes_here_.begin(), flushes_here_.end(),
                   std::back_inserter(merged_), is_worse);
        return merged_;
    }

    // The turn stays blocked from board to board, because neighbours share it. DECK means that no card is blocked.
    void set_turn(Number card) {
        if (card == turn_) return;
        if (turn_ != DECK) unblock(turn_);
        if (card != DECK) block(card);
        turn_ = card;
    }
    // Until it is unblocked, the hands with this card weigh nothing in their kinds, and what the kinds meet does not
    // count for them.
    void block(Number card) {
        for_each_kind_of(rank(card), [&](Kind& kind, Number other) {
            kind.own -= with_[card][other].own;
            with_[card][other].met -= kind.met;
        });
    }
    void unblock(Number card) {
        for_each_kind_of(rank(card), [&](Kind& kind, Number other) {
            kind.own += with_[card][other].own;
            with_[card][other].met += kind.met;
        });
    }
    template <class Visit>
    void for_each_kind_of(Number rank, const Visit& visit) {
        for (Number other = 0; other < RANKS; ++other)
            if (of_ranks_[rank][other] != NONE) visit(kinds_[of_ranks_[rank][other]], other);
    }
    // The same for one hand.
    void take_apart(std::uint16_t place) {
        const Hand& hand = hands_[place];
        kinds_[hand.kind].own -= hand.own();
        corrections_[place] += met(hand, kinds_[hand.kind].met);
    }
    void put_back(std::uint16_t place) {
        const Hand& hand = hands_[place];
        kinds_[hand.kind].own += hand.own();
        corrections_[place] -= met(hand, kinds_[hand.kind].met);
    }

    // The share of a hand in what its kind has met. Both of its cards subtract its own weight from the hands it ties
    // with.
    static WinsAndTies<Word> met(const Hand& hand, const Met<Word>& kind) {
        const Word beaten = kind.beaten.without(hand.low, hand.high),
                   reached = kind.reached.without(hand.low, hand.high) + kind.boards * hand.weight;
        return {beaten, reached - beaten};
    }

    void sweep(std::span<const Entry> entries) {
        Below below;
        for (auto first = entries.begin(); first != entries.end();) {
            auto end = first;
            for (; end != entries.end() && end->value == first->value; ++end) {
                Kind& kind = kinds_[end->kind];
                below.add_to(kind.met.beaten, kind);
                ++kind.met.boards;
            }
            for (auto each = first; each != end; ++each) below.take(kinds_[each->kind]);
            for (; first != end; ++first) below.add_to(kinds_[first->kind].met.reached, kinds_[first->kind]);
        }
    }

    Cards flop_;
    Number turn_ = DECK;
    std::array<int, SUITS> suits_{};  // of the flop: how many cards
    const std::uint16_t* flushes_;
    FlopRanks values_;
    std::vector<Kind> kinds_;
    std::vector<Hand> hands_;
    std::vector<WinsAndTies<Word>> corrections_;                  // by hand, for the boards on which it was separate
    std::array<std::array<std::uint16_t, DECK>, DECK> places_{};  // of hands, the lower card first
    std::array<std::array<WithCard, RANKS>, DECK> with_{};        // by the rank of the other card
    std::array<std::vector<std::uint16_t>, SUITS> suited_;        // the hands of this suit
    std::array<std::array<std::uint16_t, RANKS>, RANKS> of_ranks_{};
    std::array<std::array<std::vector<Entry>, RANKS>, RANKS> orders_;
    std::vector<std::uint16_t> apart_;
    std::vector<Entry> flushes_here_, merged_;
};

}  // namespace

std::unique_ptr<FlopSweep> flop_sweep(Cards flop, HandOrder order, std::span<const Cards> hands,
                                      std::span<const std::uint32_t> weights) {
    const std::uint64_t most = RUN_OUTS * std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
    if (most <= UINT32_MAX) return std::make_unique<SweepInWords<std::uint32_t>>(flop, order, hands, weights);
    return std::make_unique<SweepInWords<std::uint64_t>>(flop, order, hands, weights);
}

}  // namespace facevalue::poker
