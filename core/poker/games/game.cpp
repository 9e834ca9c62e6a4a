#include "poker/games/game.hpp"

#include <algorithm>

#include "poker/cards/combinations.hpp"
#include "poker/cards/read_cards.hpp"
#include "text/joined.hpp"

namespace facevalue::poker {

namespace {

using Check = std::optional<Problem>;

constexpr std::string_view OPTIONS[] = {"hole", "board", "deck", "from_hole", "ranking", "low", "wild", "jokers"};

Check keep_whole(std::string_view name, const Argument& given, int low, int high, int& place) {
    const auto found = whole_number(name, given, low, high);
    if (!found) return found.problem();
    place = static_cast<int>(*found);
    return std::nullopt;
}

Check keep_text(std::string_view name, const Argument& given, bool is_needed, std::string& place) {
    auto found = string_option(name, given, is_needed);
    if (!found) return std::move(found.problem());
    place = *std::move(found);
    return std::nullopt;
}

Check keep_ranking(const Argument& given, const Ranking*& place) {
    WordList names;
    for (const Ranking& ranking : rankings()) names.push_back(ranking.name);
    const auto found = one_of("ranking", given, names);
    if (!found) return found.problem();
    place = &rankings()[*found];
    return std::nullopt;
}

Check keep_wild(const Argument& given, std::string& place) {
    const bool is_word =
        given.is_text() || given.kind == Argument::Kind::Whole;  // an option such as wild=2 is a number
    if (!is_word) return wrong_string("wild", given);
    std::string word(stripped(given.text));
    for (char& sign : word)
        if (sign >= 'a' && sign <= 'z') sign = static_cast<char>(sign - 'a' + 'A');
    if (word == "10") word = "T";
    if (word.empty() || (word.size() == 1 && RANK_LETTERS.find(word[0]) != RANK_LETTERS.npos)) {
        place = std::move(word);
        return std::nullopt;
    }
    const auto cards = cards_of(word);
    if (!cards)
        return rule_problem(joined({"wild must be a rank such as 2, or cards such as JsJh, not ", quoted(given)}));
    place = text_of(*cards);
    return std::nullopt;
}

Check read_field(Game& made, GameTexts& texts, std::string_view name, const Argument& given) {
    if (name == "name") return keep_text(name, given, true, made.name);
    if (name == "title") return keep_text(name, given, false, texts.title);
    if (name == "summary") return keep_text(name, given, false, texts.summary);
    if (name == "source") return keep_text(name, given, false, texts.source);
    if (name == "variants") return keep_text(name, given, false, texts.variants);
    if (name == "hole") return keep_whole(name, given, 1, MOST_CARDS, made.hole);
    if (name == "board") return keep_whole(name, given, 0, BOARD, made.board);
    if (name == "deck") return keep_whole(name, given, SHORT_DECK, DECK, made.deck);
    if (name == "jokers") return keep_whole(name, given, 0, MOST_JOKERS, made.jokers);
    if (name == "ranking") return keep_ranking(given, made.ranking);
    if (name == "low") return given.is_nothing() ? std::nullopt : keep_ranking(given, made.low);
    if (name == "wild") return keep_wild(given, made.wild);
    if (name != "aliases") return std::nullopt;  // `from_hole` is read after `hole`
    for (const Argument& alias : given.items)
        if (auto problem = keep_text("each of aliases", alias, false, texts.aliases.emplace_back())) return problem;
    return std::nullopt;
}

// A rank, or cards.
Cards cards_of_wild(std::string_view wild) {
    if (wild.size() != 1) return cards_of(wild).value_or(0);
    const Cards low = Cards{1} << RANK_LETTERS.find(wild[0]);
    return low | low << RANKS | low << 2 * RANKS | low << 3 * RANKS;
}

// Why options do not fit each other.
Check wrong_together(const Game& made) {
    if (auto problem = wrong_game(made, made.low)) return problem;
    const Cards missing = made.wild_cards() & made.missing();
    if (missing == 0) return std::nullopt;
    return rule_problem(joined({"the deck has only ", made.deck, " cards, without the wild card ",
                                represented(text_of(missing).substr(0, 2))}));
}

}  // namespace

Cards Game::wild_cards() const { return wilds & FULL_DECK; }

Expected<Game> read_game(const Argument& fields) {
    Game made{GameCards{{}, ranking_of("high"), 0, 0, 0, DECK}};
    for (const std::string_view name : {"name", "hole", "board"})
        if (fields.find(name) == nullptr) return rule_problem(joined({"a game needs `", name, "`"}));
    GameTexts texts;
    for (std::size_t i = 0; i < fields.names.size(); ++i)
        if (auto problem = read_field(made, texts, fields.names[i], fields.items[i])) return *std::move(problem);
    const Argument* const from_hole = fields.find("from_hole");
    if (from_hole != nullptr)
        if (auto problem = keep_whole("from_hole", *from_hole, 0, made.hole, made.from_hole))
            return *std::move(problem);
    made.wilds = cards_of_wild(made.wild) | jokers_from(0, made.jokers);
    if (auto problem = wrong_together(made)) return *std::move(problem);
    if (texts.title.empty()) texts.title = made.name;
    made.texts = std::make_shared<const GameTexts>(std::move(texts));
    return made;
}

void write_fields(JsonWriter& json, const Game& game) {
    const GameTexts& texts = *game.texts;
    json.key("name").value(game.name).key("title").value(texts.title).key("hole").value(game.hole);
    json.key("board").value(game.board).key("summary").value(texts.summary).key("deck").value(game.deck);
    json.key("from_hole").value(game.from_hole).key("ranking").value(game.ranking->name).key("low");
    game.low == nullptr ? json.null() : json.value(game.low->name);
    json.key("wild").value(game.wild).key("jokers").value(game.jokers).key("source").value(texts.source);
    json.key("variants").value(texts.variants).key("aliases").begin_list();
    for (const std::string& alias : texts.aliases) json.value(alias);
    json.end_list();
}

Problem no_wild_cards(std::string_view game) {
    return rule_problem(
        joined({represented(game), " has wild cards, which only work where hands are evaluated or compared"}));
}

std::string omaha_name(int hole) { return hole > LEAST_HOLE ? joined({"omaha", hole}) : "omaha"; }

GameRows::GameRows(Argument rows) : rows_(std::move(rows)) {
    for (std::size_t place = 0; place < rows_.names.size(); ++place) {
        Argument& row = rows_.items[place];
        if (row.find("name") == nullptr) {
            row.names.emplace_back("name");
            row.items.push_back(Argument::of(std::string_view(rows_.names[place])));
        }
        auto game = read_game(row);
        games_.push_back(game ? std::optional(*std::move(game)) : std::nullopt);
        places_.emplace_back(bare_name(rows_.names[place]), place);
        if (const Argument* const title = row.find("title")) places_.emplace_back(bare_name(title->text), place);
        if (const Argument* const aliases = row.find("aliases"))
            for (const Argument& alias : aliases->items) places_.emplace_back(bare_name(alias.text), place);
    }
}

Expected<OptionSpelling> GameRows::find(const Argument& given) const {
    if (given.is_text() && rows_.find(given.text) != nullptr) return OptionSpelling{given.text};
    OptionSpelling made;
    std::string name = given.text;
    if (given.is_text() && name.find('=') != std::string::npos) {
        auto read = read_options(name, {std::begin(OPTIONS), std::end(OPTIONS)}, "low=low-8");
        if (!read) return std::move(read.problem());
        made = *std::move(read);
        name = made.name.empty() ? "holdem" : made.name;
    }
    const auto found =
        std::ranges::find(places_, given.is_text() ? bare_name(name) : "", &decltype(places_)::value_type::first);
    if (found != places_.end()) {
        made.name = rows_.names[found->second];
        return made;
    }
    if (given.is_text() && !stripped(name).empty() && is_one_hand(name, DECK))
        return rule_problem(joined({"unknown game ", quoted(std::string_view(name)), "; write a board as ",
                                    "`board=", quoted(std::string_view(name)), "`"}));
    const WordList names(rows_.names.begin(), rows_.names.end());
    const auto place = one_of("game", given.is_text() ? Argument::of(std::string_view(name)) : given, names);
    if (!place) return place.problem();
    made.name = rows_.names[*place];
    return made;
}

Expected<Game> GameRows::game(const Argument& given) const {
    if (given.kind == Argument::Kind::Object) return read_game(given);
    auto found = find(given);
    if (!found) return std::move(found.problem());
    const Argument& row = *rows_.find(found->name);
    const auto& game = games_[static_cast<std::size_t>(&row - rows_.items.data())];
    if (found->changes.empty()) return game ? Expected(*game) : read_game(row);
    Argument fields{Argument::Kind::Object};
    std::string name = found->name;
    for (const auto& [option, value] : found->changes) name.append(",").append(option).append("=").append(value.text);
    const auto add = [&](std::string_view field, Argument value) {
        fields.names.emplace_back(field);
        fields.items.push_back(std::move(value));
    };
    add("name", Argument::of(std::string_view(name)));
    for (const std::string_view option : OPTIONS) {
        const auto change = std::ranges::find(found->changes, option, &std::pair<std::string, Argument>::first);
        const Argument* const usual = row.find(option);
        if (change != found->changes.end())
            add(option, change->second);
        else if (usual != nullptr)
            add(option, *usual);
    }
    return read_game(fields);
}

}  // namespace facevalue::poker
