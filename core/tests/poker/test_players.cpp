// Games by their names, cards as callers give them, and the hands and ranges of players.
#include <doctest/doctest.h>

#include <string>

#include "poker/cards/given_cards.hpp"
#include "poker/games/game.hpp"
#include "poker/notation/hand_history.hpp"
#include "poker/pot/players.hpp"
#include "text/json.hpp"

using namespace facevalue;
using namespace facevalue::poker;

namespace {

GameRows rows() {
    return GameRows(*read_json(R"({
        "holdem": {"title": "Texas hold'em", "hole": 2, "board": 5, "aliases": ["nlhe"]},
        "omaha": {"hole": 4, "board": 5, "from_hole": 2, "aliases": ["plo"]},
        "stud": {"hole": 7, "board": 0}
    })"));
}

std::string sentence(const Expected<Game>& game) { return game ? game->name : game.problem().sentence; }
std::string named(const char* spelling) { return sentence(rows().game(Argument::of(spelling))); }

std::string player(const char* text, const char* game) {
    const auto read = read_player(Argument::of(text), *rows().game(Argument::of(game)), nullptr, {});
    return read ? text_of(read->hands) : read.problem().sentence;
}

}  // namespace

TEST_CASE("a game is found by its name, title or alias, with options") {
    CHECK_EQ(named("holdem"), "holdem");
    CHECK_EQ(named("N\u2010L.H E"), "holdem");
    CHECK_EQ(named("PLO"), "omaha");
    CHECK_EQ(named("plo, hole=5"), "omaha,hole=5");
    CHECK_EQ(named("hole=3"), "holdem,hole=3");
    CHECK_EQ(named("omha"), "unknown game 'omha'; did you mean 'omaha'?");
    CHECK_EQ(named("AhKh"), "unknown game 'AhKh'; write a board as `board='AhKh'`");
    CHECK_EQ(named("stud, jokers=3"), "jokers must be a whole number from 0 to 2, not 3");
    CHECK_EQ(named("stud, wild=nothing"), "wild must be a rank such as 2, or cards such as JsJh, not 'nothing'");
    CHECK_EQ(named("stud, deck=36, wild=2"), "the deck has only 36 cards, without the wild card '2s'");
}

TEST_CASE("cards are a string, or a list of strings and ids") {
    const auto ids = [](std::string_view json, bool may_have_jokers = false) {
        const auto found = read_given_cards(*read_json(json), may_have_jokers);
        std::string made;
        if (!found) return found.problem().sentence;
        for (const int id : found->ids) made += id == GivenCards::JOKER_ID ? "joker" : card_text(id);
        return made;
    };
    CHECK_EQ(ids(R"("Ah, 10d")"), "AhTd");
    CHECK_EQ(ids(R"([51, "2c"])"), "As2c");
    CHECK_EQ(ids("null"), "");
    CHECK_EQ(ids(R"("joker AhJoker,2c")", true), "jokerAhjoker2c");
    CHECK_EQ(ids(R"(["joker", "AhKh", 0])", true), "jokerAhKh2c");
    CHECK_EQ(ids("[52]"), "the id of a card must be from 0 to 51, not 52");
    CHECK_EQ(ids("5"), "cards must be a string or a sequence, not 5");
    CHECK_EQ(ids(R"("AhAh")"), "'Ah' is repeated");
}

TEST_CASE("players are split at vs, v and |, and at names") {
    using Texts = std::vector<std::string>;
    CHECK_EQ(split_players("AhKh vs QQ+ | JTs"), Texts{"AhKh", "QQ+", "JTs"});
    CHECK_EQ(split_players("AhKh V. QQ"), Texts{"AhKh", "QQ"});
    CHECK_EQ(split_players(" AhKh "), Texts{" AhKh "});
    CHECK_EQ(split_players("vsAhKh xvs"), Texts{"vsAhKh xvs"});
    CHECK_EQ(split_players("vs"), Texts{});
    CHECK_EQ(split_deal("Black: 2H 3D White : 2C AH"), Texts{"2H 3D", "2C AH"});
    CHECK_EQ(split_deal("2H 3D 2C AH"), Texts{"2H 3D 2C AH"});
}

TEST_CASE("a hand history has the hands that are known and the board") {
    const auto read = [](std::string_view text) {
        const auto history = read_history(text);
        if (!history) return history.problem().sentence;
        std::string made;
        for (const auto& [name, cards] : history->hands) made.append(name).append(" ").append(cards).append(", ");
        return made + history->board + (history->second_board.empty() ? "" : " or " + history->second_board);
    };
    CHECK_EQ(read("Dealt to a [x] [Ah Kh]\r\nb: shows [Qs Qd] (a pair)\r*** FLOP *** [2h 7d 9c]"),
             "a [x] AhKh, b QsQd, 2h7d9c");
    CHECK_EQ(read("Seat 2: b (button) (small blind) mucked [Qs Qd]\nb: shows [Qs Qd]\n*** FLOP *** [2h 7d 9c]\n"
                  "*** RIVER *** [2h 7d 9c Ts] [3d]\nBoard [2h 7d 9c Ts 3d]"),
             "b QsQd, 2h7d9cTs3d");
    CHECK_EQ(read("Dealt to a [Ah Kh 2c] [3d]\nDealt to b [5d]\nb said, \"a: shows [As Ks]\""), "a AhKh2c3d, b 5d, ");
    CHECK_EQ(read("Dealt to a [2h 3h 4h 5h 7c]\nDealt to a [2h 3h 4h 5h 6h]"), "a 2h3h4h5h6h, ");
    CHECK_EQ(read("FIRST Board [2h 7d 9c]\nSECOND Board [2h 7d 9d]"), "2h7d9c or 2h7d9d");
    CHECK_EQ(read("Dealt to a\nb: mucks hand\nDealt to [Ah Kh]\n[x]"), "");
    CHECK_EQ(read("Board [2h 7d 9c]\nBoard [2h 7d 9d]"), "the hand history has two boards, '2h7d9c' and '2h7d9d'");
    CHECK_EQ(read("a: shows [Ah Ah]"), "'Ah' is repeated");
    CHECK_EQ(read(std::string(MOST_HISTORY_BYTES + 1, ' ')), "a hand history may have up to 100000 bytes");
    CHECK(is_history("\uFEFFPokerStars Zoom Hand #1: Hold'em"));
    CHECK(!is_history("AhKh vs QQ+\nBlack: 2H 3D White: 2C AH\n# Hand #1"));
}

TEST_CASE("a player has a hand or a range of the game") {
    CHECK_EQ(player("QQ+", "holdem"), "QQ+");
    CHECK_EQ(player("AhKh", "holdem"), "AhKh");
    CHECK_EQ(player("AhKhQdJd", "holdem"), "'AhKhQdJd' has 4 cards; did you mean `game='omaha'`?");
    CHECK_EQ(player("AhKhQdJd", "omaha"), "AhKhQdJd");
    CHECK_EQ(player("AA**", "omaha"), "AA**");
    CHECK_EQ(player("x 8h ?", "stud"), "8h");
    CHECK_EQ(player("x x", "stud"), "stud needs 1 to 7 cards, not 2: 'x x'");
    const auto range = *read_json(R"({"range": "AA"})");
    const auto wrong = read_player(range, *rows().game(Argument::of("stud")), nullptr, {});
    CHECK_EQ(wrong.problem().sentence, "stud has no ranges of two cards: 'AA'");
}
