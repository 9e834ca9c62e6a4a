#include "poker/omaha/omaha_order.hpp"

#include <algorithm>
#include <numeric>

#include "poker/cards/canonical.hpp"
#include "poker/cards/combinations.hpp"
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

OmahaOrder omaha_order(std::span<const std::uint64_t> points, const Stop& stop) {
    struct Named {
        Cards name, hand;
        bool operator<(const Named& other) const { return std::pair(name, hand) < std::pair(other.name, other.hand); }
    };
    Pulse pulse(stop);
    std::vector<Named> named;
    named.reserve(OMAHA_ORDER_HANDS);
    for_each_subset(FULL_DECK, 4, 0, [&](Cards hand) {
        named.push_back({canonical<1>({hand})[0], hand});
        pulse.spend(1);
    });
    sort_in_pieces(named, pulse);
    if (pulse.stopped()) return {};
    std::vector<std::uint32_t> starts;  // of each starting hand
    for (std::uint32_t at = 0; at < named.size(); ++at)
        if (at == 0 || named[at].name != named[at - 1].name) starts.push_back(at);
    std::vector<std::uint32_t> places(std::min(points.size(), starts.size()));
    std::iota(places.begin(), places.end(), 0U);
    sort_stably(places, [&](std::uint32_t a, std::uint32_t b) { return points[a] > points[b]; });
    starts.push_back(static_cast<std::uint32_t>(named.size()));
    OmahaOrder order;
    for (const std::uint32_t place : places) {
        for (std::uint32_t at = starts[place]; at < starts[place + 1]; ++at) order.hands.push_back(named[at].hand);
        order.ends.push_back(static_cast<std::uint32_t>(order.hands.size()));
    }
    return order;
}

}  // namespace facevalue::poker
