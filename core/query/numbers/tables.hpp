// Tables: the rows of rules, decks, scoring systems, notations and syntaxes. They are defined once, in the tables of
// the Python package; each interface hands them to the core when it starts.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "numbers/answers/notation/notation.hpp"
#include "numbers/answers/read/syntax.hpp"
#include "numbers/deal/deck.hpp"
#include "numbers/spelling/rules.hpp"
#include "query/call.hpp"
#include "text/argument.hpp"
#include "text/options.hpp"
#include "work/system.hpp"

namespace facevalue::numbers {
class PuzzleGenerator;
}

namespace facevalue::query {

using NumberCall = Call<class Tables>;

// Rules of a query: a row, or custom ones; with the rows of their deck and their scoring.
struct FullRules {
    numbers::GameRules game;
    std::shared_ptr<const Argument> deck, scoring;
    bool is_row;

    std::int64_t value_of(char rank) const;  // what a rank of cards counts as
    std::size_t dealt() const;
    std::optional<std::size_t> digits() const;  // so many may be written together
    numbers::Deck dealt_from() const;
    // Why the rules, or a search under them, do not take so many numbers.
    std::optional<Problem> wrong_size(std::size_t numbers) const;
    // The points for an answer at a distance from the target.
    std::int64_t points_for(const numbers::BigFraction& distance) const;
};

// The name of a syntax, and what else an answer may contain.
struct AskedSyntax {
    std::string_view name;
    bool decimals = false, unary_sign = false, implicit_multiplication = false;

    static Expected<AskedSyntax> read(const class Tables& tables, const Argument& name, const Argument& allow);
};

// Threads may share it: a syntax is compiled when it is first needed, one thread at a time.
class Tables {
  public:
    Tables(Tables&&) = default;
    Tables(const Tables&) = delete;

    // From the object that js/rows.py writes; nothing if a table is missing.
    static std::optional<Tables> read(std::string_view json);

    const Argument& rows(std::string_view table) const { return *tables_.find(table); }
    WordList names(std::string_view table) const;

    // The row with that name; `what` it is, for the error of another value.
    Expected<const Argument*> row(std::string_view what, std::string_view table, const Argument& given) const;

    // By a name, which options may follow, or from an object with the fields.
    Expected<FullRules> rules(const Argument& given) const;
    // The fields of rules, with the names of their deck and scoring, or with their rows.
    static void write_fields(JsonWriter& json, const FullRules& rules, bool has_rows);
    // The name of a row, or the fields of custom rules.
    static void write(JsonWriter& json, const FullRules& rules);

    // nullptr for a list of steps.
    const numbers::Notation* notation(const Argument& row) const;
    const numbers::Syntax& syntax(const AskedSyntax& asked, const FullRules& rules);
    // From the options of `generate`, as they are read (generate_options.hpp), and `rules`; the last one is kept.
    Expected<std::shared_ptr<const numbers::PuzzleGenerator>> generator(const Argument& options, const Stop& stop);

  private:
    Tables() = default;
    Expected<FullRules> full_rules(const Argument& fields, bool is_row) const;

    Argument tables_;
    std::vector<FullRules> rules_;                                                       // in the order of their rows
    std::vector<std::optional<numbers::Notation>> notations_;                            // in the order of their rows
    std::vector<std::pair<std::string, std::unique_ptr<numbers::Syntax>>> syntaxes_;     // by what they depend on
    std::pair<std::string, std::shared_ptr<const numbers::PuzzleGenerator>> generator_;  // and its options
    std::unique_ptr<Mutex> mutex_ = std::make_unique<Mutex>();  // guards the syntaxes and the generator
};

// Parts of rows, which are as Python writes them.
std::vector<std::int64_t> wholes_in(const Argument& row, std::string_view name);
std::int64_t whole_in(const Argument& row, std::string_view name);
std::string_view text_in(const Argument& row, std::string_view name);

}  // namespace facevalue::query
