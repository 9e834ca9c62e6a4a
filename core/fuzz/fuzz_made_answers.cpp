// Fuzzing of the judge with answers whose verdicts are known: the bytes choose the syntax, the rules and every step of
// the AnswerMaker that the soak also uses (core/soak), so that libFuzzer looks for choices that reach new code.
//
// For: wrong verdicts and wrong positions. For answers that no maker would write: fuzz_answers.cpp.
#include "fuzz/fuzzing.hpp"
#include "fuzz/rows.hpp"

using namespace facevalue;
using facevalue::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static soak::AnswerMaker maker;
    static soak::MadeAnswer made;
    soak::Chance chance(std::span(data, size));
    const soak::DrawnSetting drawn = soak::draw_setting(fuzz::rows(), chance);
    const auto& syntax = fuzz::rows().syntaxes[drawn.syntax].syntax;
    const auto& rules = fuzz::rows().rules[drawn.rules].rules;
    maker.make(drawn.setting, chance, made);
    numbers::Judge judge(syntax, rules);
    const numbers::JudgeConfig config{syntax, rules, drawn.setting.extract, drawn.setting.after_think};
    const numbers::Judgement found = numbers::judge_one(judge, config, made.answer(), made.puzzle);
    require(made.is_expected(found), "the verdict is the one for which the answer was made");
    return 0;
}
