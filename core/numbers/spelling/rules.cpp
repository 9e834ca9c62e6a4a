#include "numbers/spelling/rules.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "text/joined.hpp"

namespace facevalue::numbers {

namespace {

using Check = std::optional<Problem>;

constexpr std::string_view FIELDS[] = {"name",    "operators", "use",     "order",  "grouping", "values", "join",
                                       "largest", "functions", "unary",   "size",   "target",   "faces",  "ace",
                                       "deck",    "scoring",   "summary", "source", "variants"};
constexpr std::string_view TEXTS[] = {"name", "summary", "source", "variants"};

template <std::size_t N>
WordList listed(const std::string_view (&words)[N]) {
    return {std::begin(words), std::end(words)};
}

// Each keeps a checked value, or returns the problem.
Check keep_text(std::string_view name, const Argument& given, bool is_needed, std::string& place) {
    auto found = string_option(name, given, is_needed);
    if (!found) return std::move(found.problem());
    place = std::move(*found);
    return std::nullopt;
}

Check keep_whole(std::string_view name, const Argument& given, std::int64_t low, std::int64_t high,
                 std::int64_t& place) {
    auto found = whole_number(name, given, low, high);
    if (!found) return std::move(found.problem());
    place = *found;
    return std::nullopt;
}

Check keep_place(std::string_view name, const Argument& given, const WordList& words, std::size_t& place) {
    auto found = one_of(name, given, words);
    if (!found) return std::move(found.problem());
    place = *found;
    return std::nullopt;
}

template <class Option, std::size_t N>
Check read_word(std::string_view name, const Argument& given, const Words<Option, N>& words, Option& place) {
    WordList names;
    for (const auto& [word, option] : words) names.push_back(word);
    std::size_t found = 0;
    if (auto problem = keep_place(name, given, names, found)) return problem;
    place = words[found].second;
    return std::nullopt;
}

Check read_values(std::string_view name, const Argument& given, Values& place) {
    WordList names;
    for (const ValueSet& set : VALUE_SETS) names.push_back(set.name);
    std::size_t found = static_cast<std::size_t>(place);
    auto problem = keep_place(name, given, names, found);
    place = static_cast<Values>(found);
    return problem;
}

Check read_operators(std::string_view name, const Argument& given, Operators& place) {
    constexpr std::string_view SYMBOLS = "+-*/";
    if (given.is_text() && !given.text.empty() && given.text.find_first_not_of(SYMBOLS) == std::string::npos) {
        std::string used;
        for (const char symbol : SYMBOLS)
            if (given.text.find(symbol) != std::string::npos) used += symbol;
        place = *Operators::parse(used);
        return std::nullopt;
    }
    std::string sentence = facevalue::joined({name, " must be one or more of ", SYMBOLS, ", not ", quoted(given)});
    std::string names, symbols;
    for (const FunctionRow& row : FUNCTIONS) {
        if (!given.is_text() || given.text.find(row.symbol) == std::string::npos) continue;
        names.append(names.empty() ? "" : " ").append(row.name);
        symbols.append(symbols.empty() ? "" : " ").append(row.symbol);
    }
    if (!names.empty()) sentence += facevalue::joined({"; `functions=", names, "` allows ", symbols});
    return rule_problem(std::move(sentence));
}

Check read_functions(std::string_view name, const Argument& given, Functions& place) {
    WordList words;
    std::string_view left = given.is_text() ? std::string_view(given.text) : "?";
    while (!left.empty()) {
        const std::string_view word = left.substr(0, left.find_first_of(" \t\n\v\f\r"));
        left.remove_prefix(std::min(left.size(), word.size() + 1));
        if (!word.empty()) words.push_back(word);
    }
    std::string known, used;
    std::size_t unknown = words.size();
    for (const FunctionRow& row : FUNCTIONS) {
        known.append(known.empty() ? "" : ", ").append(row.name);
        const auto times = static_cast<std::size_t>(std::ranges::count(words, row.name));
        unknown -= times;
        if (times > 0) used.append(used.empty() ? "" : " ").append(row.name);
    }
    if (unknown > 0)
        return rule_problem(
            facevalue::joined({name, " must be some of ", known, ", with spaces between, not ", quoted(given)}));
    place = *Functions::parse(used);
    return std::nullopt;
}

Check read_size(std::string_view name, const Argument& given, std::optional<std::int64_t>& place) {
    std::int64_t size = 0;
    if (!keep_whole(name, given, 1, MOST_OF_SIZE, size)) {
        place = size;
        return std::nullopt;
    }
    return rule_problem(facevalue::joined({name, " must be 1 to ", MOST_OF_SIZE, " or None, not ", quoted(given)}));
}

Check read_target(std::string_view name, const Argument& given, std::string& place) {
    if (given.kind != Argument::Kind::Whole)
        return rule_problem(facevalue::joined({name, " must be a whole number, not ", quoted(given)}));
    const std::string_view digits = std::string_view(given.text).substr(given.text.starts_with('-') ? 1 : 0);
    // A number with more digits than Python prints is described in words.
    if (digits.size() > MOST_DIGITS_IN_ONE || digits.find_first_not_of("0123456789") != digits.npos)
        return Problem{.error = ErrorClass::Limit,
                       .sentence = facevalue::joined(
                           {"a target may have at most ", MOST_DIGITS_IN_ONE, " digits: ", quoted(given)}),
                       .text = {},
                       .limit = MOST_DIGITS_IN_ONE};
    place = given.text;
    return std::nullopt;
}

Check read_field(GameRules& made, std::string_view name, const Argument& given) {
    Rules& rules = made.rules;
    if (name == "name") return keep_text(name, given, true, made.name);
    if (name == "operators") return read_operators(name, given, rules.operators);
    if (name == "use") return read_word(name, given, USES, rules.use_all);
    if (name == "order") return read_word(name, given, ORDERS, rules.any_order);
    if (name == "grouping") return read_word(name, given, GROUPINGS, rules.grouping);
    if (name == "values") return read_values(name, given, rules.values);
    if (name == "functions") return read_functions(name, given, rules.functions);
    if (name == "target") return read_target(name, given, made.target);
    if (name == "ace") return keep_whole(name, given, 1, HIGHEST_CARD, made.ace);
    if (name == "summary") return keep_text(name, given, false, made.summary);
    if (name == "source") return keep_text(name, given, false, made.source);
    if (name == "variants") return keep_text(name, given, false, made.variants);
    if (name == "join") {
        auto joins = yes_or_no(name, given);
        if (!joins) return std::move(joins.problem());
        rules.join = *joins;
        return std::nullopt;
    }
    if (name == "unary") {
        std::int64_t unary = 0;
        auto problem = keep_whole(name, given, 0, MOST_UNARY, unary);
        rules.unary = static_cast<int>(unary);
        return problem;
    }
    if (given.is_nothing() || name == "deck" || name == "scoring") return std::nullopt;
    if (name == "largest") return keep_whole(name, given, 1, MOST_PART, rules.largest);
    if (name == "size") return read_size(name, given, made.size);
    std::int64_t faces = 0;
    auto problem = keep_whole(name, given, 1, HIGHEST_CARD, faces);
    made.faces = faces;
    return problem;
}

std::string quoted_word(Grouping grouping) { return represented(GROUPINGS[static_cast<std::size_t>(grouping)].first); }

bool has_unary(const Functions& functions) {
    for (std::size_t i = 0; i < FUNCTIONS.size(); ++i)
        if (functions.has(static_cast<Function>(i)) && FUNCTIONS[i].operands == 1) return true;
    return false;
}

// Why options do not fit each other.
Check wrong_together(const GameRules& made) {
    const Rules& rules = made.rules;
    const auto needs = [&](const char* option, const char* groupings) {
        return rule_problem(facevalue::joined(
            {"`", option, "` needs the grouping ", groupings, ", not ", quoted_word(rules.grouping)}));
    };
    if (rules.join && (rules.grouping == Grouping::Left || rules.grouping == Grouping::Forth))
        return needs("join", "any, flat or orders");
    if (rules.has_functions() && rules.largest == 0)
        return rule_problem("`functions` needs a bound of results, such as `largest=1000000`");
    if (rules.has_functions() && rules.grouping != Grouping::Left && !has_any_tree(rules.grouping))
        return needs("functions", "any, left or orders");
    if (rules.grouping == Grouping::Left && has_unary(rules.functions)) {
        std::string allowed;
        for (const FunctionRow& row : FUNCTIONS)
            if (row.operands == 2) allowed.append(allowed.empty() ? "" : " and ").append(row.name);
        return rule_problem(facevalue::joined({"with the grouping left, `functions` may be ", allowed, ", not ",
                                               represented(names_of(rules.functions))}));
    }
    if (rules.grouping == Grouping::Forth && made.size != std::int64_t{FORTH_NUMBERS}) {
        const std::string size = made.size ? std::to_string(*made.size) : "None";
        return rule_problem(facevalue::joined({"`grouping='forth'` needs `size=", FORTH_NUMBERS, "`, not ", size}));
    }
    return std::nullopt;
}

}  // namespace

Expected<GameRules> read_rules(const Argument& fields) {
    GameRules made;
    for (const std::string& name : fields.names)
        if (const auto known = one_of("option", Argument::of(std::string_view(name)), listed(FIELDS)); !known)
            return known.problem();
    if (fields.find("name") == nullptr) return *keep_text("name", {}, true, made.name);
    for (const std::string_view name : FIELDS)
        if (const Argument* const given = fields.find(name))
            if (auto problem = read_field(made, name, *given)) return std::move(*problem);
    if (auto problem = wrong_together(made)) return std::move(*problem);
    return made;
}

std::string symbols_of(const Operators& operators) {
    std::string symbols;
    for (const Op op : operators) symbols += row(op).symbol;
    return symbols;
}

std::string names_of(const Functions& functions) {
    std::string names;
    for (std::size_t i = 0; i < FUNCTIONS.size(); ++i)
        if (functions.has(static_cast<Function>(i))) names.append(names.empty() ? "" : " ").append(FUNCTIONS[i].name);
    return names;
}

Expected<OptionSpelling> read_rules_spelling(std::string_view spelling) {
    WordList allowed = listed(FIELDS);
    std::erase_if(allowed, [](std::string_view name) { return std::ranges::find(TEXTS, name) != std::end(TEXTS); });
    return read_options(spelling, allowed, "values=natural");
}

void write_options(JsonWriter& json, const GameRules& made) {
    const Rules& rules = made.rules;
    json.key("name").value(made.name).key("operators").value(symbols_of(rules.operators));
    json.key("use").value(rules.use_all ? "all" : "any").key("order").value(rules.any_order ? "any" : "given");
    json.key("grouping").value(GROUPINGS[static_cast<std::size_t>(rules.grouping)].first);
    json.key("values").value(row(rules.values).name).key("join").value(rules.join);
    json.key("largest").value(rules.largest == 0 ? std::optional<std::int64_t>() : rules.largest);
    json.key("functions").value(names_of(rules.functions)).key("unary").value(rules.unary);
    json.key("size").value(made.size).key("target").whole(made.target);
    json.key("faces").value(made.faces).key("ace").value(made.ace);
}

void write_texts(JsonWriter& json, const GameRules& made) {
    json.key("summary").value(made.summary).key("source").value(made.source).key("variants").value(made.variants);
}

}  // namespace facevalue::numbers
