// Game: the rules of a poker game as callers give them, checked: how many cards there are, which of them play, and how
// hands rank. GameRows are the games that have a name.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "poker/evaluate/game_cards.hpp"
#include "text/argument.hpp"
#include "text/json.hpp"
#include "text/options.hpp"
#include "text/problem.hpp"

namespace facevalue::poker {

// What is said about a game.
struct GameTexts {
    std::string title{}, summary{}, source{}, variants{};
    std::vector<std::string> aliases{};
};

struct Game : GameCards {
    const Ranking* low = nullptr;
    std::string wild{};  // a rank, or cards with the highest first
    int jokers = 0;
    std::shared_ptr<const GameTexts> texts{};  // shared, because most queries copy a game and need none of them

    bool has_wild_cards() const { return wilds != 0; }
    // Without the jokers.
    Cards wild_cards() const;
    bool has_starting_hands() const { return hole == 2 && !has_wild_cards(); }
    bool is_omaha() const { return from_hole == 2 && hole >= LEAST_HOLE && hole <= MOST_HOLE; }
    // How many of a player's cards must be known for an equity: all, or any number without a board.
    int fewest_known() const { return board != 0 ? hole : 1; }
};

// From an object with these fields, of which all but the name, `hole` and `board` may be missing.
Expected<Game> read_game(const Argument& fields);

// Adds the fields to an object.
void write_fields(JsonWriter& json, const Game& game);

// Wild cards only work where hands are evaluated or compared.
Problem no_wild_cards(std::string_view game);

// "omaha5"
std::string omaha_name(int hole);

// Games by their names. Threads may share it.
class GameRows {
  public:
    // The fields of each game, as for `read_game`, by its name.
    explicit GameRows(Argument rows);

    WordList names() const { return {rows_.names.begin(), rows_.names.end()}; }
    // The name of a row, and the changed options of a spelling such as "omaha, hole=5". A row is found by its name, its
    // title or an alias, regardless of case, spaces and punctuation.
    Expected<OptionSpelling> find(const Argument& given) const;
    // The game of such a spelling, or of fields.
    Expected<Game> game(const Argument& given) const;

  private:
    Argument rows_;
    std::vector<std::optional<Game>> games_{};                   // of the rows; nothing for a wrong one
    std::vector<std::pair<std::string, std::size_t>> places_{};  // by folded names, titles and aliases
};

}  // namespace facevalue::poker
