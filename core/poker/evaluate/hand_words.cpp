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
constexpr std::string_view NAMES[] = {"Two",  "Three", "Four", "Five",  "Six",  "Seven", "Eight",
                                      "Nine", "Ten",   "Jack", "Queen", "King", "Ace"};
constexpr std::string_view SMALLER[] = {"One Card", "Two Cards", "Three Cards", "Badugi"};

// How a hand is described: its first rank is at 1, and in the plural at 3; its second one at 2, and in the plural at 4.
struct Sentence {
    std::string_view category, words;
};
constexpr Sentence SENTENCES[] = {
    {"Five of a Kind", ", 3"},  {"Straight Flush", ", 1 high"},
    {"Four of a Kind", ", 3"},  {"Full House", ", 3 full of 4"},
    {"Flush", ", 1 high"},      {"Straight", ", 1 high"},
    {"Three of a Kind", ", 3"}, {"Two Pair", ", 3 and 4"},
    {"One Pair", ", 3"},        {"High Card", ", 1"},
    {"Low", "1-2 low"},         {"One Card", ", 1"},
    {"Two Cards", ", 1 high"},  {"Three Cards", ", 1 high"},
    {"Badugi", ", 1 high"},
};

using RankList = std::vector<std::int64_t>;

RankList ranks_in(const Ranking& ranking, const Ids& cards) {
    RankList ranks;
    for (const int id : cards) ranks.push_back(ranking.is_ace_low && id / SUITS == ACE ? LOW_ACE : id / SUITS);
    return ranks;
}

std::int64_t times_in(const RankList& ranks, std::int64_t rank) { return std::ranges::count(ranks, rank); }

// Of different ranks.
Ranks set_of(const RankList& ranks) {
    Ranks set = 0;
    for (const std::int64_t rank : ranks)
        if (rank >= 0 && rank < RANKS) set |= 1U << rank;
    return set;
}

bool is_wheel(const Ranking& ranking, const RankList& ranks) {
    if (!ranking.has_sequences || ranking.wheel_top == NO_WHEEL || ranks.size() != std::size_t(ranking.cards))
        return false;
    return straight_top(ranking, set_of(ranks)) == ranking.wheel_top && set_of(ranks) >> ACE != 0;
}

Expected<std::string_view> category_of_ranks(const Ranking& ranking, const RankList& ranks, bool is_one_suit,
                                             const std::string& shown) {
    const auto cards = static_cast<std::size_t>(ranking.cards);
    if (ranks.size() != cards)
        return card_problem(facevalue::joined({"a hand must have ", ranking.cards, " ranks, not ", shown}));
    std::array<std::size_t, LARGEST_HAND + 1> having{};  // how many cards have a rank that occurs so often
    for (const std::int64_t rank : ranks) ++having[static_cast<std::size_t>(times_in(ranks, rank))];
    if (having[5] != 0) return name_of(Category::FiveOfAKind);
    if (having[4] != 0) return name_of(Category::FourOfAKind);
    if (having[3] != 0) return name_of(having[2] != 0 ? Category::FullHouse : Category::ThreeOfAKind);
    if (having[2] != 0) return name_of(having[2] == 4 ? Category::TwoPair : Category::OnePair);
    const auto [low, high] = std::ranges::minmax(ranks);
    const bool is_flush = ranking.has_sequences && is_one_suit;
    const bool is_straight =
        ranking.has_sequences && (is_wheel(ranking, ranks) || high - low == std::int64_t{ranking.cards} - 1);
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

Ids ids_of(const Played& played) {
    Ids ids;
    for (int id = DECK; id-- > 0;) {
        if ((played.cards & card_of(id)) != 0) ids.push_back(static_cast<std::uint8_t>(id));
        if ((played.twice & card_of(id)) != 0) ids.push_back(static_cast<std::uint8_t>(id));
    }
    return ids;
}

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
    if (ranking.has_smaller_hands) {
        if (!cards.empty() && cards.size() <= std::size(SMALLER)) return SMALLER[cards.size() - 1];
        return card_problem(
            facevalue::joined({"a ", ranking.name, " hand has 1 to ", ranking.cards, " cards, not ", cards.size()}));
    }
    const auto suit = [](int id) { return id % SUITS; };
    const bool is_one_suit = std::ranges::all_of(cards, [&](int id) { return suit(id) == suit(cards.front()); });
    Argument shown{Argument::Kind::List};
    const bool has_all = ranks.size() == static_cast<std::size_t>(ranking.cards);
    if (!has_all)
        for (const std::int64_t rank : ranks) shown.items.push_back(Argument::of(rank));
    return category_of_ranks(ranking, ranks, is_one_suit, has_all ? "" : quoted(shown));
}

// Of arranged ranks.
std::string description_of(const Ranking& ranking, std::string_view category, const RankList& ranks) {
    const auto name = [](std::int64_t rank) { return NAMES[rank == LOW_ACE ? std::int64_t{ACE} : rank]; };
    const auto several = [&](std::int64_t rank) {
        return facevalue::joined({name(rank), name(rank) == "Six" ? "es" : "s"});
    };
    const std::int64_t first = ranks.front();
    const bool is_royal = category == name_of(Category::StraightFlush) && first == ACE;
    if (is_royal && ranking.cards == LARGEST_HAND) return "Royal Flush";
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
    return HandWords{order, *category, description_of(ranking, *category, ranks)};
}

Problem no_value_of_five() {
    return rule_problem("five of a kind has no explanation, because Cactus Kev's evaluator has no value for it");
}

Problem no_explanation(std::string_view game) {
    return rule_problem(
        facevalue::joined({"only games with the ranking 'high' have explanations, not ", represented(game)}));
}

}  // namespace facevalue::poker
