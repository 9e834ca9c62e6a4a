// All hands made, scored on each board, and compared.
#include "walk_deals.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "apart.hpp"
#include "boards.hpp"
#include "work/workers.hpp"

namespace facevalue {

namespace {

constexpr std::size_t PILES = std::size_t{1} << 27;  // numbers of 8 bytes that all workers' piles may hold: 1 GB

// The hands a player may end with, and how often each is held.
struct Field {
    std::vector<Cards> hands;
    std::vector<std::uint64_t> weights;
    Cards fixed = FULL_DECK;  // the cards that are in all of them
};

Cards common_to(const std::vector<Cards>& hands) {
    Cards common = FULL_DECK;
    for (const Cards hand : hands) common &= hand;
    return common;
}

// What is to be dealt: who may hold what, and from which cards the rest comes.
struct Layout {
    std::vector<Field> fields;
    Cards board = 0, dead = 0, deck = 0, held = 0;  // what some player may hold
    int missing = 0;                                // cards of the board

    Layout(const Table& table, const std::vector<Holding>& players, Cards known_board, Cards dead_cards)
        : board(known_board), dead(dead_cards) {
        Cards taken = board | dead;
        for (const Holding& player : players) {
            const Cards fixed = common_to(player.hands);
            fits &= (fixed & taken) == 0;
            taken |= fixed;
        }
        deck = FULL_DECK & ~taken;
        missing = table.board - size(board);
        for (const Holding& player : players) fields.push_back(field(player, table.hole));
        for (const Field& each : fields)
            for (const Cards hand : each.hands) held |= hand;
    }

    bool fits = true;  // no known card comes twice

  private:
    Field field(const Holding& holding, int hole) const {
        Field made;
        made.fixed = common_to(holding.hands);
        for (std::size_t i = 0; i < holding.hands.size(); ++i) {
            const Cards hand = holding.hands[i];
            if (holding.weights[i] == 0 || (hand & ~made.fixed & ~deck) != 0) continue;
            each_set(deck & ~hand, hole - size(hand), hand, [&](Cards full) {
                made.hands.push_back(full);
                made.weights.push_back(holding.weights[i]);
            });
        }
        return made;
    }
};

// What hands are worth on one board.
class BoardScores {
  public:
    BoardScores(const Table& table, const Ranking* ranking, Cards dead, const Lanes& lanes, Pulse& pulse)
        : pulse_(pulse),
          by_pairs_(table.from_hole == 2 && table.hole > 2),
          scorer_(by_pairs_ ? Table{table.high, table.low, 2, table.board, 2} : table, ranking, dead, lanes) {}

    void score(const std::vector<Cards>& hands, Cards board, Cards may_be_held, std::vector<DealScore>& scores) {
        scores.resize(hands.size());
        if (!by_pairs_) return score_all(hands, board, scores);
        score_pairs(may_be_held, board);
        for (std::size_t i = 0; i < hands.size(); ++i) scores[i] = best_pair(hands[i]);
    }

  private:
    static std::size_t place(int low, int high) { return static_cast<std::size_t>(high * (high - 1) / 2 + low); }

    void score_all(const std::vector<Cards>& hands, Cards board, std::vector<DealScore>& scores) {
        const std::size_t piece = std::min(PIECE, hands.size());
        boards_.assign(piece, board);
        for (std::size_t done = 0; done < hands.size() && !pulse_.stopped(); done += piece) {
            const std::size_t count = std::min(piece, hands.size() - done);
            scorer_.score(hands.data() + done, boards_.data(), count, scores.data() + done);
            pulse_.beat(count * WORK);
        }
    }
    void score_pairs(Cards cards, Cards board) {
        if (cards == scored_cards_ && board == scored_board_) return;
        scored_cards_ = cards;
        scored_board_ = board;
        pairs_.clear();
        each_set(cards, 2, 0, [&](Cards pair) { pairs_.push_back(pair); });
        pair_scores_.resize(pairs_.size());
        score_all(pairs_, board, pair_scores_);
        for (std::size_t i = 0; i < pairs_.size(); ++i) {
            const int low = std::countr_zero(pairs_[i]), high = std::countr_zero(without_lowest(pairs_[i]));
            of_pairs_[place(low, high)] = pair_scores_[i];
        }
    }
    DealScore best_pair(Cards hand) const {
        DealScore best = 0;
        for (; hand != 0; hand = without_lowest(hand))
            for (Cards others = without_lowest(hand); others != 0; others = without_lowest(others))
                best = std::max(best, of_pairs_[place(std::countr_zero(hand), std::countr_zero(others))]);
        return best;
    }

    static constexpr std::size_t PIECE = 4096;  // hands between two looks whether to stop
    static constexpr std::size_t WORK = 20;     // look-ups that a slow ranking's hand is worth

    Pulse& pulse_;
    bool by_pairs_;
    Scorer scorer_;
    std::vector<Cards> boards_, pairs_;
    std::vector<DealScore> pair_scores_;
    std::array<DealScore, DECK*(DECK - 1) / 2> of_pairs_{};
    Cards scored_cards_ = 0, scored_board_ = 0;
};

// A hand on a board: its cards that are not the player's in any case, its scores and its weight.
struct Scored {
    Cards cards;
    DealScore high, low;
    std::uint64_t weight;
};

using Hands = std::vector<std::vector<Scored>>;  // by player

void add(PotShares& shares, const Versus& versus) {
    shares[0][0] += versus.wins;
    shares[1][0] += versus.losses();
    shares[0][1] += versus.ties;
    shares[1][1] += versus.ties;
}

// Two players: everything is known from who has the better hand, and from the same without those that have a low.
class Duel {
  public:
    Duel(const Layout& layout, const Table& table, Pulse& pulse)
        : has_low_(table.low != nullptr),
          apart_(layout.deck, loose(layout, table, 0), loose(layout, table, 1), pulse),
          pots(Tally(2, has_low_).pots()) {}

    void settle(const Hands& hands) {
        const auto anybody = [](const Scored&) { return true; };
        const auto no_low = [](const Scored& hand) { return hand.low == 0; };
        const Versus high = contest(hands, &Scored::high, anybody, &pots.boards);
        add(pots.high, high);
        if (!has_low_) return;
        const Versus whole = contest(hands, &Scored::high, no_low);
        add(pots.halved, {high.wins - whole.wins, high.ties - whole.ties, high.total - whole.total});
        add(pots.low, contest(hands, &Scored::low, anybody));
    }

  private:
    static int loose(const Layout& layout, const Table& table, std::size_t player) {
        return table.hole - size(layout.fields[player].fixed);
    }
    // Who has the better of two scores; two who both do not qualify are left out, but not of `all`.
    template <class Counts>
    Versus contest(const Hands& hands, DealScore Scored::* score, const Counts& counts, std::uint64_t* all = nullptr) {
        Versus either = versus(hands, score, counts);
        if (all != nullptr) *all += either.total;
        const Versus neither =
            versus(hands, score, [&](const Scored& hand) { return hand.*score == 0 && counts(hand); });
        return {either.wins, either.ties - neither.total, either.total - neither.total};
    }
    template <class Counts>
    Versus versus(const Hands& hands, DealScore Scored::* score, const Counts& counts) {
        for (std::size_t player = 0; player < 2; ++player) {
            held_[player].clear();
            for (const Scored& hand : hands[player])
                if (counts(hand)) held_[player].push_back({hand.cards, hand.*score, hand.weight});
        }
        return apart_.count(held_[0], held_[1]);
    }

    bool has_low_;
    Apart apart_;
    std::array<std::vector<Held>, 2> held_;

  public:
    Pots pots;
};

// Any number of players, dealt out hand by hand.
class Round {
  public:
    Round(const Layout& layout, const Table& table, Pulse& pulse)
        : pulse_(pulse), tally_(layout.fields.size(), table.low != nullptr) {}

    void settle(const Hands& hands) { deal(hands, 0, 0, {1, {1, 0}, {1, 0}}); }
    Pots pots() const { return tally_.pots(); }

  private:
    // The best score so far, and who has it, a bit for each; nobody has it who does not qualify.
    struct Best {
        DealScore score;
        std::size_t winners;

        Best with(DealScore other, std::size_t bit) const {
            return other > score ? Best{other, bit} : other == score ? Best{score, winners | bit} : *this;
        }
    };
    struct Dealt {
        std::uint64_t weight;
        Best high, low;
    };

    void deal(const Hands& hands, std::size_t player, Cards taken, const Dealt& dealt) {
        if (player == hands.size()) return tally_.add(dealt.high.winners, dealt.low.winners, dealt.weight);
        const std::size_t bit = std::size_t{1} << player;
        pulse_.beat(1 + hands[player].size() / 4);
        for (const Scored& hand : hands[player]) {
            if ((hand.cards & taken) != 0) continue;
            if (pulse_.stopped()) return;
            deal(hands, player + 1, taken | hand.cards,
                 {dealt.weight * hand.weight, dealt.high.with(hand.high, bit), dealt.low.with(hand.low, bit)});
        }
    }

    Pulse& pulse_;
    Tally tally_;
};

// One worker's boards.
class Walk {
  public:
    Walk(const Layout& layout, const Table& table, const Lanes& lanes, std::size_t worker, std::size_t workers,
         Pulse& pulse)
        : layout_(layout),
          worker_(worker),
          workers_(workers),
          pulse_(pulse),
          high_(table, table.high, layout.dead, lanes, pulse) {
        if (table.low != nullptr) low_.emplace(table, table.low, layout.dead, lanes, pulse);
        hands_.resize(layout.fields.size());
    }

    template <class Showdown>
    void run(Showdown& showdown) {
        const bool is_finished = layout_.missing == 0;
        const auto settle = [&](Cards more) {
            if (pulse_.stopped()) return;
            for (std::size_t player = 0; player < hands_.size(); ++player) score(player, more, is_finished);
            if (!pulse_.stopped()) showdown.settle(hands_);
            pulse_.beat(1, 1);
        };
        if (is_finished) return settle(0);
        each_set_of_worker(layout_.deck, layout_.missing, worker_, workers_, settle);
    }

  private:
    // Of a finished board each worker takes a part of the first player's hands.
    void score(std::size_t player, Cards more, bool is_finished) {
        const Field& field = layout_.fields[player];
        const bool is_shared = player == 0 && is_finished;
        full_.clear();
        hands_[player].clear();
        for (std::size_t i = 0; i < field.hands.size(); ++i) {
            if ((field.hands[i] & more) != 0 || (is_shared && i % workers_ != worker_)) continue;
            full_.push_back(field.hands[i]);
            hands_[player].push_back({field.hands[i] & ~field.fixed, 0, 0, field.weights[i]});
        }
        const Cards board = layout_.board | more, others = layout_.held & ~more;
        pulse_.beat(1 + full_.size());
        high_.score(full_, board, others, scores_);
        for (std::size_t i = 0; i < full_.size(); ++i) hands_[player][i].high = scores_[i];
        if (!low_) return;
        low_->score(full_, board, others, scores_);
        for (std::size_t i = 0; i < full_.size(); ++i) hands_[player][i].low = scores_[i];
    }

    const Layout& layout_;
    std::size_t worker_, workers_;
    Pulse& pulse_;
    BoardScores high_;
    std::optional<BoardScores> low_;
    std::vector<Cards> full_;
    std::vector<DealScore> scores_;
    Hands hands_;
};

void add(PotShares& sum, const PotShares& part) {
    for (std::size_t player = 0; player < sum.size(); ++player)
        for (std::size_t k = 0; k < sum.size(); ++k) sum[player][k] += part[player][k];
}

void add(Pots& sum, const Pots& part) {
    sum.boards += part.boards;
    add(sum.high, part.high);
    add(sum.low, part.low);
    add(sum.halved, part.halved);
}

// Two players' piles take memory that grows with the workers.
std::size_t workers_for(const Layout& layout, const Table& table, std::size_t wanted) {
    int most = 0;
    for (const Field& field : layout.fields) most = std::max(most, table.hole - size(field.fixed));
    const std::size_t places = layout.fields.size() == 2 ? choose(size(layout.deck), most) + 1 : 1;
    return std::clamp<std::size_t>(PILES / places, 1, std::max<std::size_t>(wanted, 1));
}

Pots walk_part(const Layout& layout, const Table& table, Walk& walk, Pulse& pulse) {
    if (layout.fields.size() == 2) {
        Duel duel(layout, table, pulse);
        walk.run(duel);
        return duel.pots;
    }
    Round round(layout, table, pulse);
    walk.run(round);
    return round.pots();
}

}  // namespace

std::optional<Pots> walk_deals(const Table& table, const std::vector<Holding>& players, Cards board, Cards dead,
                               std::size_t workers, const Stop& stop, const Lanes& lanes) {
    if (!is_dealing(players, table.hole, board, table.board, dead) || table.hole > Pile::MOST) return std::nullopt;
    Pots total = Tally(players.size(), table.low != nullptr).pots();
    total.both.clear();
    const auto holds_none = [](const Holding& player) { return player.hands.empty(); };
    if ((board & dead) != 0 || std::any_of(players.begin(), players.end(), holds_none)) return total;
    const Layout layout(table, players, board, dead);
    if (!layout.fits) return total;
    std::vector<Pots> parts(workers_for(layout, table, workers), total);
    std::uint64_t work = 0;
    const std::uint64_t boards = layout.missing == 0 ? 0 : choose(size(layout.deck), layout.missing);
    const bool done = run_workers(parts.size(), stop.of(boards), work, [&](std::size_t worker, Pulse& pulse) {
        Walk walk(layout, table, lanes, worker, parts.size(), pulse);
        parts[worker] = walk_part(layout, table, walk, pulse);
    });
    if (!done) return std::nullopt;
    for (const Pots& part : parts) add(total, part);
    return total;
}

}  // namespace facevalue
