// AnswerMaker: makes an answer, its puzzle and the verdict that it must get, by random choices.
//
// The expression is a tree before it is written, so its value is known without reading it; a flaw is planted at a known
// place. One per thread: it reuses its memory. The soak and the fuzz target of made answers share it.
#pragma once

#include "numbers/answers/judge/judge_many.hpp"
#include "soak/answer_flaws.hpp"

namespace facevalue::soak {

// How an answer is judged.
struct Setting {
    SyntaxOptions syntax;
    Rules rules;
    numbers::Extract extract = numbers::Extract::Whole;
    bool after_think = false;
};

struct MadeAnswer {
    std::string text;
    bool is_given = true, is_text = true;
    PreparedPuzzle puzzle;
    Judgement expected{};
    bool has_exact_position = true;
    std::size_t kind = 0;

    numbers::Answer answer() const { return {text, is_given, is_text}; }
    bool is_expected(const Judgement& found) const {
        return expected.reason == found.reason && (!has_exact_position || expected.position == found.position);
    }
};

// The names of the kinds of answers.
std::vector<std::string_view> kind_names();

class AnswerMaker {
  public:
    void make(const Setting& setting, Chance chance, MadeAnswer& made);

  private:
    void draw_numbers(const Setting& setting, unsigned traits, Chance& chance);
    void give_numbers(const Setting& setting, unsigned traits, PreparedPuzzle& puzzle, Chance& chance);
    std::optional<Number> write(const Setting& setting, unsigned traits, const PreparedPuzzle& puzzle, Chance& chance);
    void write_tree(const Setting& setting, std::size_t kind, MadeAnswer& made, Chance& chance);
    void write_at_limit(const Rules& rules, MadeAnswer& made, Chance& chance);
    void complete(const Setting& setting, MadeAnswer& made, Chance& chance);
    void expect(const Setting& setting, const std::optional<Number>& claimed, MadeAnswer& made);

    std::vector<Number> used_;
    AnswerTree tree_;
    AnswerText text_;
    std::string answer_;
};

}  // namespace facevalue::soak
