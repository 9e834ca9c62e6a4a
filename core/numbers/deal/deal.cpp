#include "numbers/deal/deal.hpp"

#include <algorithm>
#include <utility>

#include "text/joined.hpp"
#include "work/shuffle.hpp"

namespace facevalue::numbers {
namespace {

std::vector<std::int64_t> draw(const Deck& deck, std::optional<std::size_t> large, SplitMix64& words) {
    std::vector<std::int64_t> drawn;
    if (deck.kind == DeckKind::Digits) {
        while (drawn.size() < deck.drawn()) drawn.push_back(deck.small[words.below(deck.small.size())]);
        return drawn;
    }
    drawn = deck.large;
    if (large) {
        shuffle(drawn, words);
        drawn.resize(*large);
    }
    std::vector<std::int64_t> rest = deck.small;
    if (large) shuffle(rest, words);
    drawn.insert(drawn.end(), rest.begin(), rest.end());
    if (!large) shuffle(drawn, words);
    drawn.resize(deck.drawn());
    return drawn;
}

// "6c 7s 4d 3d -> 24"
std::string shown(const Deck& deck, const Deal& deal) {
    std::string text;
    for (const std::int64_t card : deal.drawn) {
        if (deck.kind == DeckKind::Cards)
            text += {"23456789TJQKA"[static_cast<std::size_t>(card) / Deck::SUITS], "cdhs"[card % 4], ' '};
        else
            text += facevalue::joined({card, " "});
    }
    return text + facevalue::joined({"-> ", deal.targets[0]});
}

class Dealer {
  public:
    Dealer(const Deck& deck, const DealRequest& request, SplitMix64& words, const Stop& stop)
        : deck_(deck), request_(request), words_(words), stop_(stop) {}

    DealResult deal() {
        const bool is_game = request_.all_rounds && deck_.rounds > 1;
        for (int tries = 0; tries < MOST_UNSOLVABLE; ++tries) {
            result_.deal = {draw(deck_, request_.large, words_), {}};
            if (is_game ? has_rounds() : has_target()) return std::move(result_);
            if (result_.unanswered) return std::move(result_);
        }
        const std::string last = shown(deck_, result_.deal) + request_.name;
        const std::string why = is_game ? "have a target that cannot be made"
                                        : facevalue::joined({"have no solution; the last one was '", last, "'"});
        result_.problem = Problem{
            ErrorClass::Limit, facevalue::joined({MOST_UNSOLVABLE, " deals in a row ", why}), {}, 0, MOST_UNSOLVABLE};
        return std::move(result_);
    }

  private:
    bool has_target() {
        auto& [drawn, targets] = result_.deal;
        std::int64_t target = request_.target;
        if (deck_.next_is_target) {
            target = deck_.value(drawn.back());
            drawn.pop_back();
        } else if (deck_.targets) {
            target = deck_.targets->low + static_cast<std::int64_t>(words_.below(deck_.targets->count()));
        }
        targets = {target};
        return is_solvable(target);
    }

    // All parts are shuffled before the first target is tried, so that the words do not depend on the rules.
    bool has_rounds() {
        const std::size_t count = deck_.targets->count();
        std::vector<std::vector<std::int64_t>> orders;
        for (std::size_t part = 0; part < deck_.rounds; ++part) {
            const std::size_t end = count * (part + 1) / deck_.rounds;
            std::vector<std::int64_t>& order = orders.emplace_back();
            for (std::size_t at = count * part / deck_.rounds; at < end; ++at)
                order.push_back(deck_.targets->low + static_cast<std::int64_t>(at));
            shuffle(order, words_);
        }
        bool has_all = true;
        for (const std::vector<std::int64_t>& order : orders) {
            const auto target = std::ranges::find_if(order, [&](std::int64_t each) { return is_solvable(each); });
            if (result_.unanswered) return false;
            result_.deal.targets.push_back(target == order.end() ? 0 : *target);
            has_all &= target != order.end();
        }
        return has_all;
    }

    // Once a search failed, there are no others.
    bool is_solvable(std::int64_t target) {
        if (!request_.solvable_by) return true;
        if (result_.unanswered) return false;
        const Rules& rules = *request_.solvable_by;
        Puzzle puzzle{{}, {target, 1}};
        for (const std::int64_t card : result_.deal.drawn) puzzle.numbers.push_back({deck_.value(card), 1});
        Solutions solutions(std::move(puzzle), rules, usual_distinct(rules.has_functions()), false, 0, stop_);
        const auto first = first_within(solutions, request_.limit);
        if (!first) result_.unanswered = first.unanswered();
        return first && !first->empty();
    }

    const Deck& deck_;
    const DealRequest& request_;
    SplitMix64& words_;
    const Stop& stop_;
    DealResult result_;
};

}  // namespace

Expected<LargeTiles> large_tiles(const Deck& deck, bool is_chosen) {
    const std::size_t most = deck.small.size() + deck.large.size() - (deck.next_is_target ? 1 : 0);
    if (deck.kind != DeckKind::Digits && deck.size > most)
        return Problem{ErrorClass::Rule,
                       facevalue::joined({"size must be a whole number from 1 to ", most, ", not ", deck.size}),
                       {}};
    if (is_chosen && deck.large.empty())
        return Problem{ErrorClass::Rule, "`large` needs rules with large tiles, such as `rules='countdown'`", {}};
    const std::size_t count = deck.drawn(), small = std::min(count, deck.small.size());
    return LargeTiles{count - small, std::min(count, deck.large.size())};
}

DealResult deal(const Deck& deck, const DealRequest& request, SplitMix64& words, const Stop& stop) {
    return Dealer(deck, request, words, stop).deal();
}

}  // namespace facevalue::numbers
