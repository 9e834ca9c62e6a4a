#include "poker/video_poker/pay_tables.hpp"

#include <algorithm>

#include "poker/cards/cards.hpp"
#include "poker/cards/combinations.hpp"
#include "poker/games/game.hpp"
#include "text/options.hpp"
#include "work/kept.hpp"

namespace facevalue::poker {

namespace {

constexpr int JOKER_RANK = RANKS, DEUCE = 0;  // a joker has the rank above the ace
constexpr int FOUR = 2, TEN = 8, JACK = 9, KING = 11, ACE = 12;

// The features of a hand of five that pay tables depend on.
struct PaidHand {
    std::array<int, RANKS> counts{};  // of the cards that are not wild
    int wild = 0;
    bool is_one_suit = false;  // of the cards that are not wild

    // The largest number of cards of a rank from one to another.
    int most(int from = DEUCE, int to = ACE) const {
        return *std::max_element(counts.begin() + from, counts.begin() + to + 1);
    }
    bool has_kind(int cards, int from = DEUCE, int to = ACE) const { return most(from, to) + wild >= cards; }
    int ranks() const { return RANKS - static_cast<int>(std::ranges::count(counts, 0)); }
    // Four of a kind of a rank from one to another, and a 2, 3 or 4, or also an ace.
    bool has_four(int from, int to, bool may_be_ace) const {
        if (wild > 0 || most(from, to) < 4) return false;
        return std::count(counts.begin(), counts.begin() + FOUR + 1, 1) > 0 || (may_be_ace && counts[ACE] == 1);
    }
    bool is_straight() const {
        if (most() > 1) return false;
        const auto cards_from = [&](int low) { return std::count(counts.begin() + low, counts.begin() + low + 5, 1); };
        const int natural = DRAW_HAND - wild;
        if (counts[ACE] + std::count(counts.begin(), counts.begin() + 4, 1) == natural) return true;
        for (int low = DEUCE; low <= TEN; ++low)
            if (cards_from(low) == natural) return true;
        return false;
    }
    bool is_royal() const { return is_one_suit && is_straight() && most(DEUCE, TEN - 1) == 0; }
    bool has_two_pair() const { return std::ranges::count(counts, 2) == 2 || has_kind(3); }
};

// The hands that a pay table may name, and when a hand of five is one.
struct PayingHand {
    std::string_view name;
    bool (*is_one)(const PaidHand&);
};
constexpr std::array<PayingHand, 19> PAYING_HANDS{{
    {"royal flush", [](const PaidHand& hand) { return hand.wild == 0 && hand.is_royal(); }},
    {"four deuces", [](const PaidHand& hand) { return hand.wild == 4; }},
    {"wild royal flush", [](const PaidHand& hand) { return hand.is_royal(); }},
    {"five of a kind", [](const PaidHand& hand) { return hand.has_kind(5); }},
    {"straight flush", [](const PaidHand& hand) { return hand.is_one_suit && hand.is_straight(); }},
    {"four aces with 2, 3 or 4", [](const PaidHand& hand) { return hand.has_four(ACE, ACE, false); }},
    {"four 2s, 3s or 4s with A, 2, 3 or 4", [](const PaidHand& hand) { return hand.has_four(DEUCE, FOUR, true); }},
    {"four aces", [](const PaidHand& hand) { return hand.has_kind(4, ACE, ACE); }},
    {"four 2s, 3s or 4s", [](const PaidHand& hand) { return hand.has_kind(4, DEUCE, FOUR); }},
    {"four 5s to kings", [](const PaidHand& hand) { return hand.has_kind(4, FOUR + 1, ACE - 1); }},
    {"four of a kind", [](const PaidHand& hand) { return hand.has_kind(4); }},
    {"full house", [](const PaidHand& hand) { return hand.ranks() <= 2; }},
    {"flush", [](const PaidHand& hand) { return hand.is_one_suit; }},
    {"straight", [](const PaidHand& hand) { return hand.is_straight(); }},
    {"three of a kind", [](const PaidHand& hand) { return hand.has_kind(3); }},
    {"two pair", [](const PaidHand& hand) { return hand.has_two_pair(); }},
    {"kings or better", [](const PaidHand& hand) { return hand.has_kind(2, KING, ACE); }},
    {"jacks or better", [](const PaidHand& hand) { return hand.has_kind(2, JACK, ACE); }},
    {"tens or better", [](const PaidHand& hand) { return hand.has_kind(2, TEN, ACE); }},
}};

std::int32_t payout_of(const PayTable& table, const PaidHand& hand) {
    std::int32_t largest = 0;
    for (const auto& [name, payout] : table.pays)
        if (payout > largest && PAYING_HANDS[name].is_one(hand)) largest = payout;
    return largest;
}

// The number of a multiset of ranks, one of 8568, is a sum over its ranks from the lowest: with the i-th rank come all
// multisets of i + 1 lower ones.
constexpr std::size_t RANK_SETS = choose(JOKER_RANK + DRAW_HAND, DRAW_HAND);
constexpr std::size_t part_of_number(int rank, int place) { return choose(rank + place, place + 1); }

// The payouts of each multiset of ranks, of several suits and of one.
using PayoutsByRanks = std::array<std::vector<std::int32_t>, 2>;
PayoutsByRanks payouts_by_ranks(const PayTable& table) {
    PayoutsByRanks made;
    for (auto& payouts : made) payouts.resize(RANK_SETS);
    std::array<int, DRAW_HAND> ranks{};
    const auto add = [&](const auto& self, int place, std::size_t number, const PaidHand& hand) -> void {
        if (place == DRAW_HAND) {
            for (const bool is_one_suit : {false, true}) {
                PaidHand whole = hand;
                whole.is_one_suit = is_one_suit;
                made[is_one_suit ? 1 : 0][number] = payout_of(table, whole);
            }
            return;
        }
        for (int rank = place == 0 ? 0 : ranks[place - 1]; rank <= JOKER_RANK; ++rank) {
            PaidHand larger = hand;
            const bool is_wild = rank == JOKER_RANK || (table.is_deuces_wild && rank == DEUCE);
            ++(is_wild ? larger.wild : larger.counts[static_cast<std::size_t>(rank)]);
            ranks[place] = rank;
            self(self, place + 1, number + part_of_number(rank, place), larger);
        }
    };
    add(add, 0, 0, {});
    return made;
}

Payouts named(std::initializer_list<std::pair<std::string_view, std::int32_t>> pays) {
    Payouts made;
    for (const auto& [name, payout] : pays) {
        const auto* const hand = std::ranges::find(PAYING_HANDS, name, &PayingHand::name);
        made.emplace_back(static_cast<std::size_t>(hand - PAYING_HANDS.begin()), payout);
    }
    return made;
}

Payouts jacks(std::int32_t full_house, std::int32_t flush) {
    return named({{"royal flush", 800},
                  {"straight flush", 50},
                  {"four of a kind", 25},
                  {"full house", full_house},
                  {"flush", flush},
                  {"straight", 4},
                  {"three of a kind", 3},
                  {"two pair", 2},
                  {"jacks or better", 1}});
}

Payouts with(Payouts pays, const Payouts& more) {
    pays.insert(pays.end(), more.begin(), more.end());
    return pays;
}

}  // namespace

WordList paying_hands() {
    WordList names;
    for (const PayingHand& row : PAYING_HANDS) names.push_back(row.name);
    return names;
}

int PayTable::deck() const { return DECK + jokers; }

const std::vector<PayTable>& pay_tables() {
    static const auto& rows = *new std::vector<PayTable>{
        {"jacks-or-better", jacks(9, 6)},
        {"jacks-or-better-9-5", jacks(9, 5)},
        {"jacks-or-better-8-6", jacks(8, 6)},
        {"jacks-or-better-8-5", jacks(8, 5)},
        {"jacks-or-better-7-5", jacks(7, 5)},
        {"jacks-or-better-6-5", jacks(6, 5)},
        {"bonus-poker", with(jacks(8, 5), named({{"four aces", 80}, {"four 2s, 3s or 4s", 40}}))},
        {"double-bonus", named({{"royal flush", 800},
                                {"straight flush", 50},
                                {"four aces", 160},
                                {"four 2s, 3s or 4s", 80},
                                {"four 5s to kings", 50},
                                {"full house", 10},
                                {"flush", 7},
                                {"straight", 5},
                                {"three of a kind", 3},
                                {"two pair", 1},
                                {"jacks or better", 1}})},
        {"double-double-bonus", named({{"royal flush", 800},
                                       {"straight flush", 50},
                                       {"four aces with 2, 3 or 4", 400},
                                       {"four 2s, 3s or 4s with A, 2, 3 or 4", 160},
                                       {"four aces", 160},
                                       {"four 2s, 3s or 4s", 80},
                                       {"four 5s to kings", 50},
                                       {"full house", 9},
                                       {"flush", 6},
                                       {"straight", 4},
                                       {"three of a kind", 3},
                                       {"two pair", 1},
                                       {"jacks or better", 1}})},
        {"deuces-wild",
         named({{"royal flush", 800},
                {"four deuces", 200},
                {"wild royal flush", 25},
                {"five of a kind", 15},
                {"straight flush", 9},
                {"four of a kind", 5},
                {"full house", 3},
                {"flush", 2},
                {"straight", 2},
                {"three of a kind", 1}}),
         true},
        {"not-so-ugly-deuces",
         named({{"royal flush", 800},
                {"four deuces", 200},
                {"wild royal flush", 25},
                {"five of a kind", 16},
                {"straight flush", 10},
                {"four of a kind", 4},
                {"full house", 4},
                {"flush", 3},
                {"straight", 2},
                {"three of a kind", 1}}),
         true},
        {"joker-poker",
         named({{"royal flush", 800},
                {"five of a kind", 200},
                {"wild royal flush", 100},
                {"straight flush", 50},
                {"four of a kind", 20},
                {"full house", 7},
                {"flush", 5},
                {"straight", 3},
                {"three of a kind", 2},
                {"two pair", 1},
                {"kings or better", 1}}),
         false, 1},
    };
    return rows;
}

std::vector<std::int32_t> payouts_of(const PayTable& table) {
    struct DeckCard {
        std::array<std::size_t, DRAW_HAND> parts{};  // of the number of a multiset, for each place in it
        unsigned suits = 0;                          // none of a wild card
    };
    std::vector<DeckCard> cards;
    for (int number = 0; number < table.deck(); ++number) {
        DeckCard& card = cards.emplace_back();
        const int rank = std::min(number / SUITS, JOKER_RANK);
        for (int place = 0; place < DRAW_HAND; ++place)
            card.parts[static_cast<std::size_t>(place)] = part_of_number(rank, place);
        if (rank != JOKER_RANK && !(table.is_deuces_wild && rank == DEUCE)) card.suits = 1U << number % SUITS;
    }
    const PayoutsByRanks by_ranks = payouts_by_ranks(table);
    std::vector<std::int32_t> payouts;
    payouts.reserve(choose(table.deck(), DRAW_HAND));
    const auto add = [&](const auto& self, std::size_t place, std::size_t end, std::size_t number,
                         unsigned suits) -> void {
        for (std::size_t at = place; at < end; ++at) {
            const std::size_t larger = number + cards[at].parts[place];
            const unsigned all = suits | cards[at].suits;
            if (place > 0)
                self(self, place - 1, at, larger, all);
            else
                payouts.push_back(by_ranks[(all & (all - 1)) == 0 ? 1 : 0][larger]);
        }
    };
    add(add, DRAW_HAND - 1, cards.size(), 0, 0);
    return payouts;
}

std::shared_ptr<const DrawSums> sums_of(const PayTable& table, const Stop& stop) {
    // One table takes 13 MB; a browser keeps an instance of 48 MB.
    constexpr std::size_t TABLES_KEPT = HAS_THREADS ? 4 : 1;
    static auto& kept = *new Kept<PayTable, DrawSums>(TABLES_KEPT);
    const PayTable key{{}, table.pays, table.is_deuces_wild, table.jokers};
    return kept.get(key, [&]() -> std::shared_ptr<const DrawSums> {
        auto made = DrawSums::of(payouts_of(table), table.deck(), stop);
        return made ? std::make_shared<const DrawSums>(*std::move(made)) : nullptr;
    });
}

}  // namespace facevalue::poker
