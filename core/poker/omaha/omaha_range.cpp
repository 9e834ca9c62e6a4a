#include "poker/omaha/omaha_range.hpp"

#include <algorithm>
#include <numeric>

#include "work/sorting.hpp"

namespace facevalue::poker {

namespace {

// The places of different items, the last first; of equal items only the last one counts.
std::vector<std::uint32_t> last_first(const std::vector<OmahaItem>& items) {
    std::vector<std::uint32_t> places(items.size());
    std::iota(places.rbegin(), places.rend(), 0U);
    sort_stably(places, [&](std::uint32_t a, std::uint32_t b) { return items[a].text < items[b].text; });
    const auto is_same = [&](std::uint32_t a, std::uint32_t b) { return items[a].text == items[b].text; };
    places.erase(std::unique(places.begin(), places.end(), is_same), places.end());
    sort_items(places, [](std::uint32_t a, std::uint32_t b) { return a > b; });
    return places;
}

bool is_plain(const OmahaRange& range) {
    return std::ranges::all_of(range.weights, [](const Weight& weight) { return weight == WHOLE; });
}

bool is_same(const OmahaRange& one, const OmahaRange& other) {
    return one.weights == other.weights &&
           std::ranges::equal(one.items, other.items, {}, &OmahaItem::text, &OmahaItem::text);
}

void append(OmahaRange& range, const OmahaRange& other, const Weight* weight) {
    range.items.insert(range.items.end(), other.items.begin(), other.items.end());
    for (const Weight& own : other.weights) range.weights.push_back(weight != nullptr ? *weight : own);
}

// The items of one that are not in the other, then the items of the other.
OmahaRange united(const OmahaRange& one, const OmahaRange& other) {
    std::vector<std::string_view> texts;
    for (const OmahaItem& item : other.items) texts.push_back(item.text);
    sort_items(texts);
    OmahaRange made{one.size, {}, {}};
    for (std::size_t at = 0; at < one.items.size(); ++at) {
        if (std::ranges::binary_search(texts, std::string_view(one.items[at].text))) continue;
        made.items.push_back(one.items[at]);
        made.weights.push_back(one.weights[at]);
    }
    append(made, other, nullptr);
    return made;
}

// The weight of a hand from its weights in two ranges; nothing if it has too many digits.
std::optional<Weight> combined(const Weight& mine, const Weight& theirs, Combination combination) {
    if (combination == Combination::Larger) return std::max(mine, theirs);
    if (combination == Combination::Smaller) return std::min(mine, theirs);
    return theirs < mine ? difference(mine, theirs) : Weight{};
}

Problem cannot_list(std::size_t count, bool is_too_fine) {
    const std::string problem = is_too_fine ? "their weights have too many digits" : "there are too many";
    return {ErrorClass::Limit,
            "the " + std::to_string(count) + " hands of the result cannot be listed: " + problem,
            {},
            0,
            MAX_LISTED};
}

// The hands of both ranges one by one.
Expected<OmahaRange> listed(const OmahaRange& one, const OmahaRange& other, Combination combination,
                            const OmahaOrder* order, const Stop& stop) {
    const auto mine = one.hands(order, stop);
    if (!mine) return mine.problem();
    const auto theirs = other.hands(order, stop);
    if (!theirs) return theirs.problem();
    OmahaRange made{one.size, {}, {}};
    std::size_t count = 0, i = 0, j = 0;
    bool is_too_fine = false;
    while (i < mine->hands.size() || j < theirs->hands.size()) {
        const bool has_mine = i < mine->hands.size(), has_theirs = j < theirs->hands.size();
        const Cards hand =
            !has_theirs || (has_mine && mine->hands[i] < theirs->hands[j]) ? mine->hands[i] : theirs->hands[j];
        const bool is_mine = has_mine && mine->hands[i] == hand, is_theirs = has_theirs && theirs->hands[j] == hand;
        const auto weight = combined(is_mine ? one.weights[mine->items[i++]] : Weight{},
                                     is_theirs ? other.weights[theirs->items[j++]] : Weight{}, combination);
        is_too_fine |= !weight;
        if (weight && !*weight) continue;
        if (++count > MAX_LISTED || !weight) continue;
        made.items.push_back(OmahaItem::of_hand(hand));
        made.weights.push_back(*weight);
    }
    if (is_too_fine || count > MAX_LISTED) return cannot_list(count, is_too_fine);
    if (made.items.empty()) made = {one.size, {one.items.front()}, {Weight{}}};
    return made;
}

}  // namespace

std::string OmahaRange::text() const {
    std::string text;
    for (std::size_t at = 0; at < items.size(); ++at) {
        if (at > 0) text += ", ";
        text += items[at].text;
        if (weights[at] != WHOLE) text += ':' + weight_text(weights[at]);
    }
    return text;
}

Weight OmahaRange::of(Cards hand, const OmahaOrder* order) const {
    for (std::size_t at = items.size(); at-- > 0;)
        if (items[at].contains(hand, order)) return weights[at];
    return {};
}

Expected<OmahaHands> OmahaRange::hands(const OmahaOrder* order, const Stop& stop) const {
    struct Owned {
        Cards hand;
        std::uint32_t item;
    };
    Pulse pulse(stop);
    std::vector<Owned> all;
    const std::vector<std::uint32_t> places = last_first(items);
    for (const std::uint32_t item : places) {
        auto part = items[item].hands(order, pulse);
        if (!part) return part.problem();
        if (places.size() == 1 && weights[item] && part->size() <= MAX_HANDS) {
            const std::size_t count = part->size();
            return OmahaHands{std::move(*part), std::vector(count, item)};
        }
        if (all.size() + part->size() > MAX_MADE) return too_many_hands(text());
        for (const Cards hand : *part) all.push_back({hand, item});
        if (pulse.stopped()) return OmahaHands{};
    }
    sort_by_digits(all, DECK, pulse, [](const Owned& each) { return each.hand; });  // the last items come first
    OmahaHands found;
    for (std::size_t at = 0; at < all.size(); ++at) {
        if ((at > 0 && all[at].hand == all[at - 1].hand) || !weights[all[at].item]) continue;
        found.hands.push_back(all[at].hand);
        found.items.push_back(all[at].item);
    }
    if (found.hands.size() > MAX_HANDS) return too_many_hands(text());
    return found;
}

OmahaRange OmahaRange::inverse() const {
    OmahaRange made{size, {OmahaItem::everything(size)}, {WHOLE}};
    made.items.insert(made.items.end(), items.begin(), items.end());
    for (const auto& [numerator, denominator] : weights)
        made.weights.push_back({denominator - numerator, numerator == denominator ? 1 : denominator});
    return made;
}

Expected<OmahaRange> combine(const OmahaRange& one, const OmahaRange& other, Combination combination,
                             const OmahaOrder* order, const Stop& stop) {
    const auto is_all = [](const OmahaRange& range) { return range.is_everything() && range.weights.back() == WHOLE; };
    if (combination == Combination::Larger) {
        // The later item applies, and no weight is larger.
        if (is_plain(other)) return united(one, other);
        if (is_plain(one)) return united(other, one);
    }
    if (combination == Combination::Smaller) {
        if (is_same(one, other) || is_all(other)) return one;
        if (is_all(one)) return other;
    }
    if (combination == Combination::Difference && is_plain(other)) {
        OmahaRange made = one;
        constexpr Weight NOTHING{};
        append(made, other, &NOTHING);
        return made;
    }
    return listed(one, other, combination, order, stop);
}

}  // namespace facevalue::poker
