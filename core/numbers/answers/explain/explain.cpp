#include "numbers/answers/explain/explain.hpp"

#include <algorithm>
#include <vector>

#include "numbers/answers/explain/sentences.hpp"
#include "numbers/answers/judge/exact_answer.hpp"
#include "numbers/answers/read/plain_answer.hpp"
#include "text/quoted.hpp"

namespace facevalue::numbers {

namespace {

std::string shown(const std::optional<BigFraction>& value) { return value ? shortened(value_text(*value)) : "None"; }

std::string about_value(std::string_view expression, std::string_view value, std::string_view wanted, bool is_right) {
    const std::string start = shortened(expression);
    if (is_right) return start + " = " + std::string(wanted);
    return start + " is " + std::string(value) + ", not " + std::string(wanted);
}

std::vector<std::string> texts_of(const PreparedPuzzle& puzzle) {
    std::vector<std::string> texts;
    if (puzzle.wide)
        for (const BigFraction& number : puzzle.wide->numbers) texts.push_back(value_text(number));
    else
        for (const Number& number : puzzle.numbers) texts.push_back(value_text(BigFraction(number)));
    return texts;
}

std::vector<std::string> texts_of(ExactTerms terms) {
    std::vector<std::string> texts;
    for (const ExactTerm& term : terms)
        if (term.kind == TermKind::Number) texts.push_back(value_text(term.number));
    return texts;
}

bool has_forbidden_operation(ExactTerms terms, const Rules& rules) {
    return std::ranges::any_of(
        terms, [&](const ExactTerm& term) { return term.kind == TermKind::Operator && !rules.has(term.op); });
}

// The value of the operation at a position; nothing for a function without a value.
std::optional<BigFraction> result_at(ExactTerms terms, std::size_t position) {
    const auto starts = subtree_starts(terms);
    std::size_t place = 0;
    while (terms[place].kind == TermKind::Number || terms[place].position != position) ++place;
    const auto value = value_of(terms.subspan(starts[place], place + 1 - starts[place]));
    return value ? std::optional(reduced(*value)) : std::nullopt;
}

std::string_view name_of(Grouping grouping) {
    return std::ranges::find(GROUPINGS, grouping, [](const auto& word) { return word.second; })->first;
}

}  // namespace

Explanation Explainer::explain(std::string_view answer, const PreparedPuzzle& puzzle, const Judgement& judgement,
                               std::optional<std::size_t> place) {
    const std::size_t at = judgement.position == NOWHERE ? 0 : judgement.position;
    const std::string where = place && at < answer.size()
                                  ? "at position " + std::to_string(*place) + " of the completion"
                                  : place_in_words(answer, characters(answer.substr(0, at)));
    const Reading& reading = reader_.read(answer, puzzle.has_forms);
    if (reading.flaw != Flaw::None) return {{}, {}, unreadable(answer, puzzle, reading, judgement, where)};
    const bool is_right = judgement.reason == Reason::Correct;
    if (is_right || judgement.reason == Reason::WrongValue) {
        // Most answers can be read faster, without their details.
        if (auto plain = plain_answer(reading)) {
            const BigFraction value(plain->value);
            const std::string message = about_value(plain->text, shown(value), shown(exact_target(puzzle)), is_right);
            return {value, std::move(plain->text), message};
        }
    }
    const BigFraction target = exact_target(puzzle);
    const ExactAnswer exact(reader_, reading, target);
    Explanation found;
    if (const auto value = value_of(exact.expression())) found.value = reduced(*value);
    found.expression = infix_of(exact.expression());
    const auto about = [&](std::string_view sentence) {
        return std::string(sentence) + " " + where + ": " + quoted(answer);
    };
    switch (judgement.reason) {
        case Reason::Correct:
        case Reason::WrongValue:
            found.message = about_value(found.expression, shown(found.value), shown(target), is_right);
            break;
        case Reason::WrongNumbers:
            found.message =
                describe_numbers({texts_of(exact.expression()), texts_of(puzzle)}, rules_.use_all, rules_.join);
            break;
        case Reason::FalseClaim: {
            const auto& claim = exact.claim();
            found.message = claim ? about_value(found.expression, shown(target), shown(reduced(*claim)), false)
                                  : about("division by zero");
            break;
        }
        case Reason::ForbiddenValue: {
            const auto made = result_at(exact.expression(), at);
            found.message = made ? forbidden_value(shown(made), rules_)
                                 : about("the function has no exact value, or a number above 10^15,");
            break;
        }
        case Reason::DivisionByZero:
            found.message = about("division by zero");
            break;
        case Reason::ForbiddenOperator:
            found.message = about(has_forbidden_operation(exact.expression(), rules_)
                                      ? forbidden_operator(rules_)
                                      : "forbidden operator (the rules allow " + most_in_a_row(rules_) + ")");
            break;
        default:
            found.message =
                about("forbidden grouping (the rules have '" + std::string(name_of(rules_.grouping)) + "')");
    }
    return found;
}

std::string Explainer::unreadable(std::string_view answer, const PreparedPuzzle& puzzle, const Reading& reading,
                                  const Judgement& judgement, std::string_view where) {
    std::string message = "expected " + reading.expected + " ";
    message += where;
    message += ": " + quoted(answer);
    const std::string_view rest = answer.substr(std::min(judgement.position, answer.size()));
    const bool is_times = rest.starts_with('x') || rest.starts_with('X');
    if (judgement.reason == Reason::UnknownSymbol && is_times &&
        Reader(relaxed_).read(answer, puzzle.has_forms).flaw == Flaw::None)
        message += "; the syntax 'relaxed' accepts x";
    return message;
}

}  // namespace facevalue::numbers
