#include "poker/omaha/omaha_order.hpp"

#include <algorithm>

#include "poker/cards/canonical.hpp"
#include "poker/cards/combinations.hpp"
#include "text/joined.hpp"
#include "work/sorting.hpp"

namespace facevalue::poker {

std::span<const Cards> OmahaOrder::best(const Share& low, const Share& high) const {
    const auto end_within = [&](const Share& share) {
        const auto after = std::ranges::upper_bound(ends, share.of(hands.size()));
        return after == ends.begin() ? std::size_t{0} : *(after - 1);
    };
    const std::size_t first = end_within(low), last = end_within(high);
    return std::span(hands).subspan(first, last - first);
}

OmahaOrder omaha_order(int cards, std::span<const std::uint8_t> places, const Stop& stop) {
    struct Named {
        Cards name, hand;
        bool operator<(const Named& other) const { return std::pair(name, hand) < std::pair(other.name, other.hand); }
    };
    Pulse pulse(stop);
    std::vector<Named> named;
    named.reserve(choose(DECK, cards));
    for_each_subset(FULL_DECK, cards, 0, [&](Cards hand) {
        if (pulse.stopped()) return;
        named.push_back({canonical<1>({hand})[0], hand});
        pulse.spend(1);
    });
    sort_in_pieces(named, pulse);
    if (pulse.stopped()) return {};
    const std::size_t count = omaha_starting_hands(cards);
    std::vector<std::uint32_t> starts;  // of each starting hand
    for (std::uint32_t at = 0; at < named.size(); ++at)
        if (at == 0 || named[at].name != named[at - 1].name) starts.push_back(at);
    starts.push_back(static_cast<std::uint32_t>(named.size()));
    std::vector<std::uint32_t> ordered(count);
    for (std::uint32_t number = 0; number < count; ++number) {
        std::size_t place = 0;
        for (std::size_t byte = omaha_place_bytes(cards); byte-- > 0;)
            place = place << 8 | places[byte * count + number];
        ordered[place % count] = number;
    }
    OmahaOrder order;
    order.hands.reserve(named.size());
    order.ends.reserve(count);
    for (const std::uint32_t number : ordered) {
        for (std::uint32_t at = starts[number]; at < starts[number + 1]; ++at) order.hands.push_back(named[at].hand);
        order.ends.push_back(static_cast<std::uint32_t>(order.hands.size()));
    }
    return order;
}

std::string no_omaha_order(std::string_view what, int cards) {
    if (cards <= MOST_ORDERED) return joined({what, " of hands of ", cards, " cards are only in the Python package"});
    return joined({what, " are for hands of 4 or 5 cards, not ", cards});
}

}  // namespace facevalue::poker
