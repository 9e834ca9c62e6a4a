// Judging answers for Python, without copying their texts.
#include <memory>

#include "answer_rows.hpp"
#include "numbers/answers/answer_text.hpp"
#include "numbers/answers/outline.hpp"
#include "numbers/exact/text.hpp"
#include "puzzle_translation.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Codes = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>>;

using List = nb::typed<nb::list, nb::object>;

// Outlines as columns of Python: the reasons' codes, the positions, what found the answers; then the values and the
// texts of plain answers, and of wrong numbers those used. None stands for what there is not.
class OutlineColumns {
  public:
    void add(std::string_view text, const Outline& outline) {
        const auto [reason, position] = outline.judgement;
        codes_.append(static_cast<int>(reason));
        positions_.append(position == NOWHERE ? none_ : nb::int_(characters(text.substr(0, position))));
        found_by_.append(outline.found_by.empty() ? none_ : name(outline.found_by));
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
    // Most answers are found in the same way.
    nb::object name(std::string_view rule) {
        if (rule != last_rule_) {
            last_rule_ = rule;
            last_name_ = nb::str(rule.data(), rule.size());
        }
        return last_name_;
    }

    const nb::object none_ = nb::none();
    List codes_, positions_, found_by_, values_, texts_, used_;
    std::string_view last_rule_;
    nb::object last_name_;
};

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }  // of UTF-8

nb::object text_of(std::string_view bytes) {
    nb::object found =
        nb::steal(PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "surrogatepass"));
    if (!found.is_valid()) throw nb::python_error();
    return found;
}

// A judge with its rules and scratch memory, used only by the thread that holds the lock.
class Judging {
  public:
    Judging(nb::object syntax, const Rules& rules, const std::string& extract, bool after_think)
        : owner_(std::move(syntax)),
          rules_(rules),
          config_{nb::cast<const Syntax&>(owner_), rules_, named("extraction", extract, EXTRACTS), after_think},
          judge_(config_.syntax, rules_) {}

    // The reason's code + 16 * (position + 1), or without a position only the code. Nothing if the puzzle must be
    // prepared.
    std::optional<std::uint64_t> check(nb::handle given, nb::handle numbers, nb::handle target) {
        constexpr std::uint64_t CODES = 16;
        Encoded encoded;
        const Answer text = answer(given, encoded);  // first: encoding may run Python code, and so other threads
        if (!prepare(numbers, target, prepared_)) return std::nullopt;
        const Judgement judgement = judge_one(judge_, config_, text, prepared_);
        const auto code = static_cast<std::uint64_t>(judgement.reason);
        if (judgement.position == NOWHERE) return code;
        return code + CODES * (characters(text.text.substr(0, judgement.position)) + 1);
    }

    // A code for each of `count` answers; nothing if a puzzle must be prepared.
    template <class AnswerAt>
    std::optional<Codes> check_many(std::size_t count, const PuzzleSource& source, std::size_t workers,
                                    AnswerAt answer_at) const {
        std::vector<std::uint8_t> codes(count);
        const auto judge = [&](std::size_t first, const std::vector<Answer>& answers, const PreparedPuzzles& puzzles) {
            std::uint8_t* to = codes.data() + first;
            return unlocked([&] { return judge_many(config_, answers, puzzles, workers, interrupted, to); });
        };
        if (!in_pieces(count, source, workers, answer_at, judge)) return std::nullopt;
        return array_of<Codes>(std::move(codes), {count});
    }

    // The columns of an outline for each answer; nothing if a puzzle must be prepared.
    std::optional<std::tuple<List, List, List, List, List, List>> outlines(nb::handle given, nb::handle rows,
                                                                           nb::handle targets,
                                                                           std::size_t workers) const {
        const nb::object owner = kept(given);
        const Items texts(owner);
        OutlineColumns columns;
        std::vector<Outline> outlines;
        const auto judge = [&](std::size_t, const std::vector<Answer>& answers, const PreparedPuzzles& puzzles) {
            outlines.assign(answers.size(), {});
            Outline* to = outlines.data();
            if (!unlocked([&] { return outline_many(config_, answers, puzzles, workers, interrupted, to); }))
                return false;
            for (std::size_t i = 0; i < answers.size(); ++i) columns.add(answers[i].text, outlines[i]);
            return true;
        };
        const auto text = [&](std::size_t i, Encoded& encoded) { return answer(texts[i], encoded); };
        if (!in_pieces(texts.size(), PuzzleSource(rows, targets, texts.size()), workers, text, judge))
            return std::nullopt;
        return columns.columns();
    }

    // Where the answer of a completion starts in characters, the answer, and what found it. Instead of the start there
    // is a list if the answer has escapes: where each of its characters stands, and its end.
    std::optional<std::tuple<nb::object, nb::object, std::string>> extract(nb::handle given) const {
        Encoded encoded;
        const std::string_view text = view(given, encoded);
        const auto found = found_answer(text, config_.extract, config_.after_think);
        if (!found) return std::nullopt;
        const AnswerText answer(text, *found);
        std::size_t before = answer.in_completion(0), place = characters(text.substr(0, before));
        std::vector<std::size_t> places{place};
        for (std::size_t byte = 1; !answer.is_part() && byte <= answer.text().size(); ++byte) {
            if (byte < answer.text().size() && is_continuation(answer.text()[byte])) continue;
            place += characters(text.substr(before, answer.in_completion(byte) - before));
            before = answer.in_completion(byte);
            places.push_back(place);
        }
        nb::object start = answer.is_part() ? nb::cast(place) : nb::cast(places);
        return std::tuple{std::move(start), text_of(answer.text()), std::string(found->by)};
    }

  private:
    // Calls work(first, answers, puzzles) for pieces of the answers, so that the data taken from Python stays in the
    // cache until it is judged; false if a puzzle must be prepared.
    template <class AnswerAt, class Work>
    static bool in_pieces(std::size_t count, const PuzzleSource& source, std::size_t workers, AnswerAt answer_at,
                          Work work) {
        const std::size_t piece = 8192 * workers;
        std::vector<Answer> answers;
        PreparedPuzzles puzzles;
        for (std::size_t first = 0; first < count; first += piece) {
            const std::size_t end = std::min(first + piece, count);
            Encoded encoded;
            answers.clear();
            for (std::size_t i = first; i < end; ++i) answers.push_back(answer_at(i, encoded));
            if (!source.prepare(first, end, puzzles)) return false;
            if (!work(first, answers, puzzles) || must_stop()) throw nb::python_error();
        }
        return true;
    }

    nb::object owner_;
    Rules rules_;
    JudgeConfig config_;
    Judge judge_;
    PreparedPuzzle prepared_;
};

}  // namespace

void bind_answers(nb::module_& module) {
    nb::class_<PreparedPuzzle>(module, "PreparedPuzzle")
        .def("__init__",
             [](PreparedPuzzle* self, const std::vector<Pair>& given, const Pair& target) {
                 new (self) PreparedPuzzle();
                 for (const Pair& pair : given) self->add(exact_number(pair));
                 self->target = exact_number(target);
             })
        .def_static("wide", [](bool has_forms) {
            PreparedPuzzle puzzle;
            puzzle.is_wide = true;
            puzzle.has_forms = has_forms;
            return puzzle;
        });

    nb::class_<Judging>(module, "Judge")
        .def(nb::init<nb::object, const Rules&, const std::string&, bool>(), nb::arg("syntax"), nb::arg("rules"),
             nb::arg("extract"), nb::arg("after_think"))
        .def("check", &Judging::check, nb::arg("answer").none(), nb::arg("numbers"), nb::arg("target"))
        .def("extract", &Judging::extract, nb::arg("completion"))
        .def("check_many",
             [](const Judging& judging, nb::handle given, nb::handle rows, nb::handle targets, std::size_t workers) {
                 const nb::object owner = kept(given);
                 const Items texts(owner);
                 return judging.check_many(texts.size(), PuzzleSource(rows, targets, texts.size()), workers,
                                           [&](std::size_t i, Encoded& encoded) { return answer(texts[i], encoded); });
             })
        .def("outlines", &Judging::outlines, nb::arg("answers"), nb::arg("rows"), nb::arg("targets"),
             nb::arg("workers"))
        // The texts of an Arrow array: offsets into the bytes of all texts, and which texts are null.
        .def("check_arrow", [](const Judging& judging, const Vector& offsets, const Bytes& data, const Bytes& nulls,
                               nb::handle rows, nb::handle targets, std::size_t workers) {
            const std::size_t count = nulls.shape(0);
            const auto fail = [] { raise_error("RuleError", "expected an Arrow array whose offsets fit its texts"); };
            if (offsets.shape(0) != count + 1) fail();
            const auto text = [&](std::size_t i, Encoded&) {
                const std::int64_t first = offsets(i), last = offsets(i + 1);
                if (first < 0 || last < first || std::cmp_less(data.shape(0), last)) fail();
                const char* bytes = reinterpret_cast<const char*>(data.data());
                return Answer{{bytes + first, static_cast<std::size_t>(last - first)}, nulls(i) == 0, true};
            };
            return judging.check_many(count, PuzzleSource(rows, targets, count), workers, text);
        });
}
