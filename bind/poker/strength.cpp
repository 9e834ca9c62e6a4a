// Values of single hands for Python. A call costs more than the evaluation, so these functions use Python's C
// interface directly: they handle the usual arguments and pass all others to a function in Python.
#include <nanobind/nanobind.h>

#include <memory>
#include <string>

#include "casters.hpp"
#include "hands.hpp"
#include "poker/evaluate/evaluator.hpp"

namespace nb = nanobind;
using namespace facevalue;
using namespace facevalue::poker;

namespace {

// The base of poker.Strength: the cards, the game and the score. Python's garbage collector does not visit these
// objects, because there are millions of them and a game and a ranking never refer to a strength.
struct PackedStrength {
    PyObject_HEAD PyObject* side;  // a game and a ranking
    Cards hole, board;
    std::uint32_t score;
};

PackedStrength* packed_strength(PyObject* self) { return reinterpret_cast<PackedStrength*>(self); }

PyObject* make_strength(PyTypeObject* type, PyObject* side, Cards hole, Cards board, std::uint32_t score) {
    PyObject* made = PyType_GenericAlloc(type, 0);
    if (made == nullptr) return nullptr;
    PyObject_GC_UnTrack(made);  // every class written in Python is tracked at first
    Py_INCREF(side);
    packed_strength(made)->side = side;
    packed_strength(made)->hole = hole;
    packed_strength(made)->board = board;
    packed_strength(made)->score = score;
    return made;
}

void free_strength(PyObject* self) {
    PyTypeObject* const type = Py_TYPE(self);
    Py_XDECREF(packed_strength(self)->side);
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

PyObject* side_of(PyObject* self, void*) {
    PyObject* const side = packed_strength(self)->side;
    if (side == nullptr) {  // made by `__new__` alone
        PyErr_SetString(PyExc_AttributeError, "this Strength was not made by poker.evaluate");
        return nullptr;
    }
    Py_INCREF(side);
    return side;
}
PyObject* hole_of(PyObject* self, void*) { return PyLong_FromUnsignedLongLong(packed_strength(self)->hole); }
PyObject* board_of(PyObject* self, void*) { return PyLong_FromUnsignedLongLong(packed_strength(self)->board); }
PyObject* score_of(PyObject* self, void*) { return PyLong_FromUnsignedLong(packed_strength(self)->score); }

PyGetSetDef strength_fields[] = {
    {"_side", side_of, nullptr, nullptr, nullptr},
    {"_hole", hole_of, nullptr, nullptr, nullptr},
    {"_board", board_of, nullptr, nullptr, nullptr},
    {"score", score_of, nullptr, "Greater is stronger; it means something within one ranking only.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};
PyType_Slot strength_slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void*>(free_strength)},
    {Py_tp_getset, strength_fields},
    {0, nullptr},
};
PyType_Spec strength_spec = {"facevalue._core._PackedStrength", sizeof(PackedStrength), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, strength_slots};

nb::object new_strength(nb::handle type, nb::handle side, Cards hole, Cards board, std::uint32_t score) {
    PyObject* made = make_strength(reinterpret_cast<PyTypeObject*>(type.ptr()), side.ptr(), hole, board, score);
    if (made == nullptr) throw nb::python_error();
    return nb::steal(made);
}

// A fast function, with the name, signature and documentation of the Python function behind it. It lives until the
// process ends, like the functions of a module.
struct QuickFunction {
    PyObject* others = nullptr;  // handles all other calls
    std::string name, text;
    PyMethodDef method{};
};

// Passes a call on. The arguments are as a METH_FASTCALL function gets them.
PyObject* answer_in_python(const QuickFunction& function, PyObject* const* arguments, Py_ssize_t count,
                           PyObject* names) {
    const Py_ssize_t named = names == nullptr ? 0 : PyTuple_Size(names);
    const nb::object positional = nb::steal(PyTuple_New(count));
    const nb::object keywords = nb::steal(PyDict_New());
    if (!positional.is_valid() || !keywords.is_valid()) return nullptr;
    for (Py_ssize_t i = 0; i < count; ++i) {
        Py_INCREF(arguments[i]);
        PyTuple_SetItem(positional.ptr(), i, arguments[i]);
    }
    for (Py_ssize_t i = 0; i < named; ++i)
        if (PyDict_SetItem(keywords.ptr(), PyTuple_GetItem(names, i), arguments[count + i]) != 0) return nullptr;
    return PyObject_Call(function.others, positional.ptr(), keywords.ptr());
}

bool is_one_argument(Py_ssize_t count, PyObject* names) { return count == 1 && names == nullptr; }

QuickFunction value_function, evaluate_function, mask_function;
PyTypeObject* strength_type = nullptr;  // poker.Strength
PyObject* holdem_side = nullptr;

PyObject* value(PyObject*, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
    if (is_one_argument(count, names)) {
        std::optional<Cards> hand;
        if (PyLong_CheckExact(arguments[0])) {
            int beyond = 0;
            hand = static_cast<Cards>(PyLong_AsLongLongAndOverflow(arguments[0], &beyond));
        } else {
            hand = plain_cards(arguments[0]);
        }
        const std::uint16_t found = hand ? hand_value(*hand) : 0;
        if (found != 0) return PyLong_FromLong(found);
    }
    return answer_in_python(value_function, arguments, count, names);
}

PyObject* evaluate(PyObject*, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
    if (is_one_argument(count, names)) {
        const std::optional<Cards> hand = plain_cards(arguments[0]);
        const std::uint16_t found = hand ? hand_value(*hand) : 0;
        if (found != 0) return make_strength(strength_type, holdem_side, *hand, 0, FIRST_VALUES.back() - found);
    }
    return answer_in_python(evaluate_function, arguments, count, names);
}

PyObject* mask_of(PyObject*, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
    if (is_one_argument(count, names)) {
        const std::optional<Cards> hand = plain_cards(arguments[0]);
        if (hand) return PyLong_FromUnsignedLongLong(*hand);
    }
    return answer_in_python(mask_function, arguments, count, names);
}

using Fast = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*);

nb::object quick(QuickFunction& made, Fast fast, const nb::object& others, const std::string& signature) {
    const nb::object module_name = others.attr("__module__");
    made.others = nb::object(others).release().ptr();
    made.name = nb::cast<std::string>(others.attr("__name__"));
    const nb::object documentation = others.attr("__doc__");  // None under `python -OO`
    made.text = made.name + signature + "\n--\n\n";
    if (!documentation.is_none()) made.text += nb::cast<std::string>(documentation);
    made.method = {made.name.c_str(), reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(fast)),
                   METH_FASTCALL | METH_KEYWORDS, made.text.c_str()};
    // Bound to its module, so that it is pickled by its name.
    const nb::object home = nb::module_::import_(nb::cast<std::string>(module_name).c_str());
    return nb::steal(PyCFunction_NewEx(&made.method, home.ptr(), module_name.ptr()));
}

}  // namespace

void bind_strength(nb::module_& module) {
    const nb::object type = nb::steal(PyType_FromSpec(&strength_spec));
    if (!type.is_valid()) throw nb::python_error();
    module.attr("_PackedStrength") = type;  // hidden from the stub, which cannot describe it
    module.def("new_strength", new_strength, nb::arg("type"), nb::arg("side"), nb::arg("hole"), nb::arg("board"),
               nb::arg("score"));
    module.def("know_cards", know_cards, nb::arg("by_id"));
    module.def("quick_value", [](const nb::object& others) { return quick(value_function, value, others, "(cards)"); });
    module.def("quick_mask_of",
               [](const nb::object& others) { return quick(mask_function, mask_of, others, "(cards)"); });
    module.def("quick_evaluate", [](const nb::object& others, const nb::object& strength, const nb::object& side) {
        strength_type = reinterpret_cast<PyTypeObject*>(nb::object(strength).release().ptr());
        holdem_side = nb::object(side).release().ptr();
        return quick(evaluate_function, evaluate, others, "(cards, game='holdem', *, board='')");
    });
}
