// Outlines of many answers as columns of Python.
#pragma once

#include "located_answer.hpp"
#include "numbers/answers/judge/outline.hpp"
#include "numbers/exact/text.hpp"
#include "translation.hpp"

namespace facevalue::numbers {

using List = nb::typed<nb::list, nb::object>;

// The codes of the reasons, the positions, the rules that found the answers; then the values and the minimal
// expressions of plain answers, and the numbers used if they are wrong. None for missing values.
class OutlineColumns {
  public:
    void add(std::string_view text, const Outline& outline) {
        const auto [reason, position] = outline.judgement;
        codes_.append(static_cast<int>(reason));
        positions_.append(position == NOWHERE ? none_ : nb::int_(characters(text.substr(0, position))));
        found_by_.append(outline.found_by.empty() ? none_ : finder_(outline.found_by));
        values_.append(outline.answer ? nb::cast(value_text(outline.answer->value)) : none_);
        texts_.append(outline.answer ? nb::cast(outline.answer->text) : none_);
        used_.append(outline.used.empty() ? none_ : numbers(outline.used));
    }
    std::tuple<List, List, List, List, List, List> columns() const {
        return {codes_, positions_, found_by_, values_, texts_, used_};
    }

  private:
    static nb::object numbers(const std::vector<Number>& used) {
        nb::list texts;
        for (const Number& number : used) texts.append(value_text(number));
        return texts;
    }
    const nb::object none_ = nb::none();
    List codes_, positions_, found_by_, values_, texts_, used_;
    FinderNames finder_;
};

}  // namespace facevalue::numbers
