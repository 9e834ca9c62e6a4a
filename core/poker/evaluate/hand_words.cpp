#include "poker/evaluate/hand_words.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <tuple>

#include "text/joined.hpp"

namespace facevalue::poker {

namespace {

constexpr std::int64_t LOW_ACE = -1;
constexpr std::size_t HAND_SIZE = 5;

constexpr std::string_view NAMES[] = {"Two",  "Three", "Four", "Five",  "Six",  "Seven", "Eight",
                                      "Nine", "Ten",   "Jack", "Queen", "King", "Ace"};
constexpr std::string_view SMALLER[] = {"One Card", "Two Cards", "Three Cards", "Badugi"};

// How a hand is described: its first rank is at 1, and in the plural at 3; its second one at 2, and in the plural at 4.
struct Sentence {
    std::string_view category, words;
};
constexpr Sentence SENTENCES[] = {
    {"Straight Flush", ", 1 high"},
    {"Four of a Kind", ", 3"},
    {"Full House", ", 3 full of 4"},
    {"Flush", ", 1 high"},
    {"Straight", ", 1 high"},
    {"Three of a Kind", ", 3"},
    {"Two Pair", ", 3 and 4"},
    {"One Pair", ", 3"},
    {"High Card", ", 1"},
    {"Low", "1-2 low"},
    {"One Card", ", 1"},
    {"Two Cards", ", 1 high"},
    {"Three Cards", ", 1 high"},
    {"Badugi", ", 1 high"},
};

using RankList = std::vector<std::int64_t>;

RankList ranks_in(const Ranking& ranking, const Ids& cards) {
    RankList ranks;
    for (const int id : cards) ranks.push_back(ranking.is_ace_low && id / SUITS == ACE ? LOW_ACE : id / SUITS);
    return ranks;
}

std::int64_t times_in(const RankList& ranks, std::int64_t rank) { return std::ranges::count(ranks, rank); }

bool is_wheel(const Ranking& ranking, RankList ranks) {
    if (!ranking.has_sequences || ranking.wheel_top == NO_WHEEL) return false;
    const std::int64_t top = ranking.wheel_top;
    std::ranges::sort(ranks);
    return ranks == RankList{top - 3, top - 2, top - 1, top, std::int64_t{ACE}};
}

Expected<std::string_view> category_of_ranks(const Ranking& ranking, const RankList& ranks, bool is_one_suit,
                                             const std::string& shown) {
    std::array<std::size_t, HAND_SIZE + 1> having{};  // how many cards have a rank that occurs so often
    if (ranks.size() == HAND_SIZE)
        for (const std::int64_t rank : ranks) ++having[static_cast<std::size_t>(times_in(ranks, rank))];
    if (ranks.size() != HAND_SIZE || having[HAND_SIZE] != 0)
        return card_problem(
            facevalue::joined({"a hand must have five ranks, at most four of them equal, not ", shown}));
    if (having[4] != 0) return name_of(Category::FourOfAKind);
    if (having[3] != 0) return name_of(having[2] != 0 ? Category::FullHouse : Category::ThreeOfAKind);
    if (having[2] != 0) return name_of(having[2] == 4 ? Category::TwoPair : Category::OnePair);
    const auto [low, high] = std::ranges::minmax(ranks);
    const bool is_flush = ranking.has_sequences && is_one_suit;
    const bool is_straight =
        ranking.has_sequences && (is_wheel(ranking, ranks) || high - low == std::int64_t{HAND_SIZE} - 1);
    if (is_straight) return name_of(is_flush ? Category::StraightFlush : Category::Straight);
    if (is_flush) return name_of(Category::Flush);
    return ranking.is_low ? std::string_view("Low") : name_of(Category::HighCard);
}

std::string lower(std::string_view name) {
    std::string made(name);
    made[0] = static_cast<char>(made[0] | 0x20);
    return made;
}

}  // namespace

Ids arranged(const Ranking& ranking, Ids cards) {
    const RankList ranks = ranks_in(ranking, cards);
    std::array<int, RANKS> times{};
    for (const int id : cards) ++times[static_cast<std::size_t>(id / SUITS)];
    const auto place = [&](int id) {
        const int rank = id / SUITS;
        return std::tuple(-times[static_cast<std::size_t>(rank)], ranking.is_ace_low && rank == ACE ? 1 : -rank, -id);
    };
    std::ranges::sort(cards, {}, place);
    if (is_wheel(ranking, ranks)) std::rotate(cards.begin(), cards.begin() + 1, cards.end());
    return cards;
}

Expected<std::string_view> category_of(const Ranking& ranking, const Argument& given, bool is_one_suit) {
    RankList ranks;
    for (const Argument& item : given.items) {
        std::int64_t rank = 0;
        const auto [end, error] = std::from_chars(item.text.data(), item.text.data() + item.text.size(), rank);
        if (item.kind != Argument::Kind::Whole || error != std::errc()) break;
        ranks.push_back(rank);
    }
    if (ranks.size() != given.items.size()) ranks.clear();
    return category_of_ranks(ranking, ranks, is_one_suit, quoted(given));
}

namespace {

// Of cards with these ranks.
Expected<std::string_view> category_of(const Ranking& ranking, const Ids& cards, const RankList& ranks) {
    if (ranking.cards != int{HAND_SIZE}) {
        if (!cards.empty() && cards.size() <= std::size(SMALLER)) return SMALLER[cards.size() - 1];
        return card_problem(
            facevalue::joined({"a ", ranking.name, " hand has 1 to ", ranking.cards, " cards, not ", cards.size()}));
    }
    const auto suit = [](int id) { return id % SUITS; };
    const bool is_one_suit = std::ranges::all_of(cards, [&](int id) { return suit(id) == suit(cards.front()); });
    Argument shown{Argument::Kind::List};
    if (ranks.size() != HAND_SIZE)
        for (const std::int64_t rank : ranks) shown.items.push_back(Argument::of(rank));
    return category_of_ranks(ranking, ranks, is_one_suit, ranks.size() == HAND_SIZE ? "" : quoted(shown));
}

// Of arranged ranks.
std::string description_of(std::string_view category, const RankList& ranks) {
    const auto name = [](std::int64_t rank) { return NAMES[rank == LOW_ACE ? std::int64_t{ACE} : rank]; };
    const auto several = [&](std::int64_t rank) {
        return facevalue::joined({name(rank), name(rank) == "Six" ? "es" : "s"});
    };
    const std::int64_t first = ranks.front();
    if (category == name_of(Category::StraightFlush) && first == ACE) return "Royal Flush";
    const auto other = std::ranges::find_if(ranks, [&](std::int64_t rank) { return rank != first; });
    const std::int64_t second = other == ranks.end() ? first : *other;
    std::string made(category == "Low" ? "" : category);
    for (const char sign : std::ranges::find(SENTENCES, category, &Sentence::category)->words) {
        if (sign == '1')
            made += name(first);
        else if (sign == '2')
            made += lower(name(second));
        else if (sign == '3')
            made += several(first);
        else if (sign == '4')
            made += several(second);
        else
            made += sign;
    }
    return made;
}

}  // namespace

Expected<std::string_view> category_of(const Ranking& ranking, const Ids& cards) {
    return category_of(ranking, cards, ranks_in(ranking, cards));
}

Expected<HandWords> words_of(const Ranking& ranking, const Ids& cards) {
    const Ids order = arranged(ranking, cards);
    const RankList ranks = ranks_in(ranking, order);
    const auto category = category_of(ranking, order, ranks);
    if (!category) return category.problem();
    return HandWords{order, *category, description_of(*category, ranks)};
}

Problem no_explanation(std::string_view game) {
    return rule_problem(
        facevalue::joined({"only games with the ranking 'high' have explanations, not ", represented(game)}));
}

}  // namespace facevalue::poker
