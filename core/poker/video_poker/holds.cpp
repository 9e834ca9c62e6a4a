#include "poker/video_poker/holds.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "poker/cards/combinations.hpp"
#include "text/joined.hpp"
#include "text/options.hpp"

namespace facevalue::poker {

std::optional<Problem> wrong_drawn_hand(const PayTable& table, const GivenCards& hand, std::string_view shown) {
    if (hand.ids.size() != DRAW_HAND)
        return card_problem(joined({"video poker has hands of five cards, not ", hand.ids.size(), ": ", shown}));
    if (hand.jokers() > table.jokers)
        return card_problem(joined(
            {"the deck of ", table.name, " has ", table.jokers, table.jokers == 1 ? " joker: " : " jokers: ", shown}));
    return std::nullopt;
}

std::vector<Hold> holds_of(const DrawSums& sums, const GivenCards& hand, std::int32_t parts) {
    std::array<int, DRAW_HAND> numbers{}, sorted{};  // in the deck: the ids of cards, then jokers
    int joker = DECK;
    for (std::size_t place = 0; place < numbers.size(); ++place)
        numbers[place] = hand.ids[place] == GivenCards::JOKER_ID ? joker++ : hand.ids[place];
    std::array<std::size_t, DRAW_HAND> order{};
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t place) { return numbers[place]; });
    std::ranges::transform(order, sorted.begin(), [&](std::size_t place) { return numbers[place]; });
    const auto payouts = sums.holds(sorted);
    std::vector<Hold> holds;
    for (std::size_t set = 0; set < payouts.size(); ++set) {
        Hold hold{{}, payouts[set], 0, parts};
        for (std::size_t bit = 0; bit < order.size(); ++bit)
            if ((set >> bit & 1) != 0) hold.places.push_back(order[bit]);
        std::ranges::sort(hold.places);
        const int drawn = DRAW_HAND - static_cast<int>(hold.places.size());
        hold.draws = static_cast<std::int64_t>(choose(sums.deck() - DRAW_HAND, drawn));
        holds.push_back(std::move(hold));
    }
    // The products are below 2^59: payouts are at most 100,000 for each of up to 1,906,884 draws.
    std::stable_sort(holds.begin(), holds.end(), [](const Hold& a, const Hold& b) {
        const std::int64_t one = a.payouts * b.draws, other = b.payouts * a.draws;
        return one != other ? one > other : a.places.size() > b.places.size();
    });
    return holds;
}

Expected<std::vector<PlayedHand>> play_session(const PayTable& table, const DrawSums& sums, const Argument& hands,
                                               const Stop& stop) {
    constexpr std::uint64_t STEPS_PER_HAND = 200;
    Pulse pulse(stop);
    std::vector<PlayedHand> played;
    const auto play = [&](const Argument& given, std::string_view unit, std::size_t number) -> std::optional<Problem> {
        if (played.size() == MOST_SESSION_HANDS)
            return card_problem("a session has at most 100,000 hands; split it into several");
        auto hand = read_given_cards(given, true);
        auto problem = hand ? wrong_drawn_hand(table, *hand, quoted(given)) : std::optional(std::move(hand.problem()));
        if (problem) {
            problem->sentence.insert(0, joined({unit, " ", number, ": "}));
            return problem;
        }
        Hold best = holds_of(sums, *hand, table.parts).front();
        played.push_back({*std::move(hand), std::move(best)});
        pulse.spend(STEPS_PER_HAND);
        return std::nullopt;
    };
    if (hands.kind == Argument::Kind::List) {
        for (std::size_t place = 0; place < hands.items.size() && !pulse.stopped(); ++place)
            if (auto problem = play(hands.items[place], "hand", place + 1)) return *std::move(problem);
        return played;
    }
    if (!hands.is_text())
        return card_problem(
            joined({"hands must be a string with a hand per line, or a list of hands, not ", quoted(hands)}));
    std::string_view text = hands.text;
    for (std::size_t number = 1; !text.empty() && !pulse.stopped(); ++number) {
        const std::size_t size = std::min(text.find('\n'), text.size());
        const std::string_view line = stripped(text.substr(0, std::min(size, text.find('#'))));
        text.remove_prefix(std::min(size + 1, text.size()));
        if (line.empty()) continue;
        if (auto problem = play(Argument::of(line), "line", number)) return *std::move(problem);
    }
    return played;
}

std::optional<numbers::BigFraction> expected_return(const DrawSums& sums, std::int32_t parts, const Stop& stop) {
    const auto total = sums.best_total(stop);
    if (!total) return std::nullopt;
    const auto hands = static_cast<std::int64_t>(choose(sums.deck(), DRAW_HAND));
    return numbers::reduced({*total, numbers::BigInt(sums.denominator()) * hands * parts});
}

}  // namespace facevalue::poker
