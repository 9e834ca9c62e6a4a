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

#include "numbers/batch.hpp"
#include "translation.hpp"

using namespace facevalue;

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

// The texts of a batch, kept alive: somebody may change the list while the lock is released.
struct Texts {
    explicit Texts(nb::handle given) : owner(nb::steal(PySequence_Tuple(given.ptr()))) {
        if (!owner.is_valid()) throw nb::python_error();
        const Py_ssize_t size = PyTuple_Size(owner.ptr());
        answers.reserve(static_cast<std::size_t>(size));
        for (Py_ssize_t i = 0; i < size; ++i) answers.push_back(answer(PyTuple_GetItem(owner.ptr(), i), encoded));
    }
    nb::object owner;
    Encoded encoded;
    std::vector<Answer> answers;
};

// --- puzzles

// A whole number of 64 bits; nothing for every other object.
std::optional<std::int64_t> whole(nb::handle number) {
    if (!PyLong_CheckExact(number.ptr())) return std::nullopt;
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
    if (overflow != 0 || value == std::numeric_limits<long long>::min()) return std::nullopt;
    return value;
}

bool is_row(nb::handle object) { return PyList_Check(object.ptr()) || PyTuple_Check(object.ptr()); }

std::size_t length(nb::handle row) { return static_cast<std::size_t>(PyObject_Size(row.ptr())); }

nb::object item(nb::handle row, std::size_t i) {
    return nb::steal(PySequence_GetItem(row.ptr(), static_cast<Py_ssize_t>(i)));
}

// Calls add(number) for each item of a list or tuple of whole numbers; false where it is anything else.
template <class Add>
bool add_whole(nb::handle row, Add add) {
    if (!is_row(row)) return false;
    const std::size_t size = length(row);
    for (std::size_t i = 0; i < size; ++i) {
        const auto number = whole(item(row, i));
        if (!number) return false;
        add(Number{*number, 1});
    }
    return size > 0;
}

// One puzzle: prepared, or whole numbers and a whole target. False for anything else.
bool pose(nb::handle numbers, nb::handle target, Posed& posed) {
    const Posed* prepared = nullptr;
    if (nb::try_cast(numbers, prepared) && prepared != nullptr) {
        posed = *prepared;
        return true;
    }
    posed = {};
    const auto goal = whole(target);
    if (!goal || !add_whole(numbers, [&](const Number& number) { posed.add(number); })) return false;
    posed.target = {*goal, 1};
    return true;
}

// The same at the end of a batch of puzzles.
bool add_puzzle(nb::handle numbers, nb::handle target, Puzzles& puzzles) {
    const Posed* prepared = nullptr;
    if (!is_row(numbers) && nb::try_cast(numbers, prepared) && prepared != nullptr) {
        for (const Number& number : prepared->numbers) puzzles.add(number);
        puzzles.end(prepared->target, prepared->is_wide);
        return true;
    }
    const auto goal = whole(target);
    if (!goal || !add_whole(numbers, [&](const Number& number) { puzzles.add(number); })) return false;
    puzzles.end({*goal, 1}, false);
    return true;
}

// A row for each answer, with a target for each or one for all; or one prepared puzzle. False where a row is not plain.
bool add_puzzles(nb::handle rows, nb::handle targets, std::size_t count, Puzzles& puzzles) {
    if (!is_row(rows)) return add_puzzle(rows, targets, puzzles);
    const bool has_targets = is_row(targets);
    for (std::size_t i = 0; i < count; ++i) {
        const nb::object target = has_targets ? item(targets, i) : nb::borrow(targets);
        if (!add_puzzle(item(rows, i), target, puzzles)) return false;
    }
    return true;
}

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
nb::object side(const Side& side, std::string_view text) {
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
          bench_{nb::cast<const Syntax&>(owner_), rules_, extract_named(extract), after_think},
          judge_(bench_.syntax, rules_) {}

    // Code of the reason + 16 (position + 1), which is 0 for nowhere; nothing where numbers or target must be prepared.
    std::optional<std::uint64_t> check(nb::handle given, nb::handle numbers, nb::handle target) {
        constexpr std::uint64_t CODES = 16;
        if (!pose(numbers, target, posed_)) return std::nullopt;
        Encoded encoded;
        const Answer text = answer(given, encoded);
        const Finding finding = judge_one(judge_, bench_, text, posed_);
        const auto code = static_cast<std::uint64_t>(finding.reason);
        if (finding.position == NOWHERE) return code;
        return code + CODES * (characters(text.text.substr(0, finding.position)) + 1);
    }

    Codes check_all(const std::vector<Answer>& answers, const Puzzles& puzzles, std::size_t workers) const {
        auto reasons = unlocked([&] { return judge_many(bench_, answers, puzzles, workers, interrupted); });
        if (!reasons) throw nb::python_error();
        auto owned = std::make_unique<std::vector<std::uint8_t>>(std::move(*reasons));
        const std::size_t size = owned->size();
        std::uint8_t* data = owned->data();
        const nb::capsule owner(owned.release(),
                                [](void* p) noexcept { delete static_cast<std::vector<std::uint8_t>*>(p); });
        return Codes(data, {size}, owner);
    }

    // Where the answer of a completion begins, in characters, and the answer.
    std::optional<std::pair<std::size_t, nb::object>> extract(nb::handle given) const {
        Encoded encoded;
        const std::string_view text = view(given, encoded);
        const auto found = extracted(text, bench_.extract, bench_.after_think);
        if (!found) return std::nullopt;
        nb::object answer =
            nb::steal(PyUnicode_DecodeUTF8(found->data(), static_cast<Py_ssize_t>(found->size()), "surrogatepass"));
        if (!answer.is_valid()) throw nb::python_error();
        return std::pair{characters(text.substr(0, static_cast<std::size_t>(found->data() - text.data()))), answer};
    }

  private:
    static Extract extract_named(const std::string& name) {
        for (const auto& [known, extract] : EXTRACTS)
            if (name == known) return extract;
        throw std::invalid_argument("unknown extraction: '" + name + "'");
    }

    nb::object owner_;
    Rules rules_;
    Bench bench_;
    Judge judge_;
    Posed posed_;
};

// The texts of an Arrow array: offsets into bytes, and which are null.
std::vector<Answer> arrow_answers(const Vector& offsets, const Bytes& data, const Bytes& nulls) {
    std::vector<Answer> answers;
    for (std::size_t i = 0; i + 1 < offsets.shape(0); ++i) {
        const auto first = static_cast<std::size_t>(offsets(i)), last = static_cast<std::size_t>(offsets(i + 1));
        answers.push_back({{reinterpret_cast<const char*>(data.data()) + first, last - first}, nulls(i) == 0, true});
    }
    return answers;
}

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

    nb::class_<Posed>(module, "Posed")
        .def("__init__",
             [](Posed* self, const std::vector<Pair>& given, const Pair& target) {
                 new (self) Posed();
                 for (const Pair& pair : given) self->add(number(pair));
                 self->target = number(target);
             })
        .def_static("wide", [](bool has_forms) {
            Posed posed;
            posed.is_wide = true;
            posed.has_forms = has_forms;
            return posed;
        });

    nb::class_<Judging>(module, "Judge")
        .def(nb::init<nb::object, const RulesTuple&, const std::string&, bool>(), nb::arg("syntax"), nb::arg("rules"),
             nb::arg("extract"), nb::arg("after_think"))
        .def("check", &Judging::check, nb::arg("answer").none(), nb::arg("numbers"), nb::arg("target"))
        .def("extract", &Judging::extract, nb::arg("completion"))
        .def("check_many",
             [](const Judging& judging, nb::handle given, nb::handle rows, nb::handle targets,
                std::size_t workers) -> std::optional<Codes> {
                 const Texts texts(given);
                 Puzzles puzzles;
                 if (!add_puzzles(rows, targets, texts.answers.size(), puzzles)) return std::nullopt;
                 return judging.check_all(texts.answers, puzzles, workers);
             })
        .def("check_arrow",
             [](const Judging& judging, const Vector& offsets, const Bytes& data, const Bytes& nulls, nb::handle rows,
                nb::handle targets, std::size_t workers) -> std::optional<Codes> {
                 const std::vector<Answer> answers = arrow_answers(offsets, data, nulls);
                 Puzzles puzzles;
                 if (!add_puzzles(rows, targets, answers.size(), puzzles)) return std::nullopt;
                 return judging.check_all(answers, puzzles, workers);
             });
}
