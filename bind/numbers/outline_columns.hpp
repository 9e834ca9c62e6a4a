// Outlines of many answers as columns of Python.
#pragma once

#include "located_answer.hpp"
#include "numbers/answers/explain/outline.hpp"
#include "problem.hpp"

namespace facevalue::numbers {

using List = nb::typed<nb::list, nb::object>;

// The codes of the reasons, the positions, the rules that found the answers, the values and the messages. None for
// missing values, and for the message about an object that is not a string.
class OutlineColumns {
  public:
    using Columns = std::tuple<List, List, List, List, List>;

    void add(std::string_view text, const Outline& outline) {
        const auto [reason, position] = outline.judgement;
        codes_.append(static_cast<int>(reason));
        positions_.append(position == NOWHERE ? none_ : nb::int_(characters(text.substr(0, position))));
        found_by_.append(outline.found_by.empty() ? none_ : finder_(outline.found_by));
        values_.append(outline.value.empty() ? none_ : nb::cast(outline.value));
        messages_.append(outline.message.empty() ? none_ : python_text(outline.message));
    }
    Columns columns() const { return {codes_, positions_, found_by_, values_, messages_}; }

  private:
    const nb::object none_ = nb::none();
    List codes_, positions_, found_by_, values_, messages_;
    FinderNames finder_;
};

}  // namespace facevalue::numbers
