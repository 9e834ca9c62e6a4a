// Judging answers for Python: shims that look at texts where they lie and release the lock.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <memory>
#include <utility>

#include "numbers/answers/judge_many.hpp"
#include "puzzle_translation.hpp"

using namespace facevalue;
using namespace facevalue::numbers;

namespace {

using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Codes = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>>;

// --- texts

// Texts that UTF-8 cannot hold (lone surrogates) are encoded all the same; the views of the others need no copy.
using Encoded = std::deque<std::string>;

std::string_view view(nb::handle text, Encoded& encoded) {
    Py_ssize_t size = 0;
    if (const char* data = PyUnicode_AsUTF8AndSize(text.ptr(), &size)) return {data, static_cast<std::size_t>(size)};
    PyErr_Clear();
    const nb::object bytes = nb::steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogatepass"));
    if (!bytes.is_valid()) throw nb::python_error();
    encoded.emplace_back(PyBytes_AsString(bytes.ptr()), static_cast<std::size_t>(PyBytes_Size(bytes.ptr())));
    return encoded.back();
}

Answer answer(nb::handle given, Encoded& encoded) {
    if (given.is_none()) return {{}, false, true};
    if (!PyUnicode_Check(given.ptr())) return {{}, true, false};
    return {view(given, encoded), true, true};
}

std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

// --- puzzles

// A whole number of 64 bits; nothing for every other object.
std::optional<std::int64_t> whole(nb::handle number) {
    if (!PyLong_CheckExact(number.ptr())) return std::nullopt;
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
    if (overflow != 0 || value == std::numeric_limits<long long>::min()) return std::nullopt;
    return value;
}

// A list or a tuple, whose items are borrowed: nothing that is called meanwhile runs any code of Python's.
class Items {
  public:
    explicit Items(nb::handle row) : row_(row.ptr()), is_list_(PyList_Check(row_)) {
        size_ = is_list_ ? PyList_Size(row_) : PyTuple_Check(row_) ? PyTuple_Size(row_) : -1;
    }
    bool is_row() const { return size_ >= 0; }
    std::size_t size() const { return static_cast<std::size_t>(size_); }
    nb::handle operator[](std::size_t i) const {
        const auto place = static_cast<Py_ssize_t>(i);
        return is_list_ ? PyList_GetItem(row_, place) : PyTuple_GetItem(row_, place);
    }

  private:
    PyObject* row_;
    bool is_list_;
    Py_ssize_t size_;
};

// The items of a list or tuple as they are now: somebody may change it while the lock is released.
nb::object kept(nb::handle row) {
    if (!Items(row).is_row()) return nb::borrow(row);
    nb::object items = nb::steal(PySequence_Tuple(row.ptr()));
    if (!items.is_valid()) throw nb::python_error();
    return items;
}

// Calls add(number) for each item of a list or tuple of whole numbers; false where it is anything else, or too long.
template <class Add>
bool add_whole(nb::handle row, Add add) {
    const Items items(row);
    if (!items.is_row() || items.size() > MOST_NUMBERS) return false;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const auto number = whole(items[i]);
        if (!number) return false;
        add(Number{*number, 1});
    }
    return items.size() > 0;
}

// One puzzle: prepared, or whole numbers and a whole target. False for anything else.
bool prepare(nb::handle numbers, nb::handle target, PreparedPuzzle& puzzle) {
    const PreparedPuzzle* prepared = nullptr;
    if (nb::try_cast(numbers, prepared) && prepared != nullptr) {
        puzzle = *prepared;
        return true;
    }
    puzzle = {};
    const auto goal = whole(target);
    if (!goal || !add_whole(numbers, [&](const Number& number) { puzzle.add(number); })) return false;
    puzzle.target = {*goal, 1};
    return true;
}

// The same at the end of a batch of puzzles.
bool add_puzzle(nb::handle numbers, nb::handle target, PreparedPuzzles& puzzles) {
    const PreparedPuzzle* prepared = nullptr;
    if (!Items(numbers).is_row() && nb::try_cast(numbers, prepared) && prepared != nullptr) {
        for (const Number& number : prepared->numbers) puzzles.add(number);
        puzzles.end(prepared->target, prepared->is_wide, prepared->has_forms);
        return true;
    }
    const auto goal = whole(target);
    if (!goal || !add_whole(numbers, [&](const Number& number) { puzzles.add(number); })) return false;
    puzzles.end({*goal, 1}, false);
    return true;
}

// The puzzles of a batch: rows of numbers or a prepared puzzle for all, targets or one for all.
class PuzzleSource {
  public:
    // Of so many answers. Lists may have changed since somebody looked at their length: what is kept here counts.
    PuzzleSource(nb::handle rows, nb::handle targets, std::size_t count) : rows_(kept(rows)), targets_(kept(targets)) {
        for (const nb::object& kept : {rows_, targets_})
            if (const Items items(kept); items.is_row() && items.size() != count)
                raise_error("RuleError", "expected lists that nobody changes while the answers are judged");
    }

    // Those of the answers from `first` to `end`; false where one of them is not plain.
    bool prepare(std::size_t first, std::size_t end, PreparedPuzzles& puzzles) const {
        puzzles.clear();
        const Items rows(rows_), targets(targets_);
        if (!rows.is_row()) return !targets.is_row() && add_puzzle(rows_, targets_, puzzles);
        for (std::size_t i = first; i < end; ++i)
            if (!add_puzzle(rows[i], targets.is_row() ? targets[i] : nb::handle(targets_), puzzles)) return false;
        return true;
    }

  private:
    nb::object rows_, targets_;
};

// --- judges

SyntaxRow syntax_row(const std::vector<std::tuple<std::string, std::string, std::string>>& spellings,
                     const std::string& arrangement,
                     const std::tuple<std::string, std::string, std::string, std::string>& form) {
    SyntaxRow row;
    for (const auto& [text, piece, value] : spellings) {
        const auto* known = std::ranges::find(PIECES, std::string_view(piece), &decltype(PIECES)::value_type::first);
        if (text.empty() || known == PIECES.end()) throw std::invalid_argument("unknown piece: '" + piece + "'");
        row.spellings.push_back({text, known->second, value.empty() ? '\0' : value[0]});
    }
    row.arrangement = named<Arrangement>(
        arrangement,
        {{"infix", Arrangement::Infix}, {"prefix", Arrangement::Prefix}, {"postfix", Arrangement::Postfix}});
    row.form = {std::get<0>(form), std::get<1>(form), std::get<2>(form), std::get<3>(form)};
    return row;
}

const char* flaw_name(Flaw flaw) {
    constexpr std::array<const char*, 5> NAMES{"", "malformed", "unknown_symbol", "forbidden_operator", "too_long"};
    return NAMES[static_cast<std::size_t>(flaw)];
}

nb::object whole_of(const std::string& digits) { return nb::steal(PyLong_FromString(digits.c_str(), nullptr, 10)); }

// A number as (numerator, denominator), not reduced where it is huge.
std::pair<nb::object, nb::object> exact(const Term& term, const Reader& reader) {
    if (!term.huge) return {nb::cast(term.number.numerator), nb::cast(term.number.denominator)};
    const Digits digits = reader.digits_of(term);
    const std::string sign = digits.negative ? "-" : "";
    const std::string denominator =
        digits.over.empty() ? "1" + std::string(digits.decimals.size(), '0') : std::string(digits.over);
    return {whole_of(sign + std::string(digits.whole) + std::string(digits.decimals)), whole_of(denominator)};
}

// (symbol or "" for a number or "negate", position, numerator, denominator)
nb::list terms(const Reading& reading, const Reader& reader, std::string_view text) {
    nb::list all;
    std::size_t place = 0, count = 0;  // a position in characters, counted on from the last one
    const auto position = [&](std::size_t bytes) {
        if (bytes < place) place = count = 0;
        count += characters(text.substr(place, bytes - place));
        place = bytes;
        return count;
    };
    for (const Term& term : reading.terms) {
        const std::size_t at = position(term.position);
        if (term.kind == TermKind::Number) {
            const auto [numerator, denominator] = exact(term, reader);
            all.append(nb::make_tuple("", at, numerator, denominator));
        } else {
            const std::string symbol = term.kind == TermKind::Negate ? "negate" : std::string(1, row(term.op).symbol);
            all.append(nb::make_tuple(symbol, at, 0, 1));
        }
    }
    return all;
}

// (first term, last term, is it a literal, has it a sign that only a claim may have, where it starts)
nb::object side(const ClaimSide& side, std::string_view text) {
    return nb::make_tuple(side.first, side.last, side.is_literal, side.sign.has_value(),
                          characters(text.substr(0, *side.start)));
}

// (flaw, position, expected, limit, terms, left, right)
nb::typed<nb::tuple, nb::any, nb::ellipsis> reading(const Syntax& syntax, nb::handle given, bool forms) {
    Encoded encoded;
    const std::string_view text = view(given, encoded);
    Reader reader(syntax);
    const Reading& found = reader.read(text, forms);
    if (found.flaw != Flaw::None) {
        const std::size_t position = characters(text.substr(0, found.position));
        return nb::make_tuple(flaw_name(found.flaw), position, found.expected, found.limit, nb::list(), nb::none(),
                              nb::none());
    }
    return nb::make_tuple("", 0, "", 0, terms(found, reader, text), side(found.left, text),
                          found.has_claim() ? side(found.right, text) : nb::object(nb::none()));
}

// A judge with its rules and its scratch memory, used by one thread at a time: the one that holds the lock.
class Judging {
  public:
    Judging(nb::object syntax, const RulesTuple& row, const std::string& extract, bool after_think)
        : owner_(std::move(syntax)),
          rules_(rules(row)),
          config_{nb::cast<const Syntax&>(owner_), rules_, extract_named(extract), after_think},
          judge_(config_.syntax, rules_) {}

    // Code of the reason + 16 (position + 1), which is 0 for nowhere; nothing where numbers or target must be prepared.
    std::optional<std::uint64_t> check(nb::handle given, nb::handle numbers, nb::handle target) {
        constexpr std::uint64_t CODES = 16;
        Encoded encoded;
        const Answer text = answer(given, encoded);  // first: encoding may run code of Python's, and so other threads
        if (!prepare(numbers, target, prepared_)) return std::nullopt;
        const Judgement judgement = judge_one(judge_, config_, text, prepared_);
        const auto code = static_cast<std::uint64_t>(judgement.reason);
        if (judgement.position == NOWHERE) return code;
        return code + CODES * (characters(text.text.substr(0, judgement.position)) + 1);
    }

    // A code for each of `count` answers; nothing where a puzzle is not plain. In pieces, so that what is taken from
    // Python stays in the cache until it is judged.
    template <class AnswerAt>
    std::optional<Codes> check_many(std::size_t count, const PuzzleSource& source, std::size_t workers,
                                    AnswerAt answer_at) const {
        const std::size_t piece = 8192 * workers;
        auto codes = std::make_unique<std::vector<std::uint8_t>>(count);
        std::vector<Answer> answers;
        PreparedPuzzles puzzles;
        for (std::size_t first = 0; first < count; first += piece) {
            const std::size_t end = std::min(first + piece, count);
            Encoded encoded;
            answers.clear();
            for (std::size_t i = first; i < end; ++i) answers.push_back(answer_at(i, encoded));
            if (!source.prepare(first, end, puzzles)) return std::nullopt;
            std::uint8_t* to = codes->data() + first;
            if (!unlocked([&] { return judge_many(config_, answers, puzzles, workers, interrupted, to); }) ||
                PyErr_CheckSignals() != 0)
                throw nb::python_error();
        }
        return array_of(std::move(codes));
    }

    // Where the answer of a completion begins, in characters, and the answer.
    std::optional<std::pair<std::size_t, nb::object>> extract(nb::handle given) const {
        Encoded encoded;
        const std::string_view text = view(given, encoded);
        const auto found = extracted(text, config_.extract, config_.after_think);
        if (!found) return std::nullopt;
        nb::object answer =
            nb::steal(PyUnicode_DecodeUTF8(found->data(), static_cast<Py_ssize_t>(found->size()), "surrogatepass"));
        if (!answer.is_valid()) throw nb::python_error();
        return std::pair{characters(text.substr(0, static_cast<std::size_t>(found->data() - text.data()))), answer};
    }

  private:
    static Codes array_of(std::unique_ptr<std::vector<std::uint8_t>> codes) {
        const std::size_t size = codes->size();
        std::uint8_t* data = codes->data();
        const nb::capsule owner(codes.release(),
                                [](void* p) noexcept { delete static_cast<std::vector<std::uint8_t>*>(p); });
        return Codes(data, {size}, owner);
    }

    static Extract extract_named(const std::string& name) {
        for (const auto& [known, extract] : EXTRACTS)
            if (name == known) return extract;
        throw std::invalid_argument("unknown extraction: '" + name + "'");
    }

    nb::object owner_;
    Rules rules_;
    JudgeConfig config_;
    Judge judge_;
    PreparedPuzzle prepared_;
};

}  // namespace

void bind_answers(nb::module_& module) {
    nb::class_<Syntax>(module, "Syntax")
        .def(
            "__init__",
            [](Syntax* self, const std::vector<std::tuple<std::string, std::string, std::string>>& spellings,
               const std::string& arrangement,
               const std::tuple<std::string, std::string, std::string, std::string>& form, bool forms, bool words,
               bool decimals, bool unary_sign, bool implicit_multiplication) {
                SyntaxRow row = syntax_row(spellings, arrangement, form);
                row.forms = forms;
                row.words = words;
                row.decimals = decimals;
                row.unary_sign = unary_sign;
                row.implicit_multiplication = implicit_multiplication;
                new (self) Syntax(std::move(row));
            },
            nb::arg("spellings"), nb::arg("arrangement"), nb::arg("form"), nb::kw_only(), nb::arg("forms") = false,
            nb::arg("words") = false, nb::arg("decimals") = false, nb::arg("unary_sign") = false,
            nb::arg("implicit_multiplication") = false)
        .def("read", &reading, nb::arg("text"), nb::arg("forms"));

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
        .def(nb::init<nb::object, const RulesTuple&, const std::string&, bool>(), nb::arg("syntax"), nb::arg("rules"),
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
        // The texts of an Arrow array: offsets into the bytes of all, and which are null.
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
