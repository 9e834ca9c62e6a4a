#include "poker/push_fold/all_in.hpp"

#include "poker/cards/combinations.hpp"
#include "poker/holdem/starting_hands.hpp"
#include "work/kept.hpp"

namespace facevalue::poker {

AllIn all_in(const std::vector<Matchup>& by_kind, HandOrder order) {
    const Cards missing = missing_cards(order);
    AllIn made;
    made.boards = static_cast<std::int64_t>(choose(DECK - poker::size(missing) - 2 * HOLE, BOARD));
    std::vector<std::size_t> rows(STARTING_HANDS);  // by places in the grid
    for (const std::size_t place : best_starting_hands()) {
        HandSet hands;
        hands.insert_starting_hand(place);
        std::int64_t dealt = 0;
        hands.each([&](std::size_t hand) { dealt += (hands_by_place()[hand] & missing) == 0 ? 1 : 0; });
        if (dealt == 0) continue;
        rows[place] = made.size();
        made.places.push_back(place);
        made.hands.push_back(dealt);
    }
    made.pairs.resize(made.size() * made.size());
    made.margins.resize(made.pairs.size());
    made.ties.resize(made.pairs.size());
    const std::vector<std::int32_t>& kinds = matchup_kinds();
    const auto row_of = [&](Cards hand) { return rows[starting_hands_by_place()[place_of(hand)]]; };
    for (std::size_t hero = 0; hero < HOLDEM_HANDS; ++hero) {
        const Cards own = hand_of(hero);
        if ((own & missing) != 0) continue;
        const std::size_t start = row_of(own) * made.size();
        for (std::size_t villain = 0; villain < HOLDEM_HANDS; ++villain) {
            const std::int32_t kind = kinds[hero * HOLDEM_HANDS + villain];
            const Cards other = hand_of(villain);
            if (kind == NO_KIND || (other & missing) != 0) continue;
            const auto [wins, ties] = by_kind[static_cast<std::size_t>(kind / 2)];
            const std::int64_t margin = 2 * std::int64_t{wins} + ties - made.boards;
            const std::size_t place = start + row_of(other);
            ++made.pairs[place];
            made.margins[place] += kind % 2 == 0 ? margin : -margin;
            made.ties[place] += ties;
        }
    }
    return made;
}

std::shared_ptr<const AllIn> all_in_of(const Ranking& ranking, const FindMatchups& find, const Stop& stop) {
    static auto& kept = *new Kept<const Ranking*, AllIn>(2);
    return kept.get(&ranking, [&]() -> std::shared_ptr<const AllIn> {
        const HandOrder order = *order_of(ranking.name);
        if (missing_cards(order) == 0 && find) return std::make_shared<const AllIn>(all_in(find()->by_kind(), order));
        Pulse pulse(stop);
        const auto by_kind = all_matchups(1, pulse.inner(), order);
        return pulse.stopped() ? nullptr : std::make_shared<const AllIn>(all_in(by_kind, order));
    });
}

}  // namespace facevalue::poker
