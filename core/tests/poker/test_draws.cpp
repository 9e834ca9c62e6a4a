// Draws and rows of deals: categories, outs and winners, compared with `best` hand by hand.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "poker/cards/combinations.hpp"
#include "poker/deal/deal_rows.hpp"
#include "poker/deal/pot_decider.hpp"
#include "poker/deal/row_checks.hpp"
#include "poker/draws/breakdown.hpp"
#include "poker/draws/category_counts.hpp"
#include "poker/draws/odds.hpp"
#include "poker/draws/percentile.hpp"
#include "poker/video_poker/draw_sums.hpp"
#include "poker/video_poker/holds.hpp"
#include "poker/video_poker/pay_spellings.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

constexpr Cards BELOW_SIX = 0xF | Cards{0xF} << 13 | Cards{0xF} << 26 | Cards{0xF} << 39;

Cards dealt(std::mt19937_64& random, int count, Cards gone) {
    Cards cards = 0;
    while (size(cards) < count) cards |= Cards{1} << random() % DECK & ~gone;
    return cards;
}

std::uint32_t score_of(const Ranking* ranking, Cards hand, Cards board, int from_hole) {
    const auto played = best(*ranking, hand, board, from_hole);
    return played ? played->score : 0;
}

struct DrawnGame {
    const char* ranking;
    int hole, board, from_hole;  // without a board, cards come to the hand

    Cards missing() const { return ranking == std::string_view("short") ? BELOW_SIX : 0; }
    DealRules rules(const char* low = nullptr) const {
        return {ranking_of(ranking), low == nullptr ? nullptr : ranking_of(low), hole, board, from_hole};
    }
};

const DrawnGame HOLDEM{"high", 2, 5, 0}, SHORT{"short", 2, 5, 0}, OMAHA{"high", 4, 5, 2}, SHORT_OMAHA{"short", 4, 5, 2},
    PINEAPPLE{"high", 3, 5, 0}, STUD{"high", 7, 0, 0}, TWO_OF_THREE{"high", 3, 5, 2};
const DrawnGame GAMES[] = {HOLDEM, SHORT, OMAHA, SHORT_OMAHA, PINEAPPLE, STUD, TWO_OF_THREE};

}  // namespace

TEST_CASE("the best holds of all hands have the total that holding every set of cards gives") {
    constexpr int DECK_OF_TWELVE = 12;
    const auto payout_of = [](Cards hand) {  // by ranks only
        int total = 0;
        for (Cards left = hand; left != 0; left &= left - 1) total += 1 << 2 * (std::countr_zero(left) / 4);
        return total % 7;
    };
    const Cards deck = (Cards{1} << DECK_OF_TWELVE) - 1;
    std::vector<Cards> hands;
    for (Cards hand = 0; hand <= deck; ++hand)
        if (size(hand) == DRAW_HAND) hands.push_back(hand);  // in colexicographic order
    std::vector<std::int32_t> payouts;
    for (const Cards hand : hands) payouts.push_back(payout_of(hand));
    const auto sums = DrawSums::of(payouts, DECK_OF_TWELVE, {});
    std::int64_t expected = 0;
    for (const Cards hand : hands) {
        std::int64_t best = 0;
        for (Cards held = hand;; held = (held - 1) & hand) {
            std::int64_t sum = 0, draws = 0;
            for (const Cards other : hands)
                if ((other & hand) == held) sum += payout_of(other), ++draws;
            if (draws != 0) best = std::max(best, sum * sums->denominator() / draws);
            if (held == 0) break;
        }
        expected += best;
    }
    CHECK(sums->best_total({}) == expected);
}

TEST_CASE("categories are counted over all ways to deal the cards that come") {
    std::mt19937_64 random(21);
    for (const DrawnGame& game : GAMES)
        for (int more = 0; more <= 3; ++more)
            for (const int short_of_all : {0, 1}) {
                const bool is_to_hand = game.board == 0;
                const int known = game.hole + game.board - more - short_of_all;
                if (game.from_hole != 0 && known - game.hole + more < 3) continue;
                const Cards hand = dealt(random, is_to_hand ? known : game.hole, game.missing());
                const Cards board = is_to_hand ? 0 : dealt(random, known - game.hole, hand | game.missing());
                const Cards left = dealt(random, 12, hand | board | game.missing());
                CategoryCounts expected{};
                for_each_subset(left, more, 0, [&](Cards next) {
                    const auto* ranking = ranking_of(game.ranking);
                    const std::uint32_t score = is_to_hand ? score_of(ranking, hand | next, 0, 0)
                                                           : score_of(ranking, hand, board | next, game.from_hole);
                    ++expected[static_cast<std::size_t>(category_of_score(*ranking, score))];
                });
                const Draw draw{ranking_of(game.ranking), hand, board, game.from_hole};
                CAPTURE(game.hole);
                CAPTURE(more);
                CHECK(expected == count_categories_after(draw, left, more, is_to_hand, {}));
            }
}

TEST_CASE("counting categories can be stopped") {
    const Draw draw{ranking_of("high"), 0b11, 0, 0};
    CHECK_FALSE(count_categories_after(draw, FULL_DECK & ~Cards{0b11}, 5, false, [] { return true; }));
}

TEST_CASE("a card wins if the hand then beats all rivals that do not contain it") {
    std::mt19937_64 random(22);
    for (const DrawnGame& game : {HOLDEM, SHORT, OMAHA, PINEAPPLE})
        for (int round = 0; round < 10; ++round) {
            const auto* ranking = ranking_of(game.ranking);
            const Cards hand = dealt(random, game.hole, game.missing());
            const Cards board = dealt(random, 3 + static_cast<int>(random() % 2), hand | game.missing());
            std::vector<Cards> rivals;
            for (std::size_t i = 0; i < 1 + random() % 300; ++i)
                rivals.push_back(dealt(random, game.hole, hand | board | game.missing()));
            const Cards cards = FULL_DECK & ~(hand | board | game.missing());
            Cards expected = 0;
            for (const Cards card : each_card(cards)) {
                const std::uint32_t own = score_of(ranking, hand, board | card, game.from_hole);
                const bool wins = std::all_of(rivals.begin(), rivals.end(), [&](Cards rival) {
                    return (rival & card) != 0 || score_of(ranking, rival, board | card, game.from_hole) < own;
                });
                if (wins) expected |= card;
            }
            const std::vector<std::vector<Cards>> one{rivals};
            const Draw draw{ranking, hand, board, game.from_hole};
            CHECK(expected == winning_cards(draw, one, cards, {})->found);
        }
}

TEST_CASE("a card improves a hand by more than it improves the board") {
    const auto outs = [](const char* ranking, Cards hand, Cards board) {
        return size(improving_cards({ranking_of(ranking), hand, board, 0}, FULL_DECK & ~(hand | board)));
    };
    const Cards ace_king = card(12, 2) | card(11, 2), flop = card(10, 2) | card(5, 2) | card(0, 0);
    CHECK(15 == outs("high", ace_king, flop));                             // nine hearts, three aces, three kings
    CHECK(2 == outs("high", card(7, 0) | card(7, 1), flop | card(3, 3)));  // a pair to three of a kind
    // Eight cards make a straight, six a pair of a hole card.
    CHECK(14 == outs("high", card(8, 0) | card(7, 1), card(6, 0) | card(5, 1) | card(1, 3)));
}

TEST_CASE("random deals have different cards, the same with any number of workers") {
    const std::array<std::uint8_t, 2> board{7 * 4 + 2, 3 * 4 + 0};
    const Cards dead = card(12, 1) | card(12, 2);
    const RowSizes sizes{3000, 4, 4, 5};
    const auto rows = [&](std::uint64_t seed, std::size_t workers) {
        std::vector<std::uint8_t> hands(sizes.count * 16), boards(sizes.count * 5);
        REQUIRE(deal_rows(sizes, {{board.begin(), board.end()}, dead}, seed, hands.data(), boards.data(), workers, {}));
        return std::pair(hands, boards);
    };
    const auto [hands, boards] = rows(7, 1);
    CHECK(rows(7, 3) == std::pair(hands, boards));
    CHECK(rows(8, 1) != std::pair(hands, boards));
    for (std::size_t deal = 0; deal < sizes.count; ++deal) {
        std::uint64_t ids = 0;
        for (std::size_t i = 0; i < 16; ++i) ids |= std::uint64_t{1} << hands[deal * 16 + i];
        for (std::size_t i = 0; i < 5; ++i) ids |= std::uint64_t{1} << boards[deal * 5 + i];
        REQUIRE(21 == size(ids));
        REQUIRE((ids >> 4 * 12 & 0b110) == 0);  // no dead ace
        REQUIRE(board[0] == boards[deal * 5]);
        REQUIRE(board[1] == boards[deal * 5 + 1]);
    }
    std::vector<std::uint8_t> none(52);
    CHECK_FALSE(deal_rows({1, 10, 5, 5}, {}, 1, none.data(), none.data(), 1, {}));
}

TEST_CASE("the winners of a batch and of rows have the best hands") {
    std::mt19937_64 random(23);
    const struct {
        DrawnGame game;
        const char* low;
        std::size_t players;
    } cases[] = {{HOLDEM, nullptr, 9},
                 {SHORT, nullptr, 6},
                 {OMAHA, nullptr, 10},
                 {OMAHA, "low-8", 6},
                 {STUD, "low-8", 5},
                 {STUD, nullptr, 7},
                 {{"badugi", 4, 0, 0}, nullptr, 8},
                 {{"low-27", 5, 0, 0}, nullptr, 4}};
    for (const auto& [game, low, players] : cases) {
        const DealRules rules = game.rules(low);
        const RowSizes sizes{400, players, static_cast<std::size_t>(game.hole), static_cast<std::size_t>(game.board)};
        std::vector<std::uint8_t> hands(sizes.count * players * sizes.hole), boards(sizes.count * sizes.board + 1);
        REQUIRE(deal_rows(sizes, {{}, game.missing()}, random(), hands.data(), boards.data(), 1, {}));
        std::vector<std::uint16_t> chips(sizes.count * players), expected;
        const auto set_of = [](const std::uint8_t* ids, std::size_t count) {
            Cards cards = 0;
            for (std::size_t i = 0; i < count; ++i) cards |= card(ids[i] / SUITS, ids[i] % SUITS);
            return cards;
        };
        const auto batch = std::make_unique<DealBatch>();
        const bool is_spaced = takes_spaced_cards(rules);
        for (auto& row : batch->hands) row.fill(0);
        batch->boards.fill(0);
        std::vector<std::vector<unsigned>> winners(2);
        for (std::size_t deal = 0; deal < sizes.count; ++deal) {
            const Cards board = set_of(&boards[deal * sizes.board], sizes.board);
            batch->boards[deal] = is_spaced ? spaced(board) : board;
            std::vector<std::uint32_t> scores[2];
            for (std::size_t player = 0; player < players; ++player) {
                const Cards hand = set_of(&hands[(deal * players + player) * sizes.hole], sizes.hole);
                batch->hands[player][deal] = is_spaced ? spaced(hand) : hand;
                scores[0].push_back(score_of(rules.high, hand, board, game.from_hole));
                scores[1].push_back(low == nullptr ? 0 : score_of(rules.low, hand, board, game.from_hole));
            }
            for (std::size_t half = 0; half < 2; ++half) {
                const std::uint32_t most = *std::max_element(scores[half].begin(), scores[half].end());
                unsigned set = 0;
                for (std::size_t player = 0; player < players; ++player)
                    if (most != 0 && scores[half][player] == most) set |= 1U << player;
                winners[half].push_back(set);
            }
            const unsigned high_set = winners[0].back(), low_set = winners[1].back();
            for (std::size_t player = 0; player < players; ++player) {
                unsigned won = 0;
                if ((high_set >> player & 1) != 0) won += POT / (low_set != 0 ? 2 : 1) / std::popcount(high_set);
                if ((low_set >> player & 1) != 0) won += POT / 2 / std::popcount(low_set);
                expected.push_back(static_cast<std::uint16_t>(won));
            }
        }
        PotDecider decider(rules, players, game.missing(), chosen_lanes<SimdKernels>());
        decider.decide(*batch, sizes.count);
        CAPTURE(rules.high->name.data());
        CHECK(std::equal(winners[0].begin(), winners[0].end(), decider.high().begin()));
        CHECK((low != nullptr) == decider.has_low());
        if (low != nullptr) CHECK(std::equal(winners[1].begin(), winners[1].end(), decider.low().begin()));
        for (const std::size_t workers : {1, 3})
            CHECK(-1 ==
                  decide_rows(rules, sizes, game.missing(), hands.data(), boards.data(), chips.data(), workers, {}));
        CHECK(expected == chips);
        hands[17 * players * sizes.hole] = hands[17 * players * sizes.hole + 1];  // a repeated card
        CHECK(17 == decide_rows(rules, sizes, game.missing(), hands.data(), boards.data(), chips.data(), 2, {}));
    }
}

TEST_CASE("hands are named by what they add to the board, and impossible ones have no name") {
    const Cards eights = card(6, 0) | card(6, 1), flop = card(6, 3) | card(3, 2) | card(0, 1);
    const Cards suited = card(12, 2) | card(11, 2), with_board = card(6, 3) | card(6, 2);
    const std::vector<Cards> hands{eights, suited, with_board};
    const auto kinds = hand_kinds(hands, flop, card(12, 2));
    REQUIRE(kinds);
    CHECK(MADE_HANDS[(*kinds)[0]->made] == "Set");
    CHECK(DRAWS[(*kinds)[0]->draw] == "No Draw");
    CHECK(!(*kinds)[1]);
    CHECK(!(*kinds)[2]);
    const auto draws = hand_kinds(hands, card(10, 2) | card(9, 2) | card(0, 0), 0);
    CHECK(MADE_HANDS[(*draws)[1]->made] == "Ace High");
    CHECK(DRAWS[(*draws)[1]->draw] == "Flush and Straight Draw");
}

TEST_CASE("a breakdown weighs hands, and has no draws on a full board") {
    const Cards eights = card(6, 0) | card(6, 1), suited = card(12, 2) | card(11, 2), gone = card(6, 3) | card(5, 0);
    const Cards flop = card(6, 3) | card(3, 2) | card(0, 1);
    const Holding range{{eights, suited, gone}, {0, 1, 0}, {2, 1}};
    const auto found = breakdown(range, flop, 0);
    REQUIRE(found);
    CHECK(found->combos == 2);
    const auto share = [&](const auto& names, std::string_view name, const auto& shares) {
        const auto place = std::ranges::find(names, name) - names.begin();
        return value_text(shares[static_cast<std::size_t>(place)]);
    };
    CHECK(share(MADE_HANDS, "Set", found->made) == "2/3");
    CHECK(share(MADE_HANDS, "Ace High", found->made) == "1/3");
    CHECK(share(DRAWS, "No Draw", found->draws) == "1");
    CHECK(breakdown(range, flop | card(8, 0) | card(9, 1), 0)->draws.empty());
}

TEST_CASE("a breakdown is refused without a board, with a dead card on it, and without a possible hand") {
    const std::vector<Cards> hands{card(6, 0) | card(6, 1)};
    const Cards flop = card(6, 3) | card(3, 2) | card(0, 1);
    CHECK(hand_kinds(hands, card(0, 0) | card(0, 1), 0).problem().sentence ==
          "a breakdown needs a board of 3 to 5 cards, not 2");
    CHECK(hand_kinds(hands, flop, flop).problem().sentence == "'8s' is repeated");
    CHECK(hand_kinds(hands, flop, hands[0]).problem().sentence ==
          "no hand of the range is possible with this board and these dead cards");
}

namespace {

GameCards cards_of_game(const char* name, const DrawnGame& game, int deck = DECK) {
    return {name, ranking_of(game.ranking), game.hole, game.board, game.from_hole, deck};
}

std::string refusal_of_odds(const GameCards& game, Cards hand, Cards board, Cards dead, bool has_opponents = false) {
    const auto found = odds(game, hand, board, dead, has_opponents, {});
    return found ? "" : found.problem().sentence;
}

std::string refusal_of_outs(const GameCards& game, Cards hand, Cards board, std::vector<std::vector<Cards>> hands) {
    std::vector<Rival> rivals;
    for (auto& each : hands) rivals.push_back({"hands " + std::to_string(rivals.size() + 1), std::move(each)});
    const auto found = outs(game, hand, board, 0, std::move(rivals), {});
    return found ? "" : found.problem().sentence;
}

constexpr Cards ACES = card(12, 3) | card(12, 2), KINGS = card(11, 3) | card(11, 2);
constexpr Cards DRY_FLOP = card(0, 0) | card(2, 1) | card(7, 0);

}  // namespace

TEST_CASE("odds are counted for the next street and for the end") {
    const auto found = odds(cards_of_game("holdem", HOLDEM), ACES, 0, 0, false, {});
    CHECK(found->now == Category::OnePair);
    const auto sum = [](const CategoryCounts& counts) { return std::accumulate(counts.begin(), counts.end(), 0ULL); };
    CHECK(sum(*found->next) == choose(50, 3));
    CHECK(sum(found->final) == choose(50, 5));
    const auto finished = odds(cards_of_game("holdem", HOLDEM), ACES, DRY_FLOP | KINGS, 0, false, {});
    CHECK(finished->now == Category::TwoPair);
    CHECK_FALSE(finished->next);
    CHECK(sum(finished->final) == 1);
    // In Omaha, a hand has what two of its cards are before the flop.
    CHECK(odds(cards_of_game("omaha", OMAHA), ACES | KINGS, 0, 0, false, {})->now == Category::OnePair);
}

TEST_CASE("odds are refused for cards that the game does not have") {
    const GameCards holdem = cards_of_game("holdem", HOLDEM), stud = cards_of_game("stud", STUD);
    CHECK(refusal_of_odds(cards_of_game("razz", {"low-a5", 7, 0, 0}), ACES, 0, 0) ==
          "the hands of razz have no categories such as Flush");
    CHECK(refusal_of_odds(holdem, ACES, ACES, 0) == "'Ah' is both in the hand and on the board");
    CHECK(refusal_of_odds(holdem, ACES, KINGS, KINGS) == "'Kh' is both on the board and among the dead cards");
    CHECK(refusal_of_odds(holdem, ACES | KINGS, 0, 0) == "holdem needs 2 cards, not 4");
    CHECK(refusal_of_odds(stud, 0, 0, 0) == "stud needs 1 to 7 cards, not 0");
    CHECK(refusal_of_odds(holdem, ACES, DRY_FLOP | KINGS | 2, 0) == "the board of holdem has up to 5 cards, not 6");
    CHECK(refusal_of_odds(holdem, ACES, DRY_FLOP, FULL_DECK & ~(ACES | DRY_FLOP)) ==
          "2 more cards are needed, but 0 are left");
    CHECK(refusal_of_odds(cards_of_game("shortdeck", SHORT, SHORT_DECK), card(0, 0) | card(12, 0), 0, 0) ==
          "the deck of shortdeck has only 36 cards, without '2c'");
    CHECK(refusal_of_odds(holdem, ACES, 0, 0, true) == "odds against opponents need a board of 3 cards or more");
    CHECK(refusal_of_odds(stud, ACES, 0, 0, true) == "odds against opponents need a game with ranges");
}

TEST_CASE("outs are refused for cards that the game does not have, and for rivals without hands") {
    const GameCards holdem = cards_of_game("holdem", HOLDEM);
    CHECK(refusal_of_outs(cards_of_game("stud", STUD), ACES, 0, {}) == "stud has no board, and so no outs");
    CHECK(refusal_of_outs(holdem, ACES, 1, {}) == "outs needs a board of 3 or 4 cards in holdem, not 1");
    CHECK(refusal_of_outs(holdem, ACES, DRY_FLOP, {{ACES}}) == "'Ah' is both in the hand and in another hand");
    CHECK(refusal_of_outs(holdem, ACES, DRY_FLOP, {{KINGS | 2}}) == "holdem needs 2 cards, not 3");
    CHECK(refusal_of_outs({"low", ranking_of("low-27"), 2, 5, 0, DECK}, ACES, DRY_FLOP, {}) ==
          "low has no categories to improve; name the hands to win against");
    const Cards queens = card(10, 0) | card(10, 1);
    CHECK(refusal_of_outs(holdem, ACES, DRY_FLOP, {{queens, KINGS}, {ACES, DRY_FLOP & ~1}}) ==
          "no hand of hands 2 is possible with these cards");
    const std::vector<Cards> same{KINGS, card(11, 3) | card(3, 3)};
    CHECK(refusal_of_outs(holdem, ACES, DRY_FLOP, {same, same}) ==
          "these hands cannot be dealt together: hands 1, hands 2");
    CHECK(refusal_of_outs(holdem, ACES, DRY_FLOP, {{KINGS}}).empty());
}

TEST_CASE("a machine that pays every hand alike pays that for each way to hold") {
    Argument pays{Argument::Kind::Object};
    for (const char* hand : {"tens or better", "flush", "straight"}) {
        pays.names.emplace_back(hand);
        pays.items.push_back(Argument::of(std::int64_t{3}));
    }
    Argument fields{Argument::Kind::Object};
    fields.names = {"name", "pays", "jokers"};
    fields.items = {Argument::of("mine"), pays, Argument::of(std::int64_t{1})};
    const auto table = read_pay_table(fields);
    REQUIRE(table);
    const auto payouts = payouts_of(*table);
    REQUIRE(payouts.size() == choose(53, 5));
    CHECK(payouts.front() == 0);  // all deuces and a three
    CHECK(payouts.back() == 3);   // three aces and a joker
    const auto sums = sums_of(*table, {});
    REQUIRE(sums);
    const GivenCards hand = *read_given_cards(Argument::of("joker As Ks 2d 7c"), true);
    CHECK_FALSE(wrong_drawn_hand(*table, hand, ""));
    const auto holds = holds_of(*sums, hand, table->parts);
    REQUIRE(holds.size() == HOLDS);
    CHECK(holds[0].value() == numbers::BigFraction(3, 1));
    CHECK(holds[0].places.size() == 5);  // among equals, the one with the most cards
    for (std::size_t i = 1; i < HOLDS; ++i) CHECK_FALSE(holds[i - 1].value() < holds[i].value());
    CHECK(wrong_drawn_hand(pay_tables().front(), hand, "'joker'")->sentence ==
          "the deck of jacks-or-better has 0 jokers: 'joker'");
    CHECK(read_pay_table(Argument::of("bonus-pokr")).problem().sentence ==
          "unknown pay table 'bonus-pokr'; did you mean 'bonus-poker'?");
}

TEST_CASE("pay tables and hands are found in any spelling, and half coins are whole parts") {
    const auto named = [](const char* name) {
        const auto found = pay_table_named(Argument::of(name));
        return found ? (*found)->name : found.problem().sentence;
    };
    CHECK(named("Deuces Wild") == "deuces-wild");
    CHECK(named("Jacks or Better 8/5") == "jacks-or-better-8-5");
    CHECK(named("nsud") == "not-so-ugly-deuces");
    CHECK(named("poker").starts_with("unknown pay table 'poker'; choose one of "));
    const auto text = [](const char* given) {
        const auto pays = read_pays(Argument::of(given));
        if (!pays) return pays.problem().sentence;
        std::string made = std::to_string(pays->parts);
        for (const auto& [hand, payout] : pays->payouts)
            made.append(", ").append(paying_hands()[hand]).append(" ").append(std::to_string(payout));
        return made;
    };
    CHECK(text("Royal_Flush=800, four aces with 2, 3 or 4=22.5\n2 pair 3/2 # a comment") ==
          "2, royal flush 1600, four aces with 2, 3 or 4 45, two pair 3");
    CHECK(text("{\"quads\": 25, \"boat\": \"1/3\"}") == "3, four of a kind 75, full house 1");
    CHECK(text("flush=6,Flush=7") == "the hand 'flush' is named twice; keep one of them");
    CHECK(text("flush") == "expected pays such as 'royal-flush=800, flush=6', not 'flush'");
    CHECK(text("flush=1/3,quads=50000").starts_with("payouts must be whole numbers of a part of a coin"));
    CHECK(read_pay_table(Argument::of("9/6"), Argument::of("trips=4"))->name == "custom jacks-or-better");
    CHECK(read_pay_table(Argument::of("9/6"), Argument::of("four deuces=4")).problem().sentence ==
          "the deck of jacks-or-better has no four deuces; choose `pay_table='deuces-wild'`, or leave the hand out");
}

TEST_CASE("a session has the best hold of each hand") {
    const auto table = read_pay_table(Argument::of("joker poker"), Argument::of("trips=1/2, royal=800"));
    REQUIRE(table);
    CHECK(table->parts == 2);
    const auto sums = sums_of(*table, {});
    REQUIRE(sums);
    const char* const lines = "Ah Kh Qh Jh Jc\n\n# a comment\njoker 2d 7h 8s Ts # a joker\r\n";
    const auto played = play_session(*table, *sums, Argument::of(lines), {});
    REQUIRE(played);
    REQUIRE(played->size() == 2);
    for (const auto& [hand, hold] : *played) {
        const auto all = holds_of(*sums, hand, table->parts);
        CHECK(hold.value() == all.front().value());
        CHECK(hold.places == all.front().places);
    }
    CHECK(play_session(*table, *sums, Argument::of("\nAhKh"), {}).problem().sentence ==
          "line 2: video poker has hands of five cards, not 2: 'AhKh'");
    CHECK_FALSE(play_session(*table, *sums, Argument::of(std::int64_t{5}), {}));
}

TEST_CASE("percentiles compare a hand with all hands on a board") {
    const GameCards holdem{"holdem", ranking_of("high"), 2, 5, 0, DECK};
    std::mt19937_64 random(5);
    for (int round = 0; round < 5; ++round) {
        const Cards hand = dealt(random, 2, 0), board = dealt(random, 3 + round % 3, hand);
        const std::uint32_t own = score_of(holdem.ranking, hand, board, 0);
        std::int64_t points = 0, all = 0;
        for_each_subset(FULL_DECK & ~(hand | board), 2, 0, [&](Cards other) {
            const std::uint32_t score = score_of(holdem.ranking, other, board, 0);
            points += score < own ? 2 : score == own ? 1 : 0;
            all += 2;
        });
        const auto plan = percentile_plan(holdem, hand, board);
        REQUIRE(plan);
        for (int again = 0; again < 2; ++again)
            CHECK(percentile(*plan, nullptr, {}) == numbers::BigFraction(100 * points, all));
    }
    const Cards aces = card(12, 0) | card(12, 1);
    CHECK(percentile(*percentile_plan(holdem, aces, 0), nullptr, {}) == numbers::BigFraction(100 * 1323, 1326));
    CHECK(percentile_plan(holdem, aces, aces).problem().sentence == "'Ac' is both in the hand and on the board");
}

TEST_CASE("rows that are not deals of a game are refused with their number") {
    const GameCards holdem{"holdem", ranking_of("high"), 2, 5, 0, DECK};
    const std::array<std::uint8_t, 8> hands{0, 1, 2, 3, 0, 1, 2, 52};
    const std::array<std::uint8_t, 6> boards{4, 5, 6, 4, 5, 6};
    const RowSizes sizes{2, 2, 2, 3};
    CHECK_FALSE(wrong_rows(holdem, sizes, 2, hands.data(), boards.data()));
    CHECK(wrong_row(holdem, sizes, hands.data(), boards.data(), 1)->sentence ==
          "row 2: the id of a card must be from 0 to 51, not 52");
    CHECK(wrong_rows(holdem, sizes, 1, hands.data(), boards.data())->sentence == "there are 2 deals but 1 board");
    CHECK(deal_plan(holdem, 1, 2, {51}, {51}).problem().sentence ==
          "'As' is both on the board and among the dead cards");
    CHECK(deal_plan(holdem, 1000, 9, {}, {})->work() == "1,000 deals");
}
