// Flaws that are planted in a correct answer: a bracket dropped, an operator doubled, a sign of another game.
// Where a flaw is planted, its reason and its place are known.
#pragma once

#include "soak/answer_text.hpp"

namespace facevalue::soak {

// Plants a flaw, or leaves the answer unchanged if it has no place for it.
using Plant = void (*)(AnswerText& text, Chance& chance);

void plant_unknown_symbol(AnswerText& text, Chance& chance);
void plant_foreign_operator(AnswerText& text, Chance& chance);
void plant_misplaced_foreign_operator(AnswerText& text, Chance& chance);
void double_operator(AnswerText& text, Chance& chance);
void join_operators(AnswerText& text, Chance& chance);  // ** and //
void end_with_operator(AnswerText& text, Chance& chance);
void begin_with_operator(AnswerText& text, Chance& chance);
void drop_operator(AnswerText& text, Chance& chance);
void drop_operand(AnswerText& text, Chance& chance);
void drop_bracket(AnswerText& text, Chance& chance);
void add_bracket(AnswerText& text, Chance& chance);
void change_bracket(AnswerText& text, Chance& chance);
void add_leading_zero(AnswerText& text, Chance& chance);
void empty_brackets(AnswerText& text, Chance& chance);
void drop_everything(AnswerText& text, Chance& chance);
void claim_twice(AnswerText& text, Chance& chance);

}  // namespace facevalue::soak
