#include "poker/draws/odds.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>
#include <utility>

#include "poker/cards/combinations.hpp"
#include "poker/omaha/omaha_item.hpp"
#include "text/decimal.hpp"
#include "text/joined.hpp"

namespace facevalue::poker {

namespace {

using enum ErrorClass;

Problem problem(ErrorClass error, std::initializer_list<Part> sentence) { return {error, joined(sentence), {}}; }

// The category of a hand that must play with more of the board than there is: only its own ranks count.
Category category_of_pair(Cards hand, Cards wilds) {
    const bool has_pair = (hand & wilds) != 0 || std::popcount(ranks_of(hand)) < size(hand);
    return has_pair ? Category::OnePair : Category::HighCard;
}

std::optional<Problem> problem_of_odds(const GameCards& game, Cards hand, Cards board, Cards dead, bool has_opponents) {
    if (!game.ranking->has_categories())
        return problem(Rule, {"the hands of ", game.name, " have no categories such as Flush"});
    const std::array places{Place{"in the hand", hand}, Place{"on the board", board},
                            Place{"among the dead cards", dead}};
    if (auto wrong = clash(places)) return wrong;
    if (auto wrong = missing_card(game, hand | board)) return wrong;
    const int fewest = game.board != 0 ? game.hole : 1;
    if (size(hand) < fewest || size(hand) > game.hole) return wrong_count(game, fewest, game.hole, size(hand));
    if (size(board) > game.board) return wrong_board(game, size(board));
    const int left = size(game.all_cards() & ~(hand | board | dead));
    const int more = game.board != 0 ? game.board - size(board) : game.hole - size(hand);
    if (more > left) return problem(Card, {more, " more cards are needed, but ", left, " are left"});
    if (!has_opponents || (game.has_ranges() && size(board) >= game.fewest_shared())) return std::nullopt;
    if (!game.has_ranges()) return problem(Rule, {"odds against opponents need a game with ranges"});
    return problem(Rule, {"odds against opponents need a board of ", game.fewest_shared(), " cards or more"});
}

std::optional<Problem> problem_of_outs(const GameCards& game, std::span<const Cards> hands, Cards board, Cards dead) {
    std::vector<Place> places{{"in the hand", hands[0]}};
    for (const Cards hand : hands.subspan(1)) places.push_back({"in another hand", hand});
    places.insert(places.end(), {{"on the board", board}, {"among the dead cards", dead}});
    if (auto wrong = clash(places)) return wrong;
    if (game.board == 0) return problem(Rule, {game.name, " has no board, and so no outs"});
    if (size(board) < game.fewest_shared() || size(board) >= game.board) {
        std::string sizes;
        for (int shared = game.fewest_shared(); shared < game.board; ++shared)
            sizes += joined({sizes.empty() ? "" : " or ", shared});
        return problem(Card, {"outs needs a board of ", sizes, " cards in ", game.name, ", not ", size(board)});
    }
    if (auto wrong = missing_card(game, board)) return wrong;
    for (const Cards hand : hands) {
        if (size(hand) != game.hole) return wrong_count(game, game.hole, game.hole, size(hand));
        if (auto wrong = missing_card(game, hand)) return wrong;
    }
    return std::nullopt;
}

}  // namespace

Expected<EquityOptions> read_exactness_of_odds(const Argument& exact, const Argument& samples, bool has_opponents) {
    auto options = read_exactness(exact, samples);
    if (options && !has_opponents && (options->samples || !options->exact.value_or(true)))
        return problem(Rule, {"only who is ahead of opponents can be sampled; add opponents, such as `opponents=1`"});
    return options;
}

Expected<Odds> odds(const GameCards& game, Cards hand, Cards board, Cards dead, bool has_opponents, const Stop& stop) {
    if (auto wrong = problem_of_odds(game, hand, board, dead, has_opponents)) return *std::move(wrong);
    const Draw draw{game.ranking, hand, board, game.from_hole, game.wilds, game.missing()};
    const Cards left = game.all_cards() & ~(hand | board | dead);
    const bool is_to_hand = game.board == 0;
    const int more = is_to_hand ? game.hole - size(hand) : game.board - size(board);
    const int street = is_to_hand ? 1 : std::max(FLOP - size(board), 1);
    const auto counts = [&](int cards) {
        return count_categories_after(draw, left, cards, is_to_hand, stop).value_or(CategoryCounts{});
    };
    const bool is_early = game.from_hole != 0 && size(board) < game.fewest_shared();
    const Category now = is_early ? category_of_pair(hand, game.wilds) : category_so_far(draw);
    return Odds{now, more > 0 ? std::optional(counts(std::min(street, more))) : std::nullopt, counts(more)};
}

Expected<Rival> rival_of(Player player, const OmahaOrder* order, const Stop& stop) {
    Rival rival{quoted(player.shown()), std::move(player.holding.hands)};
    const auto* const omaha = std::get_if<OmahaRange>(&player.hands);
    if (omaha == nullptr || !omaha->is_everything()) return rival;
    const auto count = static_cast<std::uint64_t>(choose(DECK, omaha->size));
    if (count > MAX_HANDS)
        return Problem{.error = Limit,
                       .sentence = joined({"a rival may have up to ", with_commas(MAX_HANDS), " hands, not ",
                                           with_commas(count), ": ", rival.shown, "; use a smaller range"}),
                       .text = {},
                       .limit = MAX_HANDS};
    auto listed = omaha->hands(order, stop);
    if (!listed) return std::move(listed.problem());
    rival.hands = std::move(listed->hands);
    return rival;
}

Expected<Cards> outs(const GameCards& game, Cards hand, Cards board, Cards dead, std::vector<Rival> rivals,
                     const Stop& stop) {
    std::vector<Cards> known{hand};
    // A rival with only one hand has it, so its cards cannot come.
    for (const Rival& rival : rivals)
        if (rival.hands.size() == 1) known.push_back(rival.hands[0]);
    if (auto wrong = problem_of_outs(game, known, board, dead)) return *std::move(wrong);
    const Cards gone = hand | board | dead | game.missing(), left = FULL_DECK & ~(union_of(known) | gone);
    std::string names;
    std::vector<std::vector<Cards>> possible;
    for (Rival& rival : rivals) {
        std::erase_if(rival.hands, [&](Cards other) { return (other & gone) != 0; });
        if (rival.hands.empty()) return problem(Card, {"no hand of ", rival.shown, " is possible with these cards"});
        names.append(names.empty() ? "" : ", ").append(rival.shown);
        possible.push_back(std::move(rival.hands));
    }
    const Draw draw{game.ranking, hand, board, game.from_hole};
    if (rivals.empty()) {
        if (game.ranking->has_categories()) return improving_cards(draw, left);
        return problem(Rule, {game.name, " has no categories to improve; name the hands to win against"});
    }
    const auto winning = winning_cards(draw, possible, left, stop);
    if (!winning)
        return Problem{
            .error = Limit,
            .sentence = "so few of these hands fit together that finding them takes too long; use larger ranges",
            .text = {},
            .limit = MOST_STEPS_TO_FIT};
    if (winning->possible == 0) return problem(Card, {"these hands cannot be dealt together: ", names});
    return winning->found;
}

}  // namespace facevalue::poker
