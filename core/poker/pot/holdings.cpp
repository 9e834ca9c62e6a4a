#include "poker/pot/holdings.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "poker/cards/combinations.hpp"
#include "poker/cards/given_cards.hpp"
#include "text/joined.hpp"
#include "text/quoted.hpp"

namespace facevalue::poker {

namespace {

constexpr int MOST_STEPS = 1000;  // to see whether hands fit together
constexpr std::uint32_t UNUSED = ~std::uint32_t{0};

// Do hands of all players fit together? Also true if it takes long to see.
bool may_deal(const PotDeal& deal) {
    const auto& rules = deal.rules;
    const auto count = static_cast<int>(deal.players.size());
    if (rules.hole * count + rules.board + size(deal.gone) > size(rules.deck())) return false;
    std::vector<const std::vector<Cards>*> players;
    for (const Holding& player : deal.players) players.push_back(&player.hands);
    std::ranges::stable_sort(players, {}, [](const auto* hands) { return hands->size(); });
    std::vector<std::size_t> next(players.size());  // hand of each player
    std::vector<Cards> taken(players.size() + 1);
    std::size_t player = 0;
    for (int step = 0; step < MOST_STEPS;) {
        while (next[player] < players[player]->size() && ((*players[player])[next[player]] & taken[player]) != 0)
            ++next[player];
        if (next[player] == players[player]->size()) {
            if (player == 0) return false;
            --player;
            continue;
        }
        taken[player + 1] = taken[player] | (*players[player])[next[player]++];
        if (++player == players.size()) return true;
        next[player] = 0;
        ++step;
    }
    return true;
}

// The cards with the jokers that come after those seen: jokers are all alike, and each has one bit.
Cards with_next_jokers(Cards cards, int& seen) {
    const int own = size(cards & ~FULL_DECK);
    seen += own;
    return own == 0 ? cards : (cards & FULL_DECK) | jokers_from(seen - own, own);
}

}  // namespace

BigInt big(std::uint64_t number) {
    return BigInt(static_cast<std::int64_t>(number >> 1)) * 2 + static_cast<std::int64_t>(number & 1);
}

BigInt Holding::sum() const {
    std::vector<std::int64_t> counts(weights.size());
    for (const std::uint32_t place : places) ++counts[place];
    BigInt sum;
    for (std::size_t i = 0; i < weights.size(); ++i) sum = sum + weights[i] * counts[i];
    return sum;
}

BigInt Holding::largest() const { return *std::ranges::max_element(weights, std::less<>()); }

void Holding::drop(Cards gone) {
    std::vector<std::uint32_t> found(weights.size(), UNUSED);  // the new places of weights
    std::vector<BigInt> used;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < hands.size(); ++i) {
        if ((hands[i] & gone) != 0) continue;
        std::uint32_t& place = found[places[i]];
        if (place == UNUSED) {
            place = static_cast<std::uint32_t>(used.size());
            used.push_back(weights[places[i]]);
        }
        hands[kept] = hands[i];
        places[kept++] = place;
    }
    hands.resize(kept);
    places.resize(kept);
    weights = std::move(used);
}

std::vector<BigInt> whole_weights(std::span<const Weight> weights) {
    BigInt scale = 1;
    for (const Weight& weight : weights) {
        const BigInt denominator = big(weight.denominator);
        scale = scale / common_divisor(scale, denominator) * denominator;
    }
    std::vector<BigInt> wholes;
    for (const Weight& weight : weights) wholes.push_back(big(weight.numerator) * (scale / big(weight.denominator)));
    return wholes;
}

bool is_holdem(const DealRules& rules) {
    const std::string_view ranking = rules.high->name;
    return rules.wilds == 0 && rules.hole == 2 && rules.board == BOARD && rules.from_hole == 0 &&
           rules.low == nullptr && (ranking == "high" || ranking == "short");
}

bool PotDeal::is_holdem() const { return poker::is_holdem(rules); }

bool PotDeal::are_whole() const {
    return std::ranges::all_of(players, [&](const Holding& player) { return size(player.hands[0]) == rules.hole; });
}

bool PotDeal::are_single() const {
    return std::ranges::all_of(players, [](const Holding& player) { return player.hands.size() == 1; });
}

std::size_t PotDeal::count_hands() const {
    std::vector<Cards> all;
    for (const Holding& player : players) all.insert(all.end(), player.hands.begin(), player.hands.end());
    std::ranges::sort(all);
    return static_cast<std::size_t>(std::unique(all.begin(), all.end()) - all.begin());
}

std::uint64_t PotDeal::count_boards() const {
    return choose(size(rules.deck() & ~(board | gone)), rules.board - size(board));
}

BigInt PotDeal::combinations() const {
    BigInt product = 1;
    for (const Holding& player : players) product = product * static_cast<std::int64_t>(player.hands.size());
    return product;
}

Expected<PotDeal> seat(const GameCards& game, const Ranking* low, Cards board, Cards dead,
                       std::vector<SeatedPlayer> players, bool may_share) {
    const int jokers = size(game.wilds & ~FULL_DECK);
    int seen = 0;
    board = with_next_jokers(board, seen);
    dead = with_next_jokers(dead, seen);
    for (auto& [shown, holding] : players)
        if (holding.hands.size() == 1) holding.hands[0] = with_next_jokers(holding.hands[0], seen);
    if (auto problem = too_many_jokers(game.name, jokers, 1, seen)) return *problem;
    const Place on_board{"on the board", board}, among_dead{"among the dead cards", dead};
    if (auto problem = clash(std::array{on_board, among_dead})) return *problem;
    if (size(board) > game.board) return wrong_board(game, size(board));
    if (auto problem = missing_card(game, board)) return *problem;
    PotDeal deal{{game.ranking, low, game.hole, game.board, game.from_hole, game.wilds, game.missing()},
                 board,
                 dead | game.missing(),
                 {}};
    std::vector<std::string> names;  // of players with one hand
    for (auto& [shown, holding] : players) {
        const bool is_hand = holding.hands.size() == 1;
        if (is_hand) {
            if (auto problem = missing_card(game, holding.hands[0])) return *problem;
            const std::string where = "in the hand " + quoted(shown());
            const Place in_hand{where, holding.hands[0]};
            if (auto problem = clash(std::array{in_hand, on_board, among_dead})) return *problem;
        }
        holding.drop(board | deal.gone);
        if (holding.hands.empty())
            return card_problem(
                joined({"no hand of ", quoted(shown()), " is possible with this board, dead cards and deck"}));
        if (holding.hands.size() == 1)
            names.push_back((is_hand ? "in the hand " : "in the only possible hand of ") + quoted(shown()));
        deal.players.push_back(std::move(holding));
    }
    if (may_share) return deal;
    std::vector<Place> single;
    for (const Holding& player : deal.players)
        if (player.hands.size() == 1) single.push_back({names[single.size()], player.hands[0]});
    if (auto problem = clash(single)) return *problem;
    return deal;
}

Problem no_deal(const PotDeal& deal, bool is_sampled, std::span<const std::string> names) {
    const bool is_rare = is_sampled && may_deal(deal);
    std::string sentence = is_rare ? "so few of these hands fit together that a million tries found no deal"
                                   : "these hands cannot be dealt together";
    for (std::size_t i = 0; i < names.size(); ++i) (sentence += i == 0 ? ": " : ", ") += quoted(names[i]);
    if (is_rare) return {ErrorClass::Limit, std::move(sentence), {}, 0, TRIES_TO_DEAL};
    return card_problem(std::move(sentence));
}

std::optional<Problem> wrong_players(std::size_t count) {
    if (count >= LEAST_HANDS && count <= MOST_HANDS) return std::nullopt;
    const char* const remedy = count == 1 ? "; call odds for one hand" : "";
    return rule_problem(joined({"equity needs ", LEAST_HANDS, " to ", MOST_HANDS, " players, not ", count, remedy}));
}

std::optional<Problem> no_next_card(const GameCards& game, int board) {
    if (game.board == 0) return rule_problem(game.name + " has no board, so no card comes next");
    if (board < game.board) return std::nullopt;
    return card_problem(joined({"the board has ", board, " cards, so no card comes next"}));
}

std::optional<Problem> no_range_equities(const GameCards& game, const Ranking* low) {
    if (is_holdem({game.ranking, low, game.hole, game.board, game.from_hole, game.wilds})) return std::nullopt;
    return rule_problem("range_equities needs hold'em or short deck, not " + represented(game.name));
}

}  // namespace facevalue::poker
