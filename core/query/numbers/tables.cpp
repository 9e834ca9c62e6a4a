#include "query/numbers/tables.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "numbers/deal/generator.hpp"
#include "numbers/plan/plan.hpp"
#include "poker/cards/card_text.hpp"
#include "text/joined.hpp"

namespace facevalue::query {

using namespace numbers;

namespace {

constexpr std::array<std::string_view, 6> TABLES{"rules",     "decks",    "scorings",
                                                 "notations", "syntaxes", "function_signs"};
// How an answer writes a number that is negative or a fraction: {-5}, {3/4}.
const NumberForm& braced() {
    static const NumberForm form{"{", "-", "/", "}"};
    return form;
}

std::int64_t whole_of(const Argument& given) {
    std::int64_t number = 0;
    std::from_chars(given.text.data(), given.text.data() + given.text.size(), number);
    return number;
}

bool flag_in(const Argument& row, std::string_view name) { return row.find(name)->flag; }

std::vector<std::string> texts_in(const Argument& row, std::string_view name) {
    std::vector<std::string> texts;
    for (const Argument& item : row.find(name)->items) texts.push_back(item.text);
    return texts;
}

Notation notation_of(const Argument& row) {
    NotationRow made;
    made.name = text_in(row, "name");
    std::ranges::copy(texts_in(row, "operators"), made.operators.begin());
    const Argument& functions = *row.find("functions");
    for (std::size_t i = 0; i < FUNCTIONS.size(); ++i)
        if (const Argument* const frame = functions.find(FUNCTIONS[i].name)) made.functions[i] = frame->text;
    made.frame = text_in(row, "frame");
    made.division = text_in(row, "division");
    const Argument& form = *row.find("numbers");
    const auto part = [&](const char* name) { return std::string(text_in(form, name)); };
    made.form = {part("before"), part("minus"), part("bar"), part("after")};
    made.is_plain_bare = flag_in(form, "is_optional");
    const auto brackets = texts_in(row, "brackets");
    made.opening = brackets[0];
    made.closing = brackets[1];
    made.has_precedence = text_in(row, "arrangement") == "infix";
    made.brackets_all = flag_in(row, "brackets_all");
    return Notation(std::move(made));
}

}  // namespace

std::vector<std::int64_t> wholes_in(const Argument& row, std::string_view name) {
    std::vector<std::int64_t> wholes;
    for (const Argument& item : row.find(name)->items) wholes.push_back(whole_of(item));
    return wholes;
}
std::int64_t whole_in(const Argument& row, std::string_view name) { return whole_of(*row.find(name)); }
std::string_view text_in(const Argument& row, std::string_view name) { return row.find(name)->text; }

std::int64_t FullRules::value_of(char rank) const {
    static constexpr std::string_view RANKS = "A23456789TJQK";
    if (rank == 'A') return game.ace;
    if (game.faces && (rank == 'J' || rank == 'Q' || rank == 'K')) return *game.faces;
    return static_cast<std::int64_t>(RANKS.find(rank)) + 1;
}

std::size_t FullRules::dealt() const {
    return static_cast<std::size_t>(game.size ? *game.size : whole_in(*deck, "size"));
}

std::optional<std::size_t> FullRules::digits() const {
    const auto is_digit = [](std::int64_t each) { return each >= 0 && each <= 9; };
    if (text_in(*deck, "kind") != "digits" || !std::ranges::all_of(wholes_in(*deck, "small"), is_digit))
        return std::nullopt;
    return dealt();
}

Deck FullRules::dealt_from() const {
    const auto targets = wholes_in(*deck, "targets");
    Deck made{.name = std::string(text_in(*deck, "name")),
              .kind = *option_named(text_in(*deck, "kind"), DECK_KINDS),
              .small = wholes_in(*deck, "small"),
              .large = wholes_in(*deck, "large"),
              .values = {},
              .size = dealt(),
              .targets = {},
              .rounds = static_cast<std::size_t>(whole_in(*deck, "rounds")),
              .next_is_target = flag_in(*deck, "next_is_target")};
    for (std::size_t i = 0; i < Deck::RANKS; ++i) made.values[i] = value_of(poker::RANK_LETTERS[i]);
    if (!targets.empty()) made.targets = Targets{targets.front(), targets.back()};
    return made;
}

std::optional<Problem> FullRules::wrong_size(std::size_t numbers) const {
    const auto size = game.size ? std::optional(static_cast<std::size_t>(*game.size)) : std::nullopt;
    return size_problem(numbers, size, game.name, game.rules.join && game.rules.any_order);
}

std::int64_t FullRules::points_for(const BigFraction& distance) const {
    for (const Argument& pair : scoring->find("points")->items) {
        const BigInt most(whole_of(pair.items[0]));
        if (!(most * distance.denominator() < distance.numerator())) return whole_of(pair.items[1]);
    }
    return 0;
}

std::optional<Tables> Tables::read(std::string_view json) {
    auto read = read_json(json);
    if (!read || read->kind != Argument::Kind::Object) return std::nullopt;
    for (const std::string_view table : TABLES)
        if (read->find(table) == nullptr) return std::nullopt;
    Tables made;
    made.tables_ = std::move(*read);
    for (const Argument& row : made.rows("notations").items) {
        const bool is_tree = flag_in(row, "is_tree");
        made.notations_.push_back(is_tree ? std::optional(notation_of(row)) : std::nullopt);
    }
    for (const Argument& row : made.rows("rules").items) {
        auto rules = made.full_rules(row, true);
        if (!rules) return std::nullopt;
        made.rules_.push_back(std::move(*rules));
    }
    return made;
}

WordList Tables::names(std::string_view table) const {
    const auto& names = rows(table).names;
    return {names.begin(), names.end()};
}

Expected<const Argument*> Tables::row(std::string_view what, std::string_view table, const Argument& given) const {
    const Argument& all = rows(table);
    if (given.is_text())
        if (const Argument* const found = all.find(given.text)) return found;
    const auto place = one_of(what, given, names(table));
    if (!place) return place.problem();
    return &all.items[*place];
}

Expected<FullRules> Tables::full_rules(const Argument& fields, bool is_row) const {
    auto game = read_rules(fields);
    if (!game) return std::move(game.problem());
    const Argument& usual = *rows("rules").find("classic");
    const auto named = [&](const char* field, const char* table) {
        const Argument* const given = fields.find(field);
        return row(field, table, given == nullptr ? *usual.find(field) : *given);
    };
    const auto deck = named("deck", "decks"), scoring = named("scoring", "scorings");
    if (!deck) return deck.problem();
    if (!scoring) return scoring.problem();
    const auto row_of = [](const Argument* row) {  // the tables live longer
        return std::shared_ptr<const Argument>(std::shared_ptr<void>(), row);
    };
    return FullRules{std::move(*game), row_of(*deck), row_of(*scoring), is_row};
}

Expected<FullRules> Tables::rules(const Argument& given) const {
    if (given.kind == Argument::Kind::Object) return full_rules(given, false);
    if (!given.is_text() || given.text.find_first_of("=,") == std::string::npos) {
        const auto found = row("rules", "rules", given);
        if (!found) return found.problem();
        return rules_[static_cast<std::size_t>(*found - rows("rules").items.data())];
    }
    auto spelling = read_rules_spelling(given.text);
    if (!spelling) return std::move(spelling.problem());
    const auto base =
        row("rules", "rules", Argument::of(std::string_view(spelling->name.empty() ? "classic" : spelling->name)));
    if (!base) return base.problem();
    Argument fields = **base;
    const auto field = [&](std::string_view name) -> Argument& {
        return fields.items[static_cast<std::size_t>(std::ranges::find(fields.names, name) - fields.names.begin())];
    };
    std::string name(text_in(fields, "name"));
    for (const auto& [option, value] : spelling->changes) {
        field(option) = value;
        name.append(",").append(option).append("=").append(value.text);
    }
    field("name") = Argument::of(std::string_view(name));
    field("summary") = field("variants") = Argument::of("");
    return full_rules(fields, false);
}

void Tables::write_fields(JsonWriter& json, const FullRules& rules, bool has_rows) {
    const auto part = [&](const char* name, const Argument& row) {
        json.key(name).value(has_rows ? row : *row.find("name"));
    };
    write_options(json, rules.game);
    part("deck", *rules.deck);
    part("scoring", *rules.scoring);
    write_texts(json, rules.game);
}

void Tables::write(JsonWriter& json, const FullRules& rules) {
    if (rules.is_row) {
        json.value(rules.game.name);
        return;
    }
    json.begin_object();
    write_fields(json, rules, false);
    json.end_object();
}

const Notation* Tables::notation(const Argument& row) const {
    const auto& found = notations_[static_cast<std::size_t>(&row - rows("notations").items.data())];
    return found ? &*found : nullptr;
}

Expected<AskedSyntax> AskedSyntax::read(const Tables& tables, const Argument& name, const Argument& allow) {
    const auto row = tables.row("syntax", "syntaxes", name);
    if (!row) return row.problem();
    constexpr std::size_t DECIMALS = 2;  // the place of its flag in a row
    const Argument& rows = tables.rows("syntaxes");
    AskedSyntax asked{rows.names[static_cast<std::size_t>(*row - rows.items.data())],
                      (*row)->find("flags")->items[DECIMALS].flag};
    for (const Argument& word : allow.items) {
        const auto place = one_of("allow", word, {"unary_sign", "implicit_multiplication", "decimals"});
        if (!place) return place.problem();
        (*place == 0 ? asked.unary_sign : *place == 1 ? asked.implicit_multiplication : asked.decimals) = true;
    }
    return asked;
}

Expected<std::shared_ptr<const PuzzleGenerator>> Tables::generator(const Argument& options, const Stop& stop) {
    std::string key = JsonWriter().value(options).text();
    {
        const LockGuard lock(*mutex_);
        if (generator_.second != nullptr && generator_.first == key) return generator_.second;
    }
    const Argument* const given = options.find("rules");
    const auto rules_found = rules(given == nullptr || given->is_nothing() ? Argument::of("classic") : *given);
    if (!rules_found) return rules_found.problem();
    const GameRules& game = rules_found->game;
    const Deck deck = rules_found->dealt_from();
    const auto read = read_generate_options(options, deck, Argument::whole(game.target));
    if (!read) return read.problem();
    const auto size = game.size ? std::optional(static_cast<std::size_t>(*game.size)) : std::nullopt;
    auto made = PuzzleGenerator::make({game.name, size, game.rules, deck}, *read, stop);
    if (!made) return std::move(made.problem());
    auto kept = std::make_shared<const PuzzleGenerator>(std::move(*made));
    const LockGuard lock(*mutex_);
    generator_ = {std::move(key), kept};
    return kept;
}

const Syntax& Tables::syntax(const AskedSyntax& asked, const FullRules& rules) {
    const GameRules& game = rules.game;
    const bool is_left = game.rules.grouping == Grouping::Left;
    const std::string functions = names_of(game.rules.functions);
    const std::string key =
        facevalue::joined({asked.name, " ", int{is_left}, " ", game.ace, " ", game.faces.value_or(0), " ", functions,
                           " ", int{asked.decimals}, int{asked.unary_sign}, int{asked.implicit_multiplication}});
    const LockGuard lock(*mutex_);
    for (const auto& [known, syntax] : syntaxes_)
        if (known == key) return *syntax;
    const Argument& row = *rows("syntaxes").find(asked.name);
    SyntaxRow made;
    made.arrangement = is_left ? Arrangement::Left : Arrangement::Infix;
    made.form = braced();
    const auto& flags = row.find("flags")->items;
    bool* const places[] = {&made.forms,   &made.words, &made.decimals, &made.unary_sign, &made.implicit_multiplication,
                            &made.trimmed, &made.typed};
    for (std::size_t i = 0; i < std::size(places); ++i) *places[i] = flags[i].flag;
    made.decimals |= asked.decimals;
    made.unary_sign |= asked.unary_sign;
    made.implicit_multiplication |= asked.implicit_multiplication;
    const auto add = [&](std::string text, Piece piece, char value) {
        // A sign of a function is foreign without it.
        std::erase_if(made.spellings, [&](const Spelling& other) { return other.text == text; });
        made.spellings.push_back({std::move(text), piece, value});
    };
    for (const Argument& spelling : row.find("spellings")->items) {
        const auto& [text, kind, meaning] =
            std::tie(spelling.items[0].text, spelling.items[1].text, spelling.items[2].text);
        const Piece piece = std::ranges::find(PIECES, kind, &decltype(PIECES)::value_type::first)->second;
        char value = meaning.empty() ? '\0' : meaning[0];
        if (piece == Piece::Face) value = static_cast<char>('@' + rules.value_of(static_cast<char>(text[0] & ~0x20)));
        add(text, piece, value);
    }
    for (std::size_t i = 0; i < FUNCTIONS.size(); ++i) {
        if (!game.rules.functions.has(static_cast<Function>(i))) continue;
        for (const Argument& sign : rows("function_signs").find(FUNCTIONS[i].name)->items)
            add(sign.text, FUNCTION_PIECES[i], '\0');
    }
    return *syntaxes_.emplace_back(key, std::make_unique<Syntax>(std::move(made))).second;
}

}  // namespace facevalue::query
