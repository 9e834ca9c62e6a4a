// Judges answers for Python, without copying their strings.
#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "answer_rows.hpp"
#include "located_answer.hpp"
#include "numbers/answers/explain/outline.hpp"
#include "numbers/answers/explain/sentences.hpp"
#include "numbers/answers/steps/numbers_left.hpp"
#include "problem.hpp"
#include "puzzle_translation.hpp"
#include "quick.hpp"
#include "verdict.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Codes = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>>;

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

template <class ReasonAt>
void refuse_too_many_joined(const PreparedPuzzles& puzzles, std::size_t count, ReasonAt reason_at) {
    for (std::size_t row = 0; row < count; ++row) {
        if (reason_at(row) != Reason::TooManyJoined) continue;
        PreparedPuzzle puzzle;
        puzzles.prepare(puzzles.size() == 1 ? 0 : row, puzzle);
        raise_problem(too_many_joined(puzzle.size()));
    }
}

// The numbers of a puzzle as a verdict keeps them: the caller may change a list before reading the message.
nb::object unchanging(nb::handle numbers) { return PyList_Check(numbers.ptr()) ? kept(numbers) : nb::borrow(numbers); }

// A judge with its rules and scratch memory, used only by the thread that holds the lock. The rules and the syntax of
// Python go into the verdicts. Without `extract`, the whole string is the answer.
class Judging {
  public:
    Judging(nb::object syntax, nb::object relaxed, const Rules& rules, const std::optional<std::string>& extract,
            bool after_think, nb::object python_rules, nb::object python_syntax)
        : owner_(std::move(syntax)),
          relaxed_(std::move(relaxed)),
          rules_(rules),
          config_{nb::cast<const Syntax&>(owner_), rules_, named("extraction", extract.value_or("whole"), EXTRACTS),
                  after_think},
          is_for_completions_(extract.has_value()),
          python_rules_(std::move(python_rules)),
          python_syntax_(std::move(python_syntax)),
          judge_(config_.syntax, rules_) {}

    // The verdict on a string, for a puzzle of plain ints or one that was prepared from these numbers; nothing if the
    // puzzle must be prepared.
    std::optional<nb::object> verdict(nb::handle string, nb::handle numbers, nb::handle target, nb::handle prepared) {
        Encoded encoded;
        // First the steps that may run Python code, and so other threads.
        const Answer answer = read_answer(string, encoded);
        const nb::object row = unchanging(numbers);
        if (!prepared.is_none())
            prepared_ = nb::cast<const PreparedPuzzle&>(prepared);
        else if (!prepare(row, target, prepared_))
            return std::nullopt;
        Submission submission{nb::borrow(string),
                              nb::int_(0),
                              row,
                              nb::borrow(target),
                              python_rules_,
                              python_syntax_,
                              prepared.is_none() && PyTuple_CheckExact(row.ptr())};
        const CharacterCount characters(string, answer.text);
        if (is_for_completions_ && answer.is_given && answer.is_text) return completion_verdict(characters, submission);
        submission.is_plain &= PyUnicode_CheckExact(string.ptr()) || string.is_none();
        return verdict_of(judge_one(judge_, config_, answer, prepared_), characters, nb::none(), submission);
    }

    // The same for an answer in steps.
    std::optional<nb::object> steps_verdict(nb::handle string, nb::handle numbers, nb::handle target,
                                            nb::handle prepared) {
        PreparedPuzzle puzzle;
        if (!prepared.is_none())
            puzzle = nb::cast<const PreparedPuzzle&>(prepared);
        else if (!prepare(numbers, target, puzzle))
            return std::nullopt;
        Encoded encoded;
        if (rules_.has_functions() || rules_.join) {
            const nb::object name = python_rules_.attr("name");
            raise_problem((rules_.has_functions() ? no_functions : no_joined_steps)(view(name, encoded)));
        }
        if (!PyUnicode_Check(string.ptr())) return verdict(string, numbers, target, prepared);
        const std::string_view text = view(string, encoded);
        const Syntax &syntax = config_.syntax, &relaxed = nb::cast<const Syntax&>(relaxed_);
        return new_verdict(
            unlocked([&] { return judge_steps(text, puzzle, rules_, syntax, relaxed, syntax.row().decimals); }));
    }

    // A code for each of `count` answers; nothing if a puzzle must be prepared.
    template <class AnswerAt>
    std::optional<Codes> check_many(std::size_t count, const PuzzleSource& source, std::size_t workers,
                                    AnswerAt answer_at) const {
        std::vector<std::uint8_t> codes(count);
        const auto judge = [&](std::size_t first, const std::vector<Answer>& answers, const PreparedPuzzles& puzzles) {
            std::uint8_t* to = codes.data() + first;
            if (!unlocked([&] { return judge_many(config_, answers, puzzles, workers, interrupted, to); }))
                return false;
            refuse_too_many_joined(puzzles, answers.size(), [&](std::size_t i) { return static_cast<Reason>(to[i]); });
            return true;
        };
        if (!in_pieces(count, source, workers, answer_at, judge)) return std::nullopt;
        return array_of<Codes>(std::move(codes), {count});
    }

    // The columns of an outline for each answer; nothing if a puzzle must be prepared.
    std::optional<OutlineColumns::Columns> outlines(nb::handle given, nb::handle rows, nb::handle targets,
                                                    std::size_t workers) const {
        const nb::object owner = kept(given);
        const Items texts(owner);
        OutlineColumns columns;
        std::vector<Outline> outlines;
        const auto judge = [&](std::size_t, const std::vector<Answer>& answers, const PreparedPuzzles& puzzles) {
            outlines.assign(answers.size(), {});
            Outline* to = outlines.data();
            const auto& relaxed = nb::cast<const Syntax&>(relaxed_);
            if (!unlocked([&] { return outline_many(config_, relaxed, answers, puzzles, workers, interrupted, to); }))
                return false;
            refuse_too_many_joined(puzzles, answers.size(), [&](std::size_t i) { return to[i].judgement.reason; });
            for (std::size_t i = 0; i < answers.size(); ++i) columns.add(answers[i].text, outlines[i]);
            return true;
        };
        const auto text = [&](std::size_t i, Encoded& encoded) { return read_answer(texts[i], encoded); };
        if (!in_pieces(texts.size(), PuzzleSource(rows, targets, texts.size()), workers, text, judge))
            return std::nullopt;
        return columns.columns();
    }

    // The answer of a completion, where it starts (see Located), and what found it.
    std::optional<std::tuple<nb::object, nb::object, nb::object>> extract(nb::handle completion) {
        Encoded encoded;
        const std::string_view text = view(completion, encoded);
        const auto found = found_answer(text, config_.extract, config_.after_think, config_.rules.has_functions());
        if (!found) return std::nullopt;
        const auto [answer, start] = located({completion, text}, AnswerText(text, *found));
        return std::tuple{start, answer, finder_(found->by)};
    }

  private:
    std::optional<nb::object> completion_verdict(const CharacterCount& completion, Submission& submission) {
        const auto found =
            found_answer(completion.text(), config_.extract, config_.after_think, config_.rules.has_functions());
        if (!found) {
            submission.answer = nb::none();
            return verdict_of({Reason::NoAnswer}, completion, nb::none(), submission);
        }
        const AnswerText answer(completion.text(), *found);
        Judgement judgement = judge_.judge(answer.text(), prepared_);
        judgement.position = answer.in_completion(judgement.position);
        const auto [answer_text, start] = located(completion, answer);
        submission.answer = answer_text;
        submission.start = start;
        return verdict_of(judgement, completion, finder_(found->by), submission);
    }

    // Apart from the code for every verdict, which it would make slower.
    [[noreturn, gnu::noinline]] void refuse_joined() const { raise_problem(too_many_joined(prepared_.size())); }

    std::optional<nb::object> verdict_of(const Judgement& judgement, const CharacterCount& text, nb::handle found_by,
                                         const Submission& submission) const {
        if (judgement.reason == Reason::TooManyJoined) refuse_joined();
        std::optional<std::size_t> position;
        if (judgement.position != NOWHERE) position = text.before(judgement.position);
        return new_verdict(judgement.reason, position, found_by, submission);
    }

    // Calls work(first, answers, puzzles) for pieces of the answers, so that the data taken from Python stays in the
    // cache until it is judged; false if a puzzle must be prepared.
    template <class AnswerAt, class Work>
    static bool in_pieces(std::size_t count, const PuzzleSource& source, std::size_t workers, AnswerAt answer_at,
                          Work work) {
        constexpr std::size_t ALONE = 1024, SHARED = 8192;  // threads are started for each piece
        const std::size_t piece = workers == 1 ? ALONE : SHARED * workers;
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

    nb::object owner_, relaxed_;
    Rules rules_;
    JudgeConfig config_;
    bool is_for_completions_;
    nb::object python_rules_, python_syntax_;
    Judge judge_;
    PreparedPuzzle prepared_;
    FinderNames finder_;
};

// A byte of a string by its place in characters.
std::size_t byte_at(std::string_view text, std::size_t place) {
    std::string_view left = text;
    while (place-- > 0 && !left.empty()) take_character(left);
    return text.size() - left.size();
}

// The verdict has the reason of this code. The position is in the answer, the place in the completion that it was found
// in.
PythonExplanation explain(const Syntax& syntax, const Syntax& relaxed, const Rules& rules, nb::handle answer,
                          const PreparedPuzzle& puzzle, std::size_t reason, std::optional<std::size_t> position,
                          std::optional<std::size_t> place) {
    Encoded encoded;
    const std::string_view text = view(answer, encoded);
    const Judgement judgement{static_cast<Reason>(reason), position ? byte_at(text, *position) : NOWHERE};
    return python_explanation(
        unlocked([&] { return Explainer(syntax, relaxed, rules).explain(text, puzzle, judgement, place); }));
}

bool is_right(const Syntax& syntax, const Rules& rules, nb::handle answer, const PreparedPuzzle& puzzle) {
    Encoded encoded;
    const Reason reason = Judge(syntax, rules).judge(view(answer, encoded), puzzle).reason;
    if (reason == Reason::TooManyJoined) raise_problem(too_many_joined(puzzle.size()));
    return reason == Reason::Correct;
}

// The function that judges answers, and the one that judges answers in steps.
template <auto VERDICT>
QuickFunction check_function;

// The judge of the last call of `check`, and the rules and the syntax in it, nullptr where they were left out. These
// objects do not change, so the same ones mean the same judge.
class LastJudge {
  public:
    // `check` in Python has the usual rules and syntax; `find` returns a judge for rules and a syntax.
    void learn(const nb::object& check, const nb::object& find) {
        find_ = find;
        usual_rules_ = check.attr("__defaults__")[1];
        usual_syntax_ = check.attr("__kwdefaults__")["syntax"];
    }

    // A judge, and the default target of its rules.
    std::pair<nb::object, nb::object> get(PyObject* rules, PyObject* syntax) {
        if (last_.judge.is_valid() && rules == last_.rules.ptr() && syntax == last_.syntax.ptr())
            return {last_.judge, last_.target};
        const nb::object judge = find_(rules == nullptr ? usual_rules_ : nb::borrow(rules),
                                       syntax == nullptr ? usual_syntax_ : nb::borrow(syntax));
        const nb::object target = judge.attr("target");
        // All at once, because freeing the old objects may run Python code, which may call `check`.
        Last old = std::exchange(last_, {nb::borrow(rules), nb::borrow(syntax), judge, target});
        return {judge, target};
    }

  private:
    struct Last {
        nb::object rules, syntax, judge, target;
    };
    nb::object find_, usual_rules_, usual_syntax_;
    Last last_;
};

LastJudge& last_judge() {
    static LastJudge* const last = new LastJudge;  // lives until the process ends, like the functions of a module
    return *last;
}

// The arguments of a call of `check`, nullptr where they were left out. False if they are not as in its signature.
bool read_check(PyObject* const* arguments, Py_ssize_t count, PyObject* names, std::array<PyObject*, 5>& read) {
    constexpr std::array<const char*, 5> NAMES{"answer", "numbers", "target", "rules", "syntax"};
    constexpr Py_ssize_t POSITIONAL = 4;
    if (count > POSITIONAL) return false;
    std::copy_n(arguments, count, read.begin());
    const Py_ssize_t named = names == nullptr ? 0 : PyTuple_Size(names);
    for (Py_ssize_t i = 0; i < named; ++i) {
        PyObject* const name = PyTuple_GetItem(names, i);
        const auto is_same = [=](const char* other) { return PyUnicode_CompareWithASCIIString(name, other) == 0; };
        const auto place = static_cast<std::size_t>(std::find_if(NAMES.begin(), NAMES.end(), is_same) - NAMES.begin());
        if (place == NAMES.size() || read[place] != nullptr) return false;
        read[place] = arguments[count + i];
    }
    return read[0] != nullptr && read[1] != nullptr;
}

template <auto VERDICT>
PyObject* check(PyObject*, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
    std::array<PyObject*, 5> read{};
    if (read_check(arguments, count, names, read)) {
        const auto& [answer, numbers, target, rules, syntax] = read;
        try {
            const auto [judge, usual_target] = last_judge().get(rules, syntax);
            const bool has_target = target != nullptr && !nb::handle(target).is_none();
            auto verdict = (nb::inst_ptr<Judging>(judge)->*VERDICT)(
                answer, numbers, has_target ? target : usual_target.ptr(), nb::none());
            if (verdict) return verdict->release().ptr();
        } catch (nb::python_error& error) {
            error.restore();
            return nullptr;
        } catch (const std::bad_alloc&) {
            return PyErr_NoMemory();
        }
    }
    return check_function<VERDICT>.pass_on(arguments, count, names);
}

// Makes the core handle the usual calls of a function with the arguments of `check`.
template <auto VERDICT>
nb::object quicken(const nb::object& others, const nb::object& find) {
    last_judge().learn(others, find);
    return check_function<VERDICT>.stand_for(others, check<VERDICT>);
}

}  // namespace

void bind_answers(nb::module_& module) {
    nb::class_<PreparedPuzzle>(module, "PreparedPuzzle")
        .def("__init__",
             [](PreparedPuzzle* self, const std::vector<Pair>& given, const Pair& target) {
                 new (self) PreparedPuzzle();
                 for (const Pair& pair : given) self->add(exact_number(pair));
                 self->target = exact_number(target);
             })
        .def_static(
            "plain",
            [](nb::handle numbers, nb::handle target) {
                PreparedPuzzle puzzle;
                return prepare(numbers, target, puzzle) ? std::optional(std::move(puzzle)) : std::nullopt;
            },
            nb::arg("numbers"), nb::arg("target"))
        .def_static(
            "wide",
            [](const std::vector<std::string>& numbers, const std::string& target) {
                PreparedPuzzle puzzle;
                WidePuzzle wide{{}, parse_fraction(target)};
                for (const std::string& text : numbers) {
                    wide.numbers.push_back(parse_fraction(text));
                    puzzle.has_forms |= text.find_first_of("-/") != text.npos;
                }
                puzzle.wide = std::make_shared<const WidePuzzle>(std::move(wide));
                return puzzle;
            },
            nb::arg("numbers"), nb::arg("target"));

    module.def("explain", explain, nb::arg("syntax"), nb::arg("relaxed"), nb::arg("rules"), nb::arg("answer"),
               nb::arg("puzzle"), nb::arg("reason"), nb::arg("position").none(), nb::arg("place").none());
    module.def("is_right", is_right, nb::arg("syntax"), nb::arg("rules"), nb::arg("answer"), nb::arg("puzzle"));
    module.attr("NO_ANSWER") = NO_ANSWER;
    module.def("not_a_string", not_a_string, nb::arg("shown"));
    module.def(
        "results_range",
        [](std::string_view values, std::int64_t largest) {
            return results_range({.values = known(values_named(values), "values", values), .largest = largest});
        },
        nb::arg("values"), nb::arg("largest"));
    module.def(
        "most_in_a_row",
        [](std::string_view functions, int unary) {
            return most_in_a_row(
                {.functions = known(Functions::parse(functions), "functions", functions), .unary = unary});
        },
        nb::arg("functions"), nb::arg("unary"));

    module.def("quick_check", quicken<&Judging::verdict>, nb::arg("others"), nb::arg("find"));
    module.def("quick_check_steps", quicken<&Judging::steps_verdict>, nb::arg("others"), nb::arg("find"));

    nb::class_<Judging>(module, "Judge")
        .def(nb::init<nb::object, nb::object, const Rules&, const std::optional<std::string>&, bool, nb::object,
                      nb::object>(),
             nb::arg("syntax"), nb::arg("relaxed"), nb::arg("rules"), nb::arg("extract").none(), nb::arg("after_think"),
             nb::arg("python_rules"), nb::arg("python_syntax"))
        .def("verdict", &Judging::verdict, nb::arg("text").none(), nb::arg("numbers").none(), nb::arg("target").none(),
             nb::arg("prepared") = nb::none())
        .def("steps_verdict", &Judging::steps_verdict, nb::arg("text").none(), nb::arg("numbers"), nb::arg("target"),
             nb::arg("prepared"))
        .def("extract", &Judging::extract, nb::arg("completion"))
        .def("check_many",
             [](const Judging& judging, nb::handle given, nb::handle rows, nb::handle targets, std::size_t workers) {
                 const nb::object owner = kept(given);
                 const Items texts(owner);
                 return judging.check_many(
                     texts.size(), PuzzleSource(rows, targets, texts.size()), workers,
                     [&](std::size_t i, Encoded& encoded) { return read_answer(texts[i], encoded); });
             })
        .def("outlines", &Judging::outlines, nb::arg("answers"), nb::arg("rows"), nb::arg("targets"),
             nb::arg("workers"))
        // The strings of an Arrow array: offsets into the bytes of all strings, and which are null.
        .def("check_arrow", [](const Judging& judging, const Vector& offsets, const Bytes& data, const Bytes& nulls,
                               nb::handle rows, nb::handle targets, std::size_t workers) {
            const std::size_t count = nulls.shape(0);
            const auto fail = [] { raise_error("RuleError", "the offsets of the Arrow array are outside its data"); };
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
