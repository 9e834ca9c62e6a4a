#include "soak/rows.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace facevalue::soak {

namespace {

using Fields = std::vector<std::string>;

Fields split(const std::string& line) {
    Fields fields;
    std::istringstream rest(line);
    for (std::string field; std::getline(rest, field, '\t');) fields.push_back(field);
    return fields;
}

void require(bool fact, const std::string& line) {
    if (!fact) throw std::runtime_error("cannot read the row: " + line);
}

std::string from_hex(const std::string& hex) {
    std::string text;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        text += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    return text;
}

SyntaxOptions options_of(const std::string& bits, const std::string& line) {
    require(bits.size() == 8, line);
    const auto on = [&](std::size_t i) { return bits[i] == '1'; };
    return {on(0), on(1), on(2), on(3), on(4), on(5), on(6), on(7)};
}

numbers::Spelling spelling_of(const Fields& fields, const std::string& line) {
    require(fields.size() == 4 || fields.size() == 3, line);
    const auto piece =
        std::ranges::find(numbers::PIECES, fields[2], &std::pair<std::string_view, numbers::Piece>::first);
    require(piece != numbers::PIECES.end(), line);
    const numbers::Spelling spelling{from_hex(fields[1]), piece->second, fields.size() == 4 ? fields[3][0] : '\0'};
    require(numbers::is_valid(spelling), line);
    return spelling;
}

Rules rules_of(const Fields& fields, const std::string& line) {
    require(fields.size() == 7, line);
    const auto operators = numbers::Operators::parse(fields[2]);
    const auto use_all = numbers::option_named(fields[3], numbers::USES);
    const auto any_order = numbers::option_named(fields[4], numbers::ORDERS);
    const auto grouping = numbers::option_named(fields[5], numbers::GROUPINGS);
    const auto values = numbers::values_named(fields[6]);
    require(operators && use_all && any_order && grouping && values, line);
    Rules rules;
    rules.operators = *operators;
    rules.use_all = *use_all;
    rules.any_order = *any_order;
    rules.grouping = *grouping;
    rules.values = *values;
    return rules;
}

// All but `any`, which reads prose: no grammar decides whether prose states an answer.
constexpr std::array EXACT{numbers::Extract::Whole, numbers::Extract::LastAnswerTag, numbers::Extract::FirstAnswerTag,
                           numbers::Extract::OnlyAnswerTag, numbers::Extract::Boxed};

}  // namespace

DrawnSetting draw_setting(const Rows& rows, Chance& chance) {
    const std::size_t syntax = chance.below(static_cast<std::uint32_t>(rows.syntaxes.size()));
    const std::size_t game = chance.below(static_cast<std::uint32_t>(rows.rules.size()));
    DrawnSetting drawn{syntax, game, {rows.syntaxes[syntax].options, rows.rules[game].rules}};
    if (chance.one_in(8)) drawn.setting.extract = chance.one_of(EXACT);
    drawn.setting.after_think = chance.one_in(16);
    return drawn;
}

Rows read_rows(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot open " + path);
    Rows rows;
    std::string name;
    SyntaxOptions options;
    std::vector<numbers::Spelling> spellings;
    const auto end_syntax = [&] {
        if (spellings.empty()) return;
        numbers::SyntaxRow row{.spellings = std::move(spellings), .form = {"{", "-", "/", "}"}};
        row.unary_sign = options.unary_sign;
        row.implicit_multiplication = options.implicit_multiplication;
        row.decimals = options.decimals;
        row.trimmed = options.unicode;
        row.typed = options.typed;
        rows.syntaxes.push_back({name, options, numbers::Syntax(std::move(row))});
        spellings.clear();
    };
    for (std::string line; std::getline(file, line);) {
        const Fields fields = split(line);
        require(!fields.empty(), line);
        if (fields[0] == "spelling") {
            spellings.push_back(spelling_of(fields, line));
            continue;
        }
        end_syntax();
        if (fields[0] == "rules") {
            rows.rules.push_back({fields[1], rules_of(fields, line)});
        } else {
            require(fields[0] == "syntax" && fields.size() == 3, line);
            name = fields[1];
            options = options_of(fields[2], line);
        }
    }
    end_syntax();
    require(!rows.syntaxes.empty() && !rows.rules.empty(), "no syntax, or no rules");
    return rows;
}

}  // namespace facevalue::soak
