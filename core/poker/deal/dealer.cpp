#include "poker/deal/dealer.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <utility>

namespace facevalue::poker {

// Walker's alias method: places with less than their share are filled up from places with more.
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

// Are these all sets of their size, equally often?
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

bool is_holding(const WeightedHands& holding, int hole, Cards deck) {
    if (holding.hands.size() != holding.weights.size()) return false;
    if (!holding.hands.empty() && !is_small_enough(holding.weights)) return false;
    return std::all_of(holding.hands.begin(), holding.hands.end(), [&](Cards hand) {
        return (hand & ~deck) == 0 && size(hand) == size(holding.hands[0]) && size(hand) <= hole;
    });
}

}  // namespace

bool is_valid_deal(const std::vector<WeightedHands>& players, int hole, Cards board, int board_cards, Cards dead,
                   Cards deck) {
    if (players.size() < LEAST_HANDS || players.size() > MOST_HANDS) return false;
    if (((board | dead) & ~deck) != 0 || size(board) > board_cards) return false;
    return std::all_of(players.begin(), players.end(),
                       [&](const WeightedHands& one) { return is_holding(one, hole, deck); });
}

std::optional<Dealer> Dealer::make(const std::vector<WeightedHands>& players, int hole, Cards board, int board_cards,
                                   Cards dead, Cards deck) {
    if ((board & dead) != 0) return std::nullopt;
    if (size(deck & ~dead) < hole * static_cast<int>(players.size()) + board_cards) return std::nullopt;
    const auto taken = known_cards(players, board, dead);
    if (!taken) return std::nullopt;
    Dealer dealer;
    dealer.set_left(deck & ~*taken);
    dealer.board_ = board;
    dealer.hands_.resize(players.size());
    for (std::size_t i = 0; i < players.size(); ++i)
        if (!dealer.add_player(i, players[i], hole)) return std::nullopt;
    dealer.plan(MOST_HANDS, board_cards - size(board), false);
    return dealer;
}

void Dealer::set_left(Cards left) {
    left_ = left;
    gaps_ = gaps_of(left);
    for (std::int8_t place = 0; left != 0; left = without_lowest(left))
        places_[static_cast<std::size_t>(std::countr_zero(left))] = place++;
}

bool Dealer::add_player(std::size_t player, const WeightedHands& holding, int hole) {
    if (holding.hands.empty()) return false;
    const int cards = size(holding.hands[0]);
    if (holding.hands.size() == 1) {
        hands_[player] = holding.hands[0];
        plan(player, hole - cards, false);
        return holding.weights[0] > 0;
    }
    WeightedHands left = possible(holding, ~left_);
    if (left.hands.empty()) return false;
    if (is_anything(left, left_)) {
        plan(player, hole, false);
        return true;
    }
    plan(player, hole - cards, true);
    sampled_ += static_cast<std::size_t>(cards);
    if (is_even(left.weights))
        samplers_.push_back({player, HandSampler(std::move(left.hands))});
    else
        samplers_.push_back({player, HandSampler(std::move(left.hands), left.weights)});
    return true;
}

void Dealer::plan(std::size_t player, int cards, bool is_sampled) {
    if (cards <= 0) return;
    missing_.push_back({player, drawn_, static_cast<std::size_t>(cards), is_sampled});
    drawn_ += static_cast<std::size_t>(cards);
}

void Dealer::start(DealBatch& to) const {
    to.boards.fill(board_);
    for (std::size_t player = 0; player < hands_.size(); ++player) to.hands[player].fill(hands_[player]);
}

bool Dealer::deal(Random& random, DealBatch& to) const {
    for (std::size_t i = 0; i < DealBatch::MOST && !samplers_.empty(); ++i)
        if (!deal_sampled(i, random, to)) return false;
    draw(random, to);
    for (const MissingCards& missing : missing_) add_missing(missing, random.kernels(), to);
    return true;
}

void Dealer::draw(Random& random, DealBatch& to) const {
    draw_places(random, to);
    const CardDraw draw{DealBatch::MOST, sampled_, drawn_, gaps_.data(), gaps_.size()};
    random.kernels().move_past(draw, to.rows[0].data());
}

bool Dealer::deal_sampled(std::size_t number, Random& random, DealBatch& to) const {
    for (int i = 0; i < TRIES_TO_DEAL; ++i) {
        Cards taken = 0;
        std::size_t done = 0;
        for (; done < samplers_.size(); ++done) {
            const Cards hand = samplers_[done].hands.draw(random);
            if ((taken & hand) != 0) break;
            to.hands[samplers_[done].player][number] = hand;
            taken |= hand;
        }
        if (done < samplers_.size()) continue;
        for (std::size_t row = 0; row < sampled_; ++row, taken = without_lowest(taken))
            to.rows[row][number] = places_[static_cast<std::size_t>(std::countr_zero(taken))];
        return true;
    }
    return false;
}

void Dealer::draw_places(Random& random, DealBatch& to) const {
    std::array<std::uint16_t, DealBatch::MOST> unfair;
    for (std::size_t i = sampled_; i < sampled_ + drawn_; ++i) {
        auto& row = to.rows[i];
        const auto limit = static_cast<std::uint16_t>(size(left_) - static_cast<int>(i));
        static_assert(DealBatch::MOST / 4 <= Random::MOST);
        const std::uint64_t* words = random.take(DealBatch::MOST / 4);  // 16 bits for each deal
        const std::size_t count = random.kernels().places(words, limit, DealBatch::MOST, row.data(), unfair.data());
        for (std::size_t k = 0; k < count; ++k) row[unfair[k]] = static_cast<std::int8_t>(random.below(limit));
    }
}

void Dealer::add_missing(const MissingCards& missing, const SimdKernels& kernels, DealBatch& to) const {
    const bool is_board = missing.player == MOST_HANDS;
    const Cards& known = is_board ? board_ : hands_[missing.player];
    const CardRows rows{to.rows[sampled_ + missing.first_row].data(), DealBatch::MOST, missing.cards};
    Cards* const sets = (is_board ? to.boards : to.hands[missing.player]).data();
    kernels.add_cards(rows, missing.is_sampled ? nullptr : &known, sets);
}

}  // namespace facevalue::poker
