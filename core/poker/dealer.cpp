#include "dealer.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace facevalue::poker {

// Walker's alias method: places with less than their share are filled up from those with more.
HandSampler::HandSampler(std::vector<Cards> sets, const std::vector<std::uint64_t>& weights) : sets_(std::move(sets)) {
    total_ = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
    others_.resize(sets_.size());
    std::vector<std::uint32_t> poor, rich;
    for (std::uint32_t place = 0; place < sets_.size(); ++place) {
        kept_.push_back(weights[place] * sets_.size());
        others_[place] = place;
        (kept_[place] < total_ ? poor : rich).push_back(place);
    }
    while (!poor.empty()) {  // the mean is total_, so there is a rich one
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
constexpr int ROUNDS = 4;  // after these, dealing the rest one by one is faster

bool is_even(const std::vector<std::uint64_t>& weights) {
    return std::all_of(weights.begin(), weights.end(), [&](std::uint64_t weight) { return weight == weights[0]; });
}

// The hands with a weight and without a taken card.
WeightedHands possible(const WeightedHands& holding, Cards taken) {
    WeightedHands left;
    for (std::size_t i = 0; i < holding.hands.size(); ++i) {
        if (holding.weights[i] == 0 || (holding.hands[i] & taken) != 0) continue;
        left.hands.push_back(holding.hands[i]);
        left.weights.push_back(holding.weights[i]);
    }
    return left;
}

// Whether these are all sets of their size, equally often.
bool is_anything(const WeightedHands& holding, Cards deck) {
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
    for_each_subset(deck, count, 0, [&](Cards cards) { sets.push_back(cards); });
    return sets;
}

// All known cards, or nothing if one occurs twice.
std::optional<Cards> known_cards(const std::vector<WeightedHands>& players, Cards board, Cards dead) {
    Cards taken = board | dead;
    for (const WeightedHands& player : players) {
        if (player.hands.size() != 1) continue;
        if ((player.hands[0] & taken) != 0) return std::nullopt;
        taken |= player.hands[0];
    }
    return taken;
}

bool is_holding(const WeightedHands& holding, int hole) {
    if (holding.hands.size() != holding.weights.size()) return false;
    if (!holding.hands.empty() && !is_small_enough(holding.weights)) return false;
    return std::all_of(holding.hands.begin(), holding.hands.end(), [&](Cards hand) {
        return hand <= FULL_DECK && size(hand) == size(holding.hands[0]) && size(hand) <= hole;
    });
}

constexpr Cards NEVER = Cards{1} << 63;  // a card that is always taken

// `count` random cards, one after the other.
Cards picked(Cards from, int count, Random& random) {
    Cards picked = 0;
    for (; count > 0; --count) {
        Cards left = from & ~picked;
        for (std::uint64_t skipped = random.below(static_cast<std::uint64_t>(size(left))); skipped > 0; --skipped)
            left = without_lowest(left);
        picked |= lowest(left);
    }
    return picked;
}

}  // namespace

bool is_valid_deal(const std::vector<WeightedHands>& players, int hole, Cards board, int board_cards, Cards dead) {
    if (players.size() < LEAST_HANDS || players.size() > MOST_HANDS) return false;
    if (((board | dead) & ~FULL_DECK) != 0 || size(board) > board_cards) return false;
    return std::all_of(players.begin(), players.end(), [&](const WeightedHands& one) { return is_holding(one, hole); });
}

std::optional<Dealer> Dealer::make(const std::vector<WeightedHands>& players, int hole, Cards board, int board_cards,
                                   Cards dead) {
    if ((board & dead) != 0) return std::nullopt;
    if (size(FULL_DECK & ~dead) < hole * static_cast<int>(players.size()) + board_cards) return std::nullopt;
    const auto taken = known_cards(players, board, dead);
    if (!taken) return std::nullopt;
    Dealer dealer;
    dealer.taken_ = *taken;
    dealer.board_ = board;
    dealer.hands_.resize(players.size());
    for (int count = 1; count <= MOST_AT_ONCE; ++count) dealer.sets_[count] = sets_of(FULL_DECK & ~*taken, count);
    for (std::size_t i = 0; i < players.size(); ++i)
        if (!dealer.add_player(i, players[i], hole)) return std::nullopt;
    dealer.add_board(board_cards - size(board), size(FULL_DECK & ~dead) - hole * static_cast<int>(players.size()));
    return dealer;
}

bool Dealer::add_player(std::size_t player, const WeightedHands& holding, int hole) {
    if (holding.hands.empty()) return false;
    const int cards = size(holding.hands[0]);
    if (holding.hands.size() == 1) {
        hands_[player] = holding.hands[0];
        add_missing(player, hole - cards);
        return holding.weights[0] > 0;
    }
    WeightedHands left = possible(holding, taken_);
    if (left.hands.empty()) return false;
    if (is_anything(left, FULL_DECK & ~taken_)) {
        add_missing(player, hole);
        return true;
    }
    add_missing(player, hole - cards);
    if (is_even(left.weights))
        samplers_.push_back({player, HandSampler(std::move(left.hands))});
    else
        samplers_.push_back({player, HandSampler(std::move(left.hands), left.weights)});
    return true;
}

void Dealer::add_missing(std::size_t player, int cards) {
    while (cards > 0) {
        const int now = cards == 4 ? 2 : std::min(cards, MOST_AT_ONCE);
        missing_.push_back({player, now, 0});
        cards -= now;
    }
}

// Five cards are drawn at once if they mostly do not conflict with taken cards.
void Dealer::add_board(int cards, int left) {
    const std::uint64_t fitting = choose(left - size(board_), 3) * choose(left - size(board_) - 3, 2);
    const bool is_likely = 2 * fitting >= sets_[3].size() * sets_[2].size();
    if (cards == 5 && is_likely)
        missing_.push_back({MOST_HANDS, 3, 2});
    else
        add_missing(MOST_HANDS, cards);
}

bool Dealer::deal(Random& random, DealBatch& to) const {
    start(to);
    for (std::size_t i = 0; i < DealBatch::MOST && !samplers_.empty(); ++i)
        if (!deal_sampled(i, random, to)) return false;
    for (const MissingCards& missing : missing_)
        missing.more != 0 ? deal_missing<true>(missing, random, to) : deal_missing<false>(missing, random, to);
    return true;
}

void Dealer::start(DealBatch& to) const {
    to.taken.fill(taken_ | NEVER);
    to.boards.fill(board_);
    for (std::size_t player = 0; player < hands_.size(); ++player) to.hands[player].fill(hands_[player]);
}

bool Dealer::deal_sampled(std::size_t number, Random& random, DealBatch& to) const {
    for (int i = 0; i < TRIES; ++i) {
        Cards taken = taken_;
        std::size_t done = 0;
        for (; done < samplers_.size(); ++done) {
            const Cards hand = samplers_[done].hands.draw(random);
            if ((taken & hand) != 0) break;
            to.hands[samplers_[done].player][number] = hand;
            taken |= hand;
        }
        if (done < samplers_.size()) continue;
        to.taken[number] = taken | NEVER;
        return true;
    }
    return false;
}

// A set for each word, with NEVER if the word is unusable or the two sets share a card.
template <bool TWO>
void Dealer::draw(const MissingCards& missing, const std::uint64_t* words, std::size_t count, Cards* drawn) const {
    const auto &first = sets_[static_cast<std::size_t>(missing.cards)],
               &second = sets_[static_cast<std::size_t>(missing.more)];
    const UniformPairBelow below(first.size(), TWO ? second.size() : 1);
    const Cards *sets = first.data(), *more = second.data();
    for (std::size_t i = 0; i < count; ++i) {
        const auto [place, other, fair] = below.of(words[i]);
        const Cards one = sets[place], two = TWO ? more[other] : 0;
        const bool bad = !fair | ((one & two) != 0);
        drawn[i] = one | two | Cards{bad} * NEVER;
    }
}

// Draws for all deals, then again for those that conflict with a taken card, without unpredictable branches.
template <bool TWO>
void Dealer::deal_missing(const MissingCards& missing, Random& random, DealBatch& to) const {
    Cards* cards = (missing.player < MOST_HANDS ? to.hands[missing.player] : to.boards).data();
    std::array<Cards, DealBatch::MOST> drawn;
    std::array<std::uint16_t, DealBatch::MOST> waiting;
    std::size_t left = 0;
    const auto give = [&](std::size_t deal, Cards set) {
        const Cards taken = to.taken[deal];
        const bool fits = (set & taken) == 0;
        const Cards kept = set & (Cards{0} - Cards{fits});
        to.taken[deal] = taken | kept;
        cards[deal] |= kept;
        waiting[left] = static_cast<std::uint16_t>(deal);
        left += std::size_t{!fits};
    };
    draw<TWO>(missing, random.take(DealBatch::MOST), DealBatch::MOST, drawn.data());
    for (std::size_t deal = 0; deal < DealBatch::MOST; ++deal) give(deal, drawn[deal]);
    for (int round = 1; round < ROUNDS && left > 0; ++round) {
        draw<TWO>(missing, random.take(left), left, drawn.data());
        const std::size_t again = std::exchange(left, 0);
        for (std::size_t i = 0; i < again; ++i) give(waiting[i], drawn[i]);
    }
    for (std::size_t i = 0; i < left; ++i) {
        const Cards picked_cards = picked(FULL_DECK & ~to.taken[waiting[i]], missing.cards + missing.more, random);
        to.taken[waiting[i]] |= picked_cards;
        cards[waiting[i]] |= picked_cards;
    }
}

}  // namespace facevalue::poker
