// What a dealer prepares, and the draws that must be made again together.
#include "dealer.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace facevalue {

// Places with less than their share are filled up from those with more.
Draw::Draw(std::vector<Cards> sets, const std::vector<std::uint64_t>& weights) : sets_(std::move(sets)) {
    total_ = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
    others_.resize(sets_.size());
    std::vector<std::uint32_t> poor, rich;
    for (std::uint32_t place = 0; place < sets_.size(); ++place) {
        kept_.push_back(weights[place] * sets_.size());
        others_[place] = place;
        (kept_[place] < total_ ? poor : rich).push_back(place);
    }
    while (!poor.empty()) {  // the mean is total_, so somebody is rich
        const std::uint32_t taker = poor.back(), giver = rich.back();
        poor.pop_back();
        others_[taker] = giver;
        kept_[giver] -= total_ - kept_[taker];
        if (kept_[giver] >= total_) continue;
        rich.pop_back();
        poor.push_back(giver);
    }
}

namespace {

constexpr int TRIES = 1'000'000;

bool is_even(const std::vector<std::uint64_t>& weights) {
    return std::all_of(weights.begin(), weights.end(), [&](std::uint64_t weight) { return weight == weights[0]; });
}

// The hands that have no card taken, and some weight.
Holding possible(const Holding& holding, Cards taken) {
    Holding left;
    for (std::size_t i = 0; i < holding.hands.size(); ++i) {
        if (holding.weights[i] == 0 || (holding.hands[i] & taken) != 0) continue;
        left.hands.push_back(holding.hands[i]);
        left.weights.push_back(holding.weights[i]);
    }
    return left;
}

// Whether all sets of their size can be held, equally often.
bool is_anything(const Holding& holding, Cards deck) {
    if (holding.hands.size() != choose(size(deck), size(holding.hands[0])) || !is_even(holding.weights)) return false;
    std::vector<Cards> hands = holding.hands;
    std::sort(hands.begin(), hands.end());
    return std::adjacent_find(hands.begin(), hands.end()) == hands.end();
}

bool is_small_enough(const std::vector<std::uint64_t>& weights) {
    std::uint64_t left = std::numeric_limits<std::uint64_t>::max() / weights.size();
    for (const std::uint64_t weight : weights) {
        if (weight > left) return false;
        left -= weight;
    }
    return true;
}

std::vector<Cards> sets_of(Cards deck, int count) {
    std::vector<Cards> sets;
    each_set(deck, count, 0, [&](Cards cards) { sets.push_back(cards); });
    return sets;
}

// The cards of all hands that are known, or nothing if one comes twice.
std::optional<Cards> known_cards(const std::vector<Holding>& players, Cards board, Cards dead) {
    Cards taken = board | dead;
    for (const Holding& player : players) {
        if (player.hands.size() != 1) continue;
        if ((player.hands[0] & taken) != 0) return std::nullopt;
        taken |= player.hands[0];
    }
    return taken;
}

}  // namespace

bool is_holding(const Holding& holding, int hole) {
    if (holding.hands.empty() || holding.hands.size() != holding.weights.size()) return false;
    return std::all_of(holding.hands.begin(), holding.hands.end(), [&](Cards hand) {
        return hand <= FULL_DECK && size(hand) == size(holding.hands[0]) && size(hand) <= hole;
    });
}

std::optional<Dealer> Dealer::make(const std::vector<Holding>& players, int hole, Cards board, int board_cards,
                                   Cards dead) {
    if (players.size() < LEAST_HANDS || players.size() > MOST_HANDS) return std::nullopt;
    if (((board | dead) & ~FULL_DECK) != 0 || (board & dead) != 0 || size(board) > board_cards) return std::nullopt;
    if (size(FULL_DECK & ~dead) < hole * static_cast<int>(players.size()) + board_cards) return std::nullopt;
    if (!std::all_of(players.begin(), players.end(), [&](const Holding& one) { return is_holding(one, hole); }))
        return std::nullopt;
    const auto taken = known_cards(players, board, dead);
    if (!taken) return std::nullopt;
    Dealer dealer;
    dealer.taken_ = *taken;
    dealer.board_ = board;
    dealer.hands_.resize(players.size());
    for (int count = 1; count <= MOST_AT_ONCE; ++count) dealer.sets_[count] = sets_of(FULL_DECK & ~*taken, count);
    for (std::size_t i = 0; i < players.size(); ++i)
        if (!dealer.add_player(i, players[i], hole)) return std::nullopt;
    dealer.add_rest(MOST_HANDS, board_cards - size(board));
    return dealer;
}

bool Dealer::add_player(std::size_t player, const Holding& holding, int hole) {
    const int cards = size(holding.hands[0]);
    if (holding.hands.size() == 1) {
        hands_[player] = holding.hands[0];
        add_rest(player, hole - cards);
        return holding.weights[0] > 0;
    }
    Holding left = possible(holding, taken_);
    if (left.hands.empty() || !is_small_enough(left.weights)) return false;
    if (is_anything(left, FULL_DECK & ~taken_)) {
        add_rest(player, hole);
        return true;
    }
    add_rest(player, hole - cards);
    if (is_even(left.weights))
        ranges_.push_back({player, Draw(std::move(left.hands))});
    else
        ranges_.push_back({player, Draw(std::move(left.hands), left.weights)});
    return true;
}

void Dealer::add_rest(std::size_t player, int cards) {
    while (cards > 0) {
        const int now = cards == 4 ? 2 : std::min(cards, MOST_AT_ONCE);
        rests_.push_back({player, now});
        cards -= now;
    }
}

bool Dealer::deal(std::uint64_t seed, std::uint64_t first, std::size_t count, Deals& to) const {
    start(seed, first, count, to);
    for (std::size_t i = 0; i < count && !ranges_.empty(); ++i)
        if (!deal_ranges(i, to)) return false;
    for (const Rest& rest : rests_) deal_rest(rest, to);
    return true;
}

void Dealer::start(std::uint64_t seed, std::uint64_t first, std::size_t count, Deals& to) const {
    to.count = count;
    for (std::size_t i = 0; i < count; ++i) to.random[i] = Random(seed, first + i);
    std::fill_n(to.taken.begin(), count, taken_);
    std::fill_n(to.boards.begin(), count, board_);
    for (std::size_t player = 0; player < hands_.size(); ++player)
        std::fill_n(to.hands[player].begin(), count, hands_[player]);
}

bool Dealer::deal_ranges(std::size_t number, Deals& to) const {
    Random random = to.random[number];
    for (int i = 0; i < TRIES; ++i) {
        Cards taken = taken_;
        std::size_t done = 0;
        for (; done < ranges_.size(); ++done) {
            const Cards hand = ranges_[done].hands.draw(random);
            if ((taken & hand) != 0) break;
            to.hands[ranges_[done].player][number] = hand;
            taken |= hand;
        }
        if (done < ranges_.size()) continue;
        to.taken[number] = taken;
        to.random[number] = random;
        return true;
    }
    return false;
}

// Draws for all deals, then again for those that met a card taken: no jump depends on which these are.
void Dealer::deal_rest(const Rest& rest, Deals& to) const {
    const std::vector<Cards>& all = sets_[static_cast<std::size_t>(rest.cards)];
    const Cards* sets = all.data();
    const std::uint64_t size = all.size();
    Cards* cards = (rest.player < MOST_HANDS ? to.hands[rest.player] : to.boards).data();
    std::array<std::uint16_t, Deals::MOST> waiting;
    std::size_t left = 0;
    const auto draw = [&](std::size_t deal) {
        Random random = to.random[deal];
        const Cards drawn = sets[random.below(size)];
        to.random[deal] = random;
        const bool fits = (drawn & to.taken[deal]) == 0;
        const Cards kept = drawn & (Cards{0} - Cards{fits});
        to.taken[deal] |= kept;
        cards[deal] |= kept;
        waiting[left] = static_cast<std::uint16_t>(deal);
        left += std::size_t{!fits};
    };
    for (std::size_t deal = 0; deal < to.count; ++deal) draw(deal);
    while (left > 0) {
        const std::size_t again = std::exchange(left, 0);
        for (std::size_t i = 0; i < again; ++i) draw(waiting[i]);
    }
}

}  // namespace facevalue
