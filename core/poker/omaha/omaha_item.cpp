#include "poker/omaha/omaha_item.hpp"

#include <algorithm>

#include "poker/cards/combinations.hpp"
#include "text/quoted.hpp"
#include "work/sorting.hpp"

namespace facevalue::poker {

namespace {

constexpr Cards of_rank(int rank) { return card(rank, 0) | card(rank, 1) | card(rank, 2) | card(rank, 3); }

struct SuitWord {
    std::string_view word;
    int least, most;  // suits with two cards or more
};
constexpr SuitWord SUIT_WORDS[] = {{"ds", 2, 4}, {"ss", 1, 1}, {"rainbow", 0, 0}};
constexpr std::string_view RANK_WORDS[] = {"np", "op", "tp"};

void sort_once(std::vector<Cards>& hands, Pulse& pulse) {
    sort_by_digits(hands, DECK, pulse, [](Cards hand) { return hand; });
    hands.erase(std::unique(hands.begin(), hands.end()), hands.end());
}

// All hands of a pattern; false if there are too many.
bool add_hands(const HandPattern& pattern, std::vector<Cards>& hands, Pulse& pulse) {
    std::vector<Cards> bases{pattern.known};
    for (int at = 0; at < pattern.rank_count;) {
        const int rank = pattern.ranks[static_cast<std::size_t>(at)];
        int count = 0;
        for (; at < pattern.rank_count && pattern.ranks[static_cast<std::size_t>(at)] == rank; ++at) ++count;
        std::vector<Cards> more;
        for (const Cards base : bases)
            for_each_subset(of_rank(rank) & ~pattern.known, count, base, [&](Cards hand) { more.push_back(hand); });
        bases.swap(more);
    }
    if (bases.size() * choose(DECK - size(pattern.known), pattern.others) > MAX_MADE) return false;
    for (const Cards base : bases) {
        if (pulse.stopped()) break;
        const std::size_t before = hands.size();
        for_each_subset(FULL_DECK & ~base, pattern.others, base, [&](Cards hand) { hands.push_back(hand); });
        pulse.spend(hands.size() - before);
    }
    return true;
}

}  // namespace

Problem too_many_hands(std::string_view text) {
    const std::string most = std::to_string(MAX_HANDS);
    return {ErrorClass::Limit,
            "a range may have up to " + most + " hands, or all hands: " + quoted(text),
            {},
            0,
            MAX_HANDS};
}

Filter::Filter(std::string word) : word_(std::move(word)) {
    for (const auto& [known, least, most] : SUIT_WORDS) {
        if (word_ != known) continue;
        kind_ = Kind::Suits;
        least_ = least;
        most_ = most;
    }
    for (int pairs = 0; pairs < static_cast<int>(std::size(RANK_WORDS)); ++pairs) {
        if (word_ != RANK_WORDS[pairs]) continue;
        kind_ = Kind::Ranks;
        least_ = most_ = pairs;
    }
    if (kind_ != Kind::Pattern) return;
    for (const char letter : word_) ++counts_[static_cast<std::size_t>(letter - 'w')];
    sort_items(counts_);
}

bool Filter::fits(Cards hand) const {
    if (kind_ == Kind::Ranks) {
        Ranks once = 0, twice = 0, more = 0;
        for (int suit = 0; suit < SUITS; ++suit) {
            const Ranks ranks = ranks_of_suit(hand, suit);
            more |= twice & ranks;
            twice |= once & ranks;
            once |= ranks;
        }
        return more == 0 && std::popcount(twice) == least_;
    }
    std::array<int, SUITS> counts{};
    for (int suit = 0; suit < SUITS; ++suit)
        counts[static_cast<std::size_t>(suit)] = std::popcount(ranks_of_suit(hand, suit));
    if (kind_ == Kind::Suits) {
        const auto pairs = std::ranges::count_if(counts, [](int count) { return count > 1; });
        return pairs >= least_ && pairs <= most_;
    }
    sort_items(counts);
    return counts == counts_;
}

std::string filters_text(const std::vector<Filter>& filters) {
    std::string text;
    for (std::size_t at = 0; at < filters.size(); ++at) {
        const Filter& filter = filters[at];
        if (filter.is_suit_pattern())
            text += ':';
        else if (filter.is_of_ranks() || at > 0)
            text += '$';
        text += filter.word();
    }
    return text;
}

std::string HandPattern::text() const {
    std::string text = text_of(known);
    for (std::size_t at = 0; at < static_cast<std::size_t>(rank_count); ++at)
        text += RANK_LETTERS[static_cast<std::size_t>(ranks[at])];
    return text + std::string(static_cast<std::size_t>(others), '*');
}

bool HandPattern::contains(Cards hand) const {
    if ((known & ~hand) != 0) return false;
    std::array<int, RANKS> left{};
    for (int rank = 0; rank < RANKS; ++rank) left[static_cast<std::size_t>(rank)] = size(hand & ~known & of_rank(rank));
    for (std::size_t at = 0; at < static_cast<std::size_t>(rank_count); ++at)
        if (--left[static_cast<std::size_t>(ranks[at])] < 0) return false;
    return true;
}

OmahaItem OmahaItem::of_pattern(const HandPattern& pattern, std::vector<Filter> filters) {
    return {pattern.text() + filters_text(filters), {pattern}, {}, std::move(filters)};
}
OmahaItem OmahaItem::of_hand(Cards hand) { return of_pattern({hand, {}, 0, 0}, {}); }
OmahaItem OmahaItem::everything(int size) { return of_pattern({0, {}, 0, static_cast<std::int8_t>(size)}, {}); }

bool OmahaItem::contains(Cards hand, const OmahaOrder* order) const {
    if (!std::ranges::all_of(filters, [&](const Filter& filter) { return filter.fits(hand); })) return false;
    if (best) return order != nullptr && std::ranges::count(order->best(best->first, best->second), hand) > 0;
    return std::ranges::any_of(patterns, [&](const HandPattern& pattern) { return pattern.contains(hand); });
}

Expected<std::vector<Cards>> OmahaItem::hands(const OmahaOrder* order, Pulse& pulse) const {
    std::vector<Cards> found;
    if (best && order != nullptr) {
        const auto hands = order->best(best->first, best->second);
        found.assign(hands.begin(), hands.end());
    }
    for (const HandPattern& pattern : patterns) {
        std::vector<Cards> part;
        if (!add_hands(pattern, part, pulse)) return too_many_hands(patterns.size() == 1 ? text : pattern.text());
        if (patterns.size() > 1) sort_once(part, pulse);  // hands with more cards of a rank were made several times
        if (found.size() + part.size() > MAX_MADE) return too_many_hands(text);
        found.insert(found.end(), part.begin(), part.end());
        if (pulse.stopped()) return found;
        pulse.spend(1);
    }
    sort_once(found, pulse);
    std::erase_if(found, [&](Cards hand) {
        return !std::ranges::all_of(filters, [&](const Filter& filter) { return filter.fits(hand); });
    });
    return found;
}

}  // namespace facevalue::poker
